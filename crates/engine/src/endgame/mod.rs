//! Endings in which the enemy has only its king (T 6.1, 6.3.1).
//!
//! A player then knows its own men and the exact possible squares of the king, with a likelihood
//! for each. [`LoneKing`] looks a few own moves ahead over all answers of the umpire, and a small
//! network estimates the moves to mate of each belief at the end. The same search serves all
//! material.
//!
//! Everything is in the own frame: own men go up the board.
//!
//! ```
//! use darkforge_engine::endgame::LoneKing;
//! use darkforge_engine::endgame::exact::{Start, read_men};
//!
//! let start = Start::unseen(read_men("Ka1Qb3")?);
//! let mut player = LoneKing::new();
//! player.meet(&start.men, start.king);
//! let mut moves = Vec::new();
//! player.moves(&mut moves);
//! assert!(moves.contains(&"b3b8".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod assured;
pub mod exact;
mod exact_belief;
mod king_belief;
mod memory;
pub mod network;
mod own;
mod search;

pub use exact_belief::ExactBelief;
pub use king_belief::{KingBelief, Moved, arrivals};
pub use network::Networks;
pub use own::{Directions, Lines, Own};
pub use search::{Estimate, Judge};

use std::sync::Arc;

use memory::Memory;
use search::{DRAW, Search, Worth};

use darkforge_board::{Bitboard, Men, Role, Square, Try};
use darkforge_kriegspiel::umpire::Answer;

/// Number of own moves in the search.
const DEPTH: u32 = 2;
/// Number of own moves that are searched to that depth.
const FOLLOWED: usize = 8;
/// Tries that are examined after a refusal.
const AFTER_REFUSAL: usize = 4;
/// Added to the cost of tries that are not followed.
const NOT_FOLLOWED: f32 = 1000.0;
/// Value of a try that is certainly illegal.
const IMPOSSIBLE: f64 = -1e6;
/// Own moves without a capture or a pawn move after which a game is drawn.
const FIFTY: u32 = 50;
/// Number of the best tries that are tested for a certain mate.
const ASKED_FOR_PROOF: usize = 12;
/// Lead of the best certain try over the others, in own moves.
const CLEARLY: f64 = 1.0;

/// Player against a lone king.
///
/// At each turn [`meet`](LoneKing::meet) takes all other knowledge of the king;
/// [`own_try`](LoneKing::own_try) takes each own try.
#[derive(Clone)]
pub struct LoneKing {
    search: Search,
    depth: u32,
    belief: Option<KingBelief>,
    memory: Memory,
    /// Whether a certain mate stays certain.
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

    /// A player with other networks and a search of `depth` own moves.
    pub fn with_networks(networks: Arc<Networks>, depth: u32) -> LoneKing {
        let judge = Judge {
            networks,
            estimate: None,
        };
        LoneKing::judging(judge, DRAW, depth)
    }

    /// A player that evaluates the ends of its search by `judge`; `draw` is the cost of a draw in
    /// own moves.
    pub fn judging(judge: Judge, draw: f32, depth: u32) -> LoneKing {
        LoneKing {
            search: Search::new(judge, draw),
            depth,
            belief: None,
            memory: Memory::default(),
            assured: false,
        }
    }

    /// The same player restricted to the proofs ([`exact`]): if mate is certain within the fifty
    /// moves, it plays the best of the tries that keep it certain.
    #[must_use]
    pub fn assured(mut self) -> LoneKing {
        self.assured = true;
        self
    }

    /// The belief about the king; `None` before the first turn.
    pub fn belief(&self) -> Option<KingBelief> {
        self.belief
    }

    /// Own moves to mate from `belief`, searched `depth` own moves ahead.
    pub fn cost(&mut self, belief: &KingBelief, depth: u32) -> f32 {
        self.search.node(belief, depth)
    }

    /// Begins our turn with own men `men` and the king on one of `king`. This narrows the belief;
    /// with other men, as after a capture, it begins again.
    pub fn meet(&mut self, men: &Men, king: Bitboard) {
        match &mut self.belief {
            Some(belief) if belief.own.0 == *men && (belief.king & king).any() => {
                belief.narrow(king);
            }
            _ => {
                self.belief = Some(KingBelief::even(Own(*men), king));
                self.memory.forget();
            }
        }
    }

    /// Possible squares of the king; `None` before the first `meet`.
    pub fn king(&self) -> Bitboard {
        self.belief.map_or(Bitboard::EMPTY, |belief| belief.king)
    }

    /// Fills `moves` with the tries that may be legal, in a fixed order; castling is left out.
    pub fn moves(&self, moves: &mut Vec<Try>) {
        moves.clear();
        let Some(belief) = &self.belief else { return };
        belief.own.moves(moves);
        moves.retain(|&asked| !belief.king.is_subset(belief.own.refusing(asked)));
    }

    /// Fills `values` with the value of each of `moves`, as minus the number of own moves to mate:
    /// the greatest is best. All are very low before the first `meet`.
    pub fn values(&mut self, moves: &[Try], values: &mut Vec<f64>) {
        values.clear();
        values.resize(moves.len(), IMPOSSIBLE);
        let Some(belief) = self.belief else { return };
        let worths = self.worths(&belief, moves, FOLLOWED);
        for worth in &worths {
            let mut cost = worth.cost;
            if !worth.is_sure() {
                let refused = self.refused_cost(&belief, worth.asked, moves);
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
            self.prefer_certain(&belief, moves, values);
        }
    }

    /// Puts the best try that keeps a certain mate certain above all others.
    fn prefer_certain(&self, belief: &KingBelief, moves: &[Try], values: &mut [f64]) {
        let Some((proven, _)) = assured::proven(&belief.own, belief.king) else {
            return;
        };
        let left = FIFTY.saturating_sub(self.memory.moves());
        let mut places: Vec<usize> = (0..moves.len()).collect();
        places.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        places.truncate(ASKED_FOR_PROOF);
        let in_time = |asked: Try| {
            let moves = assured::moves(&belief.own, belief.king, asked);
            moves.is_some_and(|moves| moves <= left)
        };
        let certain = places.into_iter().find(|&place| {
            let asked = moves[place];
            // A placement that stood before may recur for ever; proven play does not.
            let new = !self.memory.has(&belief.own.after(asked));
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

    /// The tries that may be legal, with their cost from memory; the best `followed` of them are
    /// searched to the full depth.
    fn worths(&mut self, belief: &KingBelief, moves: &[Try], followed: usize) -> Vec<Worth> {
        let mut worths = Vec::with_capacity(moves.len());
        for &asked in moves {
            worths.extend(self.remembered(belief, asked, 1));
        }
        worths.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        search::sure_among_best(&mut worths, followed);
        for (rank, worth) in worths.iter_mut().enumerate() {
            if rank >= followed {
                worth.cost += NOT_FOLLOWED;
            } else if let Some(deeper) = self.remembered(belief, worth.asked, self.depth) {
                *worth = deeper;
            }
        }
        worths
    }

    /// Value of a try with its cost from memory.
    fn remembered(&mut self, belief: &KingBelief, asked: Try, depth: u32) -> Option<Worth> {
        let mut worth = self.search.worth(belief, asked, depth)?;
        if belief.own.mover(asked) != Role::Pawn {
            worth.cost += self.memory.cost(belief, &belief.moved(asked));
        }
        Some(worth)
    }

    /// Cost of the continuation if `asked` is refused.
    fn refused_cost(&mut self, belief: &KingBelief, asked: Try, moves: &[Try]) -> f32 {
        let mut rest = *belief;
        rest.narrow(belief.own.refusing(asked));
        let mut worths = self.worths(&rest, moves, AFTER_REFUSAL);
        worths.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        search::in_order(&worths)
    }

    /// Takes the umpire's answer to the own try `asked`.
    pub fn own_try(&mut self, asked: Try, answer: &Answer) {
        let Some(belief) = &mut self.belief else {
            return;
        };
        let said = match answer {
            Answer::Refused => return belief.narrow(belief.own.refusing(asked)),
            Answer::Played(said) => said,
            Answer::Nonsense | Answer::Any(_) => return,
        };
        if belief.own.mover(asked) == Role::Pawn {
            self.memory.forget();
        }
        let moved = belief.moved(asked);
        let squares = KingBelief::answered(&moved, said.checks);
        self.memory.keep(&moved, squares);
        *belief = belief.king_moves(&moved, squares, &mut Vec::new());
        belief.doubt();
    }

    /// Takes a capture by the king on `square`.
    pub fn captured(&mut self, square: Square) {
        if let Some(belief) = &mut self.belief {
            *belief = KingBelief::even(belief.own.without(square), Bitboard::from_square(square));
            self.memory.forget();
        }
    }
}
