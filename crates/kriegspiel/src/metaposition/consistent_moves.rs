//! Consistent moves: the enemy moves that agree with their announcement. Few squares remain for a
//! move that gave check or brought us pawn tries.
//!
//! Only real announcements are examined this closely. A search that assumes announcements (T 7.4.2)
//! would conclude too much from them.
//!
//! T is the thesis, see [the crate](crate).

use super::checks::line;
use super::destinations::Destinations;
use super::{B, K, Metaposition, N, P, Q, R, Tries, fill};
use crate::umpire::{Announcement, Checks, Direction};
use darkforge_board::{Bitboard, Men, Square, bishop_attacks, king_attacks, knight_attacks};

/// Moves of men of any kind from some squares to squares that depend on the kind.
#[derive(Clone, Copy)]
struct MoveSet {
    from: Bitboard,
    to: Men,
}

impl MoveSet {
    const ALL: MoveSet = MoveSet::out_of(Bitboard::FULL);
    const NONE: MoveSet = MoveSet::out_of(Bitboard::EMPTY);

    const fn out_of(from: Bitboard) -> MoveSet {
        MoveSet {
            from,
            to: [Bitboard::FULL; 6],
        }
    }
}

/// The enemy's moves that agree with their announcement. The set may contain impossible moves, but
/// lacks no possible one.
pub(super) struct ConsistentMoves {
    sets: [MoveSet; 2],
    castling: bool,
}

impl ConsistentMoves {
    /// The moves after which `said` may be announced; the enemy is to move in `before`.
    pub(super) fn told(before: &Metaposition, said: Announcement) -> ConsistentMoves {
        let mut moves = ConsistentMoves {
            sets: [MoveSet::ALL, MoveSet::NONE],
            castling: true,
        };
        if said.checks.any() {
            moves.give_check(before, said.checks);
        }
        if said.capture.is_none() && said.has_tries() {
            moves.bring_tries(before, Tries::told(said.pawn_tries).least);
        }
        moves
    }

    /// A moving man that checks gives the check itself or stood in between.
    fn give_check(&mut self, before: &Metaposition, checks: Checks) {
        let king = before.own_king();
        let stops = !before.empty;
        let mut opened = Bitboard::EMPTY;
        let mut checking = MoveSet::ALL;
        checking.to = [Bitboard::EMPTY; 6];
        for direction in checks.iter() {
            let line = line(king, direction);
            let pawns = fill::own_pawn_attacks(Bitboard::from_square(king)) & line;
            let (slider, seen) = match direction {
                Direction::Rank | Direction::File => (R, before.straight(king, stops) & line),
                Direction::Long | Direction::Short => (B, bishop_attacks(king, stops) & line),
                Direction::Knight => {
                    checking.to[N] |= line;
                    continue;
                }
            };
            opened |= seen;
            checking.to[slider] |= seen;
            checking.to[Q] |= seen;
            checking.to[P] |= pawns;
        }
        self.castling = (fill::RANK_8 & (opened | checking.to[R])).any();
        self.sets = if checks.count() == 1 {
            [MoveSet::out_of(opened), checking]
        } else {
            // It uncovers one checker and is the other.
            checking.from = opened;
            [checking, MoveSet::NONE]
        };
    }

    /// More pawn tries than were possible before: the moved man is a target of the new ones.
    fn bring_tries(&mut self, before: &Metaposition, tries: u8) {
        let (east, west) = fill::up_east_west(before.own[P]);
        let men = before.enemy_men_but_king();
        let old = (east & men).count() + (west & men).count();
        let Some(new @ 1..) = usize::from(tries).checked_sub(old) else {
            return;
        };
        let any = east | west;
        let targets = if new > 1 { east & west } else { any };
        // After a push by two a pawn beside ours is a target, too, en passant.
        let passing = fill::south(any) & fill::rank(5);
        for set in &mut self.sets {
            for to in &mut set.to[N..=K] {
                *to &= targets;
            }
            set.to[P] &= any | passing;
        }
        self.castling &= (targets & fill::RANK_8).any();
    }

    /// Allows only moves of some `kinds`, from squares of `from` to squares of `to`.
    pub(super) fn narrow(&mut self, from: Bitboard, to: Bitboard, kinds: [bool; 6]) {
        for set in &mut self.sets {
            set.from &= from;
            for (allowed, kind) in set.to.iter_mut().zip(kinds) {
                *allowed &= if kind { to } else { Bitboard::EMPTY };
            }
        }
        let back = |squares: Bitboard| (squares & fill::RANK_8).any();
        self.castling &= back(from) && back(to) && (kinds[K] || kinds[R]);
    }

    /// Destinations of moves without a capture.
    pub(super) fn destinations(&self, before: &Metaposition) -> Destinations {
        let mut all = Destinations::default();
        for set in &self.sets {
            let men = before.enemy.map(|men| men & set.from);
            let some = before.destinations_of(&men);
            for kind in P..=K {
                all.men[kind] |= some.men[kind] & set.to[kind];
            }
            for kind in N..=Q {
                let promoted = some.promoted & set.to[kind];
                all.men[kind] |= promoted;
                all.promoted |= promoted;
            }
            all.doubled |= some.doubled & set.to[P];
        }
        if self.castling {
            all.add_castling(before);
        }
        all
    }

    /// Squares among `certain` that a man may have left without capturing.
    pub(super) fn left(&self, before: &Metaposition, certain: Bitboard) -> Bitboard {
        let mut left = Bitboard::EMPTY;
        if self.castling {
            left |= certain & before.castling_squares(before.empty);
        }
        for square in certain {
            if self.sets.iter().any(|set| before.may_go(square, set)) {
                left.add(square);
            }
        }
        left
    }

    /// The men of `men`, all of which could have captured on `square`, that agree with the
    /// announcement.
    pub(super) fn capturers(&self, square: Square, men: &Men) -> Men {
        let promotes = fill::RANK_1.contains(square);
        let mut allowed = [Bitboard::EMPTY; 6];
        for set in &self.sets {
            for kind in P..=K {
                let becomes = if kind == P && promotes {
                    &set.to[N..=Q]
                } else {
                    &set.to[kind..=kind]
                };
                if becomes.iter().any(|to| to.contains(square)) {
                    allowed[kind] |= men[kind] & set.from;
                }
            }
        }
        allowed
    }
}

impl Metaposition {
    /// Whether an enemy man that could stand on `square` has a move of this set that
    /// captures nothing.
    fn may_go(&self, square: Square, set: &MoveSet) -> bool {
        if !set.from.contains(square) {
            return false;
        }
        let free = self.empty;
        let straight = self.straight(square, !free);
        let oblique = bishop_attacks(square, !free);
        let step = fill::south(Bitboard::from_square(square)) & free;
        let pushes = step | fill::south(step & fill::rank(6));
        let pieces = set.to[N] | set.to[B] | set.to[R] | set.to[Q];
        let moves = [
            pushes & !fill::RANK_1 & set.to[P] | pushes & fill::RANK_1 & pieces,
            knight_attacks(square) & set.to[N],
            oblique & set.to[B],
            straight & set.to[R],
            (straight | oblique) & set.to[Q],
            king_attacks(square) & set.to[K],
        ];
        (P..=K).any(|kind| self.enemy[kind].contains(square) && (moves[kind] & free).any())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, set, silent};
    use crate::umpire::{Capture, Captured};

    fn after(text: &str, said: Announcement) -> Metaposition {
        let mut now = board(text, 15);
        let moves = ConsistentMoves::told(&now, said);
        now.enemy_move_within(said, Some(&moves));
        now
    }

    fn check(direction: Direction) -> Announcement {
        Announcement {
            checks: Checks::one(direction),
            ..silent()
        }
    }

    fn tries(number: u8) -> Announcement {
        Announcement {
            pawn_tries: Some(crate::umpire::PawnTries::Number(number)),
            ..silent()
        }
    }

    #[test]
    fn a_man_that_checks_arrives_on_the_line_or_leaves_it() {
        let now = after(
            "K on e1; k on h8; r on a5; n on e4 b8; b on f8",
            check(Direction::File),
        );
        assert_eq!(now.enemy()[R], set("a5 e5"), "the rook came to the file");
        assert!(now.enemy()[N].contains(Square::C5), "a knight uncovered it");
        assert!(!now.enemy()[N].contains(Square::C6), "not this knight");
        assert_eq!(now.enemy()[B], set("f8"));
        assert_eq!(now.enemy()[K], set("h8"));
    }

    #[test]
    fn a_check_along_a_file_does_not_pass_a_certain_pawn() {
        let text = "K on e1; k on h8; r on a4 a8; n on e7; p on e6";
        let now = after(text, check(Direction::File));
        assert_eq!(
            now.enemy()[R] & set("e4 e8"),
            set("e4"),
            "from e8 it gives no check"
        );
        assert_eq!(
            now.enemy()[N],
            set("e7"),
            "behind the pawn it opens nothing"
        );
        let unsure = after(&text.replace("p on", "any on"), check(Direction::File));
        assert!(unsure.enemy()[R].contains(Square::E8));
        assert!(unsure.enemy()[N].contains(Square::C6));
    }

    #[test]
    fn a_pawn_that_captures_away_opens_the_file() {
        let said = Announcement {
            capture: Some(Capture::on(Square::D5, Some(Captured::Piece))),
            pawn_tries: Some(crate::umpire::PawnTries::Number(0)),
            ..check(Direction::File)
        };
        let mut before = board("K on e1, N on d5; k on h8; r on e8; p on e6", 15);
        before.enemy_tries = Tries::told(Some(crate::umpire::PawnTries::Number(1)));
        let moves = ConsistentMoves::told(&before, said);
        before.enemy_move_within(said, Some(&moves));
        assert_eq!(before.enemy()[P], set("d5"));
        assert!(
            before.certain().contains(Square::E8),
            "{}",
            before.drawing()
        );
    }

    #[test]
    fn a_capture_with_check_is_made_by_a_man_that_checks_from_there() {
        let said = Announcement {
            capture: Some(Capture::on(Square::E4, Some(Captured::Piece))),
            ..check(Direction::File)
        };
        let now = after("K on e1, N on e4; k on h8; r on a4; n on c3; b on b1", said);
        let on = |kind: usize| now.enemy()[kind].contains(Square::E4);
        assert!(on(R) && !on(N) && !on(B));
        assert_eq!(
            now.enemy()[R],
            set("e4"),
            "one rook could, and left its square"
        );
    }

    #[test]
    fn a_double_check_leaves_a_line() {
        let said = Announcement {
            checks: Checks::two(Direction::File, Direction::Long),
            ..silent()
        };
        let now = after("K on e1; k on h8; r on e8; b on e5 h4 a7", said);
        assert!(now.enemy()[B].contains(Square::C3), "from e5");
        assert!(!now.enemy()[B].contains(Square::F2) && !now.enemy()[B].contains(Square::D4));
    }

    #[test]
    fn new_pawn_tries_are_brought_by_a_man_before_our_pawns() {
        let text = "K on a1, P on e4; k on h8; r on d8; n on b8; b on h5";
        let now = after(text, tries(1));
        assert_eq!(now.enemy()[R], set("d8 d5"));
        assert_eq!(now.enemy()[N], set("b8"));
        assert_eq!(now.enemy()[B], set("h5"));
        assert_eq!(now.enemy()[K], set("h8"));
        let old = after("K on a1, P on e4; k on h8; r on d8 d5; n on b8", tries(1));
        assert!(
            old.enemy()[N].contains(Square::C6),
            "d5 may have been a target before"
        );
    }

    #[test]
    fn a_push_of_two_brings_a_try_in_passing() {
        let now = after("K on a1, P on e5; k on h8; p on d7 g7", tries(1));
        assert_eq!(now.enemy()[P], set("d7 d6 d5 g7"));
        assert!(now.en_passant().contains(Square::D6));
    }

    #[test]
    fn men_that_cannot_have_moved_so_stay_certain() {
        let mut now = board("K on a1, P on e4; k on h8; r on d8; n on b8", 15);
        now.occupy(set("d8 b8"));
        let moves = ConsistentMoves::told(&now, tries(1));
        now.enemy_move_within(tries(1), Some(&moves));
        assert!(now.certain().contains(Square::B8));
        assert!(!now.certain().contains(Square::D8));
    }
}
