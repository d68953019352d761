//! Pawn tries: the umpire's words on the legal pawn captures of the side to move.

use super::ruleset::TriesTold;
use darkforge_board::{Bitboard, Board};

/// Announcement of the legal pawn captures of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PawnTries {
    /// Whether there is one.
    Whether(bool),
    /// Their number, as distinct from-to pairs.
    Number(u8),
    /// The squares of the pawns that have one.
    Squares(Bitboard),
}

impl PawnTries {
    /// No tries, in the form of `told`; `None` if nothing is announced.
    pub const fn none(told: TriesTold) -> Option<PawnTries> {
        match told {
            TriesTold::Nothing => None,
            TriesTold::Whether => Some(PawnTries::Whether(false)),
            TriesTold::Number => Some(PawnTries::Number(0)),
            TriesTold::Squares => Some(PawnTries::Squares(Bitboard::EMPTY)),
        }
    }

    /// Announcement for the side to move on `board`.
    #[inline]
    pub fn of(told: TriesTold, board: &Board) -> Option<PawnTries> {
        Some(match told {
            TriesTold::Nothing => return None,
            TriesTold::Whether => PawnTries::Whether(board.pawn_captures() > 0),
            TriesTold::Number => PawnTries::Number(board.pawn_captures()),
            TriesTold::Squares => PawnTries::Squares(board.capturing_pawns()),
        })
    }

    /// Whether these words are true for the side to move on `board`.
    #[inline]
    pub fn agree(self, board: &Board) -> bool {
        match self {
            PawnTries::Whether(any) => (board.pawn_captures() > 0) == any,
            PawnTries::Number(number) => board.pawn_captures() == number,
            PawnTries::Squares(squares) => board.capturing_pawns() == squares,
        }
    }

    /// Whether there is a try.
    #[inline]
    pub fn any(self) -> bool {
        self.least() > 0
    }

    /// The least number of tries that these words allow.
    #[inline]
    pub fn least(self) -> u8 {
        match self {
            PawnTries::Whether(any) => u8::from(any),
            PawnTries::Number(number) => number,
            PawnTries::Squares(squares) => squares.count() as u8,
        }
    }

    /// The greatest number of tries that these words allow: a pawn has at most two.
    #[inline]
    pub fn most(self) -> u8 {
        match self {
            PawnTries::Whether(false) => 0,
            PawnTries::Whether(true) => 16,
            PawnTries::Number(number) => number,
            PawnTries::Squares(squares) => 2 * squares.count() as u8,
        }
    }

    /// The same words on a board turned upside down.
    #[must_use]
    pub fn flipped(self) -> PawnTries {
        match self {
            PawnTries::Squares(squares) => PawnTries::Squares(squares.flip_vertical()),
            same => same,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Position, Square};

    #[test]
    fn words_agree_with_the_board_of_which_they_are_said() {
        // Three captures by two pawns, one by one, and none.
        let boards = [
            "4k3/8/8/2n1n3/3P1n2/6P1/8/4K3 w - - 0 1",
            "4k3/8/8/2n5/3P4/6P1/8/4K3 w - - 0 1",
            "4k3/8/8/8/3P4/6P1/8/4K3 w - - 0 1",
        ]
        .map(|fen| fen.parse::<Position>().expect("a position").board().clone());
        assert_eq!(boards.each_ref().map(Board::pawn_captures), [3, 1, 0]);
        for told in [TriesTold::Whether, TriesTold::Number, TriesTold::Squares] {
            for (at, board) in boards.iter().enumerate() {
                let words = PawnTries::of(told, board).expect("words");
                let captures = board.pawn_captures();
                assert!(words.least() <= captures && captures <= words.most());
                assert_eq!(words.any(), captures > 0);
                for (other_at, other) in boards.iter().enumerate() {
                    let alike =
                        at == other_at || told == TriesTold::Whether && (at < 2) == (other_at < 2);
                    assert_eq!(words.agree(other), alike, "{words:?} on {other:?}");
                }
            }
            let none = PawnTries::none(told);
            assert_eq!(none, PawnTries::of(told, &boards[2]));
        }
        assert_eq!(PawnTries::none(TriesTold::Nothing), None);
        assert_eq!(PawnTries::of(TriesTold::Nothing, &boards[0]), None);
    }

    #[test]
    fn words_bound_the_number_of_tries() {
        let pawns = Bitboard::from_square(Square::D4) | Bitboard::from_square(Square::G3);
        let pawns = pawns.with(Square::A2);
        for (words, least, most) in [
            (PawnTries::Whether(false), 0, 0),
            (PawnTries::Whether(true), 1, 16),
            (PawnTries::Number(3), 3, 3),
            (PawnTries::Squares(pawns), 3, 6),
        ] {
            assert_eq!((words.least(), words.most()), (least, most), "{words:?}");
        }
    }
}
