//! Own men: a player's own men, as the player can compute them from its moves and from the
//! announced captures.

use darkforge_board::{
    Bitboard, CastlingRights, Color, File, Men, Rank, Role, Square, Try, index, role_on,
};

/// Plays the own move `played` of `color`, whatever the true board is.
pub fn play_own_move(color: Color, men: &mut Men, castling: &mut CastlingRights, played: Try) {
    let Some(role) = role_on(men, played.from) else {
        return;
    };
    let now = played.promotion.unwrap_or(role);
    men[index(role)].discard(played.from);
    men[index(now)].add(played.to);
    if role == Role::King {
        *castling = CastlingRights::default();
        if played.from.distance(played.to) == 2 {
            let kingside = played.to.file() > played.from.file();
            let (from, to) = if kingside {
                (File::H, File::F)
            } else {
                (File::A, File::D)
            };
            let rooks = &mut men[index(Role::Rook)];
            rooks.discard(Square::from_coords(from, played.from.rank()));
            rooks.add(Square::from_coords(to, played.from.rank()));
        }
    }
    lose_right(color, castling, played.from);
}

/// Removes the man of `color` whose capture on `square` was announced; if that is the landing
/// square of a capture en passant, the pawn before it. Returns whether there was such a man.
pub fn lose_own_man(
    color: Color,
    men: &mut Men,
    castling: &mut CastlingRights,
    square: Square,
) -> bool {
    let here = role_on(men, square).map(|role| (role, square));
    let pawns = men[index(Role::Pawn)];
    let passed = square.offset(color.fold_wb(8, -8));
    let passed = passed.filter(|&passed| pawns.contains(passed));
    let Some((role, lost)) = here.or(passed.map(|passed| (Role::Pawn, passed))) else {
        return false;
    };
    men[index(role)] &= !Bitboard::from_square(lost);
    lose_right(color, castling, lost);
    true
}

/// Removes the right to castle with a rook that left `square`.
fn lose_right(color: Color, castling: &mut CastlingRights, square: Square) {
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    castling.kingside &= square != Square::from_coords(File::H, rank);
    castling.queenside &= square != Square::from_coords(File::A, rank);
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Board, Position, SIDES, as_try, captured_by};

    /// On every move of some positions, both sides' men agree with the board.
    #[test]
    fn own_men_follow_the_board() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/P6P/R3K2R w KQkq d6 0 1",
            "r3k2r/p6p/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",
            "1n2k2r/P7/8/8/8/8/7p/4K1N1 w k - 0 1",
            "1n2k2r/P7/8/8/8/8/7p/4K1N1 b k - 0 1",
        ] {
            let position: Position = fen.parse().expect("a position");
            let board = position.board();
            for m in board.legal_moves() {
                let mut after: Board = board.clone();
                after.play(m);
                let mover = board.turn();
                let (mut men, mut rights) = (board.men(mover), board.castling(mover));
                play_own_move(mover, &mut men, &mut rights, as_try(m));
                assert_eq!(
                    (men, rights),
                    (after.men(mover), after.castling(mover)),
                    "{m:?}"
                );
                let (mut men, mut rights) = (board.men(!mover), board.castling(!mover));
                if let Some((square, _)) = captured_by(m) {
                    // The captured man's own square, and the landing square en passant.
                    let landed = if m.is_en_passant() { m.to() } else { square };
                    let (mut same, mut same_rights) = (men, rights);
                    assert!(lose_own_man(!mover, &mut same, &mut same_rights, landed));
                    assert!(lose_own_man(!mover, &mut men, &mut rights, square));
                    assert_eq!((same, same_rights), (men, rights));
                }
                let expected = (after.men(!mover), after.castling(!mover));
                assert_eq!((men, rights), expected, "{m:?}");
            }
        }
    }

    #[test]
    fn nobody_is_lost_on_an_empty_square() {
        let start = Position::start();
        for color in SIDES {
            let (mut men, mut rights) = (start.men(color), start.castling(color));
            assert!(!lose_own_man(color, &mut men, &mut rights, Square::E4));
            play_own_move(
                color,
                &mut men,
                &mut rights,
                Try::new(Square::E4, Square::E5),
            );
            assert_eq!((men, rights), (start.men(color), start.castling(color)));
        }
    }
}
