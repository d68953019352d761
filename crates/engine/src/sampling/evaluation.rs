//! Values of men, by kind and square. They are those of ordinary chess, because the sampling
//! players of T 6.2 ask an ordinary chess program.
//!
//! T is the thesis, see [the crate](crate).

use darkforge_board::{Color, Men, Role, Square, index, piece_square_value};

/// Worth of a man by role, in hundredths of a pawn.
pub(super) const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];
/// Value of giving mate, in hundredths of a pawn. It is small: a mate on one board of a hundred
/// must not cost a queen on the others.
pub(super) const MATE_SCORE: i32 = 5_000;
/// The same in pawns.
pub const MATE: f32 = 50.0;
/// Value of pieces, in hundredths of a pawn, below which the other side need not hide its king.
pub(super) const ENDING: i32 = 1_300;
/// Value of pieces, in hundredths of a pawn, that can mate a lone king.
pub(super) const MATING: i32 = 500;

/// Worth of a man of `role`, in pawns; a king's is 0.
pub fn value_of(role: Role) -> f32 {
    pawns(VALUES[index(role)])
}

/// Hundredths of a pawn as pawns.
pub fn pawns(score: i32) -> f32 {
    score as f32 / 100.0
}

/// Worth of a man of `role` and `color` on `square`, in hundredths of a pawn; `ending` says
/// whether few pieces are left on the other side.
#[inline]
pub fn piece_square(role: Role, color: Color, square: Square, ending: bool) -> i32 {
    VALUES[index(role)] + piece_square_value(role, color, square, ending)
}

/// Pieces without pawns, in hundredths of a pawn.
pub(super) fn pieces(men: &Men) -> i32 {
    let counted = men.iter().zip(VALUES).skip(1);
    counted.map(|(men, value)| men.count() as i32 * value).sum()
}

/// Whether a king need not fear the pieces among `men`.
pub(super) fn is_ending(men: &Men) -> bool {
    pieces(men) <= ENDING
}
