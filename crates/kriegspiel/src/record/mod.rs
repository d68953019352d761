//! Records of games: every try with its answer, the result and the ending.
//!
//! ```
//! use darkforge_kriegspiel::record::{Entry, GameRecord};
//! use darkforge_kriegspiel::umpire::{ICC, Umpire};
//!
//! let mut umpire = Umpire::new(&ICC, 400);
//! let mut entries = Vec::new();
//! for asked in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     let (side, question) = (umpire.turn(), asked.parse()?);
//!     let answer = umpire.ask(question)?;
//!     entries.push(Entry { side, question, answer });
//! }
//! let record = GameRecord::close(&umpire, entries);
//! assert_eq!(record.outcome.result.as_str(), "0-1");
//! assert_eq!(record.outcome.ending.as_str(), "checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod replay_umpire;
pub mod notation;
pub mod own_board;
pub mod pgn;
pub mod read;
pub mod transcript;

use crate::protocol::Thought;
use crate::umpire::{Announcement, Answer, Outcome, Question, Ruleset, Umpire};
use darkforge_board::{Board, Color, Position, SIDES, Try, material};

/// One question and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The side that asked.
    pub side: Color,
    /// The question.
    pub question: Question,
    /// The umpire's answer.
    pub answer: Answer,
}

impl Entry {
    /// The move and its announcement, if a move was played.
    pub fn played(&self) -> Option<(Try, Announcement)> {
        match (self.question, self.answer) {
            (Question::Try(asked), Answer::Played(said)) => Some((asked, said)),
            _ => None,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Ruleset of the game.
    pub ruleset: &'static Ruleset,
    /// The position from which it began, if it is not the initial one.
    pub start: Option<Board>,
    /// Every try in the order in which it was asked.
    pub entries: Vec<Entry>,
    /// Result and ending.
    pub outcome: Outcome,
    /// Moves of both sides.
    pub plies: u32,
    /// Final material of White and Black, as letters with the king first.
    pub material: [String; 2],
    /// Final position in FEN.
    pub final_fen: String,
}

impl GameRecord {
    /// Closes the record of the game that `umpire` refereed.
    ///
    /// # Panics
    /// If the game is not over; that is a fault of the caller.
    pub fn close(umpire: &Umpire, entries: Vec<Entry>) -> GameRecord {
        let position = umpire.position();
        GameRecord {
            ruleset: umpire.view(Color::White).ruleset(),
            start: umpire.view(Color::White).start().cloned(),
            entries,
            outcome: umpire.outcome().expect("a record is closed after the game"),
            plies: umpire.plies(),
            material: SIDES.map(|color| material(&position.men(color))),
            final_fen: position.fen(),
        }
    }

    /// The position from which it began, if it is not the initial one.
    pub fn start(&self) -> Option<Position> {
        self.start.as_ref().map(Position::of_board)
    }

    /// Plies before its first move, by the number of the move with which its start begins.
    pub fn first_ply(&self) -> u32 {
        let tags = self.start.iter().flat_map(pgn::start_tags).collect();
        let sheet = pgn::ScoreSheet {
            tags,
            ..pgn::ScoreSheet::default()
        };
        sheet.first_ply() as u32
    }

    /// Tries of `color` that were refused in the whole game.
    pub fn refused(&self, color: Color) -> u32 {
        self.entries
            .iter()
            .filter(|entry| entry.side == color && entry.answer == Answer::Refused)
            .count() as u32
    }
}

/// Players of a game and its place in a run: the contents of a record's headers and lines beside
/// the tries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Number of the game in its run, from 0.
    pub game: u64,
    /// Player of the white men.
    pub white: String,
    /// Player of the black men.
    pub black: String,
    /// Number of the pair of games, from 0.
    pub pair: u64,
    /// Seed of the game.
    pub seed: u64,
    /// Statements of the movers on each move, in order; empty if they were not kept.
    pub thoughts: Vec<Thought>,
}

/// Referees recorded tries again; returns the umpire after the last of them, and every answer.
///
/// # Errors
/// A message that names the try.
pub fn referee(
    ruleset: &'static Ruleset,
    ply_limit: u32,
    questions: impl IntoIterator<Item = Question>,
) -> Result<(Umpire, Vec<Entry>), String> {
    referee_from(ruleset, ply_limit, &Position::start(), questions)
}

/// The same in a game that begins from `start`, all of which both players know.
///
/// # Errors
/// A message that names the try.
pub fn referee_from(
    ruleset: &'static Ruleset,
    ply_limit: u32,
    start: &Position,
    questions: impl IntoIterator<Item = Question>,
) -> Result<(Umpire, Vec<Entry>), String> {
    let mut umpire = Umpire::opening(ruleset, ply_limit, start);
    let mut entries = Vec::new();
    for (number, question) in questions.into_iter().enumerate() {
        let side = umpire.turn();
        let answer = umpire
            .ask(question)
            .map_err(|error| format!("try {} ({question}): {error}", number + 1))?;
        entries.push(Entry {
            side,
            question,
            answer,
        });
    }
    Ok((umpire, entries))
}

#[cfg(test)]
mod tests;
