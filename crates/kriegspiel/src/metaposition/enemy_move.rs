//! Evolution by the opponent's metamove: all moves that it may have played (T 7.3.3).
//!
//! T is the thesis, see [the crate](crate).

use super::consistent_moves::ConsistentMoves;
use super::{B, K, Metaposition, N, P, Q, R, Tries, fill};
use crate::umpire::{Announcement, Checks, Direction, PawnTries};
use darkforge_board::{Bitboard, queen_attacks};

/// Enemy men that may have moved, by the checks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Movers {
    /// Any.
    All,
    /// The king: it is alone, or nothing else could answer our check.
    King,
    /// A knight, or a pawn promoted to one: a knight's check cannot be uncovered.
    Knights,
}

impl Metaposition {
    /// The opponent moved and `said` was announced, in the own frame.
    pub fn enemy_move(&mut self, said: &Announcement) {
        self.enemy_move_within(*said, None);
    }

    /// The same with only those moves that `consistent` allows.
    #[inline]
    pub(super) fn enemy_move_within(
        &mut self,
        said: Announcement,
        consistent: Option<&ConsistentMoves>,
    ) {
        let movers = self.movers(said);
        match said.capture {
            Some(capture) => self.enemy_captured(capture.square, movers, consistent),
            None => self.enemy_moved(movers, said.checks, consistent),
        }
        self.own_pushed = None;
        self.given = Checks::NONE;
        self.enemy_tries = Tries::NONE;
        self.checks = said.checks;
        self.own_tries = Tries::told(said.pawn_tries);
        self.enemies_seen_by_king(said.checks);
        self.enemy[K] &= !self.certainly_attacked();
        if let Some(tries) = said.pawn_tries {
            self.own_pawn_tries(tries);
        }
        self.settle();
        self.grow_older();
    }

    fn movers(&self, said: Announcement) -> Movers {
        // A single check can also be answered by capturing the checker or stepping in between.
        let answered_by_king = match self.given.count() {
            0 => false,
            1 => match said.capture {
                None => self.interpositions().is_empty(),
                Some(capture) => !self.may_give_check(capture.square),
            },
            _ => true,
        };
        if self.is_king_alone() || answered_by_king {
            Movers::King
        } else if said.checks.contains(Direction::Knight) {
            Movers::Knights
        } else {
            Movers::All
        }
    }

    /// A move without a capture.
    #[inline]
    fn enemy_moved(
        &mut self,
        movers: Movers,
        checks: Checks,
        consistent: Option<&ConsistentMoves>,
    ) {
        let mut destinations = match (movers, consistent) {
            (Movers::All, None) => self.all_destinations(),
            (Movers::All, Some(consistent)) => consistent.destinations(self),
            (Movers::King, _) => self.king_destinations(),
            (Movers::Knights, _) => self.knight_destinations(),
        };
        if self.given.any() && movers != Movers::King {
            let between = self.interpositions();
            for men in &mut destinations.men[..K] {
                *men &= between;
            }
            destinations.promoted &= between;
            destinations.doubled &= between;
        }
        self.enemy_pushed = (destinations.doubled.0 >> 32) as u8;
        match movers {
            Movers::King => {
                // It certainly moved, so a square that it could have left stays possible only if it
                // could also be reached.
                self.empty |= self.enemy[K];
                self.enemy[K] = Bitboard::EMPTY;
            }
            Movers::All | Movers::Knights => self.leave(movers, consistent),
        }
        for (possible, arrived) in self.enemy.iter_mut().zip(destinations.men) {
            *possible |= arrived;
        }
        let promoted = destinations.promoted;
        if promoted.any() {
            let kinds = if checks.contains(Direction::Knight) {
                N..=N
            } else {
                N..=Q
            };
            for men in &mut self.enemy[kinds] {
                *men |= promoted;
            }
            for square in promoted {
                self.files.may_lose(square.file() as usize);
            }
        }
    }

    /// Makes squares possibly empty that certainly held a man which may have moved.
    #[inline]
    fn leave(&mut self, movers: Movers, consistent: Option<&ConsistentMoves>) {
        let certain = self.certain();
        if certain.is_empty() {
            return;
        }
        if let (Movers::All, Some(consistent)) = (movers, consistent) {
            self.empty |= consistent.left(self, certain);
            return;
        }
        let free = self.empty;
        let mut left = self.enemy[N] & fill::knights(free) | self.enemy[P] & fill::north(free);
        if movers == Movers::All {
            left |= (self.enemy[B] | self.enemy[Q]) & fill::cornerwise(free)
                | (self.enemy[R] | self.enemy[Q]) & fill::beside(free)
                | self.enemy[K] & fill::around(free)
                | self.castling_squares(free);
        }
        self.empty |= certain & left;
    }

    /// We asked, and know whether we have pawn tries.
    pub(super) fn hear_own_tries(&mut self, words: PawnTries) {
        self.own_tries = Tries::told(Some(words));
        self.own_pawn_tries(words);
        self.settle();
        self.ages.clear(!self.enemy_squares());
    }

    /// Takes the number of our pawn tries. Squares that none of our pawns may capture on are empty;
    /// if there are as many tries as possible targets, all targets hold men.
    fn own_pawn_tries(&mut self, words: PawnTries) {
        let tries = Tries::told(Some(words));
        if tries.most == 0 {
            self.enemy_pushed = 0;
            self.no_tries_of(self.own[P]);
            return;
        }
        if let PawnTries::Squares(squares) = words {
            self.no_tries_of(self.own[P] & !squares);
        }
        let (east, west) = fill::up_east_west(self.own[P]);
        let men = self.enemy_men_but_king() | self.en_passant();
        let pairs = (east & men).count() + (west & men).count();
        if pairs == usize::from(tries.least) {
            let targets = (east | west) & self.enemy_men_but_king() & !self.en_passant();
            self.enemy[K] &= !targets;
            self.occupy(targets);
        }
    }

    /// Our `pawns` have no tries: the squares that they attack hold no enemy man.
    fn no_tries_of(&mut self, pawns: Bitboard) {
        if self.checks.any() {
            return;
        }
        // Only men on the king's lines can be pinned; they are tested one by one.
        let exposed = queen_attacks(self.own_king(), self.own_squares()) & pawns;
        let mut shown = fill::own_pawn_attacks(pawns & !exposed);
        for pawn in exposed {
            for target in fill::own_pawn_attacks(Bitboard::from_square(pawn)) {
                if !self.may_be_pinned(pawn, target) {
                    shown.add(target);
                }
            }
        }
        self.vacate(shown & !self.own_squares());
    }

    fn grow_older(&mut self) {
        let own = self.own_squares();
        let enemy = self.enemy_squares();
        let certain = self.certain();
        self.ages.clear(own | !enemy);
        self.ages.grow(enemy & !certain);
        self.ages.fill(certain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, set, silent};
    use darkforge_board::Square;

    #[test]
    fn men_go_where_they_could_and_stay_where_they_were() {
        let mut now = board("K on a1; k on h8; n on g8", 15);
        now.enemy_move(&silent());
        assert_eq!(now.enemy()[N], set("g8 e7 f6 h6"));
        assert_eq!(now.enemy()[K], set("h8 h7 g7 g8"));
    }

    #[test]
    fn a_lone_king_must_move_and_not_into_check() {
        let mut now = board("K on a1, R on g2; k on h8", 0);
        now.enemy_move(&silent());
        assert_eq!(now.enemy()[K], set("h7"));
    }

    #[test]
    fn a_knights_check_is_a_knights_move() {
        let mut now = board("K on e1; k on h8; n on e5 a1; r on a8", 15);
        let check = Announcement {
            checks: Checks::one(Direction::Knight),
            ..silent()
        };
        now.enemy_move(&check);
        assert_eq!(now.enemy()[R], set("a8"), "no rook moved");
        assert_eq!(
            now.enemy()[N],
            set("e5 a1 c2 d3 f3"),
            "to where it gives check"
        );
    }

    #[test]
    fn no_check_clears_the_neighbourhood_of_the_king() {
        let mut now = board("K on e1; k on h8; any on e2 d2 g2 e5", 15);
        now.enemy_move(&silent());
        assert!(!now.enemy()[Q].contains(Square::E2) && !now.enemy()[R].contains(Square::E2));
        assert!(
            now.enemy()[B].contains(Square::E2),
            "a bishop beside the king gives no check"
        );
        assert!(!now.enemy()[B].contains(Square::D2) && !now.enemy()[N].contains(Square::G2));
    }

    #[test]
    fn no_tries_of_ours_empty_what_our_pawns_attack() {
        let mut now = board("K on a1, P on e4; k on h8; any on d5 f5 e5", 15);
        now.enemy_move(&silent());
        assert!((now.enemy_squares() & set("d5 f5")).is_empty());
        let mut two = board("K on a1, P on e4; k on h8; any on d5 f5 e5", 15);
        let tries = Announcement {
            pawn_tries: Some(PawnTries::Number(2)),
            ..silent()
        };
        two.enemy_move(&tries);
        assert!(set("d5 f5").is_subset(two.certain()), "two tries need both");
    }

    #[test]
    fn a_pawn_may_promote_and_then_its_file_may_be_without() {
        let mut now = board("K on h8; k on h1; p on b2", 15);
        now.enemy_move(&silent());
        for kind in N..=Q {
            assert!(now.enemy()[kind].contains(Square::B1));
        }
        assert_eq!(now.files().least(1), 0);
    }
}
