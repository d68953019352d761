//! Evaluation functions of the papers, ending by ending: a weighted sum of features.
//!
//! docs/endgames.md lists the choices where the sources disagree, with reasons.
//!
//! T is the thesis, see [the crate](crate).

use super::matrices::{BISHOPS, ROOK};
use crate::laboratory::ending::symmetries;
use crate::laboratory::features::{
    farthest, hangs, only, quadrant_area, rectangle, rhomb_area, sum,
};
use darkforge_board::{Bitboard, Rank, Role, Square, index};
use darkforge_engine::endgame::Own;

/// Bonus of a promoted queen: more than any evaluation.
const QUEENED: f64 = 100_000.0;

/// Value for White of the king being on one of `king`.
pub(super) fn evaluate(own: &Own, king: Bitboard) -> f64 {
    let men = &own.0;
    if let Some(queen) = only(own, Role::Queen) {
        QUEENED + with_queen(own, queen, king)
    } else if let Some(rook) = only(own, Role::Rook) {
        QUEENED + with_rook(own, rook, king)
    } else if let Some(pawn) = only(own, Role::Pawn) {
        with_pawn(own, pawn, king)
    } else if men[index(Role::Knight)].any() {
        with_knight(own, king)
    } else {
        with_bishops(own, king)
    }
}

fn yes(fact: bool) -> f64 {
    f64::from(u8::from(fact))
}

fn adjacent(a: Square, b: Square) -> bool {
    a.distance(b) == 1
}

/// KRK (S and P agree), and the first six features of KQK.
fn with_rook(own: &Own, rook: Square, king: Bitboard) -> f64 {
    let home = own.king();
    let between = rectangle(home, rook) & king;
    -1000.0 * yes(hangs(own, Bitboard::from_square(rook), king))
        - f64::from(farthest(own, king))
        - quadrant_area(rook, king)
        - 500.0 * yes(between.any())
        + yes(adjacent(home, rook))
        + sum(&ROOK, king)
}

/// The five components of T 6.3.1, for a rook: the quadrants' weight and the matrix are not printed
/// there, and are taken from S.
pub(super) fn of_the_thesis(own: &Own, king: Bitboard) -> f64 {
    let Some(rook) = only(own, Role::Rook) else {
        return evaluate(own, king);
    };
    840.0 * yes(!hangs(own, Bitboard::from_square(rook), king))
        - f64::from(farthest(own, king))
        - quadrant_area(rook, king)
        + yes(adjacent(own.king(), rook))
        + sum(&ROOK, king)
}

/// KQK, with the seventh feature of S, which P leaves out.
fn with_queen(own: &Own, queen: Square, king: Bitboard) -> f64 {
    with_rook(own, queen, king)
        - 100.0 * yes(hangs(own, Bitboard::from_square(queen), king))
        - king.count() as f64
        - rhomb_area(queen, king)
}

/// The terms that KBBK and KBNK share.
fn with_bishop(own: &Own, king: Bitboard) -> f64 {
    let home = own.king();
    let bishops = own.0[index(Role::Bishop)];
    let men = bishops | own.0[index(Role::Knight)];
    let hanging = hangs(own, men, king);
    let line = |square: Square| square.file() == home.file() || square.rank() == home.rank();
    let crossed = bishops.into_iter().any(|bishop| {
        let rows = rectangle(home, Square::from_coords(bishop.file(), home.rank()))
            | rectangle(home, Square::from_coords(home.file(), bishop.rank()));
        (rows & king).any()
    });
    let areas: f64 = bishops.into_iter().map(|at| rhomb_area(at, king)).sum();
    -1100.0 * yes(hanging) - f64::from(farthest(own, king)) - 500.0 * yes(crossed)
        + sum(&BISHOPS, king)
        + yes(bishops.into_iter().any(line))
        - king.count() as f64
        - areas / 6.0
}

/// KBBK (S; P leaves out two features).
fn with_bishops(own: &Own, king: Bitboard) -> f64 {
    let bishops = own.0[index(Role::Bishop)];
    let mut pair = bishops.into_iter();
    let beside = match (pair.next(), pair.next()) {
        (Some(a), Some(b)) => adjacent(a, b),
        _ => false,
    };
    with_bishop(own, king) + 2.0 * yes(beside) + 30.0 * yes(is_key(own))
}

/// The only key position of the bishops that survives in S and P, Kc7 Bc4 Bc5, and its images.
fn is_key(own: &Own) -> bool {
    let stand = (
        Bitboard::from_square(own.king()),
        own.0[index(Role::Bishop)],
    );
    let king = Bitboard::from_square(Square::C7);
    let pair = Bitboard::from_square(Square::C4).with(Square::C5);
    let mut images = symmetries(false)
        .iter()
        .map(|turn| (turn(king), turn(pair)));
    stand == (king, pair) || images.any(|image| image == stand)
}

/// KBNK: P gives no numbers. The knight shall support the bishop: next to it or to the king.
fn with_knight(own: &Own, king: Bitboard) -> f64 {
    let knights = own.0[index(Role::Knight)];
    let friends = own.0[index(Role::Bishop)] | own.0[index(Role::King)];
    let near = knights
        .into_iter()
        .any(|knight| friends.into_iter().any(|friend| adjacent(friend, knight)));
    with_bishop(own, king) + 2.0 * yes(near) - king.count() as f64
}

/// KPK (S).
fn with_pawn(own: &Own, pawn: Square, king: Bitboard) -> f64 {
    let home = own.king();
    let row = |square: Square| f64::from(square.rank() as u32 + 1);
    let mut value = -f64::from(home.distance(pawn)) + 2.0 * row(pawn) + row(home) - row(pawn);
    if pawn.rank() == Rank::Seventh {
        value += if pawn.rank() > home.rank() {
            -1000.0
        } else {
            100.0
        };
    }
    if pawn.rank() == Rank::Sixth && home.file() != pawn.file() {
        value += 5.0;
    }
    // S has no feature for it, but prunes tries that endanger the pawn.
    value - 1000.0 * yes(hangs(own, Bitboard::from_square(pawn), king))
}
