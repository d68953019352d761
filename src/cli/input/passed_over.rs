//! Games that a command leaves out, named with their places.

use std::path::Path;

use crate::cli::terminal::tell;
use crate::report::format::plural;
use darkforge_kriegspiel::record::read::{Found, FoundGame, ReadGame};

/// Greatest number of named games.
const NAMED: usize = 10;

/// Games that were left out.
#[derive(Debug, Default)]
pub(crate) struct PassedOver {
    /// Number of all of them.
    pub(crate) games: u64,
    /// Sentences on the first.
    first: Vec<String>,
}

impl PassedOver {
    /// Passes over a game of `file`: number `number`, if that is known, with a `problem` at `line`.
    pub(crate) fn add(&mut self, file: &Path, line: u64, number: Option<u64>, problem: &str) {
        self.games += 1;
        if self.first.len() < NAMED {
            let game = number.map_or_else(String::new, |number| format!("game {number} is "));
            let file = file.display();
            self.first
                .push(format!("{file}:{line}: {game}passed over: {problem}"));
        }
    }

    /// The game of `file` that was found, if it can be followed and has the moves of both sides;
    /// otherwise it is left out.
    pub(crate) fn unless_whole(&mut self, file: &Path, found: Found) -> Option<Box<ReadGame>> {
        let Found { number, line, game } = found;
        let (line, problem) = match game {
            Ok(FoundGame::Full(game)) => return Some(game),
            Ok(FoundGame::Filtered(game)) => (
                line,
                format!("it is filtered: it has only the moves of {:?}", game.color),
            ),
            Err(damaged) => (
                damaged.place.map_or(line, |place| place.line),
                damaged.problem,
            ),
        };
        self.add(file, line, Some(number as u64), &problem);
        None
    }

    /// Tells of them: of the first by their places, of the others by their number.
    pub(crate) fn tell(&self) {
        for sentence in &self.first {
            tell(sentence);
        }
        let more = self.games - self.first.len() as u64;
        if more > 0 {
            tell(&format!(
                "{} passed over as well",
                plural(more, "more game")
            ));
        }
    }
}
