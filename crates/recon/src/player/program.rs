//! Program: a chess program that speaks UCI, for one game.

use std::time::Duration;

use crate::referee::Request;
use crate::search::WIN;
use darkforge_programs::{Failure, NoStart, Uci};

/// Time to be ready, and beyond the limit of a move.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time beyond that for a move that is limited in nodes, and least number of its nodes in a second.
const NODES: (Duration, u64) = (Duration::from_mins(10), 1000);

/// Limit of a chess program for one question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ProgramLimit {
    /// Time, as in reconchess; a game can then not be repeated.
    Time(Duration),
    /// Nodes: the same game each time, if the program repeats its searches.
    Nodes(u64),
}

/// A program's answer to a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    /// Its move; a pass if it names none.
    pub(super) best: Request,
    /// Its last score for the side to move, in hundredths of a pawn.
    pub(super) score: Option<i32>,
}

/// Why a program cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Broken {
    /// A sentence about the program.
    pub(super) says: String,
    /// Whether it was not started because this machine lacks a resource.
    pub(super) is_shortage: bool,
}

/// A running program.
#[derive(Debug)]
pub(super) struct Program {
    name: String,
    uci: Uci,
}

impl Program {
    /// Starts the program of this name, or at this path, and waits until it is ready.
    ///
    /// # Errors
    /// It cannot be started, or does not answer as UCI wants it.
    pub(super) fn start(name: &str) -> Result<Program, Broken> {
        Program::start_words(name, &[name.to_owned()])
    }

    pub(super) fn start_words(name: &str, words: &[String]) -> Result<Program, Broken> {
        let mut uci = Uci::start(words).map_err(|none| Broken {
            says: format!("{name}: {none}"),
            is_shortage: matches!(none, NoStart::Host(_)),
        })?;
        let greeted = uci.greet(&[], PATIENCE);
        greeted.map_err(|failure| broken(name, &failure))?;
        let name = name.to_owned();
        Ok(Program { name, uci })
    }

    /// Its answer to a position.
    ///
    /// # Errors
    /// It has ended, does not answer in time, or answers something that is no move.
    pub(super) fn find(&mut self, fen: &str, limit: ProgramLimit) -> Result<Found, Broken> {
        let (limits, time) = match limit {
            ProgramLimit::Time(time) => {
                let limits = format!("movetime {}", time.as_millis().max(1));
                (limits, time)
            }
            ProgramLimit::Nodes(nodes) => {
                let (least, speed) = NODES;
                let time = least + Duration::from_secs(nodes / speed);
                (format!("nodes {nodes}"), time)
            }
        };
        let mut score = None;
        let best = self.uci.search(fen, &limits, time + PATIENCE, |line| {
            score = score_of(line).or(score);
        });
        let best = best.map_err(|failure| broken(&self.name, &failure))?;
        let best = match best.as_str() {
            "(none)" | "NULL" | "0000" | "" => Request::PASS,
            _ => best.to_ascii_lowercase().parse().map_err(|_| {
                let says = format!("'bestmove {best}', which is no move");
                broken(&self.name, &Failure::Garbage(says))
            })?,
        };
        Ok(Found { best, score })
    }
}

fn broken(name: &str, failure: &Failure) -> Broken {
    Broken {
        says: format!("{name}: {failure}"),
        is_shortage: false,
    }
}

/// The score in a line of information; a mate counts as a captured king, less its distance.
fn score_of(line: &str) -> Option<i32> {
    let mut words = line.split_ascii_whitespace();
    words.find(|&word| word == "score")?;
    let (unit, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match unit {
        "cp" => Some(number.clamp(100 - WIN, WIN - 100)),
        "mate" if number > 0 => Some(WIN - number.min(99)),
        "mate" => Some(-WIN - number.max(-99)),
        _ => None,
    }
}
