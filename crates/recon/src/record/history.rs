//! History: everything that happened in a game.

use crate::referee::{Outcome, Piece, Report, Request, Seen, Sense};
use darkforge_board::{Bitboard, Color, Square, index, side};

/// A game: the turns of both sides and the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Names of White and Black.
    pub names: [String; 2],
    /// White's turns, then Black's.
    pub turns: [Vec<Turn>; 2],
    /// The end; `None` while the game goes on.
    pub outcome: Option<Outcome>,
}

/// One turn of one side. A game that ends by time may end between sense and move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The sense.
    pub sense: Sense,
    /// The squares of the window with their men, in reconchess' order.
    pub seen: Vec<(Square, Option<Piece>)>,
    /// The move.
    pub moved: Option<Moved>,
}

/// The second half of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// The request as it was made.
    pub asked: Request,
    /// The move taken; a pass where nothing moved.
    pub taken: Request,
    /// Square of the captured man.
    pub capture: Option<Square>,
    /// The position before the move, in FEN.
    pub before: String,
    /// The position after it.
    pub after: String,
}

impl Turn {
    /// The result of the sense, as the player got it.
    pub fn sense_result(&self) -> Seen {
        let mut seen = Seen {
            sense: self.sense,
            men: [[Bitboard::EMPTY; 6]; 2],
        };
        for &(square, man) in &self.seen {
            if let Some(Piece { color, role }) = man {
                seen.men[side(color)][index(role)].add(square);
            }
        }
        seen
    }
}

impl Moved {
    /// The referee's answer, as the player got it.
    pub fn report(&self) -> Report {
        Report {
            asked: self.asked,
            taken: self.taken,
            capture: self.capture,
        }
    }

    /// Whether the move of `mover` captured the king.
    pub fn takes_king(&self, mover: Color) -> bool {
        let king = mover.fold_wb('k', 'K');
        let men = self.after.split(' ').next().unwrap_or_default();
        !men.contains(king)
    }
}

impl History {
    /// Adds a sense.
    pub fn sensed(&mut self, color: Color, seen: &Seen) {
        self.turns[side(color)].push(Turn {
            sense: seen.sense,
            seen: seen.squares().collect(),
            moved: None,
        });
    }

    /// Adds the move to the last turn of `color`.
    pub fn moved(&mut self, color: Color, report: &Report, before: String, after: String) {
        if let Some(turn) = self.turns[side(color)].last_mut() {
            turn.moved = Some(Moved {
                asked: report.asked,
                taken: report.taken,
                capture: report.capture,
                before,
                after,
            });
        }
    }

    /// The turns in the order in which they were played, each with its side and number from 1.
    pub fn in_order(&self) -> impl Iterator<Item = (Color, usize, &Turn)> {
        let longest = self.turns[0].len().max(self.turns[1].len());
        (0..longest).flat_map(move |number| {
            [Color::White, Color::Black]
                .into_iter()
                .filter_map(move |color| {
                    let turn = self.turns[side(color)].get(number)?;
                    Some((color, number + 1, turn))
                })
        })
    }

    /// Moves played, passes included.
    pub fn plies(&self) -> usize {
        let moves = self.turns.iter().flatten();
        moves.filter(|turn| turn.moved.is_some()).count()
    }
}
