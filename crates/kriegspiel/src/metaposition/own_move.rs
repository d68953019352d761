//! Evolution by an own move that was played (T 7.3.1).
//!
//! T is the thesis, see [the crate](crate).

use super::checks::{Lines, beyond};
use super::{B, K, Metaposition, P, Q, R, Tries, fill};
use crate::umpire::{Announcement, Capture, Captured, Checks, Direction, PawnTries};
use darkforge_board::{Bitboard, File, Rank, Role, Square, Try, between, index, ray};

/// Change of the board by a move, to find the lines that it opened.
struct Change {
    asked: Try,
    /// Square of the man that may give check itself; after castling the rook's square.
    mover: Square,
    capture: Option<Capture>,
    /// Squares that were left or emptied, except by the mover along its line.
    opened: [Option<Square>; 3],
}

impl Metaposition {
    /// The own try `asked` was played and `said` was announced, both in the own frame.
    ///
    /// # Panics
    /// When no own man stands on `asked.from`.
    pub fn own_move(&mut self, asked: Try, said: &Announcement) {
        let role = self
            .own_role(asked.from)
            .expect("an own man leaves the square");
        let from = Bitboard::from_square(asked.from);
        let to = Bitboard::from_square(asked.to);
        let castled = role == Role::King && asked.from.distance(asked.to) == 2;
        let mut change = Change {
            asked,
            mover: asked.to,
            capture: said.capture,
            opened: [Some(asked.from), None, None],
        };

        let kind = index(role);
        self.own[kind] ^= from;
        self.own[asked.promotion.map_or(kind, index)] |= to;
        // The squares passed and the square left are empty.
        let mut visited = from | to;
        if role != Role::Knight {
            visited |= between(asked.from, asked.to);
        }
        if castled {
            let (corner, beside) = rook_squares(asked.to);
            visited |= between(asked.from, corner) | Bitboard::from_square(corner);
            self.own[R] ^= Bitboard::from_square(corner) | Bitboard::from_square(beside);
            change.mover = beside;
            change.opened[1] = Some(corner);
        }
        self.vacate(visited);
        self.empty &= !self.own_squares();

        if let Some(capture) = said.capture {
            self.take(capture);
            if capture.square != asked.to {
                change.opened[2] = Some(capture.square);
            }
        }
        self.lose_own_rights(asked.from);
        self.own_pushed =
            (role == Role::Pawn && asked.from.distance(asked.to) == 2).then_some(asked.to);
        self.enemy_pushed = 0;
        self.checks = Checks::NONE;
        self.given = said.checks;
        self.enemy_tries = Tries::told(said.pawn_tries);
        self.own_tries = Tries::NONE;

        self.enemies_seen_by_king(Checks::NONE);
        self.locate_king(&change, said.checks);
        if let Some(tries) = said.pawn_tries {
            self.enemy_pawn_tries(tries, said.checks.any());
        }
        self.settle();
    }

    /// Takes the capture of an enemy man.
    fn take(&mut self, capture: Capture) {
        let square = Bitboard::from_square(capture.square);
        self.taken.add(capture.kind);
        let file = capture.square.file() as usize;
        match capture.kind {
            Some(Captured::Pawn) => self.files.remove(file),
            Some(Captured::Piece) => {}
            None => self.files.may_lose(file),
        }
        self.vacate(square);
        if capture.square == Square::H8 {
            self.enemy_castling.kingside = false;
        } else if capture.square == Square::A8 {
            self.enemy_castling.queenside = false;
        }
    }

    /// Own rights that end when a man leaves `from`.
    fn lose_own_rights(&mut self, from: Square) {
        match from {
            Square::E1 => self.castling = darkforge_board::CastlingRights::default(),
            Square::A1 => self.castling.queenside = false,
            Square::H1 => self.castling.kingside = false,
            _ => {}
        }
    }

    /// Draws conclusions on the enemy king from announced checks or their absence.
    #[inline]
    fn locate_king(&mut self, change: &Change, checks: Checks) {
        if checks.any() {
            self.king_in_check(change, checks);
        } else {
            self.enemy[K] &= !self.certainly_attacked();
        }
    }

    #[cold]
    fn king_in_check(&mut self, change: &Change, checks: Checks) {
        let possible = self.new_attacks(change);
        let certain = self.certain_lines();
        for direction in Direction::ALL {
            if checks.contains(direction) {
                self.enemy[K] &= possible.seen_as(direction);
            } else {
                self.enemy[K] &= !certain.seen_as(direction);
            }
        }
    }

    /// Squares that the move may have brought under attack, by the moved man or by a man behind an
    /// opened square. The enemy king was not in check before.
    fn new_attacks(&self, change: &Change) -> Lines {
        let asked = change.asked;
        let mut lines = self.possible_lines_of(change.mover);
        let slid = change.mover == asked.to
            && asked.promotion.is_none()
            && (self.own[B] | self.own[R] | self.own[Q]).contains(asked.to);
        if slid {
            // Along its own path it attacked the same squares before, unless a captured man stood
            // in front of some of them.
            let mut same = ray(asked.from, asked.to);
            if change.capture.is_some() {
                same &= !beyond(asked.from, asked.to);
            }
            lines = lines.without(same);
        }
        for opened in change.opened.into_iter().flatten() {
            self.add_discovered(&mut lines, opened, change.mover);
        }
        lines
    }

    /// Takes what the umpire said of the enemy's pawn tries after our move.
    pub(super) fn hear_enemy_tries(&mut self, words: PawnTries) {
        self.enemy_tries = Tries::told(Some(words));
        self.enemy_pawn_tries(words, self.given.any());
        self.settle();
    }

    /// The enemy has this many pawn tries against our men after our move.
    fn enemy_pawn_tries(&mut self, words: PawnTries, in_check: bool) {
        let tries = Tries::told(Some(words));
        let targets = self.own_squares();
        // A pawn captures down to the east or down to the west.
        let (east, west) = fill::up_east_west(targets);
        let (to_west, to_east) = (east & self.enemy[P], west & self.enemy[P]);
        let candidates = to_west | to_east;
        if let PawnTries::Squares(squares) = words {
            self.occupy_by_pawns(squares);
        }
        if tries.most == 0 {
            if !in_check && candidates.any() {
                for pawn in candidates {
                    if !self.may_be_pinned_to_enemy_king(pawn) {
                        self.enemy[P].discard(pawn);
                    }
                }
            }
            return;
        }
        let passing = self.own_pushed.map_or(Bitboard::EMPTY, |pawn| {
            let beside = Bitboard::from_square(pawn);
            (fill::horizontal(beside, Bitboard::FULL) & fill::around(beside)) & self.enemy[P]
        });
        let pairs = to_west.count() + to_east.count() + passing.count();
        if pairs == usize::from(tries.least) {
            self.occupy_by_pawns(candidates | passing);
        }
    }

    /// Whether an enemy pawn on `pawn` may be pinned to its king by one of our sliders.
    pub(super) fn may_be_pinned_to_enemy_king(&self, pawn: Square) -> bool {
        let sliders = self.own[B] | self.own[R] | self.own[Q];
        sliders
            .into_iter()
            .any(|slider| (beyond(slider, pawn) & self.enemy[K]).any())
    }
}

/// Corner that the rook leaves and square that it reaches when the king castles to `to`.
fn rook_squares(to: Square) -> (Square, Square) {
    let rank = Rank::First;
    if to.file() == File::G {
        (
            Square::from_coords(File::H, rank),
            Square::from_coords(File::F, rank),
        )
    } else {
        (
            Square::from_coords(File::A, rank),
            Square::from_coords(File::D, rank),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, set, silent};

    fn check(direction: Direction) -> Announcement {
        Announcement {
            checks: Checks::one(direction),
            ..silent()
        }
    }

    fn asked(text: &str) -> Try {
        text.parse().unwrap()
    }

    #[test]
    fn silence_clears_the_king_from_what_is_certainly_attacked() {
        let mut now = board("K on a1, R on h2; k on b8 e5 d2 g7", 15);
        now.own_move(asked("h2h5"), &silent());
        assert_eq!(now.enemy()[K], set("b8 d2 g7"), "e5 would be in check");
    }

    #[test]
    fn a_long_diagonal_check_leaves_the_squares_that_see_it_so() {
        // After T 7.3.1: a queen goes to b2; of the king's squares only those on the
        // diagonal a1-h8 see it along their longer diagonal.
        let mut now = board("K on e1, Q on b1; k on d4 g7 b6 h2 a3", 15);
        now.own_move(asked("b1b2"), &check(Direction::Long));
        assert_eq!(now.enemy()[K], set("d4 g7"), "{}", now.drawing());
    }

    #[test]
    fn a_slider_finds_no_new_king_along_its_own_path_unless_it_captured() {
        let mut quiet = board("K on a1, R on e2; k on e8 e1 h4 b4", 14);
        quiet.own_move(asked("e2e4"), &check(Direction::Rank));
        assert_eq!(quiet.enemy()[K], set("h4 b4"));
        let capture = Announcement {
            capture: Some(Capture::on(Square::E4, Some(Captured::Piece))),
            ..check(Direction::File)
        };
        let mut took = board("K on a1, R on e2; k on e8 e1 h4 b4", 14);
        took.own_move(asked("e2e4"), &capture);
        assert_eq!(took.enemy()[K], set("e8"), "only beyond the captured man");
        assert_eq!(took.enemy_king(), Some(Square::E8));
        assert!(took.certain().contains(Square::E8));
    }

    #[test]
    fn a_check_along_a_file_finds_no_king_behind_a_certain_pawn() {
        // T 7.3.1: pawn control with file checks.
        let text = "K on a1, R on d3; k on e6 e8; p on e5";
        let mut shut = board(text, 15);
        shut.own_move(asked("d3e3"), &check(Direction::File));
        assert!(shut.enemy()[K].is_empty(), "nobody could announce this");
        let mut wide = board(&text.replace("p on e5", "p on e5 e6 e7"), 15);
        wide.own_move(asked("d3e3"), &check(Direction::File));
        assert_eq!(wide.enemy()[K], set("e6"), "the pawn may be on e7 now");
        let mut unsure = board(&text.replace("p on e5", "any on e5"), 15);
        unsure.own_move(asked("d3e3"), &check(Direction::File));
        assert_eq!(unsure.enemy()[K], set("e6 e8"));
        let mut without = board(text, 15);
        without.pawn_control = false;
        without.own_move(asked("d3e3"), &check(Direction::File));
        assert_eq!(without.enemy()[K], set("e6 e8"), "the switch is off");
    }

    #[test]
    fn a_pawn_that_was_captured_hides_no_king() {
        let text = "K on a1, R on e2; k on e8; p on e4 e5";
        let capture = Announcement {
            capture: Some(Capture::on(Square::E4, Some(Captured::Pawn))),
            ..check(Direction::File)
        };
        let mut last = board(text, 15);
        last.own_move(asked("e2e4"), &capture);
        assert_eq!(last.enemy()[K], set("e8"));
        let mut doubled = board(text, 15);
        doubled.files.moved(3, 4);
        doubled.own_move(asked("e2e4"), &capture);
        assert!(doubled.enemy()[K].is_empty(), "the other pawn is on e5");
    }

    #[test]
    fn no_check_is_discovered_through_a_certain_pawn() {
        let text = "K on a1, R on e1 h4, N on e3; k on e8 h8; p on e6";
        let mut now = board(text, 15);
        now.own_move(asked("e3c4"), &check(Direction::File));
        assert!(now.enemy()[K].is_empty());
        let mut unsure = board(&text.replace("p on", "any on"), 15);
        unsure.own_move(asked("e3c4"), &check(Direction::File));
        assert_eq!(unsure.enemy()[K], set("e8"));
    }

    #[test]
    fn a_check_that_the_mover_cannot_give_is_discovered() {
        let mut now = board("K on a1, R on e1, N on e4; k on e8 e6 d7 f6 c3", 15);
        now.own_move(asked("e4c5"), &check(Direction::File));
        assert_eq!(
            now.enemy()[K],
            set("e8"),
            "on e6 the knight would check too"
        );
    }

    #[test]
    fn a_double_check_leaves_the_crossing_of_both_lines() {
        let mut now = board("K on a1, R on e1, N on e4; k on e8 e6 g8 d7", 15);
        let both = Announcement {
            checks: Checks::two(Direction::File, Direction::Knight),
            ..silent()
        };
        now.own_move(asked("e4f6"), &both);
        assert_eq!(now.enemy()[K], set("e8"));
    }

    #[test]
    fn fifteen_captures_leave_the_king_alone() {
        let mut now = board("K on a1, R on e2; k on h8 g8; any on b5 e4", 1);
        let capture = Announcement {
            capture: Some(Capture::on(Square::E4, Some(Captured::Piece))),
            ..silent()
        };
        now.own_move(asked("e2e4"), &capture);
        assert!(now.is_king_alone());
        assert_eq!(now.enemy_squares(), set("h8 g8"));
        assert!(now.empty().contains(Square::B5));
    }

    #[test]
    fn no_tries_for_the_enemy_clear_the_pawns_that_would_have_them() {
        let mut now = board("K on a1, N on b1; k on h8; p on d4 b4 f4", 15);
        now.own_move(asked("b1c3"), &silent());
        assert_eq!(now.enemy()[P] & set("d4 b4 f4"), set("f4"));
        let mut some = board("K on a1, N on b1; k on h8; p on d4 f4", 15);
        let one = Announcement {
            pawn_tries: Some(PawnTries::Number(1)),
            ..silent()
        };
        some.own_move(asked("b1c3"), &one);
        assert_eq!(
            some.certain(),
            set("d4 h8"),
            "one try, and one pawn that can have it"
        );
    }
}
