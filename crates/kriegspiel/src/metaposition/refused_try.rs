//! Evolution by an own try that was refused (T 7.3.2).
//!
//! T is the thesis, see [the crate](crate).

use super::{K, Metaposition, fill};
use darkforge_board::{Bitboard, Rank, Role, Square, Try, between, king_attacks, ray};

impl Metaposition {
    /// Takes the refusal of the own try `asked`, in the own frame. The try must be possible on the
    /// own board; other refusals carry no information.
    ///
    /// In check, or if the man may be pinned, a metaposition cannot express what a refusal says.
    ///
    /// # Panics
    /// When no own man stands on `asked.from`.
    pub fn refused_try(&mut self, asked: Try) {
        let role = self
            .own_role(asked.from)
            .expect("an own man was to leave the square");
        if self.checks.any() {
            return;
        }
        let to = Bitboard::from_square(asked.to);
        match role {
            Role::King => {
                let castled = asked.from.distance(asked.to) == 2;
                if self.is_king_alone() && !castled {
                    self.enemy[K] &= king_attacks(asked.to);
                }
            }
            Role::Knight => {}
            _ if self.may_be_pinned(asked.from, asked.to) => {}
            Role::Pawn if asked.from.file() != asked.to.file() => {
                self.vacate(to);
                if asked.to.rank() == Rank::Sixth {
                    self.enemy_pushed &= !(1 << asked.to.file() as u8);
                }
            }
            Role::Pawn => self.blocked(between(asked.from, asked.to) | to),
            _ => self.blocked(between(asked.from, asked.to)),
        }
        self.settle();
    }

    /// The power move after the refusal of `asked` (T 7.3.2): the same man's longest shorter move
    /// to a square where an enemy man could stand. `None` in check, or if the man may be pinned,
    /// because then nothing need block its way.
    pub(super) fn power_move(&self, asked: Try) -> Option<Try> {
        let slider = matches!(
            self.own_role(asked.from),
            Some(Role::Bishop | Role::Rook | Role::Queen)
        );
        if !slider || self.checks.any() || self.may_be_pinned(asked.from, asked.to) {
            return None;
        }
        let path = between(asked.from, asked.to) & self.enemy_squares();
        let target = if asked.to > asked.from {
            path.last()
        } else {
            path.first()
        };
        Some(Try::new(asked.from, target?))
    }

    /// Marks that an enemy man stands on at least one square of `path`.
    fn blocked(&mut self, path: Bitboard) {
        let possible = path & self.enemy_squares();
        if self.is_king_alone() {
            self.enemy[K] &= possible;
        }
        if possible.single_square().is_some() {
            self.occupy(possible);
            self.ages.fill(possible);
        }
    }

    /// Tries that would be refused for the same reason as `refused`: those of the same man further
    /// along the same line (T 7.2).
    ///
    /// In check this does not hold: a longer move may capture the checker, or block the check,
    /// where a shorter one does not.
    ///
    /// A man whose way is certainly free and whose move is refused is pinned: every move off the
    /// line from its king is refused, too. A king that may not step aside may not castle over that
    /// square.
    #[inline]
    pub(super) fn implied_by(&self, refused: Try) -> Bitboard {
        let Try { from, to, .. } = refused;
        let target = Bitboard::from_square(to);
        if self.checks.any() {
            return target;
        }
        let captures = from.file() != to.file();
        let (path, further) = match self.own_role(from) {
            Some(Role::King) => return target | castling_over(refused),
            Some(Role::Pawn) if captures => return target,
            Some(Role::Pawn) => {
                let further = fill::north(target) & super::checks::beyond(from, to);
                (between(from, to) | target, further)
            }
            Some(Role::Knight) => (Bitboard::EMPTY, Bitboard::EMPTY),
            _ => (between(from, to), super::checks::beyond(from, to)),
        };
        let pinned = (path & self.enemy_squares()).is_empty();
        if pinned {
            target | !ray(self.own_king(), from)
        } else {
            target | further
        }
    }
}

/// Square to which the king would castle over the square that was refused.
fn castling_over(refused: Try) -> Bitboard {
    match (refused.from, refused.to) {
        (Square::E1, Square::F1) => Bitboard::from_square(Square::G1),
        (Square::E1, Square::D1) => Bitboard::from_square(Square::C1),
        _ => Bitboard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, set};

    fn refused(text: &str, left: u32, asked: &str) -> Metaposition {
        let mut now = board(text, left);
        now.refused_try(asked.parse().unwrap());
        now
    }

    #[test]
    fn a_path_of_one_doubtful_square_is_blocked_there() {
        let now = refused("K on h1, R on a1; k on h8; any on a2 c5", 15, "a1a3");
        assert_eq!(now.certain(), set("a2 h8"));
        let two = refused("K on h1, R on a1; k on h8; any on a2 a3", 15, "a1a4");
        assert_eq!(two.certain(), set("h8"), "either could be the one");
        let push = refused("K on h1, P on e2; k on h8; any on e3 c5", 15, "e2e3");
        assert_eq!(push.certain(), set("e3 h8"));
    }

    #[test]
    fn a_man_that_may_be_pinned_tells_nothing() {
        let now = refused("K on e1, R on e2; k on h8; any on e7 d2", 15, "e2c2");
        assert_eq!(now.certain(), set("h8"));
        let along = refused("K on e1, R on e2; k on h8; any on e7 e3", 15, "e2e4");
        assert_eq!(
            along.certain(),
            set("e3 h8"),
            "along the line no pin forbids it"
        );
        let shielded = "K on e1, R on e2; k on h8; q on e7; n on d2; p on e5";
        let before = refused(shielded, 15, "e2c2");
        assert!(before.certain().contains(Square::D2), "the pawn shields it");
    }

    #[test]
    fn a_refused_king_move_finds_a_lone_king() {
        let now = refused("K on e4; k on e6 f6 a8 d6 h1", 0, "e4e5");
        assert_eq!(now.enemy()[K], set("e6 f6 d6"));
    }

    #[test]
    fn a_refused_pawn_capture_empties_its_target() {
        let now = refused("K on h1, P on e4; k on h8; any on d5 f5", 15, "e4d5");
        assert!(!now.enemy_squares().contains(Square::D5));
        assert!(now.enemy_squares().contains(Square::F5));
    }

    #[test]
    fn a_refused_capture_elsewhere_leaves_the_one_in_passing() {
        // The refusal of b3c4 says nothing of c6, where a capture en passant lands.
        let mut now = board("K on h1, P on b3 b5; k on h8; any on c4; p on c7", 15);
        let said = crate::umpire::Announcement {
            pawn_tries: Some(crate::umpire::PawnTries::Number(1)),
            ..crate::metaposition::drawn::testing::silent()
        };
        now.enemy_move(&said);
        now.refused_try("b3c4".parse().unwrap());
        assert_eq!(now.en_passant(), set("c6"));
        now.refused_try("b5c6".parse().unwrap());
        assert!(now.en_passant().is_empty());
    }

    #[test]
    fn refusals_rule_out_longer_moves_of_the_same_line() {
        let now = board("K on h1, R on a1, P on e2; k on h8; any on a2 a3 e3", 15);
        let mut moves = Vec::new();
        now.moves(
            &["a1a4".parse().unwrap(), "e2e3".parse().unwrap()],
            &mut moves,
        );
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        for gone in ["a1a4", "a1a5", "a1a8", "e2e3", "e2e4"] {
            assert!(!texts.contains(&gone.to_owned()), "{gone} is ruled out");
        }
        for left in ["a1a2", "a1a3", "a1b1"] {
            assert!(texts.contains(&left.to_owned()), "{left} is possible");
        }
    }

    #[test]
    fn a_refused_knight_is_pinned_and_need_not_be_tried_again() {
        let now = board("K on e1, N on e2; k on h8; any on e8", 15);
        let mut moves = Vec::new();
        now.moves(&["e2c3".parse().unwrap()], &mut moves);
        assert!(moves.iter().all(|m| m.from != Square::E2));
    }

    #[test]
    fn a_refused_long_move_leaves_the_next_shorter_one_that_may_capture() {
        let now = board("K on h1, R on a1; k on h8; any on a5 a7", 15);
        let power = |asked: &str| now.power_move(asked.parse().unwrap());
        assert_eq!(power("a1a8"), Some("a1a7".parse().unwrap()));
        assert_eq!(
            power("a1a7"),
            Some("a1a5".parse().unwrap()),
            "a6 is certainly empty"
        );
        assert_eq!(power("a1a5"), None);
    }
}
