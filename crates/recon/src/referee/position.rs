//! Position: the secret of a game.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use super::sense::Piece;
use super::steps::{Side, lose, step};
use super::taken::Taken;
use darkforge_board::{
    CastlingRights, Color, Diagram, File, Men, Position as Chess, Rank, SIDES, Square, role_on,
    side, squares_of,
};

/// Men of both sides and all that the rules depend on. Kings may stand in check or be gone, so
/// this is no position of orthodox chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// White's men, then Black's.
    pub men: [Men; 2],
    /// The side to move.
    pub turn: Color,
    /// White's rights to castle, then Black's.
    pub castling: [CastlingRights; 2],
    /// Square that a pawn has just passed by a step of two, whether it can be taken or not.
    pub passed: Option<Square>,
    /// Plies since the last capture or pawn move; a pass counts.
    pub quiet: u32,
    /// Number of the turn, from 1; it grows after Black's ply.
    pub number: u32,
}

impl Position {
    /// The initial position.
    pub fn start() -> Position {
        let chess = Chess::start();
        Position {
            men: SIDES.map(|color| chess.men(color)),
            turn: Color::White,
            castling: SIDES.map(|color| chess.castling(color)),
            passed: None,
            quiet: 0,
            number: 1,
        }
    }

    /// One side as the mover.
    #[inline]
    pub fn side(&self, color: Color) -> Side<'_> {
        Side {
            color,
            men: &self.men[side(color)],
            castling: self.castling[side(color)],
            others: squares_of(&self.men[side(!color)]),
            passed: self.passed.filter(|_| color == self.turn),
        }
    }

    /// Whether a side still has its king.
    #[inline]
    pub fn has_king(&self, color: Color) -> bool {
        self.men[side(color)][5].any()
    }

    /// The man on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        SIDES.into_iter().find_map(|color| {
            let role = role_on(&self.men[side(color)], square)?;
            Some(Piece { color, role })
        })
    }

    /// Moves; `None` is a pass.
    pub fn play(&mut self, taken: Option<Taken>) {
        let mover = self.turn;
        self.passed = None;
        self.quiet += 1;
        self.number += u32::from(mover == Color::Black);
        self.turn = !mover;
        let Some(taken) = taken else {
            return;
        };
        if let Some(square) = taken.capture {
            let other = side(!mover);
            lose(
                !mover,
                &mut self.men[other],
                &mut self.castling[other],
                square,
            );
        }
        let own = side(mover);
        step(
            mover,
            &mut self.men[own],
            &mut self.castling[own],
            taken.step,
        );
        self.passed = taken.step.passes();
        if taken.capture.is_some() || taken.step.role == darkforge_board::Role::Pawn {
            self.quiet = 0;
        }
    }

    /// The position in FEN, with the passed square after every step of two.
    ///
    /// # Panics
    /// Never: a string takes all.
    pub fn fen(&self) -> String {
        let mut text = String::with_capacity(90);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let square = Square::from_coords(File::new(file), Rank::new(rank));
                let Some(piece) = self.piece_on(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                text.push(piece.letter());
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            if rank > 0 {
                text.push('/');
            }
        }
        let _ = write!(text, " {} ", self.turn.char());
        let before = text.len();
        for (rights, letters) in self.castling.iter().zip(["KQ", "kq"]) {
            text.push_str(if rights.kingside { &letters[..1] } else { "" });
            text.push_str(if rights.queenside { &letters[1..] } else { "" });
        }
        if text.len() == before {
            text.push('-');
        }
        let _ = match self.passed {
            Some(square) => write!(text, " {square}"),
            None => write!(text, " -"),
        };
        let _ = write!(text, " {} {}", self.quiet, self.number);
        text
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

/// A text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a position in FEN with six fields")]
pub struct ParsePositionError(String);

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads a position in FEN; kings may be missing.
    fn from_str(fen: &str) -> Result<Position, ParsePositionError> {
        let wrong = || ParsePositionError(fen.to_owned());
        let diagram: Diagram = fen.parse().map_err(|_| wrong())?;
        let mut counters = fen.split_ascii_whitespace().skip(4).map(str::parse::<u32>);
        let mut counter = || counters.next().and_then(Result::ok).ok_or_else(wrong);
        Ok(Position {
            men: diagram.men,
            turn: diagram.turn,
            castling: diagram.castling,
            passed: diagram.en_passant,
            quiet: counter()?,
            number: counter()?,
        })
    }
}
