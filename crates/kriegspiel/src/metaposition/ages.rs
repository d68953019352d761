//! Ages: moves since a square was last known to be free of enemy men (T 7.1.2).
//!
//! The 64 counters are five bit planes, so that all grow by one, or are summed over any set of
//! squares, in a few instructions.
//!
//! ```
//! use darkforge_board::{Bitboard, Square};
//! use darkforge_kriegspiel::metaposition::ages::Ages;
//!
//! let mut ages = Ages::new(25);
//! ages.grow(Bitboard::FULL);
//! ages.clear(Bitboard::from_square(Square::E4));
//! assert_eq!((ages.get(Square::D4), ages.get(Square::E4)), (1, 0));
//! ```
//!
//! T is the thesis, see [the crate](crate).

use darkforge_board::{Bitboard, Square};

/// Number of bit planes; ages go up to 2^5 - 1.
pub const PLANES: usize = 5;
/// Greatest possible age.
pub const MAX_AGE: u8 = (1 << PLANES) - 1;

/// The age of every square, 0 to a cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ages {
    planes: [Bitboard; PLANES],
    cap: u8,
}

impl Ages {
    /// All ages zero, with the cap `cap` (1 to [`MAX_AGE`]).
    pub fn new(cap: u8) -> Ages {
        Ages {
            planes: [Bitboard::EMPTY; PLANES],
            cap: cap.clamp(1, MAX_AGE),
        }
    }

    /// The age at which counting stops.
    #[inline]
    pub fn cap(&self) -> u8 {
        self.cap
    }

    /// Bit plane `bit`: the squares whose age has that bit.
    #[inline]
    pub fn plane(&self, bit: usize) -> Bitboard {
        self.planes[bit]
    }

    /// The age of one square.
    pub fn get(&self, square: Square) -> u8 {
        (0..PLANES)
            .map(|bit| u8::from(self.planes[bit].contains(square)) << bit)
            .sum()
    }

    /// Sets the ages of `squares` to 0.
    #[inline]
    pub fn clear(&mut self, squares: Bitboard) {
        for plane in &mut self.planes {
            *plane &= !squares;
        }
    }

    /// Sets `squares` to the cap.
    #[inline]
    pub fn fill(&mut self, squares: Bitboard) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            if self.cap >> bit & 1 == 1 {
                *plane |= squares;
            } else {
                *plane &= !squares;
            }
        }
    }

    /// Adds one move to the ages of `squares`.
    #[inline]
    pub fn grow(&mut self, squares: Bitboard) {
        let mut at_cap = Bitboard::FULL;
        for (bit, plane) in self.planes.iter().enumerate() {
            at_cap &= if self.cap >> bit & 1 == 1 {
                *plane
            } else {
                !*plane
            };
        }
        let mut carry = squares & !at_cap;
        for plane in &mut self.planes {
            let next = *plane & carry;
            *plane ^= carry;
            carry = next;
        }
    }

    /// Sum of the ages of `squares`.
    #[inline]
    pub fn sum(&self, squares: Bitboard) -> u32 {
        let mut sum = 0;
        for (bit, &plane) in self.planes.iter().enumerate() {
            sum += ((plane & squares).count() as u32) << bit;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_grow_to_the_cap_and_no_further() {
        let mut ages = Ages::new(25);
        let some = Bitboard(0x00ff_00f0_1234_0001);
        for passed in 1..=40_u32 {
            ages.grow(some);
            assert_eq!(
                ages.sum(Bitboard::FULL),
                some.count() as u32 * passed.min(25)
            );
        }
        assert_eq!(ages.get(Square::A1), 25);
        ages.clear(Bitboard::from_square(Square::A1));
        assert_eq!(ages.get(Square::A1), 0);
        ages.grow(Bitboard::FULL);
        ages.fill(Bitboard::from_square(Square::B1));
        assert_eq!(ages.get(Square::A1), 1);
        assert_eq!(ages.get(Square::B1), 25);
    }
}
