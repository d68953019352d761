//! Hidden: the other side's part of a position, packed.

use crate::referee::{Side, Step};
use darkforge_board::{Bitboard, CastlingRights, Color, Men, Role, Square};
use darkforge_streams::mix;

/// The men of the hidden side, its rights and its passed square, with a weight.
///
/// A man's role is a number of three bits, pawn 1 to king 6; each bit has its own set of squares.
#[derive(Clone, Copy, Debug)]
pub struct Hidden {
    planes: [u64; 3],
    /// Relative probability; positive.
    pub weight: f32,
    castling: u8,
    passed: u8,
}

const NOTHING: u8 = 64;

impl Hidden {
    /// Packs one side.
    pub fn new(men: &Men, castling: CastlingRights, passed: Option<Square>) -> Hidden {
        let mut planes = [0; 3];
        for (code, squares) in (1_u32..).zip(men) {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= if code >> bit & 1 == 1 { squares.0 } else { 0 };
            }
        }
        Hidden {
            planes,
            weight: 1.0,
            castling: u8::from(castling.kingside) | u8::from(castling.queenside) << 1,
            passed: passed.map_or(NOTHING, |square| square.to_u32() as u8),
        }
    }

    /// The men.
    #[inline]
    pub fn men(&self) -> Men {
        let [low, middle, high] = self.planes;
        [
            low & !middle & !high,
            middle & !low & !high,
            low & middle,
            high & !low & !middle,
            high & low,
            high & middle,
        ]
        .map(Bitboard)
    }

    /// Squares of the men.
    #[inline]
    pub fn squares(&self) -> Bitboard {
        Bitboard(self.planes[0] | self.planes[1] | self.planes[2])
    }

    /// Square of the king.
    #[inline]
    pub fn king(&self) -> Option<Square> {
        Bitboard(self.planes[1] & self.planes[2]).first()
    }

    /// Rights to castle.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        CastlingRights {
            kingside: self.castling & 1 == 1,
            queenside: self.castling & 2 == 2,
        }
    }

    /// Square that a pawn of this side has just passed.
    #[inline]
    pub fn passed(&self) -> Option<Square> {
        (self.passed != NOTHING).then(|| Square::new(u32::from(self.passed)))
    }

    /// The role of the man on a square.
    #[inline]
    pub fn role_on(&self, square: Square) -> Option<Role> {
        let at = square.to_u32();
        let bit = |plane: usize| (self.planes[plane] >> at & 1) as usize;
        match bit(0) | bit(1) << 1 | bit(2) << 2 {
            0 => None,
            code => Some(darkforge_board::ROLES[code - 1]),
        }
    }

    /// The side as a mover; `men` are its unpacked men.
    #[inline]
    pub fn side<'a>(
        &self,
        color: Color,
        men: &'a Men,
        others: Bitboard,
        passed: Option<Square>,
    ) -> Side<'a> {
        Side {
            color,
            men,
            castling: self.castling(),
            others,
            passed,
        }
    }

    #[inline]
    fn toggle(&mut self, role: Role, squares: u64) {
        let code = role as u64;
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane ^= squares & (code >> bit & 1).wrapping_neg();
        }
    }

    /// The side after one of its steps, with its weight unchanged.
    #[inline]
    #[must_use]
    pub fn after(&self, color: Color, step: Step) -> Hidden {
        let mut next = *self;
        let bit = |square: Square| 1_u64 << square.to_u32();
        next.toggle(step.role, bit(step.from));
        next.toggle(step.promotion.unwrap_or(step.role), bit(step.to));
        next.passed = step
            .passes()
            .map_or(NOTHING, |square| square.to_u32() as u8);
        if next.castling != 0 {
            if step.role == Role::King {
                next.castling = 0;
                if let Some((from, to)) = step.rook() {
                    next.toggle(Role::Rook, bit(from) | bit(to));
                }
            } else {
                next.leave(color, step.from);
            }
        }
        next
    }

    /// The side that passes.
    #[inline]
    #[must_use]
    pub fn passing(&self) -> Hidden {
        Hidden {
            passed: NOTHING,
            ..*self
        }
    }

    /// The side after it lost the man on a square.
    #[inline]
    #[must_use]
    pub fn without(&self, color: Color, square: Square) -> Hidden {
        let mut next = *self;
        for plane in &mut next.planes {
            *plane &= !(1 << square.to_u32());
        }
        next.leave(color, square);
        next
    }

    /// The side with one more man, on a free square.
    #[must_use]
    pub(super) fn with(&self, role: Role, square: Square) -> Hidden {
        let mut next = *self;
        next.toggle(role, 1 << square.to_u32());
        if role == Role::King {
            next.castling = 0;
        }
        next
    }

    #[inline]
    fn leave(&mut self, color: Color, square: Square) {
        if square == color.fold_wb(Square::H1, Square::H8) {
            self.castling &= !1;
        } else if square == color.fold_wb(Square::A1, Square::A8) {
            self.castling &= !2;
        }
    }

    /// Whether the men in a window are these, packed by [`Hidden::new`].
    #[inline]
    pub fn shows(&self, window: Bitboard, seen: &Hidden) -> bool {
        let differs = |plane: usize| (self.planes[plane] ^ seen.planes[plane]) & window.0;
        differs(0) | differs(1) | differs(2) == 0
    }

    /// A hash of the men in a window.
    #[inline]
    pub fn window_hash(&self, window: Bitboard) -> u64 {
        self.planes
            .iter()
            .fold(0, |hash, plane| mix(hash ^ (plane & window.0)))
    }

    /// Whether both are the same position, whatever their weights.
    #[inline]
    pub fn is(&self, other: &Hidden) -> bool {
        self.planes == other.planes
            && self.castling == other.castling
            && self.passed == other.passed
    }

    /// A hash of the position.
    #[inline]
    pub fn hash(&self) -> u64 {
        let [low, middle, high] = self.planes;
        let rest = u64::from(self.castling) << 8 | u64::from(self.passed);
        mix(mix(low ^ rest << 48)
            .wrapping_add(middle.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_add(mix(high)))
    }
}
