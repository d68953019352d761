//! Searches over White's knowledge.
//!
//! T is the thesis, see [the crate](crate).

mod evaluate;
mod matrices;
mod papers;

use std::sync::Arc;

use super::estimate;
use super::method::Method;
use super::network::Network;
use crate::laboratory::state::{Answer, State};
use darkforge_board::Try;
use darkforge_engine::endgame::Judge;
use darkforge_engine::endgame::LoneKing;
use darkforge_engine::endgame::network::SHIPPED;
use darkforge_kriegspiel::umpire::Checks;
use darkforge_streams::Stream;
use papers::Papers;
pub use papers::{History, Meta, Order, Reading, Ties};

/// Evaluation of a search, and its treatment of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Ours: every answer by its likelihood, valued in own moves to mate.
    #[default]
    Moves,
    /// The papers': the worst of three answers, static plus recursive value.
    Papers,
    /// The same with the five components of T 6.3.1, for a rook.
    Thesis,
}

impl Form {
    /// Default number of own moves in the search.
    pub const fn depth(self) -> u32 {
        match self {
            Form::Moves => 2,
            Form::Papers | Form::Thesis => 3,
        }
    }
}

/// The search in our form with a draw so costly that it avoids every avoidable one.
pub(super) fn careful(depth: u32) -> Network {
    let judge = Judge {
        networks: Arc::clone(&SHIPPED),
        estimate: Some(estimate::moves),
    };
    Network::of(LoneKing::judging(judge, CAREFUL, depth))
}

/// Cost of a draw, in own moves.
const CAREFUL: f32 = 5000.0;

/// The papers' search as a method.
#[derive(Clone)]
pub struct Search {
    papers: Papers,
    /// Tries played last with what they led to, the latest at the end.
    played: Vec<(Try, State)>,
    /// Draws among tries of equal value.
    stream: Option<Stream>,
}

/// Number of remembered tries from which a memory is no number.
const NUMBERED: u32 = 4;

impl Search {
    /// A search that looks `depth` own moves ahead.
    pub fn new(depth: u32, reading: Reading) -> Search {
        Search::with(Papers::new(depth, reading))
    }

    /// The same with the evaluation of T 6.3.1.
    pub fn of_the_thesis(depth: u32, reading: Reading) -> Search {
        Search::with(Papers::of_the_thesis(depth, reading))
    }

    fn with(papers: Papers) -> Search {
        Search {
            papers,
            played: Vec::new(),
            stream: None,
        }
    }
}

/// Position after `asked`, if it is silent.
fn led_to(before: &State, asked: Try) -> State {
    before.played(asked, Checks::NONE)
}

impl Method for Search {
    fn begin(&mut self, stream: Stream) {
        self.played.clear();
        self.stream = Some(stream);
    }

    fn choose(&mut self, state: &State) -> Try {
        let (played, history) = (&self.played, self.papers.reading.history);
        let is_old = |asked: Try| match history {
            History::Moves => played.iter().any(|(old, _)| *old == asked),
            History::Placements => {
                let own = state.moved(asked).own.0;
                played.iter().any(|(_, old)| old.own == own)
            }
            History::Metapositions => {
                let next = led_to(state, asked);
                played.iter().any(|(_, old)| *old == next)
            }
        };
        self.papers.choose(state, is_old, self.stream.as_mut())
    }

    fn told(&mut self, before: &State, asked: Try, answer: &Answer) {
        if *answer != Answer::Refused {
            self.played.push((asked, led_to(before, asked)));
            if self.played.len() > self.papers.reading.recent as usize {
                self.played.remove(0);
            }
        }
    }

    fn value(&mut self, state: &State) -> f64 {
        self.papers.value(state)
    }

    fn fork(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Option<u64> {
        let reading = self.papers.reading;
        let is_small = reading.history == History::Moves && reading.recent <= NUMBERED;
        if !is_small || reading.ties == Ties::Random {
            return None;
        }
        let mut number = 0_u64;
        for (asked, _) in &self.played {
            let place = asked.from as u64 * 64 + asked.to as u64;
            number = number << 12 | place;
        }
        Some(number << 3 | self.played.len() as u64)
    }
}
