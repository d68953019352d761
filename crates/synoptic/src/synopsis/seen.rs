//! Seen: one position as its planes see it, plainly.

use darkforge_board::{
    Bitboard, CastlingRights, Color, Men, Rank, Square, bishop_attacks, king_attacks,
    knight_attacks, pawn_attacks, rook_attacks, squares_of,
};
use darkforge_recon::belief::{Hidden, Own};

/// One position of an information state, its men unpacked.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The side that knows its own men.
    pub color: Color,
    /// Its men.
    pub own: Men,
    /// Its rights.
    pub castling: CastlingRights,
    /// The other side's men.
    pub other: Men,
    /// The other side's rights.
    pub other_castling: CastlingRights,
    /// Square that the other side's pawn has just passed.
    pub passed: Option<Square>,
}

impl Seen {
    /// A position of a set.
    pub fn new(own: &Own, hidden: &Hidden) -> Seen {
        Seen {
            color: own.color,
            own: own.men,
            castling: own.castling,
            other: hidden.men(),
            other_castling: hidden.castling(),
            passed: hidden.passed(),
        }
    }

    /// Squares with men.
    pub fn occupied(&self) -> Bitboard {
        squares_of(&self.own) | squares_of(&self.other)
    }

    /// The position as the other side has it.
    #[must_use]
    pub fn turned(&self) -> Seen {
        Seen {
            color: !self.color,
            own: self.other,
            castling: self.other_castling,
            other: self.own,
            other_castling: self.castling,
            passed: None,
        }
    }

    /// Squares that each own man attacks, men of these roles only (by their places, pawns 0).
    pub fn attacks(&self, roles: &[usize]) -> Vec<Bitboard> {
        self.attacks_through(roles, self.occupied())
    }

    /// The same with men on the squares `occupied`.
    pub fn attacks_through(&self, roles: &[usize], occupied: Bitboard) -> Vec<Bitboard> {
        let mut found = Vec::new();
        for &role in roles {
            for from in self.own[role] {
                found.push(match role {
                    0 => pawn_attacks(self.color, from),
                    1 => knight_attacks(from),
                    2 => bishop_attacks(from, occupied),
                    3 => rook_attacks(from, occupied),
                    4 => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
                    _ => king_attacks(from),
                });
            }
        }
        found
    }

    /// Squares that own bishops and queens attack along diagonals.
    pub fn diagonals(&self) -> Bitboard {
        let men = self.own[2] | self.own[4];
        men.into_iter().fold(Bitboard::EMPTY, |all, from| {
            all | bishop_attacks(from, self.occupied())
        })
    }

    /// Squares that own rooks and queens attack along ranks and files.
    pub fn lines(&self) -> Bitboard {
        let men = self.own[3] | self.own[4];
        men.into_iter().fold(Bitboard::EMPTY, |all, from| {
            all | rook_attacks(from, self.occupied())
        })
    }

    /// The other side's men that own pawns can capture, with the square of a capture en passant.
    pub fn pawn_captures(&self) -> Bitboard {
        let passed = self.passed.map_or(Bitboard::EMPTY, Bitboard::from_square);
        any(&self.attacks(&[0])) & (squares_of(&self.other) | passed)
    }

    /// Squares to which the own men may move.
    pub fn destinations(&self) -> Bitboard {
        let free = !self.occupied();
        let men = squares_of(&self.own);
        let mut to = any(&self.attacks(&[1, 2, 3, 4, 5])) & !men;
        to |= any(&self.attacks(&[0])) & squares_of(&self.other);
        let ahead = self.color.fold_wb(8, -8);
        let once = self.own[0].shift(ahead) & free;
        let third = Bitboard::from_rank(self.color.fold_wb(Rank::Third, Rank::Sixth));
        to | once | ((once & third).shift(ahead) & free)
    }

    /// The king's men that give check from diagonals: the other side's bishops and queens.
    pub fn diagonal_checkers(&self) -> Bitboard {
        let seen = self.own[5].into_iter().fold(Bitboard::EMPTY, |all, king| {
            all | bishop_attacks(king, self.occupied())
        });
        seen & (self.other[2] | self.other[4])
    }

    /// The same along ranks and files: rooks and queens.
    pub fn line_checkers(&self) -> Bitboard {
        let seen = self.own[5].into_iter().fold(Bitboard::EMPTY, |all, king| {
            all | rook_attacks(king, self.occupied())
        });
        seen & (self.other[3] | self.other[4])
    }

    /// The other side's knights that give check.
    pub fn knight_checkers(&self) -> Bitboard {
        let king = self.own[5].first();
        king.map_or(Bitboard::EMPTY, knight_attacks) & self.other[1]
    }

    /// Destinations of castling that is possible now.
    pub fn castlings(&self) -> Bitboard {
        castlings(self.color, self.castling, self.occupied())
    }

    /// Corners of the rooks with rights to castle.
    pub fn corners(&self) -> Bitboard {
        corners(self.color, self.castling)
    }
}

/// Union.
pub fn any(all: &[Bitboard]) -> Bitboard {
    all.iter()
        .fold(Bitboard::EMPTY, |sum, squares| sum | *squares)
}

/// Squares in at least two of the sets.
pub fn twice(all: &[Bitboard]) -> Bitboard {
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for &squares in all {
        twice |= once & squares;
        once |= squares;
    }
    twice
}

/// Corners of the rooks with rights to castle.
#[inline]
pub(super) fn corners(color: Color, rights: CastlingRights) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    if rights.kingside {
        squares.add(color.fold_wb(Square::H1, Square::H8));
    }
    if rights.queenside {
        squares.add(color.fold_wb(Square::A1, Square::A8));
    }
    squares
}

/// Destinations of a king that has its rights and free squares between itself and the rook.
#[inline]
pub(crate) fn castlings(color: Color, rights: CastlingRights, occupied: Bitboard) -> Bitboard {
    let home = color.fold_wb(0, 56);
    let free = |squares: u64| occupied.0 >> home & squares == 0;
    let mut to = Bitboard::EMPTY;
    if rights.kingside && free(0x60) {
        to.add(Square::new(home + 6));
    }
    if rights.queenside && free(0x0e) {
        to.add(Square::new(home + 2));
    }
    to
}
