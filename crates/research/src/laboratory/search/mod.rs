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
use darkforge_streams::Stream;
use papers::Papers;

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
            Form::Papers | Form::Thesis => 1,
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
    /// Tries played last, the latest at the end.
    played: Vec<Try>,
    /// Draws among tries of equal value.
    stream: Option<Stream>,
}

/// Own moves that are not repeated at once (S: "recently-played moves").
const RECENT: usize = 4;

impl Search {
    /// A search that looks `depth` own moves ahead.
    pub fn new(depth: u32) -> Search {
        Search::with(Papers::new(depth))
    }

    /// The same with the evaluation of T 6.3.1.
    pub fn of_the_thesis(depth: u32) -> Search {
        Search::with(Papers::of_the_thesis(depth))
    }

    fn with(papers: Papers) -> Search {
        Search {
            papers,
            played: Vec::new(),
            stream: None,
        }
    }
}

impl Method for Search {
    fn begin(&mut self, stream: Stream) {
        self.played.clear();
        self.stream = Some(stream);
    }

    fn choose(&mut self, state: &State) -> Try {
        self.papers.choose(state, &self.played)
    }

    fn told(&mut self, _before: &State, asked: Try, answer: &Answer) {
        if *answer != Answer::Refused {
            self.played.push(asked);
            if self.played.len() > RECENT {
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
        let mut number = 0_u64;
        for asked in &self.played {
            let place = asked.from as u64 * 64 + asked.to as u64;
            number = number << 12 | place;
        }
        Some(number << 3 | self.played.len() as u64)
    }
}
