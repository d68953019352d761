//! Conclusions from numbers: pawns on each file, pieces of each kind, all men.

use super::ledger::{Alive, PLACES};
use crate::metaposition::{K, Metaposition, N, P, Q, fill};
use darkforge_board::Bitboard;

impl Metaposition {
    /// Draws conclusions from the least and greatest numbers of men `alive`.
    pub(super) fn count(&mut self, alive: &Alive) {
        self.count_pawns(alive);
        self.count_pieces(alive);
        self.count_men();
    }

    fn count_pawns(&mut self, alive: &Alive) {
        let known = self.known(P);
        let on = |set: Bitboard, file: usize| (set & fill::file(file)).count() as u32;
        for file in 0..8 {
            self.files
                .narrow(file, on(known, file), on(self.enemy[P], file));
        }
        let pieces = self.certain() & !self.enemy[P] & !self.enemy[K];
        let left = self.enemy_men_left().saturating_sub(pieces.count() as u32);
        let (fewest, most) = alive.pawns;
        self.files.total(fewest, most.min(left));
        for file in 0..8 {
            if on(known, file) == self.files.most(file) {
                self.enemy[P] &= known | !fill::file(file);
            }
            if on(self.enemy[P], file) == self.files.least(file) {
                self.occupy_by_pawns(self.enemy[P] & fill::file(file));
            }
        }
    }

    fn count_pieces(&mut self, alive: &Alive) {
        for (kind, (place, squares)) in PLACES.into_iter().enumerate() {
            let known = self.known(place) & squares;
            if known.count() >= usize::from(alive.most[kind]) {
                self.enemy[place] &= known | !squares;
            }
            let possible = self.enemy[place] & squares;
            if possible.count() == usize::from(alive.least[kind]) {
                let mut men = [Bitboard::EMPTY; 6];
                men[place] = possible;
                self.hold_one_of(possible, &men);
            }
        }
        let known = self.certain() & !self.enemy[P] & !self.enemy[K];
        if known.count() as u32 >= alive.pieces {
            for men in &mut self.enemy[N..=Q] {
                *men &= known;
            }
        }
    }

    fn count_men(&mut self) {
        let left = self.enemy_men_left() as usize;
        let known = self.certain() & !self.enemy[K];
        if known.count() == left {
            for men in &mut self.enemy[P..=Q] {
                *men &= known;
            }
        }
        let possible = self.enemy_men_but_king();
        if possible.count() == left {
            self.enemy[K] &= !possible;
            self.occupy(possible);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ledger::KINDS;
    use super::*;
    use crate::metaposition::drawn::testing::{board, set};
    use crate::metaposition::{B, PawnFiles, Q, R};

    const ANY: Alive = Alive {
        least: [0; KINDS],
        most: [9; KINDS],
        pieces: 15,
        pawns: (0, 8),
    };

    fn counted(text: &str, certain: &str, left: u32, alive: &Alive) -> Metaposition {
        let mut now = board(text, left);
        now.files = PawnFiles::START;
        for file in 0..8 {
            now.files.may_lose(file);
        }
        now.occupy(set(certain));
        now.count(alive);
        now
    }

    #[test]
    fn a_file_that_must_hold_a_pawn_holds_it_on_its_only_square() {
        let alive = Alive {
            pawns: (2, 8),
            ..ANY
        };
        let now = counted("K on a1; k on h8; any on b5; p on g5 g6", "", 15, &alive);
        assert_eq!(now.known(P), set("b5"));
        assert_eq!((now.files().least(1), now.files().least(6)), (1, 1));
    }

    #[test]
    fn a_known_pawn_is_the_only_one_of_its_file() {
        let now = counted("K on a1; k on h8; p on b5 b4 c5", "b5", 15, &ANY);
        assert_eq!(now.enemy()[P], set("b5 c5"));
    }

    #[test]
    fn when_as_many_pawns_are_known_as_are_left_there_are_no_others() {
        let alive = Alive {
            pawns: (0, 1),
            ..ANY
        };
        let now = counted("K on a1; k on h8; p on b5 c5", "b5", 15, &alive);
        assert_eq!(now.enemy()[P], set("b5"));
        let one_man = counted("K on a1; k on h8; p on b5; n on d5 e5", "d5", 1, &ANY);
        assert!(one_man.enemy()[P].is_empty(), "the knight is the last man");
    }

    #[test]
    fn a_kind_that_is_extinct_is_nowhere() {
        let alive = Alive {
            most: [2, 0, 1, 2, 0],
            ..ANY
        };
        let now = counted("K on a1; k on h8; any on d5 e5", "", 15, &alive);
        assert!(now.enemy()[Q].is_empty());
        assert_eq!(
            now.enemy()[B],
            set("e5"),
            "no bishop of light squares is left"
        );
    }

    #[test]
    fn a_queen_that_is_seen_is_nowhere_else() {
        let alive = Alive {
            most: [2, 1, 1, 2, 1],
            ..ANY
        };
        let now = counted("K on a1; k on h8; q on d5 e5 f5", "d5", 15, &alive);
        assert_eq!(now.enemy()[Q], set("d5"));
    }

    #[test]
    fn men_that_are_certainly_alive_stand_where_alone_they_can() {
        let alive = Alive {
            least: [0, 0, 0, 2, 0],
            ..ANY
        };
        let now = counted("K on a1; k on h8; any on d5; r on f5", "", 15, &alive);
        assert_eq!(now.known(R), set("d5 f5"));
    }

    #[test]
    fn when_all_men_are_known_every_other_square_is_empty() {
        let now = counted("K on a1; k on h8; any on d5 e5 f5", "d5 e5", 2, &ANY);
        assert_eq!(now.enemy_men_but_king(), set("d5 e5"));
        let all = counted("K on a1; k on h8 g8; any on d5 e5", "", 2, &ANY);
        assert!(set("d5 e5").is_subset(all.certain()));
    }

    #[test]
    fn when_all_pieces_are_known_the_others_are_pawns() {
        let alive = Alive { pieces: 1, ..ANY };
        let now = counted("K on a1; k on h8; n on d5; any on e5 f5", "d5", 3, &alive);
        assert_eq!(now.enemy_men_but_king() & !now.enemy()[P], set("d5"));
        assert!(set("e5 f5").is_subset(now.enemy()[P]));
    }
}
