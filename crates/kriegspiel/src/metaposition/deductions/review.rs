//! Review of the enemy's last move. A man on a square impossible for its kind before that move is
//! the man that moved, and no other man moved. The same holds for a man that was certainly there
//! before and is not there now.

use crate::metaposition::consistent_moves::ConsistentMoves;
use crate::metaposition::{K, Metaposition, N, P, Q};
use crate::umpire::{Announcement, Captured};
use darkforge_board::{Bitboard, Square, Try};

/// The enemy's last move, which captured nothing.
#[derive(Clone, Debug)]
pub(super) struct LastMove {
    /// State before it.
    before: Metaposition,
    said: Announcement,
}

/// An own turn up to its last try.
pub(super) struct Turn<'a> {
    /// State before the last try.
    pub(super) before: &'a Metaposition,
    /// All tries that were refused.
    pub(super) refused: &'a [Try],
    /// The played try, if there was one, with its announcement.
    pub(super) played: Option<(Try, Announcement)>,
}

/// Knowledge of the man that moved.
struct Mover {
    from: Bitboard,
    to: Bitboard,
    kinds: [bool; 6],
}

impl Mover {
    const ANY: Mover = Mover {
        from: Bitboard::FULL,
        to: Bitboard::FULL,
        kinds: [true; 6],
    };

    fn is_any(&self) -> bool {
        self.from == Bitboard::FULL && self.to == Bitboard::FULL
    }

    /// It stands on one of `squares`.
    fn arrived(&mut self, squares: Bitboard, kinds: [bool; 6]) {
        self.to &= squares;
        for (known, kind) in self.kinds.iter_mut().zip(kinds) {
            *known &= kind;
        }
    }
}

impl LastMove {
    /// The move with the announcement `said`, if it captured nothing.
    pub(super) fn new(before: &Metaposition, said: Announcement) -> Option<LastMove> {
        said.capture.is_none().then_some(LastMove {
            before: *before,
            said,
        })
    }

    /// Removes from `now` what the move cannot have caused, by all that `turn` has shown since.
    pub(super) fn review(&self, now: &mut Metaposition, turn: &Turn) {
        let mover = self.mover(now, turn);
        if mover.is_any() {
            return;
        }
        let mut consistent = ConsistentMoves::told(&self.before, self.said);
        consistent.narrow(mover.from, mover.to, mover.kinds);
        let mut again = self.before;
        again.enemy_move_within(self.said, Some(&consistent));
        for &asked in turn.refused {
            again.refused_try(asked);
        }
        if let Some((asked, said)) = turn.played {
            again.own_move(asked, &said);
        }
        now.intersect(&again);
    }

    fn mover(&self, now: &Metaposition, turn: &Turn) -> Mover {
        let mut mover = Mover::ANY;
        for square in now.certain() {
            let kinds = kinds_on(now, square);
            if self.is_new(square, kinds) {
                mover.arrived(Bitboard::from_square(square), kinds);
            }
        }
        if (now.enemy[K] & self.before.enemy[K]).is_empty() {
            let mut kinds = [false; 6];
            kinds[K] = true;
            mover.arrived(now.enemy[K], kinds);
        }
        let capture = turn.played.and_then(|(_, said)| said.capture);
        let mut captured = Bitboard::EMPTY;
        if let Some(capture) = capture {
            captured = Bitboard::from_square(capture.square);
            let mut kinds = kinds_on(turn.before, capture.square);
            kinds[K] = false;
            match capture.kind {
                Some(Captured::Pawn) => kinds[N..=Q].fill(false),
                Some(Captured::Piece) => kinds[P] = false,
                None => {}
            }
            if self.is_new(capture.square, kinds) {
                mover.arrived(captured, kinds);
            }
        }
        let left = self.before.certain() & !now.enemy_squares() & !captured;
        if left.any() {
            mover.from = left;
        }
        mover
    }

    /// Whether a man of `kinds` on `square` was not there before the move.
    fn is_new(&self, square: Square, kinds: [bool; 6]) -> bool {
        let before = kinds_on(&self.before, square);
        kinds.iter().zip(before).all(|(&now, then)| !(now && then))
    }
}

/// Kinds of enemy men that could stand on `square`.
fn kinds_on(now: &Metaposition, square: Square) -> [bool; 6] {
    now.enemy.map(|men| men.contains(square))
}

impl Metaposition {
    /// Intersects with `other`, which differs in knowledge alone.
    fn intersect(&mut self, other: &Metaposition) {
        for (men, also) in self.enemy.iter_mut().zip(other.enemy) {
            *men &= also;
        }
        self.empty &= other.empty;
        self.enemy_pushed &= other.enemy_pushed;
        self.enemy_castling.kingside &= other.enemy_castling.kingside;
        self.enemy_castling.queenside &= other.enemy_castling.queenside;
        for file in 0..8 {
            let (least, most) = (other.files.least(file), other.files.most(file));
            self.files.narrow(file, least, most);
        }
        self.settle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, set, silent};
    use crate::metaposition::{B, R};
    use crate::umpire::Capture;

    /// Knowledge after a quiet enemy move and the own try `asked`.
    fn reviewed(before: &Metaposition, asked: &str, said: Option<Announcement>) -> Metaposition {
        let last = LastMove::new(before, silent()).unwrap();
        let mut now = *before;
        now.enemy_move(&silent());
        let turn = now;
        let asked: Try = asked.parse().unwrap();
        let mut refused = Vec::new();
        if let Some(said) = said {
            now.own_move(asked, &said);
        } else {
            now.refused_try(asked);
            refused.push(asked);
        }
        last.review(
            &mut now,
            &Turn {
                before: &turn,
                refused: &refused,
                played: said.map(|said| (asked, said)),
            },
        );
        now
    }

    fn capture(square: Square) -> Announcement {
        Announcement {
            capture: Some(Capture::on(square, Some(Captured::Piece))),
            ..silent()
        }
    }

    #[test]
    fn a_captured_man_that_had_just_come_leaves_the_others_where_they_were() {
        let before = board("K on a1, R on d1; k on h8; n on b6 g8; r on f8", 15);
        let now = reviewed(&before, "d1d5", Some(capture(Square::D5)));
        assert_eq!(now.enemy()[N], set("b6 g8"));
        assert_eq!(now.enemy()[R], set("f8"));
        assert_eq!(now.enemy()[K], set("h8"));
    }

    #[test]
    fn a_captured_man_that_may_have_stood_there_tells_nothing() {
        let before = board("K on a1, R on d1; k on h8; n on d5 g8", 15);
        let now = reviewed(&before, "d1d5", Some(capture(Square::D5)));
        assert!(now.enemy()[N].contains(Square::F6));
    }

    #[test]
    fn a_man_that_certainly_left_is_the_one_that_moved() {
        let mut before = board("K on a1, R on d1; k on h8; n on d5; b on c8", 15);
        before.occupy(set("d5"));
        let now = reviewed(&before, "d1d6", Some(silent()));
        assert_eq!(now.enemy()[B], set("c8"));
        assert_eq!(now.enemy()[K], set("h8"));
        assert!(now.enemy()[N].contains(Square::F6));
    }

    #[test]
    fn a_man_found_in_the_way_is_the_one_that_moved() {
        let narrow = board("K on h1, R on a4; k on h8; n on b8 g8", 15);
        let found = reviewed(&narrow, "a4a8", None);
        assert!(found.certain().contains(Square::A6));
        assert_eq!(found.enemy()[N] & !set("a6"), set("b8 g8"));
    }

    #[test]
    fn a_king_that_must_have_moved_held_still_all_others() {
        let before = board("K on a1, R on d2; k on e8; n on b6", 15);
        let check = Announcement {
            checks: crate::umpire::Checks::one(crate::umpire::Direction::File),
            ..silent()
        };
        let now = reviewed(&before, "d2f2", Some(check));
        assert_eq!(now.enemy()[K], set("f8 f7"));
        assert_eq!(now.enemy()[N], set("b6"));
    }
}
