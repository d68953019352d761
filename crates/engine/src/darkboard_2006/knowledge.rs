//! A metaposition with the ages of T 7.1.2: without a cap, and with a high constant for squares that
//! certainly hold an enemy man. Predictions of the umpire's words are those of T 7.4.2.
//!
//! T is the thesis, see [the crate](crate).

use super::Settings;
use crate::darkboard::predict;
use darkforge_board::{Bitboard, Role, Square, Try, index};
use darkforge_kriegspiel::metaposition::ages::{MAX_AGE, PLANES};
use darkforge_kriegspiel::metaposition::{Metaposition, Tracker, fill};
use darkforge_kriegspiel::umpire::{Announcement, Checks, Direction, PawnTries};

/// A metaposition and its ages.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge {
    board: Metaposition,
    ages: [u16; 64],
    /// Age of a square that certainly holds an enemy man.
    certain: u16,
}

impl Knowledge {
    /// Knowledge before the first move.
    pub fn start(settings: &Settings) -> Knowledge {
        Knowledge::of(settings, Metaposition::start(MAX_AGE))
    }

    /// Knowledge before the first move of a game that begins from `board`.
    pub fn of(settings: &Settings, board: Metaposition) -> Knowledge {
        Knowledge {
            board,
            ages: [0; 64],
            certain: settings.certain as u16,
        }
    }

    /// The metaposition.
    #[inline]
    pub fn board(&self) -> &Metaposition {
        &self.board
    }

    /// Age of a square, in moves.
    #[inline]
    pub fn age(&self, square: Square) -> u16 {
        self.ages[square as usize]
    }

    /// Sum of the ages of `squares`.
    #[inline]
    pub fn ages_of(&self, squares: Bitboard) -> u32 {
        let age = |square: Square| u32::from(self.ages[square as usize]);
        squares.into_iter().map(age).sum()
    }

    /// Takes the metaposition that a tracker made by an answer to an own try.
    pub fn answered(&mut self, tracker: &Tracker) {
        let found = tracker.metaposition().certain() & !self.board.certain();
        self.board = *tracker.metaposition();
        self.forget();
        for square in found {
            self.ages[square as usize] = self.certain;
        }
    }

    /// Takes the metaposition that a tracker made by an enemy move.
    pub fn enemy_moved(&mut self, tracker: &Tracker) {
        self.board = *tracker.metaposition();
        self.grow_older();
    }

    /// After the own move `asked`, assumed legal, with the announcement that T 7.4.2 predicts.
    #[must_use]
    pub fn after_own_move(&self, asked: Try, power: bool) -> Knowledge {
        let said = predicted(&self.board, asked, power);
        let mut after = *self;
        after.board.own_move(asked, &said);
        if after.board.enemy()[index(Role::King)].is_empty() {
            // Silence is impossible: every square of the king is in check.
            if let Some(checked) = in_check(&self.board, asked, said) {
                after.board = checked;
            }
        }
        after.forget();
        after
    }

    /// After the enemy's metamove with silence.
    #[must_use]
    pub fn after_metamove(&self) -> Knowledge {
        let mut after = *self;
        after.board.enemy_move(predict::silence(&self.board));
        after.grow_older();
        after
    }

    /// Sets the ages of squares that certainly hold no enemy man to 0.
    #[inline]
    fn forget(&mut self) {
        let ages = self.board.ages();
        let old = (0..PLANES).fold(Bitboard::EMPTY, |old, bit| old | ages.plane(bit));
        for square in !old {
            self.ages[square as usize] = 0;
        }
    }

    fn grow_older(&mut self) {
        let certain = self.board.certain();
        let possible = self.board.enemy_squares();
        for (place, age) in self.ages.iter_mut().enumerate() {
            let square = Square::new(place as u32);
            *age = if certain.contains(square) {
                self.certain
            } else if possible.contains(square) {
                age.saturating_add(1)
            } else {
                0
            };
        }
    }
}

/// The board after `asked` with a check from the first direction that leaves the king a square.
#[cold]
fn in_check(before: &Metaposition, asked: Try, said: Announcement) -> Option<Metaposition> {
    Direction::ALL.into_iter().find_map(|direction| {
        let mut checked = *before;
        let said = Announcement {
            checks: Checks::one(direction),
            ..said
        };
        checked.own_move(asked, &said);
        let king = checked.enemy()[index(Role::King)];
        king.any().then_some(checked)
    })
}

/// The announcement that T 7.4.2 predicts for `asked`.
fn predicted(before: &Metaposition, asked: Try, power: bool) -> Announcement {
    let pawns = before.enemy()[index(Role::Pawn)];
    let attackers = fill::own_pawn_attacks(Bitboard::from_square(asked.to));
    let invites = (attackers & pawns).any();
    Announcement {
        capture: predict::capture(before, asked, power),
        checks: Checks::NONE,
        pawn_tries: before
            .tries_told()
            .then(|| PawnTries::Number(u8::from(invites))),
        promotion: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Knowledge {
        let mut now = Knowledge::start(&Settings::default());
        for asked in moves {
            now = now.after_own_move(asked.parse().unwrap(), false);
            now = now.after_metamove();
        }
        now
    }

    #[test]
    fn ages_grow_without_a_cap_and_certain_men_have_the_constant() {
        let forth_and_back = ["g1f3", "f3g1"].repeat(40);
        let now = after(&forth_and_back);
        assert_eq!(now.age(Square::A1), 0, "an own man stands there");
        assert!(now.age(Square::H6) > 70, "{}", now.age(Square::H6));
        let first = after(&["g1f3"]);
        let certain = u32::from(first.age(Square::A8));
        assert_eq!(certain, Settings::default().certain, "the rook cannot move");
        assert_eq!(first.age(Square::H6), 1);
    }

    #[test]
    fn a_visited_square_is_young_again() {
        let now = after(&["e2e4", "d1h5", "h5h3"]);
        assert!(now.age(Square::H4) < now.age(Square::A6));
    }
}
