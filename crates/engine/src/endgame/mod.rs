//! Endings in which the enemy has only its king (T 6.1, 6.3.1).
//!
//! What can be known then is small: own men and the squares where the king could stand,
//! exactly, with a likelihood for each. [`LoneKing`] looks a few own moves ahead over all
//! that the umpire may answer, and asks a small network how many moves to mate each wave
//! at the end of that still takes. The same search serves all material.
//!
//! Everything is in the own frame: own men go up the board.

mod assured;
pub mod ending;
pub mod estimate;
pub mod exact;
pub mod features;
mod memory;
pub mod network;
pub mod own;
pub mod practice;
mod remnant;
pub mod search;
pub mod state;
pub mod wave;

pub use ending::{Ending, Start};
pub use network::Networks;
pub use own::Own;
pub use remnant::Remnant;
pub use state::State;
pub use wave::Wave;

use std::sync::Arc;

use memory::Memory;
use search::{DRAW, Judge, Search, Worth};

use darkforge_board::{Bitboard, Men, Role, Square, Try};
use darkforge_kriegspiel::umpire::Answer;

/// Own moves that are looked ahead.
const DEPTH: u32 = 2;
/// Own moves that are looked at so far.
const FOLLOWED: usize = 8;
/// Tries that are looked at after a refusal.
const AFTER_REFUSAL: usize = 4;
/// Added to the cost of tries that are not followed.
const NOT_FOLLOWED: f32 = 1000.0;
/// Value of a try that is certainly illegal.
const IMPOSSIBLE: f64 = -1e6;
/// Own moves without a capture or a pawn move after which a game is drawn.
const FIFTY: u32 = 50;
/// Tries that are asked whether they keep the mate certain: the best so many.
const ASKED_FOR_PROOF: usize = 12;
/// How far the best certain try stands above the others, in own moves.
const CLEARLY: f64 = 1.0;

/// Plays on against a lone king.
///
/// At each turn let it [`meet`](LoneKing::meet) the king anew, with all that is known from
/// elsewhere, and tell it of each own try.
#[derive(Clone)]
pub struct LoneKing {
    search: Search,
    depth: u32,
    wave: Option<Wave>,
    memory: Memory,
    /// Whether a certain mate is kept certain.
    assured: bool,
}

impl Default for LoneKing {
    fn default() -> LoneKing {
        LoneKing::new()
    }
}

impl LoneKing {
    /// A player with the shipped networks.
    pub fn new() -> LoneKing {
        LoneKing::with_networks(Arc::clone(&network::SHIPPED), DEPTH)
    }

    /// A player with other networks that looks `depth` own moves ahead.
    pub fn with_networks(networks: Arc<Networks>, depth: u32) -> LoneKing {
        LoneKing::judging(Judge::Networks(networks), DRAW, depth)
    }

    /// A player that judges what it looks ahead to by `judge`, to which a draw costs so
    /// many own moves.
    pub fn judging(judge: Judge, draw: f32, depth: u32) -> LoneKing {
        LoneKing {
            search: Search::new(judge, draw),
            depth,
            wave: None,
            memory: Memory::default(),
            assured: false,
        }
    }

    /// The same player held to the proofs ([`exact`]): where mate is certain within the fifty
    /// moves it plays the best of the tries that keep it so.
    #[must_use]
    pub fn assured(mut self) -> LoneKing {
        self.assured = true;
        self
    }

    /// All that is known of the king; nothing before the first turn.
    pub fn wave(&self) -> Option<Wave> {
        self.wave
    }

    /// Own moves to mate from `wave`, searched `depth` own moves ahead.
    pub fn cost(&mut self, wave: &Wave, depth: u32) -> f32 {
        self.search.node(wave, depth)
    }

    /// It is our turn, own men are `men`, and the king stands on one of `king`. This narrows
    /// what is known here; with other men, as after a capture, it begins anew.
    pub fn meet(&mut self, men: &Men, king: Bitboard) {
        match &mut self.wave {
            Some(wave) if wave.own.0 == *men && (wave.king & king).any() => wave.narrow(king),
            _ => {
                self.wave = Some(Wave::even(Own(*men), king));
                self.memory.forget();
            }
        }
    }

    /// Squares where the king could stand; none before it was met.
    pub fn king(&self) -> Bitboard {
        self.wave.map_or(Bitboard::EMPTY, |wave| wave.king)
    }

    /// Fills `moves` with the tries that may be legal, in a fixed order; castling is not
    /// among them.
    pub fn moves(&self, moves: &mut Vec<Try>) {
        moves.clear();
        let Some(wave) = &self.wave else { return };
        wave.own.moves(moves);
        moves.retain(|&asked| !wave.king.is_subset(wave.own.refusing(asked)));
    }

    /// Fills `values` with what each of `moves` is worth, as own moves to mate below 0: the
    /// greatest is best. All are far below when no king was met.
    pub fn values(&mut self, moves: &[Try], values: &mut Vec<f64>) {
        values.clear();
        values.resize(moves.len(), IMPOSSIBLE);
        let Some(wave) = self.wave else { return };
        let worths = self.worths(&wave, moves, FOLLOWED);
        for worth in &worths {
            let mut cost = worth.cost;
            if !worth.is_sure() {
                let refused = self.refused_cost(&wave, worth.asked, moves);
                cost = worth.legal * cost + (1.0 - worth.legal) * refused;
            }
            for (value, _) in values
                .iter_mut()
                .zip(moves)
                .filter(|(_, m)| **m == worth.asked)
            {
                *value = -f64::from(cost);
            }
        }
        if self.assured {
            self.prefer_certain(&wave, moves, values);
        }
    }

    /// Puts the best try that keeps a certain mate certain above all others.
    fn prefer_certain(&self, wave: &Wave, moves: &[Try], values: &mut [f64]) {
        let Some((proven, _)) = assured::proven(&wave.own, wave.king) else {
            return;
        };
        let left = FIFTY.saturating_sub(self.memory.moves());
        let mut places: Vec<usize> = (0..moves.len()).collect();
        places.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        places.truncate(ASKED_FOR_PROOF);
        let in_time = |asked: Try| {
            let moves = assured::moves(&wave.own, wave.king, asked);
            moves.is_some_and(|moves| moves <= left)
        };
        let certain = places.into_iter().find(|&place| {
            let asked = moves[place];
            // What stood before may come back for ever; proven play does not.
            let new = !self.memory.has(&wave.own.after(asked));
            asked == proven || new && in_time(asked)
        });
        let certain = certain.or_else(|| moves.iter().position(|&asked| asked == proven));
        let Some(certain) = certain else { return };
        let most = values[certain] - CLEARLY;
        for (place, value) in values.iter_mut().enumerate() {
            if place != certain {
                *value = value.min(most);
            }
        }
    }

    /// The tries that may be legal, with what memory adds to their cost, the best
    /// `followed` of them looked at to the full depth.
    fn worths(&mut self, wave: &Wave, moves: &[Try], followed: usize) -> Vec<Worth> {
        let mut worths = Vec::with_capacity(moves.len());
        for &asked in moves {
            worths.extend(self.remembered(wave, asked, 1));
        }
        worths.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        search::sure_among_best(&mut worths, followed);
        for (rank, worth) in worths.iter_mut().enumerate() {
            if rank >= followed {
                worth.cost += NOT_FOLLOWED;
            } else if let Some(deeper) = self.remembered(wave, worth.asked, self.depth) {
                *worth = deeper;
            }
        }
        worths
    }

    /// A try's worth with what memory adds to its cost.
    fn remembered(&mut self, wave: &Wave, asked: Try, depth: u32) -> Option<Worth> {
        let mut worth = self.search.worth(wave, asked, depth)?;
        if wave.own.mover(asked) != Role::Pawn {
            worth.cost += self.memory.cost(wave, &wave.moved(asked));
        }
        Some(worth)
    }

    /// Cost of what follows when `asked` is refused.
    fn refused_cost(&mut self, wave: &Wave, asked: Try, moves: &[Try]) -> f32 {
        let mut rest = *wave;
        rest.narrow(wave.own.refusing(asked));
        let mut worths = self.worths(&rest, moves, AFTER_REFUSAL);
        worths.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        search::in_order(&worths)
    }

    /// The umpire's answer to the own try `asked`.
    pub fn own_try(&mut self, asked: Try, answer: &Answer) {
        let Some(wave) = &mut self.wave else { return };
        let said = match answer {
            Answer::Refused => return wave.narrow(wave.own.refusing(asked)),
            Answer::Played(said) => said,
            Answer::Nonsense | Answer::Any(_) => return,
        };
        if wave.own.mover(asked) == Role::Pawn {
            self.memory.forget();
        }
        let moved = wave.moved(asked);
        let squares = Wave::answered(&moved, said.checks);
        self.memory.keep(&moved, squares);
        *wave = wave.king_moves(&moved, squares, &mut Vec::new());
        wave.doubt();
    }

    /// The king captured on `square`.
    fn captured(&mut self, square: Square) {
        if let Some(wave) = &mut self.wave {
            *wave = Wave::even(wave.own.without(square), Bitboard::from_square(square));
            self.memory.forget();
        }
    }
}
