//! The men of one side, their roles and their material.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, File, Role, Square};

/// The six kinds of men, in the order of [`index`].
pub const ROLES: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// Roles to which a pawn may promote, most valuable first.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Position of a role in [`ROLES`] and in every array of men: pawn 0 to king 5.
#[inline]
pub const fn index(role: Role) -> usize {
    role as usize - 1
}

/// Both sides, White first: the order of every array by colour.
pub const SIDES: [Color; 2] = [Color::White, Color::Black];

/// Position of a colour in [`SIDES`]: White 0, Black 1.
#[inline]
pub const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// Castling rights of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    /// O-O
    pub kingside: bool,
    /// O-O-O
    pub queenside: bool,
}

/// Men of one side: one set of squares for each role, pawns first.
pub type Men = [Bitboard; 6];

/// All squares of `men`.
#[inline]
pub fn squares_of(men: &Men) -> Bitboard {
    men[0] | men[1] | men[2] | men[3] | men[4] | men[5]
}

/// Squares that men of `color` attack when `occupied` stands on the board.
#[inline]
pub fn attacked_by(men: &Men, color: Color, occupied: Bitboard) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    each_attack(men, color, occupied, |squares| attacked |= squares);
    attacked
}

/// The squares that `men` of `color` attack when the squares of `occupied` have men, and those of
/// them that two or more attack.
pub fn attacked_twice_by(men: &Men, color: Color, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    each_attack(men, color, occupied, |squares| {
        twice |= once & squares;
        once |= squares;
    });
    (once, twice)
}

/// Calls `with` for the squares that each man attacks; for all pawns there are two calls, one for
/// each side of them.
#[inline]
fn each_attack(men: &Men, color: Color, occupied: Bitboard, mut with: impl FnMut(Bitboard)) {
    let [pawns, knights, bishops, rooks, queens, kings] = *men;
    let ahead = color.fold_wb(8, -8);
    with((pawns & !Bitboard::from_file(File::A)).shift(ahead - 1));
    with((pawns & !Bitboard::from_file(File::H)).shift(ahead + 1));
    knights.into_iter().map(knight_attacks).for_each(&mut with);
    for from in bishops {
        with(bishop_attacks(from, occupied));
    }
    for from in rooks {
        with(rook_attacks(from, occupied));
    }
    for from in queens {
        with(bishop_attacks(from, occupied) | rook_attacks(from, occupied));
    }
    kings.into_iter().map(king_attacks).for_each(with);
}

/// The role of the man on `square`, if one of `men` stands there.
pub fn role_on(men: &Men, square: Square) -> Option<Role> {
    ROLES
        .into_iter()
        .find(|&role| men[index(role)].contains(square))
}

/// Letters of men, in the order in which material is written, with their places in [`Men`].
const LETTERS: [(char, usize); 6] = [('K', 5), ('Q', 4), ('R', 3), ('B', 2), ('N', 1), ('P', 0)];

/// Whether `men` have the [`material`] that `letters` name.
pub fn is_material(men: &Men, letters: &str) -> bool {
    let wanted = |known: char| letters.chars().filter(|&letter| letter == known).count();
    squares_of(men).count() == letters.len()
        && LETTERS
            .into_iter()
            .all(|(letter, role)| men[role].count() == wanted(letter))
}

/// Material of one side as letters, king first: `KQRP`.
pub fn material(men: &Men) -> String {
    LETTERS
        .into_iter()
        .flat_map(|(letter, role)| std::iter::repeat_n(letter, men[role].count()))
        .collect()
}
