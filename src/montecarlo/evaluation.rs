//! What a board is worth to the side to move: material, where the men stand, and the lone
//! king driven to the edge. The terms of ordinary chess, on purpose: the sampling players
//! of T 6.2 ask an ordinary chess program.

use crate::chess::{Board, Color, Men, ROLES, Role, Square, index, placement};

/// Worth of a man by role, in hundredths of a pawn.
const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];
/// What giving mate is worth, in hundredths of a pawn. Not more: a mate on one board of a
/// hundred must not cost a queen on the others.
pub(super) const MATE_SCORE: i32 = 5_000;
/// The same in pawns.
pub const MATE: f32 = 50.0;
/// Pieces, in hundredths of a pawn, with which a side no longer hides its king.
const ENDING: i32 = 1_300;
/// Pieces, in hundredths of a pawn, that can mate a lone king.
const MATING: i32 = 500;

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
    VALUES[index(role)] + placement(role, color, square, ending)
}

/// Pieces without pawns, in hundredths of a pawn.
fn pieces(men: &Men) -> i32 {
    let counted = men.iter().zip(VALUES).skip(1);
    counted.map(|(men, value)| men.count() as i32 * value).sum()
}

/// Whether a king need not fear the pieces among `men`.
pub(super) fn is_ending(men: &Men) -> bool {
    pieces(men) <= ENDING
}

fn side_worth(own: &Men, enemy: &Men, color: Color) -> i32 {
    let ending = is_ending(enemy);
    let mut worth = 0;
    for (role, &men) in ROLES.into_iter().zip(own) {
        for square in men {
            worth += piece_square(role, color, square, ending);
        }
    }
    worth + drive(own, enemy)
}

/// What it is worth to have driven a king that is nearly alone to the edge, with the own
/// king near it.
fn drive(own: &Men, enemy: &Men) -> i32 {
    let alone = enemy[0].is_empty() && pieces(enemy) <= VALUES[index(Role::Bishop)];
    let kings = [own, enemy].map(|men| men[index(Role::King)].first());
    match kings {
        [Some(king), Some(driven)] if alone && pieces(own) >= MATING => {
            let from_centre = |square: Square| {
                let apart = |at: i32| (2 * at - 7).abs() / 2;
                apart(i32::from(square.file())) + apart(i32::from(square.rank()))
            };
            15 * from_centre(driven) + 8 * (7 - king.distance(driven) as i32)
        }
        _ => 0,
    }
}

/// What `board` is worth to `color`, in hundredths of a pawn.
pub fn balance(board: &Board, color: Color) -> i32 {
    let (own, enemy) = (board.men(color), board.men(!color));
    side_worth(&own, &enemy, color) - side_worth(&enemy, &own, !color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn balance_of(fen: &str) -> i32 {
        let position: Position = fen.parse().unwrap();
        balance(position.board(), Color::White)
    }

    #[test]
    fn the_start_is_even_and_both_sides_see_it_alike() {
        assert_eq!(balance(&Board::start(), Color::White), 0);
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position: Position = fen.parse().unwrap();
        let board = position.board();
        assert_eq!(balance(board, Color::White), -balance(board, Color::Black));
    }

    #[test]
    fn a_lone_king_is_driven_to_the_corner() {
        let centre = balance_of("8/8/8/4k3/8/8/8/K2Q4 w - - 0 1");
        let corner = balance_of("7k/8/8/8/8/5K2/8/3Q4 w - - 0 1");
        assert!(corner > centre + 50, "{corner} against {centre}");
    }
}
