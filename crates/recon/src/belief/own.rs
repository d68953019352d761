//! Own: the part of every believed position that the player knows.

use crate::referee::{Position, Report, Side, Taken, lose, step};
use darkforge_board::{Bitboard, CastlingRights, Color, Men, Square, side, squares_of};

/// A player's own men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// The player's side.
    pub color: Color,
    /// Its men.
    pub men: Men,
    /// Its rights to castle.
    pub castling: CastlingRights,
    /// Square that its pawn passed in its last move.
    pub passed: Option<Square>,
}

impl Own {
    /// The men of the start.
    pub fn start(color: Color) -> Own {
        let start = Position::start();
        Own {
            color,
            men: start.men[side(color)],
            castling: start.castling[side(color)],
            passed: None,
        }
    }

    /// Their squares.
    #[inline]
    pub fn squares(&self) -> Bitboard {
        squares_of(&self.men)
    }

    /// As the mover, against men on the squares `others`.
    #[inline]
    pub fn side(&self, others: Bitboard, passed: Option<Square>) -> Side<'_> {
        Side {
            color: self.color,
            men: &self.men,
            castling: self.castling,
            others,
            passed,
        }
    }

    /// Takes a capture by the enemy.
    pub fn lose(&mut self, capture: Option<Square>) {
        if let Some(square) = capture {
            lose(self.color, &mut self.men, &mut self.castling, square);
        }
        self.passed = None;
    }

    /// Takes an own move.
    pub fn moved(&mut self, report: Report) {
        self.passed = None;
        let side = self.side(Bitboard::EMPTY, None);
        let Some(Taken { step: taken, .. }) = report.told(&side) else {
            return;
        };
        step(self.color, &mut self.men, &mut self.castling, taken);
        self.passed = taken.passes();
    }
}
