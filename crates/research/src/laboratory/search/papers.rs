//! The papers' search: three answers to each try, the worst of them expanded; the value of a node
//! is its static value plus that of the continuation.
//!
//! T is the thesis, see [the crate](crate).

use super::evaluate::{evaluate, of_the_thesis};
use crate::laboratory::state::State;
use darkforge_board::{Bitboard, Try};
use darkforge_engine::endgame::Own;
use darkforge_engine::endgame::{Moved, arrivals};
use darkforge_kriegspiel::metaposition::fill;
use darkforge_streams::{self as streams, Stream};

/// Value of a certain mate.
const MATE: f64 = 1e9;
/// Value of a try that may stalemate: pruned if there is another.
const STALEMATE: f64 = -1e8;

/// Readings of what the texts leave open, one switch each (docs/endgames.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Whether tries that may stalemate or lose a man are pruned below the root, too.
    pub prune: bool,
    /// Content of the history that is not repeated.
    pub history: History,
    /// Number of own moves that are remembered.
    pub recent: u32,
    /// Order of the static evaluation and the king's metamove.
    pub order: Order,
    /// Choice among tries of equal value.
    pub ties: Ties,
    /// Content of the king's metamove.
    pub meta: Meta,
}

impl Reading {
    /// The reading that gives the published figures (docs/endgames.md).
    pub const USUAL: Reading = Reading {
        prune: true,
        history: History::Moves,
        recent: 4,
        order: Order::Before,
        ties: Ties::First,
        meta: Meta::Quiet,
    };
}

/// History that must not be repeated (S: "recently-played moves are not played in direct sequence").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// Moves that were played.
    Moves,
    /// Placements of the own men that were reached.
    Placements,
    /// A placement together with the possible squares of the king.
    Metapositions,
}

/// Order of the static evaluation and the king's metamove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The evaluation comes first.
    Before,
    /// The metamove comes first.
    After,
}

/// Choice among tries of equal value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    First,
    /// The last.
    Last,
    /// A random one.
    Random,
}

/// Content of the king's metamove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meta {
    /// All steps without a capture.
    Quiet,
    /// Also staying where it is.
    Stay,
}

/// The search.
#[derive(Clone)]
pub(super) struct Papers {
    depth: u32,
    evaluate: Evaluate,
    pub(super) reading: Reading,
}

/// Value of the king being on one of these squares.
type Evaluate = fn(&Own, Bitboard) -> f64;

impl Papers {
    pub(super) fn new(depth: u32, reading: Reading) -> Papers {
        Papers {
            depth,
            evaluate,
            reading,
        }
    }

    /// The same with the evaluation of T 6.3.1.
    pub(super) fn of_the_thesis(depth: u32, reading: Reading) -> Papers {
        Papers {
            depth,
            evaluate: of_the_thesis,
            reading,
        }
    }

    /// The static value of what White knows.
    pub(super) fn value(&self, state: &State) -> f64 {
        (self.evaluate)(&Own(state.own), state.king)
    }

    /// The best try that is not in the history (`is_old`); the best of all if there is no other.
    pub(super) fn choose(
        &self,
        state: &State,
        is_old: impl Fn(Try) -> bool,
        stream: Option<&mut Stream>,
    ) -> Try {
        let mut tries = Vec::new();
        state.tries(&mut tries);
        let mut best: Vec<Try> = Vec::new();
        let mut rank = (false, false, f64::NEG_INFINITY);
        for &asked in &tries {
            let value = self.worth(state, asked, self.depth);
            let fresh = value >= MATE || !is_old(asked);
            let new = (!risks(state, asked), fresh, value);
            if best.is_empty() || new > rank {
                rank = new;
                best.clear();
            }
            if new >= rank {
                best.push(asked);
            }
        }
        let place = match (self.reading.ties, stream) {
            (Ties::First, _) | (Ties::Random, None) => 0,
            (Ties::Last, _) => best.len() - 1,
            (Ties::Random, Some(stream)) => streams::below(stream, best.len()),
        };
        best[place]
    }

    /// The greatest value of the tries at `state`.
    fn node(&self, state: &State, depth: u32) -> f64 {
        if state.king.is_empty() {
            return 0.0;
        }
        let mut tries = Vec::new();
        state.tries(&mut tries);
        if self.reading.prune {
            let safe: Vec<Try> = tries
                .iter()
                .copied()
                .filter(|&asked| !risks(state, asked))
                .collect();
            if !safe.is_empty() {
                tries = safe;
            }
        }
        let values = tries.iter().map(|&asked| self.worth(state, asked, depth));
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Value of one try: of its worst answer, and of the continuation.
    fn worth(&self, state: &State, asked: Try, depth: u32) -> f64 {
        let moved = state.moved(asked);
        if moved.legal.any() && moved.legal == moved.shut & moved.attacked {
            // An earlier mate is better, although the values of later moves are added.
            return MATE * f64::from(depth);
        }
        if (moved.shut & !moved.attacked).any() {
            return STALEMATE;
        }
        let playing = moved.legal & !moved.shut;
        let (silent, check) = (playing & !moved.attacked, playing & moved.attacked);
        let refused = state.king & !moved.legal;
        let own = Own(state.own);
        let answers = [(silent, true), (check, true), (refused, false)];
        let mut worst: Option<(f64, Bitboard, bool)> = None;
        for (king, legal) in answers {
            if king.is_empty() {
                continue;
            }
            let value = match self.reading.order {
                Order::After if legal => (self.evaluate)(&moved.own, self.metamove(&moved, king)),
                _ => (self.evaluate)(if legal { &moved.own } else { &own }, king),
            };
            if worst.is_none_or(|(least, _, _)| value < least) {
                worst = Some((value, king, legal));
            }
        }
        let Some((value, king, legal)) = worst else {
            return MATE * f64::from(depth);
        };
        if depth <= 1 {
            return value;
        }
        value + self.node(&self.after(state, &moved, king, legal), depth - 1)
    }

    /// Squares of the king after its metamove from one of `king`.
    fn metamove(&self, moved: &Moved, king: Bitboard) -> Bitboard {
        let there = arrivals(moved, king);
        match self.reading.meta {
            Meta::Quiet => there,
            Meta::Stay => there | king & !moved.attacked,
        }
    }

    /// Our next decision after an answer that leaves the king on one of `king`.
    fn after(&self, state: &State, moved: &Moved, king: Bitboard, legal: bool) -> State {
        if legal {
            State {
                own: moved.own.0,
                king: self.metamove(moved, king),
            }
        } else {
            State {
                own: state.own,
                king,
            }
        }
    }
}

/// Whether `asked` may stalemate or lose a man (S: pruned if there is another).
fn risks(state: &State, asked: Try) -> bool {
    let moved = state.moved(asked);
    let hanging = moved.own.squares() & !moved.attacked;
    let playing = moved.legal & !moved.shut;
    (moved.shut & !moved.attacked).any() || (hanging & fill::around(playing)).any()
}
