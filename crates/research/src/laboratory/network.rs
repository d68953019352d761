//! Networks: the engine's own search with its networks, also restricted to the proofs as in whole
//! games.

use super::method::Method;
use crate::laboratory::state::{Answer, State};
use darkforge_board::Try;
use darkforge_engine::endgame::LoneKing;
use darkforge_streams::Stream;

/// [`LoneKing`] as a method.
#[derive(Clone)]
pub struct Network {
    /// Its state before a game.
    fresh: LoneKing,
    lone: LoneKing,
    tries: Vec<Try>,
    values: Vec<f64>,
}

impl Default for Network {
    fn default() -> Network {
        Network::of(LoneKing::new())
    }
}

impl Network {
    /// The method that plays as `lone`, before its first king.
    pub(super) fn of(lone: LoneKing) -> Network {
        Network {
            fresh: lone.clone(),
            lone,
            tries: Vec::new(),
            values: Vec::new(),
        }
    }

    /// The engine's method in whole games: the search restricted to the proofs.
    pub fn engine() -> Network {
        Network::of(LoneKing::new().assured())
    }

    fn look(&mut self, state: &State) {
        self.lone.meet(&state.own, state.king);
        self.lone.moves(&mut self.tries);
        self.lone.values(&self.tries, &mut self.values);
    }
}

impl Method for Network {
    fn begin(&mut self, _stream: Stream) {
        self.lone = self.fresh.clone();
    }

    fn choose(&mut self, state: &State) -> Try {
        self.look(state);
        let better = |best: usize, at: usize| {
            if self.values[at] > self.values[best] {
                at
            } else {
                best
            }
        };
        let best = (0..self.tries.len()).reduce(better);
        self.tries[best.expect("White can always move")]
    }

    fn told(&mut self, before: &State, asked: Try, answer: &Answer) {
        self.lone.meet(&before.own, before.king);
        self.lone.own_try(asked, &answer.as_umpires());
    }

    fn value(&mut self, state: &State) -> f64 {
        self.look(state);
        let values = self.values.iter().copied();
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    fn fork(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Option<u64> {
        None
    }
}
