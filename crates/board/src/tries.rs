//! Tries: moves as a player asks for them.

use std::fmt;
use std::str::FromStr;

use super::{File, Move, Role, Square};

/// A move as a player asks for it: from, to and, for a pawn that reaches the last rank, its
/// promotion. Castling is the king's move by two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Try {
    /// Square of the man that moves.
    pub from: Square,
    /// Destination.
    pub to: Square,
    /// Role of a promoted pawn.
    pub promotion: Option<Role>,
}

impl Try {
    /// A try without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Try {
        Try {
            from,
            to,
            promotion: None,
        }
    }

    /// A pawn's try for the last rank.
    #[inline]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Try {
        Try {
            from,
            to,
            promotion: Some(role),
        }
    }

    /// The same try on a board turned upside down, as Black's own board appears to White.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Try {
        Try {
            from: self.from.flip_vertical(),
            to: self.to.flip_vertical(),
            promotion: self.promotion,
        }
    }
}

impl fmt::Display for Try {
    /// UCI notation: `e2e4`, `e1g1`, `e7e8q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.char()),
            None => Ok(()),
        }
    }
}

/// A text that is not a move in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a move in UCI notation, such as e2e4 or e7e8q")]
pub struct ParseTryError(String);

impl FromStr for Try {
    type Err = ParseTryError;

    fn from_str(text: &str) -> Result<Try, ParseTryError> {
        let wrong = || ParseTryError(text.to_owned());
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(wrong());
        }
        let square = |part: &str| part.parse::<Square>().map_err(|_| wrong());
        let promotion = match text[4..].chars().next() {
            None => None,
            Some(letter @ ('q' | 'r' | 'b' | 'n')) => Role::from_char(letter),
            Some(_) => return Err(wrong()),
        };
        Ok(Try {
            from: square(&text[..2])?,
            to: square(&text[2..4])?,
            promotion,
        })
    }
}

/// A legal move as a player asks for it.
#[inline]
pub fn as_try(m: Move) -> Try {
    match m {
        Move::Normal {
            from,
            to,
            promotion,
            ..
        } => Try {
            from,
            to,
            promotion,
        },
        Move::EnPassant { from, to } => Try::new(from, to),
        Move::Castle { king, rook } => {
            let file = if king < rook { File::G } else { File::C };
            Try::new(king, Square::from_coords(file, king.rank()))
        }
        Move::Put { .. } => unreachable!("no drops in chess"),
    }
}
