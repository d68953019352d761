//! Taken: the move that the referee makes of a request.

use super::steps::{Side, Step};
use darkforge_board::{
    Bitboard, Color, File, Rank, Role, Square, Try, between, bishop_attacks, king_attacks,
    knight_attacks, pawn_attacks, queen_attacks, role_on, rook_attacks, squares_of,
};

/// A move that is taken, and the square of the man that it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The move.
    pub step: Step,
    /// Square of the captured man; en passant, that of the pawn.
    pub capture: Option<Square>,
}

/// The request with a queen where a pawn reaches the last rank and no role is named.
pub fn with_promotion(side: &Side<'_>, asked: Try) -> Try {
    let last = matches!(asked.to.rank(), Rank::First | Rank::Eighth);
    if asked.promotion.is_none() && last && side.men[0].contains(asked.from) {
        return Try::promoting(asked.from, asked.to, Role::Queen);
    }
    asked
}

/// Whether a player may request `asked`: pseudolegal without the other side's men, or a pawn's
/// capture. Only the own men decide.
pub fn is_allowed(side: &Side<'_>, asked: Try) -> bool {
    let asked = with_promotion(side, asked);
    let own = squares_of(side.men);
    let Some(role) = role_on(side.men, asked.from) else {
        return false;
    };
    if own.contains(asked.to) {
        return false;
    }
    let last = side.color.fold_wb(Rank::Eighth, Rank::First);
    let promotes = role == Role::Pawn && asked.to.rank() == last;
    let promotion_fits = match asked.promotion {
        None => !promotes,
        Some(role) => promotes && !matches!(role, Role::Pawn | Role::King),
    };
    promotion_fits && destinations(side, role, asked.from).contains(asked.to)
}

/// Destinations that a player may request for one of its men.
pub(super) fn destinations(side: &Side<'_>, role: Role, from: Square) -> Bitboard {
    let own = squares_of(side.men);
    let reached = match role {
        Role::Pawn => pawn_attacks(side.color, from) | advances(side.color, from, own),
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, own),
        Role::Rook => rook_attacks(from, own),
        Role::Queen => queen_attacks(from, own),
        Role::King => king_attacks(from) | side.castlings(own),
    };
    reached & !own
}

/// Squares ahead of a pawn, free of the `occupied` ones.
fn advances(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let ahead = color.fold_wb(8, -8);
    let once = Bitboard::from_square(from).shift(ahead) & !occupied;
    let third = Bitboard::from_rank(color.fold_wb(Rank::Third, Rank::Sixth));
    once | ((once & third).shift(ahead) & !occupied)
}

/// The move that is taken when `side` requests `asked`, which [`is_allowed`]; `None` if nothing
/// moves. A slider stops at the first man in its way and takes it; a blocked step of two becomes
/// one; blocked castling is no move.
#[inline]
pub fn revise(side: &Side<'_>, asked: Try) -> Option<Taken> {
    let Try {
        from,
        to,
        promotion,
    } = with_promotion(side, asked);
    let role = role_on(side.men, from)?;
    let occupied = squares_of(side.men) | side.others;
    let (to, capture) = match role {
        Role::Pawn => pawn(side, from, to, occupied)?,
        Role::King if file(from).abs_diff(file(to)) > 1 => {
            (side.castlings(occupied).contains(to)).then_some((to, None))?
        }
        Role::King | Role::Knight => (to, hit(side, to)),
        Role::Bishop | Role::Rook | Role::Queen => {
            let way = between(from, to).with(to);
            let blockers = way & occupied;
            let first = if to > from {
                blockers.first()
            } else {
                blockers.last()
            };
            let stop = first.unwrap_or(to);
            (stop, hit(side, stop))
        }
    };
    let step = Step {
        role,
        from,
        to,
        promotion,
    };
    Some(Taken { step, capture })
}

fn file(square: Square) -> u32 {
    square.file().to_u32()
}

fn hit(side: &Side<'_>, square: Square) -> Option<Square> {
    side.others.contains(square).then_some(square)
}

/// A pawn's destination and capture.
#[inline]
fn pawn(
    side: &Side<'_>,
    from: Square,
    to: Square,
    occupied: Bitboard,
) -> Option<(Square, Option<Square>)> {
    if from.file() != to.file() {
        if side.others.contains(to) {
            return Some((to, Some(to)));
        }
        let behind = Square::from_coords(to.file(), from.rank());
        return (side.passed == Some(to)).then_some((to, Some(behind)));
    }
    let way = advances(side.color, from, occupied);
    let once = Square::from_coords(
        File::new(file(to)),
        from.rank().offset(side.color.fold_wb(1, -1))?,
    );
    if way.contains(to) {
        Some((to, None))
    } else {
        way.contains(once).then_some((once, None))
    }
}
