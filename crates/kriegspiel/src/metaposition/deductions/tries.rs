//! Conclusions on single men from the number of pawn tries. Each try is a pair of a pawn and its
//! target. A man without which there would be too few pairs exists; a man with which there would be
//! too many does not.

use crate::metaposition::{K, Metaposition, P, Tries, fill};
use darkforge_board::{Bitboard, Square, Try};

/// Pawn tries that depend on one square.
#[derive(Clone, Copy)]
struct Pairs {
    square: Square,
    /// Greatest number if the man stands there.
    most: u32,
    /// Least number if the man stands there.
    least: u32,
    /// Whether it certainly stands there.
    certain: bool,
}

/// Conclusion for a square from the number of tries.
enum Verdict {
    /// The man is there.
    There,
    /// The man is not there.
    Away,
}

/// Judges the squares of all `pairs` when there are `tries`.
fn judge(pairs: &[Pairs], tries: Tries) -> impl Iterator<Item = (Square, Verdict)> {
    let (fewest, greatest) = (u32::from(tries.least), u32::from(tries.most));
    let most: u32 = pairs.iter().map(|pairs| pairs.most).sum();
    let certain = pairs.iter().filter(|pairs| pairs.certain);
    let least: u32 = certain.map(|pairs| pairs.least).sum();
    pairs.iter().filter_map(move |pairs| {
        let verdict = if most - pairs.most < fewest {
            Verdict::There
        } else if !pairs.certain && least + pairs.least > greatest {
            Verdict::Away
        } else {
            return None;
        };
        Some((pairs.square, verdict))
    })
}

impl Metaposition {
    /// We have `tries` pawn tries, and none of the tries `refused` in this turn is one.
    pub(super) fn count_own_tries(&mut self, tries: Tries, refused: &[Try]) {
        if self.checks.any() {
            return;
        }
        let pairs = self.own_pairs(refused);
        let passing = self.en_passant();
        let men = self.enemy_men_but_king();
        for (square, verdict) in judge(&pairs, tries) {
            let target = Bitboard::from_square(square);
            match verdict {
                Verdict::There if !passing.contains(square) => {
                    self.enemy[K] &= !target;
                    self.occupy(target);
                }
                // The only capture there is en passant.
                Verdict::There if !men.contains(square) => {
                    self.occupy_by_pawns(fill::south(target));
                }
                Verdict::There => {}
                Verdict::Away => self.vacate(target),
            }
        }
    }

    /// Our pairs, by the square that is captured on.
    fn own_pairs(&self, refused: &[Try]) -> Vec<Pairs> {
        let men = self.enemy_men_but_king();
        let passing = self.en_passant();
        let certain = self.certain() & !self.enemy[K];
        let targets = fill::own_pawn_attacks(self.own[P]) & (men | passing);
        let of_square = |square: Square| {
            let pawns = fill::enemy_pawn_attacks(Bitboard::from_square(square)) & self.own[P];
            let mut pairs = Pairs {
                square,
                most: 0,
                least: 0,
                certain: certain.contains(square),
            };
            for pawn in pawns {
                let out = refused
                    .iter()
                    .any(|asked| (asked.from, asked.to) == (pawn, square));
                if !out {
                    pairs.most += 1;
                    let legal = men.contains(square) && !self.may_be_pinned(pawn, square);
                    pairs.least += u32::from(legal);
                }
            }
            pairs
        };
        targets.into_iter().map(of_square).collect()
    }

    /// The enemy has `tries` pawn tries after our move.
    pub(super) fn count_enemy_tries(&mut self, tries: Tries) {
        if self.given.count() > 1 {
            return;
        }
        let pairs = self.enemy_pairs();
        for (square, verdict) in judge(&pairs, tries) {
            let pawn = Bitboard::from_square(square);
            match verdict {
                Verdict::There => self.occupy_by_pawns(pawn),
                Verdict::Away => self.enemy[P] &= !pawn,
            }
        }
    }

    /// The enemy's pairs, by the square of its pawn.
    fn enemy_pairs(&self) -> Vec<Pairs> {
        let targets = self.targets_of_tries();
        let known_target = !self.given.any() || !targets.more_than_one();
        let passing = self.spots_beside_push();
        let known = self.known(P);
        let of_pawn = |square: Square| {
            let attacked = fill::enemy_pawn_attacks(Bitboard::from_square(square));
            let captures = (attacked & targets).count() as u32;
            let legal = known_target && !self.may_be_pinned_to_enemy_king(square);
            Pairs {
                square,
                most: captures + u32::from(passing.contains(square)),
                least: if legal { captures } else { 0 },
                certain: known.contains(square),
            }
        };
        let pawns = self.spots_of_tries() & self.enemy[P];
        pawns.into_iter().map(of_pawn).collect()
    }

    /// Squares from which an enemy pawn would have a try after our move.
    pub(super) fn spots_of_tries(&self) -> Bitboard {
        fill::own_pawn_attacks(self.targets_of_tries()) | self.spots_beside_push()
    }

    /// Our men that enemy pawns may capture after our move: in check the man that gives it.
    fn targets_of_tries(&self) -> Bitboard {
        let own = self.own_squares();
        if !self.given.any() {
            return own;
        }
        own.into_iter()
            .filter(|&square| self.may_give_check(square))
            .fold(Bitboard::EMPTY, |all, square| {
                all | Bitboard::from_square(square)
            })
    }

    /// Squares from which an enemy pawn could capture our last push of two en passant.
    fn spots_beside_push(&self) -> Bitboard {
        self.own_pushed.map_or(Bitboard::EMPTY, |pushed| {
            fill::around(Bitboard::from_square(pushed)) & Bitboard::from_rank(pushed.rank())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, set, silent};
    use crate::umpire::{Announcement, Checks, Direction, PawnTries};

    fn exactly(tries: u8) -> Tries {
        Tries::told(Some(PawnTries::Number(tries)))
    }

    fn own(text: &str, certain: &str, tries: u8, refused: &[&str]) -> Metaposition {
        let mut now = board(text, 15);
        now.occupy(set(certain));
        let refused: Vec<Try> = refused.iter().map(|asked| asked.parse().unwrap()).collect();
        for _ in 0..2 {
            now.count_own_tries(exactly(tries), &refused);
        }
        now
    }

    #[test]
    fn a_target_without_which_there_are_too_few_tries_is_there() {
        let text = "K on a1, P on c4 e4; k on h8; any on d5 f5";
        let now = own(text, "", 2, &[]);
        assert_eq!(now.certain(), set("d5 h8"), "d5 alone is two tries");
        assert!(!now.enemy_squares().contains(Square::F5), "and no more");
    }

    #[test]
    fn after_a_refused_capture_the_other_one_is_the_try() {
        let mut now = board("K on a1, P on e4; k on h8; any on d5 f5", 15);
        let refused = ["e4d5".parse().unwrap()];
        now.refused_try(refused[0]);
        now.count_own_tries(exactly(1), &refused);
        assert_eq!(now.certain(), set("f5 h8"));
        // A pinned pawn may not be allowed to capture what stands there.
        let mut pinned = board("K on e1, P on e4; k on h8; q on e7; any on d5 f5", 15);
        pinned.refused_try(refused[0]);
        pinned.count_own_tries(exactly(1), &refused);
        assert!(pinned.enemy_squares().contains(Square::D5));
        assert_eq!(pinned.certain(), set("f5 h8"));
    }

    #[test]
    fn a_target_with_which_there_are_too_many_tries_is_not_there() {
        let text = "K on a1, P on c4 e4; k on h8; any on b5 d5 f5";
        let now = own(text, "b5", 1, &[]);
        assert!((now.enemy_squares() & set("d5 f5")).is_empty());
        let both = own(text, "b5", 2, &[]);
        assert!(
            !both.enemy_squares().contains(Square::D5),
            "that makes three"
        );
        assert_eq!(both.certain(), set("b5 f5 h8"), "so it is this one");
    }

    #[test]
    fn the_only_try_in_passing_finds_the_pawn() {
        let mut now = board("K on a1, P on e5; k on h8; p on d7", 15);
        let said = Announcement {
            pawn_tries: Some(PawnTries::Number(1)),
            ..silent()
        };
        now.enemy_move(&said);
        now.refused_try("e5f6".parse().unwrap());
        now.enemy[P] &= !set("d6");
        now.count_own_tries(exactly(1), &[]);
        assert_eq!(now.certain(), set("d5"));
    }

    fn enemy(text: &str, certain: &str, asked: &str, said: Announcement) -> Metaposition {
        let mut now = board(text, 15);
        now.occupy(set(certain));
        now.own_move(asked.parse().unwrap(), &said);
        now.count_enemy_tries(Tries::told(said.pawn_tries));
        now
    }

    #[test]
    fn a_known_pawn_that_has_the_only_try_leaves_none_for_others() {
        let one = Announcement {
            pawn_tries: Some(PawnTries::Number(1)),
            ..silent()
        };
        let text = "K on a1, N on b1, P on f4; k on h8; p on g5 b4 d4";
        let now = enemy(text, "g5", "b1c3", one);
        assert_eq!(now.enemy()[P], set("g5"));
        let open = enemy(text, "", "b1c3", one);
        assert_eq!(open.enemy()[P], set("g5 b4 d4"), "any of them");
    }

    #[test]
    fn in_check_a_try_captures_the_man_that_gives_it() {
        let check = |tries| Announcement {
            checks: Checks::one(Direction::Knight),
            pawn_tries: Some(PawnTries::Number(tries)),
            ..silent()
        };
        let text = "K on a1, N on d4, P on b4; k on g7; p on a5 e6 g6";
        let one = enemy(text, "", "d4f5", check(1));
        assert_eq!(one.enemy()[P], set("a5 e6 g6"));
        let two = enemy(text, "", "d4f5", check(2));
        assert_eq!(two.certain(), set("e6 g6 g7"));
        let none = enemy(text, "", "d4f5", check(0));
        assert_eq!(none.enemy()[P], set("a5"));
    }
}
