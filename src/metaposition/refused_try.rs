//! Evolution by an own try that was refused (T 7.3.2).

use super::{K, Metaposition, fill};
use crate::chess::{Bitboard, Role, Try, between, king_attacks};

impl Metaposition {
    /// The own try `asked`, in the own frame, was refused.
    ///
    /// In check, or when the man may be pinned, a refusal tells nothing that fits into a
    /// metaposition.
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
                self.enemy_pushed &= !(1 << asked.to.file() as u8);
            }
            Role::Pawn => self.blocked(between(asked.from, asked.to) | to),
            _ => self.blocked(between(asked.from, asked.to)),
        }
        self.settle();
    }

    /// An enemy man stands on at least one square of `path`.
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

    /// Tries that are refused for the same reason as `refused`, and need not be asked:
    /// those of the same man further along the same line (T 7.2).
    ///
    /// In check this does not hold: a longer move may capture the checker, or stand
    /// between, where a shorter one does not.
    #[inline]
    pub(super) fn implied_by(&self, refused: Try) -> Bitboard {
        let to = Bitboard::from_square(refused.to);
        let slider = matches!(
            self.own_role(refused.from),
            Some(Role::Bishop | Role::Rook | Role::Queen)
        );
        let pushed = self.own_role(refused.from) == Some(Role::Pawn)
            && refused.from.file() == refused.to.file();
        if self.checks.any() || !(slider || pushed) {
            return to;
        }
        let further = super::checks::beyond(refused.from, refused.to);
        if pushed {
            to | fill::north(to) & further
        } else {
            to | further
        }
    }
}
