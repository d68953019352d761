//! Senses: the square that a player chooses, and the window that it sees.

use std::fmt;
use std::str::FromStr;

use darkforge_board::{Bitboard, Color, Men, Role, SIDES, Square, king_attacks, role_on, side};

/// The centre of a sensed window, or no sense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sense(pub Option<Square>);

impl Sense {
    /// No sense.
    pub const NONE: Sense = Sense(None);

    /// The window around `square`.
    pub const fn at(square: Square) -> Sense {
        Sense(Some(square))
    }

    /// Squares of the window; none without a sense.
    #[inline]
    pub fn window(self) -> Bitboard {
        self.0.map_or(Bitboard::EMPTY, window)
    }
}

/// Squares within one king's step of `square`, itself included: nine, and fewer at the edge.
#[inline]
pub fn window(square: Square) -> Bitboard {
    king_attacks(square).with(square)
}

impl fmt::Display for Sense {
    /// The square, or `-` without a sense.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(square) => write!(f, "{square}"),
            None => f.write_str("-"),
        }
    }
}

/// A text that is not a sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a sense: a square such as e4, or - for none")]
pub struct ParseSenseError(String);

impl FromStr for Sense {
    type Err = ParseSenseError;

    fn from_str(text: &str) -> Result<Sense, ParseSenseError> {
        if text == "-" {
            return Ok(Sense::NONE);
        }
        let square: Square = text.parse().map_err(|_| ParseSenseError(text.to_owned()))?;
        Ok(Sense::at(square))
    }
}

/// A man and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Side.
    pub color: Color,
    /// Kind.
    pub role: Role,
}

impl Piece {
    /// The letter of FEN: capital for White.
    pub fn letter(self) -> char {
        match self.color {
            Color::White => self.role.upper_char(),
            Color::Black => self.role.char(),
        }
    }

    /// The man with this letter of FEN.
    pub fn lettered(letter: char) -> Option<Piece> {
        let role = Role::from_char(letter)?;
        let color = Color::from_white(letter.is_ascii_uppercase());
        Some(Piece { color, role })
    }
}

/// Result of a sense: the men on the window's squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The sense.
    pub sense: Sense,
    /// White's men in the window, then Black's.
    pub men: [Men; 2],
}

impl Seen {
    /// The men of a position that stand in the window of `sense`.
    pub fn of(men: &[Men; 2], sense: Sense) -> Seen {
        let window = sense.window();
        let men = men.map(|men| men.map(|squares| squares & window));
        Seen { sense, men }
    }

    /// Squares of the window.
    pub fn window(&self) -> Bitboard {
        self.sense.window()
    }

    /// The squares in reconchess' order, from the window's upper left, each with its man.
    pub fn squares(&self) -> impl Iterator<Item = (Square, Option<Piece>)> + '_ {
        let window = self.window();
        let reading = (0..8_u32)
            .rev()
            .flat_map(|rank| (0..8_u32).map(move |file| Square::new(rank * 8 + file)));
        reading
            .filter(move |&square| window.contains(square))
            .map(|square| (square, self.piece_on(square)))
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        SIDES.into_iter().find_map(|color| {
            let role = role_on(&self.men[side(color)], square)?;
            Some(Piece { color, role })
        })
    }
}
