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

/// Value of a certain mate.
const MATE: f64 = 1e9;
/// Value of a try that may stalemate: pruned if there is another.
const STALEMATE: f64 = -1e8;

/// The search.
#[derive(Clone)]
pub(super) struct Papers {
    depth: u32,
    evaluate: Evaluate,
}

/// Value of the king being on one of these squares.
type Evaluate = fn(&Own, Bitboard) -> f64;

impl Papers {
    pub(super) fn new(depth: u32) -> Papers {
        Papers { depth, evaluate }
    }

    /// The same with the evaluation of T 6.3.1.
    pub(super) fn of_the_thesis(depth: u32) -> Papers {
        Papers {
            depth,
            evaluate: of_the_thesis,
        }
    }

    /// The static value of what White knows.
    pub(super) fn value(&self, state: &State) -> f64 {
        (self.evaluate)(&Own(state.own), state.king)
    }

    /// The best try that was not played recently; the best of all if there is no other.
    pub(super) fn choose(&self, state: &State, recent: &[Try]) -> Try {
        let mut tries = Vec::new();
        state.tries(&mut tries);
        let mut best: Option<((bool, bool, f64), Try)> = None;
        for &asked in &tries {
            let value = self.worth(state, asked, self.depth);
            let fresh = !recent.contains(&asked) || value >= MATE;
            let rank = (!risks(state, asked), fresh, value);
            if best.is_none_or(|(old, _)| rank > old) {
                best = Some((rank, asked));
            }
        }
        best.expect("White can always move").1
    }

    /// The greatest value of the tries at `state`.
    fn node(&self, state: &State, depth: u32) -> f64 {
        if state.king.is_empty() {
            return 0.0;
        }
        let mut tries = Vec::new();
        state.tries(&mut tries);
        let values = tries.iter().map(|&asked| self.worth(state, asked, depth));
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Value of one try: of its worst answer, and of the continuation.
    fn worth(&self, state: &State, asked: Try, depth: u32) -> f64 {
        let moved = state.moved(asked);
        if moved.legal.any() && moved.legal == moved.shut & moved.attacked {
            return MATE;
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
            let value = (self.evaluate)(if legal { &moved.own } else { &own }, king);
            if worst.is_none_or(|(least, _, _)| value < least) {
                worst = Some((value, king, legal));
            }
        }
        let Some((value, king, legal)) = worst else {
            return MATE;
        };
        if depth <= 1 {
            return value;
        }
        value + self.node(&after(state, &moved, king, legal), depth - 1)
    }
}

/// Whether `asked` may stalemate or lose a man (S: pruned if there is another).
fn risks(state: &State, asked: Try) -> bool {
    let moved = state.moved(asked);
    let hanging = moved.own.squares() & !moved.attacked;
    let playing = moved.legal & !moved.shut;
    (moved.shut & !moved.attacked).any() || (hanging & fill::around(playing)).any()
}

/// Our next decision after an answer that leaves the king on one of `king`.
fn after(state: &State, moved: &Moved, king: Bitboard, legal: bool) -> State {
    if legal {
        State {
            own: moved.own.0,
            king: arrivals(moved, king),
        }
    } else {
        State {
            own: state.own,
            king,
        }
    }
}
