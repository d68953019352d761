//! Play by proofs ([`exact`](darkforge_engine::endgame::exact)): where mate is certain it comes in time.

use super::method::Method;
use super::network::Network;
use crate::laboratory::state::{Answer, State};
use darkforge_board::Try;
use darkforge_engine::endgame::exact::Policy;
use darkforge_streams::Stream;

/// The shipped proofs as a method; where they do not reach, the engine's search.
#[derive(Clone, Default)]
pub struct Exact {
    otherwise: Network,
    /// Whether the search has been asked in this game: it remembers what it did.
    searched: bool,
}

impl Method for Exact {
    fn begin(&mut self, stream: Stream) {
        self.otherwise.begin(stream);
        self.searched = false;
    }

    fn choose(&mut self, state: &State) -> Try {
        Policy::shipped()
            .choose(&state.own, state.king)
            .unwrap_or_else(|| {
                self.searched = true;
                self.otherwise.choose(state)
            })
    }

    fn told(&mut self, before: &State, asked: Try, answer: &Answer) {
        if self.searched {
            self.otherwise.told(before, asked, answer);
        }
    }

    /// Less one for each own move until the certain mate; far less where none is certain.
    fn value(&mut self, state: &State) -> f64 {
        match Policy::shipped().moves(&state.own, state.king) {
            Some(moves) => -f64::from(moves),
            None => self.otherwise.value(state),
        }
    }

    fn fork(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Option<u64> {
        (!self.searched).then_some(0)
    }
}
