//! Terms of the move model: numbers of what a legal move of the enemy is like. Each is what an enemy
//! decides by: the squares that a man leaves and reaches, protection by pawns, what the umpire
//! announced. Some depend on men of ours, of which it may have heard.

use darkforge_board::{
    Bitboard, Board, Color, Men, Move, MoveList, Role, Square, attacked_by, bishop_attacks, index,
    knight_attacks, pawn_attacks, rook_attacks,
};

/// Least numbers of men on the board in the opening and in the middle game.
const PHASES: [usize; 2] = [27, 15];
/// Terms of a square: phases times roles times squares, where the files e to h count as d to a.
const SQUARES: usize = 3 * 6 * 32;
/// Place of the first term of a square left, of a square reached, and of the others.
pub(super) const LEFT: usize = 0;
pub(super) const REACHED: usize = LEFT + SQUARES;
const OTHERS: usize = REACHED + SQUARES;

/// Place among 32 of each square, when the files e to h count as d to a.
const PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut square = 0_u8;
    while square < 64 {
        let file = square % 8;
        let from_edge = if file < 4 { file } else { 7 - file };
        places[square as usize] = square / 8 * 4 + from_edge;
        square += 1;
    }
    places
};

/// Number of terms.
pub const TERMS: usize = term::END;

/// Places of the terms that are not squares. "By role" takes six places.
pub(super) mod term {
    use super::OTHERS;
    /// A pawn's step of two.
    pub const DOUBLE: usize = OTHERS;
    /// A bishop's, rook's or queen's move over two, three, and more squares.
    pub const FAR: usize = DOUBLE + 1;
    /// To a square that an own pawn protects, by role.
    pub const PROTECTED: usize = FAR + 9;
    /// To a square that a pawn of ours attacks, by role.
    pub const TO_PAWN: usize = PROTECTED + 6;
    /// To a square that a man of ours attacks, by role.
    pub const TO_MAN: usize = TO_PAWN + 6;
    /// From a square that a pawn of ours attacks, by role.
    pub const FROM_PAWN: usize = TO_MAN + 6;
    /// From a square that a man of ours attacks, by role.
    pub const FROM_MAN: usize = FROM_PAWN + 6;
    /// A check by the man that moves, by role.
    pub const CHECK: usize = FROM_MAN + 6;
    /// Castling with the king's rook, and with the queen's.
    pub const CASTLING: usize = CHECK + 6;
    /// A capture by a piece that no announcement suggests, by role.
    pub const BLIND: usize = CASTLING + 2;
    /// A capture on the square of our last capture, by role.
    pub const ANSWERED: usize = BLIND + 6;
    /// A pawn's capture elsewhere: the only one, one of two, one of more.
    pub const PAWN: usize = ANSWERED + 6;
    /// The captured man is a piece: in a blind capture, on the square of our last capture, by a
    /// pawn.
    pub const PIECE: usize = PAWN + 3;
    /// A capture en passant.
    pub const EN_PASSANT: usize = PIECE + 3;
    /// Promotion to a queen, and to another piece.
    pub const PROMOTION: usize = EN_PASSANT + 1;
    /// In check: a man between, a capture by a man, a capture by the king.
    pub const ANSWER: usize = PROMOTION + 2;
    /// To a square from which the man attacks that of our last capture, by role.
    pub const ATTACKS: usize = ANSWER + 3;
    /// The terms of a square left, in the order of their bits.
    pub const FROM: [usize; 2] = [FROM_PAWN, FROM_MAN];
    /// The terms of a square reached.
    pub const TO: [usize; 5] = [PROTECTED, TO_PAWN, TO_MAN, CHECK, ATTACKS];
    /// One place after the last.
    pub const END: usize = ATTACKS + 6;
}

/// A board with the enemy to move, as far as the terms of its moves depend on it.
pub struct Scene<'a> {
    board: &'a Board,
    legal: &'a MoveList,
    captured_on: Option<Square>,
    turn: Color,
    /// Changes the number of a square into that from White's side.
    upside_down: usize,
    pub(super) phase: usize,
    protected: Bitboard,
    by_pawns: Bitboard,
    by_men: Bitboard,
    /// Squares from which each role gives check.
    checks: Men,
    /// Squares from which each role attacks the square of our last capture.
    attacks: Men,
    pub(super) in_check: bool,
}

impl<'a> Scene<'a> {
    /// The scene of `board` with its `legal` moves, after our capture on the square
    /// `captured_on`, if our last move was one.
    pub fn new(board: &'a Board, legal: &'a MoveList, captured_on: Option<Square>) -> Scene<'a> {
        let (turn, occupied) = (board.turn(), board.occupied());
        let other = board.men(!turn);
        let men = occupied.count();
        Scene {
            board,
            legal,
            captured_on,
            turn,
            upside_down: turn.fold_wb(0, 56),
            phase: PHASES.iter().filter(|&&least| men < least).count(),
            protected: attacked_by_pawns(board, turn),
            by_pawns: attacked_by_pawns(board, !turn),
            by_men: attacked_by(&other, !turn, occupied),
            checks: sights(board.king(!turn), turn, occupied),
            attacks: captured_on.map_or([Bitboard::EMPTY; 6], |on| sights(on, turn, occupied)),
            in_check: board.is_in_check(),
        }
    }

    /// Calls `with` for the place of each term of the legal move `m`.
    #[inline]
    pub fn terms(&self, m: Move, mut with: impl FnMut(usize)) {
        let (role, to) = (m.role(), m.to());
        let Some(from) = m.from().filter(|_| !m.is_castle()) else {
            let king = self.board.king(self.turn);
            with(term::CASTLING + usize::from(to.file() < king.file()));
            return;
        };
        let kind = index(role);
        let row = (self.phase * 6 + kind) * 32;
        with(LEFT + row + self.place(from));
        with(REACHED + row + self.place(to));
        let far = distance(from, to);
        match role {
            Role::Pawn if far == 2 => with(term::DOUBLE),
            Role::Bishop | Role::Rook | Role::Queen if far > 1 => {
                with(term::FAR + (kind - 2) * 3 + far.min(4) - 2);
            }
            _ => {}
        }
        for (bits, firsts) in [
            (self.left(from), &term::FROM[..]),
            (self.reached(kind, to), &term::TO[..]),
        ] {
            let set = firsts.iter().enumerate();
            let set = set.filter(|&(bit, _)| bits >> bit & 1 == 1);
            set.for_each(|(_, first)| with(first + kind));
        }
        self.loud_terms(m, with);
    }

    /// Whether a pawn of ours, and whether a man of ours attacks `from`, as bits.
    #[inline]
    pub(super) fn left(&self, from: Square) -> usize {
        bit(self.by_pawns, from) | bit(self.by_men, from) << 1
    }

    /// The same of the square `to` that a man of this kind reaches, with more: a bit for each of
    /// [`term::TO`].
    #[inline]
    pub(super) fn reached(&self, kind: usize, to: Square) -> usize {
        bit(self.protected, to)
            | bit(self.by_pawns, to) << 1
            | bit(self.by_men, to) << 2
            | bit(self.checks[kind], to) << 3
            | bit(self.attacks[kind], to) << 4
    }

    /// The terms of captures, promotions and moves out of check.
    #[inline]
    pub(super) fn loud_terms(&self, m: Move, mut with: impl FnMut(usize)) {
        let (role, to) = (m.role(), m.to());
        let kind = index(role);
        if let Some(captured) = m.capture() {
            let (first, piece) = if Some(to) == self.captured_on {
                (term::ANSWERED + kind, 1)
            } else if role == Role::Pawn {
                (term::PAWN + self.pawn_captures().clamp(1, 3) - 1, 2)
            } else {
                (term::BLIND + kind, 0)
            };
            with(first);
            if captured != Role::Pawn {
                with(term::PIECE + piece);
            }
            if m.is_en_passant() {
                with(term::EN_PASSANT);
            }
        }
        if let Some(promoted) = m.promotion() {
            with(term::PROMOTION + usize::from(promoted != Role::Queen));
        }
        if self.in_check {
            match (role, m.is_capture()) {
                (Role::King, false) => {}
                (Role::King, true) => with(term::ANSWER + 2),
                (_, capture) => with(term::ANSWER + usize::from(capture)),
            }
        }
    }

    /// Number of pawns' captures elsewhere than on the square of our last capture.
    fn pawn_captures(&self) -> usize {
        let elsewhere = |m: &&Move| {
            m.role() == Role::Pawn && m.is_capture() && Some(m.to()) != self.captured_on
        };
        self.legal.iter().filter(elsewhere).count()
    }

    /// Place of a square among 32, from the mover's side.
    #[inline]
    pub(super) fn place(&self, square: Square) -> usize {
        usize::from(PLACES[square as usize ^ self.upside_down])
    }
}

/// Steps of a king between two squares.
#[inline]
pub(super) fn distance(from: Square, to: Square) -> usize {
    let (from, to) = (from as usize, to as usize);
    let files = (from % 8).abs_diff(to % 8);
    files.max((from / 8).abs_diff(to / 8))
}

/// 1 if `square` is in `set`.
#[inline]
fn bit(set: Bitboard, square: Square) -> usize {
    usize::from(set.contains(square))
}

/// Squares that the pawns of `color` attack.
fn attacked_by_pawns(board: &Board, color: Color) -> Bitboard {
    let mut pawns = [Bitboard::EMPTY; 6];
    pawns[index(Role::Pawn)] = board.men(color)[index(Role::Pawn)];
    attacked_by(&pawns, color, board.occupied())
}

/// For each role the squares from which a man of `color` attacks `target`; none for a king.
fn sights(target: Square, color: Color, occupied: Bitboard) -> Men {
    let (lines, diagonals) = (
        rook_attacks(target, occupied),
        bishop_attacks(target, occupied),
    );
    [
        pawn_attacks(!color, target),
        knight_attacks(target),
        diagonals,
        lines,
        diagonals | lines,
        Bitboard::EMPTY,
    ]
}
