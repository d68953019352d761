//! Ledger: the kinds of captured enemy pieces, as far as they can be known. It holds all ways to
//! assign the captures to kinds, promotions included.

use crate::metaposition::{B, K, Metaposition, N, P, Q, R, fill};
use crate::umpire::{Announcement, Captured, Direction};
use darkforge_board::{Bitboard, Men, Square, Try};

/// Kinds of pieces: knights, light and dark bishops, rooks, queens.
pub(super) const KINDS: usize = 5;

/// For each kind its place in arrays of men and the squares on which it can stand.
pub(super) const PLACES: [(usize, Bitboard); KINDS] = [
    (N, Bitboard::FULL),
    (B, Bitboard::LIGHT_SQUARES),
    (B, Bitboard::DARK_SQUARES),
    (R, Bitboard::FULL),
    (Q, Bitboard::FULL),
];

/// Pieces of each kind at the start of a game.
const START: Count = [2, 1, 1, 2, 1];

/// A number for each kind.
type Count = [u8; KINDS];

/// A set of kinds: one bit for each.
type Kinds = u8;

/// Knowledge of captured and promoted enemy men.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    /// All possible captures by kind; sorted, never empty.
    captures: Vec<Count>,
    /// The greatest number of pawns that may have been promoted so far.
    promotions: u8,
}

/// Least and greatest numbers of enemy men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alive {
    /// Least number of pieces of each kind.
    pub(super) least: Count,
    /// Greatest number of pieces of each kind.
    pub(super) most: Count,
    /// Greatest number of pieces of all kinds.
    pub(super) pieces: u32,
    /// Least and greatest number of pawns.
    pub(super) pawns: (u32, u32),
}

/// Kinds of the pieces that are missing among `men`, and the least number of promoted pawns there.
pub(in crate::metaposition) fn missing(men: &Men) -> ([u8; KINDS], u8) {
    let mut promoted = 0;
    let mut kinds = START;
    for (missing, (place, squares)) in kinds.iter_mut().zip(PLACES) {
        let there = (men[place] & squares).count() as u8;
        promoted += there.saturating_sub(*missing);
        *missing = missing.saturating_sub(there);
    }
    (kinds, promoted)
}

impl Ledger {
    /// After a past that left the enemy `men`, all of which are known.
    pub(super) fn knowing(men: &Men) -> Ledger {
        let (captured, promotions) = missing(men);
        Ledger {
            captures: vec![captured],
            promotions,
        }
    }

    /// At the start of a game.
    pub(super) fn new() -> Ledger {
        Ledger {
            captures: vec![[0; KINDS]],
            promotions: 0,
        }
    }

    /// After an unknown past.
    pub(super) fn unknown() -> Ledger {
        Ledger {
            promotions: 8,
            ..Ledger::new()
        }
    }

    /// The enemy moved from `before`: a pawn may have been promoted.
    pub(super) fn enemy_move(&mut self, before: &Metaposition, said: Announcement) {
        let pawns = before.enemy[P] & fill::rank(2);
        let reached = match said.capture {
            None => fill::south(pawns) & before.empty,
            Some(capture) if before.enemy_tries.most > 0 => {
                fill::enemy_pawn_attacks(pawns) & Bitboard::from_square(capture.square)
            }
            Some(_) => Bitboard::EMPTY,
        };
        if reached.any() && self.promotions < 8 {
            self.promotions += 1;
        }
    }

    /// We played `asked`, and may have captured; `before` is what was known then.
    pub(super) fn own_move(&mut self, before: &Metaposition, asked: Try, said: Announcement) {
        let Some(capture) = said.capture else { return };
        if capture.kind != Some(Captured::Piece) {
            return;
        }
        // Any man except the king answers a check only by capturing the checker.
        let mut checks = before.checks.iter();
        let men = match (checks.next(), checks.next()) {
            (Some(direction), None) if !before.own[K].contains(asked.from) => {
                checkers(before, direction)
            }
            _ => before.enemy,
        };
        let square = Bitboard::from_square(capture.square);
        let kinds = match kinds_of(&men.map(|men| men & square)) {
            0 => (1 << KINDS) - 1,
            kinds => kinds,
        };
        let mut captures = Vec::with_capacity(self.captures.len() * KINDS);
        for kind in each(kinds) {
            captures.extend(self.captures.iter().map(|&then| {
                let mut now = then;
                now[kind] += 1;
                now
            }));
        }
        captures.sort_unstable();
        captures.dedup();
        self.captures = captures;
    }

    /// Brings the ledger up to date with pieces that are certainly alive `now`.
    pub(super) fn look(&mut self, now: &Metaposition) {
        let promotions = self.most_promotions(now);
        self.keep(|captures| promoted(captures) <= promotions);
        for square in now.certain() & !now.enemy[P] & !now.enemy[K] {
            self.see(now, pieces_on(now, square));
        }
        for direction in now.checks.iter() {
            self.see_one_of(now, &checkers(now, direction));
        }
    }

    /// At least one of `men` is on a square possible for it.
    pub(super) fn see_one_of(&mut self, now: &Metaposition, men: &Men) {
        if men[P].is_empty() && men[K].is_empty() {
            self.see(now, kinds_of(men));
        }
    }

    /// A piece of one of `kinds` is alive.
    fn see(&mut self, now: &Metaposition, kinds: Kinds) {
        let promotions = self.most_promotions(now);
        self.keep(|captures| {
            promoted(captures) < promotions || each(kinds).any(|kind| captures[kind] < START[kind])
        });
    }

    /// Keeps only what fits; if nothing fits, an announcement was wrong.
    fn keep(&mut self, fits: impl Fn(Count) -> bool) {
        if self.captures.iter().any(|&captures| fits(captures)) {
            self.captures.retain(|&captures| fits(captures));
        }
    }

    /// Greatest number of promoted pawns: those that are not left.
    fn most_promotions(&self, now: &Metaposition) -> u8 {
        let gone = 8_u32.saturating_sub(u32::from(now.taken.pawns) + now.files.fewest());
        self.promotions.min(gone as u8)
    }

    /// Enemy men that may be alive `now`.
    pub(super) fn alive(&self, now: &Metaposition) -> Alive {
        let promotions = self.most_promotions(now);
        let unnamed = now.taken.unnamed;
        let left = 8 - now.taken.pawns.min(8);
        let mut alive = Alive {
            least: START,
            most: [0; KINDS],
            pieces: u32::from((7 + promotions).saturating_sub(now.taken.pieces)),
            pawns: (
                u32::from(left.saturating_sub(promotions + unnamed)),
                u32::from(left.saturating_sub(self.fewest_promotions())),
            ),
        };
        for captures in &self.captures {
            let unused = promotions.saturating_sub(promoted(*captures));
            for kind in 0..KINDS {
                let whole = START[kind].saturating_sub(captures[kind]);
                alive.most[kind] = alive.most[kind].max(whole + unused);
                alive.least[kind] = alive.least[kind].min(whole.saturating_sub(unnamed));
            }
        }
        alive
    }

    fn fewest_promotions(&self) -> u8 {
        self.captures
            .iter()
            .copied()
            .map(promoted)
            .min()
            .unwrap_or(0)
    }
}

/// The kinds of a set.
fn each(kinds: Kinds) -> impl Iterator<Item = usize> {
    (0..KINDS).filter(move |kind| kinds >> kind & 1 == 1)
}

/// Least number of captured pieces that were promoted pawns.
fn promoted(captures: Count) -> u8 {
    let beyond = captures.into_iter().zip(START);
    beyond
        .map(|(captured, start)| captured.saturating_sub(start))
        .sum()
}

/// Kinds of pieces among `men`.
fn kinds_of(men: &Men) -> Kinds {
    let found = (0..KINDS).filter(|&kind| {
        let (place, squares) = PLACES[kind];
        (men[place] & squares).any()
    });
    found.fold(0, |kinds, kind| kinds | 1 << kind)
}

/// Kinds of pieces that could stand on `square`.
fn pieces_on(now: &Metaposition, square: Square) -> Kinds {
    kinds_of(&now.enemy.map(|men| men & Bitboard::from_square(square)))
}

/// Enemy men that may give a check of `direction`.
fn checkers(now: &Metaposition, direction: Direction) -> Men {
    let mut men = [Bitboard::EMPTY; 6];
    for (kind, seen) in now.checkers_by_kind(direction) {
        men[kind] |= now.enemy[kind] & seen;
    }
    men
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, silent};
    use crate::umpire::{Capture, Checks};

    /// A game in which pieces of some kinds were captured, one after the other.
    fn captured(kinds: &[&str]) -> Ledger {
        let mut ledger = Ledger::new();
        for kind in kinds {
            let before = board(&format!("K on a1, R on b3; k on h8; {kind}"), 15);
            let square = *kind.split(' ').next_back().as_ref().unwrap();
            ledger.own_move(
                &before,
                "b3a3".parse().unwrap(),
                Announcement {
                    capture: Some(Capture::on(square.parse().unwrap(), Some(Captured::Piece))),
                    ..silent()
                },
            );
        }
        ledger
    }

    fn alive(mut ledger: Ledger) -> Alive {
        let mut now = board("K on a1; k on h8", 15);
        now.files = crate::metaposition::PawnFiles::START;
        ledger.look(&now);
        ledger.alive(&now)
    }

    #[test]
    fn a_captured_queen_is_the_last_one() {
        let alive = alive(captured(&["q on e5"]));
        assert_eq!(alive.most, [2, 1, 1, 2, 0]);
        assert_eq!(alive.least, [2, 1, 1, 2, 0]);
    }

    #[test]
    fn bishops_are_told_apart_by_their_squares() {
        let alive = alive(captured(&["b on e5"]));
        assert_eq!(alive.most, [2, 1, 0, 2, 1], "e5 is dark");
    }

    #[test]
    fn two_doubtful_captures_of_two_kinds_leave_none_of_either() {
        let doubt = "b on d5, q on d5";
        let one = alive(captured(&[doubt]));
        assert_eq!(one.most, [2, 1, 1, 2, 1]);
        assert_eq!(one.least, [2, 0, 1, 2, 0]);
        let two = alive(captured(&[doubt, doubt]));
        assert_eq!(two.most, [2, 0, 1, 2, 0]);
    }

    #[test]
    fn what_is_seen_alive_was_not_captured() {
        let mut ledger = captured(&["b on e5, q on e5"]);
        let mut now = board("K on a1; k on h8; q on d8; r on h1; b on e5", 15);
        now.files = crate::metaposition::PawnFiles::START;
        now.checks = Checks::one(Direction::Long);
        ledger.look(&now);
        assert_eq!(
            ledger.alive(&now).most,
            [2, 1, 1, 2, 0],
            "the bishop gives check, so it was the queen"
        );
    }

    #[test]
    fn a_pawn_that_may_have_been_promoted_may_be_any_piece() {
        let mut ledger = captured(&["q on e5"]);
        let mut before = board("K on a1; k on h8; p on b2", 15);
        before.files = crate::metaposition::PawnFiles::START;
        ledger.enemy_move(&before, silent());
        assert_eq!(
            ledger.alive(&before).most,
            [2, 1, 1, 2, 0],
            "eight pawns certainly stand on their files"
        );
        let mut after = before;
        after.enemy_move(&silent());
        let alive = ledger.alive(&after);
        assert_eq!(alive.most, [3, 2, 2, 3, 1]);
        assert_eq!(alive.pawns, (7, 8));
    }

    #[test]
    fn pieces_beyond_those_of_the_start_were_pawns() {
        let mut ledger = Ledger::unknown();
        ledger.captures = vec![[2, 1, 1, 2, 3]];
        let mut now = board("K on a1; k on h8", 15);
        now.files = crate::metaposition::PawnFiles::START;
        for file in 0..8 {
            now.files.may_lose(file);
        }
        assert_eq!(ledger.alive(&now).pawns, (0, 6));
    }
}
