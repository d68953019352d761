//! What becomes of a player's own men, as that player can work it out: by its moves and by
//! the captures that the umpire announces.

use darkforge_board::{
    Bitboard, CastlingRights, Color, File, Men, Rank, Role, Square, Try, index, role_on,
};

/// Makes the own move `played` of `color`, whatever the true board says of it.
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

/// Takes the man of `color` off the board that the umpire announced as captured on
/// `square`; where that names the landing square of a capture en passant, the pawn before
/// it. Whether there was such a man.
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

/// Forgets the right to castle with a rook that left `square`.
fn lose_right(color: Color, castling: &mut CastlingRights, square: Square) {
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    castling.kingside &= square != Square::from_coords(File::H, rank);
    castling.queenside &= square != Square::from_coords(File::A, rank);
}
