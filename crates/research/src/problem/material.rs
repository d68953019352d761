//! Material mates (Berkeley IV.C): endings that are won for certain count as mates.

use darkforge_board::{Bitboard, Board, Color, File, Role, index, king_attacks, squares_of};

/// Whether `board`, after a move of `color`, is a material mate: the enemy has its king
/// alone and a legal move, and the king of `color` protects a queen, a rook, a pawn not on
/// the edge, two bishops on squares of both colours, or a bishop and a knight.
///
/// In play such a game continues; in problems it is won.
pub fn is_material_mate(board: &Board, color: Color) -> bool {
    if squares_of(&board.men(!color)).count() > 1 || board.turn() == color {
        return false;
    }
    let men = board.men(color);
    let guarded = king_attacks(board.king(color));
    let of = |role: Role| men[index(role)] & guarded;
    let edge = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
    let bishops = of(Role::Bishop);
    let pair =
        (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    let enough = of(Role::Queen).any()
        || of(Role::Rook).any()
        || (of(Role::Pawn) & !edge).any()
        || pair
        || bishops.any() && of(Role::Knight).any();
    enough && !board.legal_moves().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_king_must_protect_what_mates() {
        for (board, mate) in [
            ("8/8/4k3/8/8/3KQ3/8/8", true),
            ("8/8/4k3/8/8/3K4/8/4Q3", false),
            ("8/8/4k3/8/8/3KR3/8/8", true),
            ("8/8/4k3/8/8/3KP3/8/8", true),
            ("8/8/4k3/8/7P/6K1/8/8", false),
            ("8/8/4k3/8/8/3KBB2/8/8", false),
            ("8/8/4k3/8/8/3KB3/3B4/8", false),
            ("8/8/4k3/8/8/3KB3/4B3/8", true),
            ("8/8/4k3/8/8/3KB3/4N3/8", true),
            ("8/8/4k3/8/8/3KN3/4N3/8", false),
            ("8/7p/4k3/8/8/3KQ3/8/8", false),
            // No legal move: a stalemate.
            ("7k/8/5KQ1/8/8/8/8/8", false),
        ] {
            let board: darkforge_board::Position = format!("{board} b - - 0 1").parse().unwrap();
            let board = board.board();
            assert_eq!(
                is_material_mate(board, Color::White),
                mate,
                "{}",
                board.fen()
            );
        }
    }
}
