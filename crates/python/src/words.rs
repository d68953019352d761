//! The umpire's words: announcements, answers and outcomes.

use darkforge_kriegspiel::umpire as rules;
use darkforge_kriegspiel::umpire::{Captured, Direction, PawnTries};
use pyo3::prelude::*;

use crate::names::color_name;

/// Everything said aloud after a move.
#[pyclass(frozen, eq, hash, module = "darkforge")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Announcement(pub rules::Announcement);

/// Pawn tries as the ruleset announces them.
#[derive(IntoPyObject)]
pub enum Tries {
    /// Whether there is one.
    Whether(bool),
    /// Their number.
    Number(u8),
    /// The squares of the pawns that have one.
    Squares(Vec<String>),
}

/// Pawn tries for Python.
pub fn tries(words: PawnTries) -> Tries {
    match words {
        PawnTries::Whether(any) => Tries::Whether(any),
        PawnTries::Number(number) => Tries::Number(number),
        PawnTries::Squares(squares) => {
            Tries::Squares(squares.into_iter().map(|s| s.to_string()).collect())
        }
    }
}

const fn direction(one: Direction) -> &'static str {
    match one {
        Direction::Rank => "rank",
        Direction::File => "file",
        Direction::Long => "long",
        Direction::Short => "short",
        Direction::Knight => "knight",
    }
}

#[pymethods]
impl Announcement {
    /// Square of the captured man, or `None`.
    #[getter]
    fn capture(&self) -> Option<String> {
        self.0.capture.map(|capture| capture.square.to_string())
    }

    /// `"pawn"` or `"piece"`, if the ruleset announces it.
    #[getter]
    fn captured(&self) -> Option<&'static str> {
        self.0.capture?.kind.map(|kind| match kind {
            Captured::Pawn => "pawn",
            Captured::Piece => "piece",
        })
    }

    /// Whether en passant is announced.
    #[getter]
    fn en_passant(&self) -> bool {
        self.0.capture.is_some_and(|capture| capture.en_passant)
    }

    /// Directions of check on the king of the side now to move.
    #[getter]
    fn checks(&self) -> Vec<&'static str> {
        self.0.checks.iter().map(direction).collect()
    }

    /// Pawn tries of the side now to move: a number, a bool, a list of squares, or `None`.
    #[getter]
    fn pawn_tries(&self) -> Option<Tries> {
        self.0.pawn_tries.map(tries)
    }

    /// Whether a promotion is announced.
    #[getter]
    fn promotion(&self) -> bool {
        self.0.promotion
    }

    /// Whether only the move itself is announced.
    #[getter]
    fn silent(&self) -> bool {
        self.0.is_silent()
    }

    fn __repr__(&self) -> String {
        let mut parts = Vec::new();
        if let Some(square) = self.capture() {
            let kind = self.captured().map_or(String::new(), |k| format!(" {k}"));
            let passing = if self.en_passant() { " en passant" } else { "" };
            parts.push(format!("capture {square}{kind}{passing}"));
        }
        let checks = self.checks();
        if !checks.is_empty() {
            parts.push(format!("check {}", checks.join(" ")));
        }
        match self.pawn_tries() {
            Some(Tries::Number(number)) if number > 0 => parts.push(format!("tries {number}")),
            Some(Tries::Whether(true)) => parts.push("tries".to_owned()),
            Some(Tries::Squares(from)) if !from.is_empty() => {
                parts.push(format!("tries {}", from.join(" ")));
            }
            _ => {}
        }
        if self.promotion() {
            parts.push("promotion".to_owned());
        }
        if parts.is_empty() {
            parts.push("silent".to_owned());
        }
        format!("<Announcement {}>", parts.join(", "))
    }
}

/// The umpire's answer to one question.
#[pyclass(frozen, eq, module = "darkforge")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The question.
    pub question: rules::Question,
    /// The answer.
    pub answer: rules::Answer,
}

/// Name of an answer in transcripts.
pub const fn answer_name(answer: &rules::Answer) -> &'static str {
    match answer {
        rules::Answer::Played(_) => "played",
        rules::Answer::Refused => "refused",
        rules::Answer::Nonsense => "nonsense",
        rules::Answer::Any(true) => "yes",
        rules::Answer::Any(false) => "no",
    }
}

#[pymethods]
impl Answer {
    /// The question: `"any"`, or a try in UCI notation.
    #[getter]
    fn question(&self) -> String {
        self.question.to_string()
    }

    /// `"played"`, `"refused"`, `"nonsense"`, `"yes"` or `"no"`.
    #[getter]
    fn kind(&self) -> &'static str {
        answer_name(&self.answer)
    }

    /// Whether the move was played.
    #[getter]
    fn played(&self) -> bool {
        matches!(self.answer, rules::Answer::Played(_))
    }

    /// The announcement of a played move; `None` otherwise.
    #[getter]
    fn said(&self) -> Option<Announcement> {
        match self.answer {
            rules::Answer::Played(said) => Some(Announcement(said)),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        let said = self.said().map(|said| format!(" {}", said.__repr__()));
        format!(
            "<Answer {} {}{}>",
            self.question,
            self.kind(),
            said.unwrap_or_default()
        )
    }
}

/// Result and ending of a finished game.
#[pyclass(frozen, eq, hash, module = "darkforge")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome(pub rules::Outcome);

#[pymethods]
impl Outcome {
    /// `"1-0"`, `"0-1"` or `"1/2-1/2"`.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result.as_str()
    }

    /// Reason of the end, for instance `"checkmate"`.
    #[getter]
    fn ending(&self) -> &'static str {
        self.0.ending.as_str()
    }

    /// `"white"`, `"black"` or `None`.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.result.winner().map(color_name)
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {} by {}>", self.0.result, self.0.ending)
    }
}
