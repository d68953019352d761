//! Views: what one player may know without thinking, its own men and what it was told last.

use super::position::Position;
use super::sense::Seen;
use super::steps::{Side, lose, step};
use super::taken::{Taken, destinations, is_allowed};
use darkforge_board::{
    Bitboard, CastlingRights, Color, Men, PROMOTIONS, ROLES, Rank, Role, Square, Try, index, side,
};

/// A player's side of the game. It has no way to the true position or to the opponent's moves.
///
/// ```compile_fail
/// fn peek(view: &darkforge_recon::referee::View) -> String {
///     view.position().fen() // there is no such thing
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    color: Color,
    men: Men,
    castling: CastlingRights,
    turn: u32,
    heard: Option<Square>,
    seen: Option<Seen>,
}

impl View {
    /// The view of `color` before the first move.
    pub fn start(color: Color) -> View {
        let start = Position::start();
        View {
            color,
            men: start.men[side(color)],
            castling: start.castling[side(color)],
            turn: 0,
            heard: None,
            seen: None,
        }
    }

    /// The side that this player has.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Its own men.
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// Its own rights to castle.
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Number of turns that this player has finished.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Square on which the opponent's last move captured an own man.
    pub fn heard(&self) -> Option<Square> {
        self.heard
    }

    /// Result of this turn's sense; `None` before it.
    pub fn seen(&self) -> Option<&Seen> {
        self.seen.as_ref()
    }

    /// The own side as if it stood alone on the board.
    pub fn side(&self) -> Side<'_> {
        Side {
            color: self.color,
            men: &self.men,
            castling: self.castling,
            others: Bitboard::EMPTY,
            passed: None,
        }
    }

    /// Whether the referee accepts a request.
    pub fn is_allowed(&self, asked: Try) -> bool {
        is_allowed(&self.side(), asked)
    }

    /// Every request that the referee accepts, promotions spelled out.
    pub fn requests(&self) -> Vec<Try> {
        let side = self.side();
        let mut requests = Vec::with_capacity(64);
        for role in ROLES {
            for from in self.men[index(role)] {
                for to in destinations(&side, role, from) {
                    let last = matches!(to.rank(), Rank::First | Rank::Eighth);
                    if role == Role::Pawn && last {
                        requests.extend(PROMOTIONS.map(|role| Try::promoting(from, to, role)));
                    } else {
                        requests.push(Try::new(from, to));
                    }
                }
            }
        }
        requests
    }

    /// Takes the result of a sense.
    pub fn sensed(&mut self, seen: Seen) {
        self.seen = Some(seen);
    }

    /// Takes the own move.
    ///
    /// [`Report::told`](super::Report::told) makes it of a report.
    pub fn moved(&mut self, taken: Option<Taken>) {
        if let Some(taken) = taken {
            step(self.color, &mut self.men, &mut self.castling, taken.step);
        }
        self.turn += 1;
        self.seen = None;
    }

    /// Takes what is told of the opponent's move: the square of the captured man.
    pub fn enemy_moved(&mut self, capture: Option<Square>) {
        if let Some(square) = capture {
            lose(self.color, &mut self.men, &mut self.castling, square);
        }
        self.heard = capture;
    }
}
