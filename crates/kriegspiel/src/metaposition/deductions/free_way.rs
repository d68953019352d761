//! Conclusions from a check by our last move: the squares up to the enemy king are empty.

use crate::metaposition::checks::line;
use crate::metaposition::{K, Metaposition, P, fill};
use crate::umpire::Direction;
use darkforge_board::{Bitboard, Square};

impl Metaposition {
    /// Empties squares that lie between our checking man and the enemy king, wherever the two could
    /// stand.
    pub(super) fn free_way_of_given_check(&mut self) {
        for direction in self.given.iter() {
            let free = self.enemy[K]
                .into_iter()
                .map(|king| self.free_way_to(king, direction))
                .fold(Bitboard::FULL, |all, way| all & way);
            if free != Bitboard::FULL {
                self.vacate(free);
            }
        }
    }

    /// Squares that are empty if the enemy king stands on `king` in check from `direction`; all
    /// squares if no own man could give that check.
    fn free_way_to(&self, king: Square, direction: Direction) -> Bitboard {
        let line = line(king, direction);
        let pawns = self.own[P] & fill::enemy_pawn_attacks(Bitboard::from_square(king));
        if direction == Direction::Knight || (pawns & line).any() {
            return Bitboard::EMPTY;
        }
        (self.own_sliders(direction) & line)
            .into_iter()
            .filter_map(|slider| self.open_way(slider, king))
            .fold(Bitboard::FULL, |all, way| all & way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, set, silent};
    use crate::umpire::{Announcement, Checks};

    fn checked(text: &str, asked: &str, direction: Direction) -> Metaposition {
        let mut now = board(text, 15);
        let said = Announcement {
            checks: Checks::one(direction),
            ..silent()
        };
        now.own_move(asked.parse().unwrap(), &said);
        now.free_way_of_given_check();
        now
    }

    #[test]
    fn what_lies_before_every_square_of_the_king_is_empty() {
        let now = checked(
            "K on a1, R on d2; k on e7 e8; any on e4 e6 e7 f4",
            "d2e2",
            Direction::File,
        );
        assert!((now.enemy_squares() & set("e4 e6")).is_empty());
        assert!(set("e7 f4").is_subset(now.enemy_men_but_king()));
    }

    #[test]
    fn a_pawn_that_may_give_the_check_frees_nothing() {
        let now = checked(
            "K on a1, B on f1, P on c4; k on b6; any on b5 c4",
            "c4c5",
            Direction::Long,
        );
        assert!(now.enemy_squares().contains(Square::B5));
    }
}
