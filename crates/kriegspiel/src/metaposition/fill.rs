//! Fills: squares that many men of one kind reach at once, without a loop over the men (Kogge-Stone
//! fills), and the lines of the board.
//!
//! ```
//! use darkforge_board::{Bitboard, Square};
//! use darkforge_kriegspiel::metaposition::fill;
//!
//! let corner = Bitboard::from_square(Square::A1);
//! assert_eq!(fill::knights(corner).count(), 2);
//! assert_eq!(fill::diagonal(corner, Bitboard::FULL).count(), 8);
//! ```

use darkforge_board::{Bitboard, Square};

/// Squares of the a-file.
pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
/// Squares of the h-file.
pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
/// Squares of the first rank.
pub const RANK_1: Bitboard = Bitboard(0xff);
/// Squares of the eighth rank.
pub const RANK_8: Bitboard = Bitboard(0xff << 56);

/// Squares of rank `number`, 1 to 8.
pub const fn rank(number: u32) -> Bitboard {
    Bitboard(0xff << (8 * (number - 1)))
}

/// Squares of a file, 0 for a to 7 for h.
pub const fn file(number: usize) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << number)
}

/// A step in one of the eight directions: a rotation of the board's 64 bits, and the
/// squares that such a step can reach without leaving the board.
#[derive(Clone, Copy)]
struct Step {
    turn: u32,
    reach: u64,
}

const fn step(turn: u32, without: u64) -> Step {
    Step {
        turn,
        reach: !without,
    }
}

const NORTH: Step = step(8, RANK_1.0);
const SOUTH: Step = step(56, RANK_8.0);
const EAST: Step = step(1, FILE_A.0);
const WEST: Step = step(63, FILE_H.0);
const NORTH_EAST: Step = step(9, FILE_A.0 | RANK_1.0);
const NORTH_WEST: Step = step(7, FILE_H.0 | RANK_1.0);
const SOUTH_EAST: Step = step(57, FILE_A.0 | RANK_8.0);
const SOUTH_WEST: Step = step(55, FILE_H.0 | RANK_8.0);

/// All squares that sliders on `from` reach in one direction over squares of `free`, their own
/// squares included; the square that stops them is excluded.
#[inline]
const fn slide(from: u64, free: u64, step: Step) -> u64 {
    let Step { turn, reach } = step;
    let mut free = free & reach;
    let mut reached = from;
    reached |= free & reached.rotate_left(turn);
    free &= free.rotate_left(turn);
    reached |= free & reached.rotate_left(2 * turn % 64);
    free &= free.rotate_left(2 * turn % 64);
    reached | (free & reached.rotate_left(4 * turn % 64))
}

#[inline]
const fn one(from: u64, step: Step) -> u64 {
    from.rotate_left(step.turn) & step.reach
}

/// Squares that bishops on `from` reach over `free` squares, with `from` itself.
#[inline]
pub fn diagonal(from: Bitboard, free: Bitboard) -> Bitboard {
    let (from, free) = (from.0, free.0);
    Bitboard(
        slide(from, free, NORTH_EAST)
            | slide(from, free, NORTH_WEST)
            | slide(from, free, SOUTH_EAST)
            | slide(from, free, SOUTH_WEST),
    )
}

/// Squares that rooks on `from` reach along ranks over `free` squares, with `from` itself.
#[inline]
pub fn horizontal(from: Bitboard, free: Bitboard) -> Bitboard {
    Bitboard(slide(from.0, free.0, EAST) | slide(from.0, free.0, WEST))
}

/// Squares that men on `from` reach going up their file over `free` squares.
#[inline]
pub fn up(from: Bitboard, free: Bitboard) -> Bitboard {
    Bitboard(slide(from.0, free.0, NORTH))
}

/// Squares that men on `from` reach going down their file over `free` squares.
#[inline]
pub fn down(from: Bitboard, free: Bitboard) -> Bitboard {
    Bitboard(slide(from.0, free.0, SOUTH))
}

/// Squares that rooks on `from` attack over `free` squares: those that they reach, and the squares
/// that stop them.
#[inline]
pub fn straight_attacks(from: Bitboard, free: Bitboard) -> Bitboard {
    let attacks = |way| one(slide(from.0, free.0, way), way);
    Bitboard(attacks(NORTH) | attacks(SOUTH) | attacks(EAST) | attacks(WEST))
}

/// The same for bishops.
#[inline]
pub fn oblique_attacks(from: Bitboard, free: Bitboard) -> Bitboard {
    let attacks = |way| one(slide(from.0, free.0, way), way);
    let rising = attacks(NORTH_EAST) | attacks(SOUTH_WEST);
    Bitboard(rising | attacks(NORTH_WEST) | attacks(SOUTH_EAST))
}

/// Squares next to `squares` along ranks and files.
#[inline]
pub fn beside(squares: Bitboard) -> Bitboard {
    let from = squares.0;
    Bitboard(one(from, NORTH) | one(from, SOUTH) | one(from, EAST) | one(from, WEST))
}

/// Squares next to `squares` along diagonals.
#[inline]
pub fn cornerwise(squares: Bitboard) -> Bitboard {
    let from = squares.0;
    Bitboard(
        one(from, NORTH_EAST)
            | one(from, NORTH_WEST)
            | one(from, SOUTH_EAST)
            | one(from, SOUTH_WEST),
    )
}

/// For each square and each distance from 0, the squares within that number of king's steps.
static WITHIN: [[Bitboard; 8]; 64] = {
    let mut within = [[Bitboard(0); 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut near = Bitboard(1 << square);
        let mut steps = 0;
        while steps < 8 {
            within[square][steps] = near;
            near = Bitboard(near.0 | around(near).0);
            steps += 1;
        }
        square += 1;
    }
    within
};

/// Squares within `steps` king's steps of `square`, up to 7.
#[inline]
pub fn within(square: Square, steps: usize) -> Bitboard {
    WITHIN[square as usize][steps]
}

/// Squares that kings on `squares` attack.
#[inline]
pub const fn around(squares: Bitboard) -> Bitboard {
    let sides = one(squares.0, EAST) | one(squares.0, WEST);
    let wide = squares.0 | sides;
    Bitboard(sides | one(wide, NORTH) | one(wide, SOUTH))
}

/// Squares that knights on `squares` attack.
#[inline]
pub fn knights(squares: Bitboard) -> Bitboard {
    let from = squares.0;
    let near = one(from, EAST) | one(from, WEST);
    let far = one(one(from, EAST), EAST) | one(one(from, WEST), WEST);
    Bitboard((near << 16) | (near >> 16) | (far << 8) | (far >> 8))
}

/// Squares that own pawns (which go up the board) on `squares` attack.
#[inline]
pub fn own_pawn_attacks(squares: Bitboard) -> Bitboard {
    Bitboard(one(squares.0, NORTH_EAST) | one(squares.0, NORTH_WEST))
}

/// Squares that enemy pawns (which go down the board) on `squares` attack.
#[inline]
pub fn enemy_pawn_attacks(squares: Bitboard) -> Bitboard {
    Bitboard(one(squares.0, SOUTH_EAST) | one(squares.0, SOUTH_WEST))
}

/// Steps up and east, and up and west, as two sets.
#[inline]
pub fn up_east_west(squares: Bitboard) -> (Bitboard, Bitboard) {
    (
        Bitboard(one(squares.0, NORTH_EAST)),
        Bitboard(one(squares.0, NORTH_WEST)),
    )
}

/// One step up the board.
#[inline]
pub fn north(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 << 8)
}

/// One step down the board.
#[inline]
pub fn south(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 >> 8)
}

/// Diagonal of `square` that rises from left to right (parallel to a1-h8), without it.
#[inline]
pub const fn rising(square: Square) -> Bitboard {
    Bitboard(RISING[square as usize])
}

/// Diagonal of `square` that falls from left to right (parallel to a8-h1), without it.
#[inline]
pub const fn falling(square: Square) -> Bitboard {
    Bitboard(FALLING[square as usize])
}

/// Squares of which the rising diagonal is the longer one.
pub const RISING_IS_LONG: Bitboard = rising_is_long();

const RISING: [u64; 64] = lines(NORTH_EAST, SOUTH_WEST);
const FALLING: [u64; 64] = lines(NORTH_WEST, SOUTH_EAST);

const fn lines(there: Step, back: Step) -> [u64; 64] {
    let mut lines = [0; 64];
    let mut square = 0;
    while square < 64 {
        let here = 1 << square;
        lines[square] = (slide(here, !0, there) | slide(here, !0, back)) & !here;
        square += 1;
    }
    lines
}

const fn rising_is_long() -> Bitboard {
    let mut long = 0;
    let mut square = 0;
    while square < 64 {
        if RISING[square].count_ones() > FALLING[square].count_ones() {
            long |= 1 << square;
        }
        square += 1;
    }
    Bitboard(long)
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
    use proptest::prelude::*;

    /// The same, computed square by square.
    fn each(squares: Bitboard, reach: impl Fn(Square) -> Bitboard) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |all, square| all | reach(square))
    }

    proptest! {
        #[test]
        fn floods_agree_with_square_by_square(from in any::<u64>(), also in any::<u64>(), free in any::<u64>()) {
            let from = Bitboard(from & also);
            let free = Bitboard(free);
            prop_assert_eq!(around(from), each(from, king_attacks));
            prop_assert_eq!(knights(from), each(from, knight_attacks));
            let diagonals = each(from, |s| bishop_attacks(s, !free) & free) | from;
            prop_assert_eq!(diagonal(from, free), diagonals);
            let lines = each(from, |s| rook_attacks(s, !free) & free) | from;
            let flood = horizontal(from, free) | up(from, free) | down(from, free);
            prop_assert_eq!(flood, lines);
            let attacks = straight_attacks(from, free);
            prop_assert_eq!(attacks, each(from, |s| rook_attacks(s, !free)));
            let attacks = oblique_attacks(from, free);
            prop_assert_eq!(attacks, each(from, |s| bishop_attacks(s, !free)));
            prop_assert_eq!(beside(from), each(from, |s| rook_attacks(s, Bitboard::FULL)));
            prop_assert_eq!(cornerwise(from), each(from, |s| bishop_attacks(s, Bitboard::FULL)));
        }
    }
}
