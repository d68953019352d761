//! Board: the one position that `trout` believes. It need not be one of the game: men stand where they
//! were seen last, a king may be missing, and a side may have two.
//!
//! Moves and notation are those of python-chess' `Board`, on which reconchess' player keeps its own.

use crate::referee::{Piece, Position};
use darkforge_board::{
    Bitboard, Color, File, Men, Rank, Role, SIDES, Square, Try, bishop_attacks, index,
    king_attacks, knight_attacks, pawn_attacks, role_on, rook_attacks, side, squares_of,
};

/// Men, and what a chess program is told beside them.
#[derive(Clone, Debug)]
pub(super) struct Board {
    men: [Men; 2],
    /// The side to move; the colour of a man that is moved.
    pub(super) turn: Color,
    /// Squares of rooks that may castle.
    castling: Bitboard,
    passed: Option<Square>,
    quiet: u32,
    number: u32,
}

impl Board {
    /// The initial position.
    pub(super) fn start() -> Board {
        Board {
            men: Position::start().men,
            turn: Color::White,
            castling: Bitboard::CORNERS,
            passed: None,
            quiet: 0,
            number: 1,
        }
    }

    /// The man on a square.
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        SIDES.into_iter().find_map(|color| {
            let role = role_on(&self.men[side(color)], square)?;
            Some(Piece { color, role })
        })
    }

    /// Removes the man on a square.
    pub(super) fn remove(&mut self, square: Square) {
        for squares in self.men.iter_mut().flatten() {
            squares.discard(square);
        }
    }

    /// Puts a man on a square, or none.
    pub(super) fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.remove(square);
        if let Some(Piece { color, role }) = piece {
            self.men[side(color)][index(role)].add(square);
        }
    }

    /// The king of a side; of several the one on the highest square.
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        self.men[side(color)][index(Role::King)].last()
    }

    fn occupied(&self) -> Bitboard {
        squares_of(&self.men[0]) | squares_of(&self.men[1])
    }

    /// Whether the men could stand so in a game of chess: a king and at most 16 men a side.
    pub(super) fn is_of_chess(&self) -> bool {
        self.men
            .iter()
            .all(|men| men[index(Role::King)].count() == 1 && squares_of(men).count() <= 16)
    }

    /// Men of a side that attack a square.
    pub(super) fn attackers(&self, color: Color, square: Square) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.men[side(color)];
        let occupied = self.occupied();
        (pawn_attacks(!color, square) & pawns)
            | (knight_attacks(square) & knights)
            | (king_attacks(square) & kings)
            | (bishop_attacks(square, occupied) & (bishops | queens))
            | (rook_attacks(square, occupied) & (rooks | queens))
    }

    /// Squares of rooks that may castle, with their kings at home.
    fn rooks_to_castle(&self) -> Bitboard {
        SIDES
            .into_iter()
            .map(|color| {
                let [.., rooks, _, kings] = self.men[side(color)];
                let home = Bitboard::from_rank(color.fold_wb(Rank::First, Rank::Eighth));
                let king = Square::from_coords(File::E, color.fold_wb(Rank::First, Rank::Eighth));
                if kings.contains(king) {
                    self.castling & rooks & home
                } else {
                    Bitboard::EMPTY
                }
            })
            .fold(Bitboard::EMPTY, |all, rooks| all | rooks)
    }

    /// Makes a move that was taken. The man gets the colour of the side to move.
    pub(super) fn push(&mut self, taken: Try) {
        let mover = self.turn;
        self.castling = self.rooks_to_castle();
        let passed = self.passed.take();
        self.quiet += 1;
        self.number += u32::from(mover == Color::Black);
        self.turn = !mover;
        let Some(Piece { role, .. }) = self.piece_on(taken.from) else {
            return;
        };
        let target = self.piece_on(taken.to);
        let touched = Bitboard::from_square(taken.from).with(taken.to);
        let pawns = self.men[0][0] | self.men[1][0];
        let others = squares_of(&self.men[side(!mover)]);
        if (touched & (pawns | others)).any() {
            self.quiet = 0;
        }
        self.remove(taken.from);
        self.castling.discard(taken.from);
        self.castling.discard(taken.to);
        let home = |color: Color| Bitboard::from_rank(color.fold_wb(Rank::First, Rank::Eighth));
        if role == Role::King {
            self.castling &= !home(mover);
        } else if target.is_some_and(|piece| piece.role == Role::King)
            && home(!mover).contains(taken.to)
        {
            self.castling &= !home(!mover);
        }
        if role == Role::Pawn {
            self.pawn(taken, passed, target.is_some());
        }
        if role == Role::King
            && is_castling(taken)
            && let Some((corner, beside)) = rook_of(taken)
            && self.men[side(mover)][index(Role::Rook)].contains(corner)
        {
            self.set(corner, None);
            let role = Role::Rook;
            self.set(beside, Some(Piece { color: mover, role }));
        }
        let role = taken.promotion.unwrap_or(role);
        self.set(taken.to, Some(Piece { color: mover, role }));
    }

    /// A pawn's passed square, and its capture en passant.
    fn pawn(&mut self, taken: Try, passed: Option<Square>, is_hit: bool) {
        let (from, to) = (taken.from.to_u32(), taken.to.to_u32());
        let distance = from.abs_diff(to);
        if distance == 16 {
            self.passed = Some(Square::new(u32::midpoint(from, to)));
        } else if passed == Some(taken.to) && matches!(distance, 7 | 9) && !is_hit {
            // The side to move has changed already.
            let behind = self.turn.fold_wb(8, -8);
            self.remove(Square::new((to as i32 + behind) as u32));
        }
    }

    /// The position in FEN, with the passed square after every step of two.
    pub(super) fn fen(&self) -> String {
        let whole = Position {
            men: self.men,
            turn: self.turn,
            castling: Default::default(),
            passed: self.passed,
            quiet: self.quiet,
            number: self.number,
        };
        let fen = whole.fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        let castling = self.castling_letters();
        fields[2] = &castling;
        fields.join(" ")
    }

    fn castling_letters(&self) -> String {
        let mut letters = String::new();
        let rooks = self.rooks_to_castle();
        for color in SIDES {
            let Some(king) = self.king(color) else {
                continue;
            };
            let home = Bitboard::from_rank(color.fold_wb(Rank::First, Rank::Eighth));
            for rook in (rooks & home).into_iter().rev() {
                let letter = if rook.file() < king.file() { 'q' } else { 'k' };
                letters.push(color.fold_wb(letter.to_ascii_uppercase(), letter));
            }
        }
        if letters.is_empty() {
            letters.push('-');
        }
        letters
    }
}

/// Whether a king's move is castling.
fn is_castling(taken: Try) -> bool {
    let home = |square: Square| matches!(square, Square::E1 | Square::E8);
    home(taken.from) && taken.from.to_u32().abs_diff(taken.to.to_u32()) == 2
}

/// From and to of the rook, when castling.
fn rook_of(taken: Try) -> Option<(Square, Square)> {
    let on = |file| Square::from_coords(file, taken.to.rank());
    match taken.to.file() {
        File::G => Some((on(File::H), on(File::F))),
        File::C => Some((on(File::A), on(File::D))),
        _ => None,
    }
}
