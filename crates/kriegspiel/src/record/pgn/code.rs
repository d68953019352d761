//! The codes of the umpire's words in extended PGN (T 4.4): `Xe5`, `CF`, `P2`, `A1`.
//!
//! T is the thesis, see [the crate](crate).

use std::fmt;
use std::str::FromStr;

use crate::umpire::{Announcement, Direction};
use darkforge_board::Square;

/// One code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// A capture was announced on this square.
    Capture(Square),
    /// A check from this direction.
    Check(Direction),
    /// Pawn tries of the side now to move: their number, 1 if only their existence is announced,
    /// the number of their pawns if squares are announced.
    Tries(u8),
    /// The answer to the mover's "Any?".
    Any(bool),
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Code::Capture(square) => write!(f, "X{square}"),
            Code::Check(direction) => write!(f, "C{}", direction.letter()),
            Code::Tries(number) => write!(f, "P{number}"),
            Code::Any(any) => write!(f, "A{}", u8::from(*any)),
        }
    }
}

/// A text that is not a code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a code of the umpire, such as Xe5, CF, P2 or A1")]
pub struct ParseCodeError(String);

impl FromStr for Code {
    type Err = ParseCodeError;

    fn from_str(text: &str) -> Result<Code, ParseCodeError> {
        let wrong = || ParseCodeError(text.to_owned());
        let mut letters = text.chars();
        let first = letters.next().ok_or_else(wrong)?;
        let rest = letters.as_str();
        let number = || rest.parse::<u8>().map_err(|_| wrong());
        match first {
            'X' => rest.parse().map(Code::Capture).map_err(|_| wrong()),
            'C' => Direction::ALL
                .into_iter()
                .find(|direction| rest.chars().eq([direction.letter()]))
                .map(Code::Check)
                .ok_or_else(wrong),
            'P' => number().map(Code::Tries),
            'A' => number().map(|number| Code::Any(number > 0)),
            _ => Err(wrong()),
        }
    }
}

/// Codes of an announcement, in the order X, C, P, A; silence has no codes. `any` is the answer to
/// the mover's "Any?".
pub fn codes(said: &Announcement, any: Option<bool>) -> Vec<Code> {
    let mut codes = Vec::new();
    codes.extend(said.capture.map(|capture| Code::Capture(capture.square)));
    codes.extend(said.checks.iter().map(Code::Check));
    codes.extend(
        said.pawn_tries
            .filter(|tries| tries.any())
            .map(|tries| Code::Tries(tries.least())),
    );
    codes.extend(any.map(Code::Any));
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_are_written() {
        for text in ["Xe5", "CR", "CF", "CL", "CS", "CN", "P12", "A0", "A1"] {
            assert_eq!(text.parse::<Code>().unwrap().to_string(), text);
        }
        for wrong in [
            "", "X", "Xi9", "C", "CFS", "P", "P-1", "P999", "A", "Q1", "é",
        ] {
            assert!(wrong.parse::<Code>().is_err(), "{wrong}");
        }
    }
}
