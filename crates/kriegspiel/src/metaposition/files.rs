//! Pawn files: least and greatest number of enemy pawns on each file (T 7.1.3), and the
//! consequences for men that move along the file: pawn control (T 7.2).
//!
//! ```
//! use darkforge_kriegspiel::metaposition::files::PawnFiles;
//!
//! let mut files = PawnFiles::START;
//! files.may_lose(4); // an e-pawn may have captured,
//! files.may_gain(3); // towards the d-file
//! assert_eq!((files.least(4), files.most(3)), (0, 2));
//! ```
//!
//! T is the thesis, see [the crate](crate).

use super::fill;
use darkforge_board::{Bitboard, Square, rook_attacks};

/// Least and greatest number of enemy pawns on each file: four bits a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PawnFiles {
    least: u32,
    most: u32,
}

/// Bounds of the squares of enemy pawns, along each file that certainly holds one.
#[derive(Clone, Copy, Debug)]
pub struct Envelopes {
    /// Squares above every possible square of such a file's pawns.
    pub above: Bitboard,
    /// Squares below every such square.
    pub below: Bitboard,
}

impl PawnFiles {
    /// One pawn on each file.
    pub const START: PawnFiles = PawnFiles {
        least: 0x1111_1111,
        most: 0x1111_1111,
    };

    /// The files of `pawns`, all of which are known.
    pub fn of(pawns: Bitboard) -> PawnFiles {
        let mut files = PawnFiles { least: 0, most: 0 };
        for file in 0..8 {
            let number = (pawns & fill::file(file)).count() as u32;
            files.set(file, number, number);
        }
        files
    }

    /// Least number of pawns on `file` (0 for a).
    #[inline]
    pub fn least(self, file: usize) -> u32 {
        self.least >> (4 * file) & 0xf
    }

    /// Greatest number of pawns on `file` (0 for a).
    #[inline]
    pub fn most(self, file: usize) -> u32 {
        self.most >> (4 * file) & 0xf
    }

    /// Least number of pawns on all files together.
    #[inline]
    pub fn fewest(self) -> u32 {
        sum(self.least)
    }

    /// A pawn of this file was captured by us.
    pub fn remove(&mut self, file: usize) {
        self.may_lose(file);
        if self.most(file) > 0 {
            self.most -= 1 << (4 * file);
        }
    }

    /// There are at most `left` pawns altogether.
    #[inline]
    pub fn bound(&mut self, left: u32) {
        if sum(self.least) >= left {
            self.most = self.least;
        }
    }

    /// At least `least` and at most `most` pawns stand on `file`.
    pub fn narrow(&mut self, file: usize, least: u32, most: u32) {
        let most = most.min(self.most(file));
        let least = least.max(self.least(file));
        if least <= most {
            self.set(file, least, most);
        }
    }

    fn set(&mut self, file: usize, least: u32, most: u32) {
        let shift = 4 * file;
        self.least = self.least & !(0xf << shift) | least << shift;
        self.most = self.most & !(0xf << shift) | most << shift;
    }

    /// At least `fewest` and at most `many` pawns stand on all files together.
    pub fn total(&mut self, fewest: u32, many: u32) {
        let (least, most) = (sum(self.least), sum(self.most));
        let above = many.saturating_sub(least);
        let below = most.saturating_sub(fewest);
        for file in 0..8 {
            let (low, high) = (self.least(file), self.most(file));
            self.narrow(file, high.saturating_sub(below), low + above);
        }
    }

    /// A pawn may have left this file, by capturing or by promoting.
    pub fn may_lose(&mut self, file: usize) {
        if self.least(file) > 0 {
            self.least -= 1 << (4 * file);
        }
    }

    /// A pawn may have come to this file.
    pub fn may_gain(&mut self, file: usize) {
        if self.most(file) < 8 {
            self.most += 1 << (4 * file);
        }
    }

    /// A pawn certainly came from one file to another.
    pub fn moved(&mut self, from: usize, to: usize) {
        self.remove(from);
        self.may_gain(to);
        if self.least(to) < 8 {
            self.least += 1 << (4 * to);
        }
    }

    /// Squares of the files that may hold a pawn.
    #[inline]
    pub fn possible(self) -> Bitboard {
        Bitboard(spread(self.most))
    }

    /// Squares of the files that certainly hold a pawn.
    #[inline]
    pub fn certain(self) -> Bitboard {
        Bitboard(spread(self.least))
    }

    /// The envelopes of the files that certainly hold a pawn, when pawns could stand on
    /// `pawns`.
    #[inline]
    pub fn envelopes(self, pawns: Bitboard) -> Envelopes {
        let files = self.certain();
        let reached_down = fill::down(pawns, Bitboard::FULL);
        let reached_up = fill::up(pawns, Bitboard::FULL);
        Envelopes {
            above: files & !reached_down,
            below: files & !reached_up,
        }
    }
}

/// Sum of eight groups of four bits.
#[inline]
const fn sum(counts: u32) -> u32 {
    let bytes = (counts & 0x0f0f_0f0f) + (counts >> 4 & 0x0f0f_0f0f);
    bytes.wrapping_mul(0x0101_0101) >> 24
}

/// Squares of all files whose four bits are not zero.
#[inline]
fn spread(counts: u32) -> u64 {
    // Fold each group of four bits into its lowest bit, then gather these eight bits.
    let any = counts | counts >> 1 | counts >> 2 | counts >> 3;
    let low = u64::from(any & 0x1111_1111);
    let pairs = (low | low >> 3) & 0x0303_0303;
    let fours = (pairs | pairs >> 6) & 0x000f_000f;
    let first_rank = (fours | fours >> 12) & 0xff;
    first_rank.wrapping_mul(0x0101_0101_0101_0101)
}

impl Envelopes {
    /// Envelopes without pawns, which block nothing.
    pub const NONE: Envelopes = Envelopes {
        above: Bitboard::EMPTY,
        below: Bitboard::EMPTY,
    };

    /// Squares that a rook on `from` attacks when its lines stop at `stops` and at certain pawns.
    #[inline]
    pub fn rook_attacks(&self, from: Square, stops: Bitboard) -> Bitboard {
        rook_attacks(from, stops) & !self.out_of_reach(from)
    }

    /// Squares that a man on `from` cannot reach along its file, because a pawn certainly
    /// stands between.
    #[inline]
    pub fn out_of_reach(&self, from: Square) -> Bitboard {
        let column = Bitboard::from_file(from.file());
        if self.below.contains(from) {
            self.above & column
        } else if self.above.contains(from) {
            self.below & column
        } else {
            Bitboard::EMPTY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::File;

    #[test]
    fn files_are_spread_from_their_counts() {
        let mut files = PawnFiles::START;
        assert_eq!(files.certain(), Bitboard::FULL);
        for file in [0, 3, 4] {
            files.remove(file);
            assert!((files.possible() & Bitboard::from_file(File::new(file as u32))).is_empty());
        }
        files.may_gain(3);
        assert_eq!(files.most(3), 1);
        assert_eq!(files.least(3), 0);
        assert_eq!(files.possible().count(), 48);
        assert_eq!(files.certain().count(), 40);
        files.moved(7, 6);
        assert_eq!((files.least(7), files.most(7)), (0, 0));
        assert_eq!((files.least(6), files.most(6)), (2, 2));
    }

    #[test]
    fn a_rook_outside_the_envelope_cannot_pass_it() {
        // T 7.2: rook c2 below the envelope c5-c6; a rook on e5 inside e4-e6.
        let pawns = Bitboard::from_square(Square::C5)
            | Bitboard::from_square(Square::C6)
            | Bitboard::from_square(Square::E4)
            | Bitboard::from_square(Square::E6);
        let envelopes = PawnFiles::START.envelopes(pawns);
        let shut = envelopes.out_of_reach(Square::C2);
        assert!(shut.contains(Square::C7) && shut.contains(Square::C8));
        assert!(!shut.contains(Square::C5) && !shut.contains(Square::C6));
        assert!(envelopes.out_of_reach(Square::E5).is_empty());
    }

    #[test]
    fn the_last_pawns_leave_none_for_other_files() {
        let mut files = PawnFiles::START;
        for file in 0..6 {
            files.remove(file);
        }
        files.may_gain(0);
        files.bound(2);
        assert_eq!((files.most(0), files.most(6), files.most(7)), (0, 1, 1));
        files.may_lose(7);
        files.may_gain(6);
        files.bound(2);
        assert_eq!(
            files.most(6),
            2,
            "one is certain, the other may be anywhere it could go"
        );
    }
}
