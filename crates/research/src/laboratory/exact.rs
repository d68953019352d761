//! Exact play by proofs ([`exact`](darkforge_engine::endgame::exact)): certain mates come in time.

use super::ending::Ending;
use super::method::Method;
use super::network::Network;
use crate::laboratory::state::{Answer, State};
use darkforge_board::Try;
use darkforge_engine::endgame::exact::Policy;
use darkforge_streams::Stream;

/// The embedded proofs as a method; beyond them, the engine's search.
#[derive(Clone, Default)]
pub struct Exact {
    otherwise: Network,
    /// Whether the search was used in this game; it has a memory.
    searched: bool,
}

impl Exact {
    /// Whether there are proofs for `ending`.
    pub(super) const fn plays(ending: Ending) -> bool {
        matches!(ending, Ending::Krk | Ending::Kqk | Ending::Kbbk)
    }
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

    /// Minus the number of own moves to the certain mate; far lower if none is certain.
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
