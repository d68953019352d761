//! Board: the men and the side to move, without a past.

use std::fmt;

use shakmaty::{CastlingSide, Chess, EnPassantMode, Position as _};

use super::{
    Bitboard, CastlingRights, Color, File, Men, Move, MoveList, Role, Square, between,
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};

/// A board with the side to move and without a past. Players imagine such boards.
#[derive(Clone, PartialEq, Eq)]
pub struct Board(pub(super) Chess);

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.fen())
    }
}

impl Board {
    /// The initial position.
    pub fn start() -> Board {
        Board(Chess::new())
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.0.turn()
    }

    /// The men of one side.
    #[inline]
    pub fn men(&self, color: Color) -> Men {
        let board = self.0.board();
        let side = board.by_color(color);
        [
            board.pawns() & side,
            board.knights() & side,
            board.bishops() & side,
            board.rooks() & side,
            board.queens() & side,
            board.kings() & side,
        ]
    }

    /// All squares of one side's men.
    #[inline]
    pub fn squares(&self, color: Color) -> Bitboard {
        self.0.board().by_color(color)
    }

    /// All squares on which a man stands.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.0.board().occupied()
    }

    /// The role of the man on `square`, of either side.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.0.board().role_at(square)
    }

    /// Square of one side's king.
    ///
    /// # Panics
    /// Never: a legal position has both kings.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.0
            .board()
            .king_of(color)
            .expect("a legal position has both kings")
    }

    /// Rights of one side to castle.
    pub fn castling(&self, color: Color) -> CastlingRights {
        let castles = self.0.castles();
        CastlingRights {
            kingside: castles.has(color, CastlingSide::KingSide),
            queenside: castles.has(color, CastlingSide::QueenSide),
        }
    }

    /// The enemy men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.0.checkers()
    }

    /// Whether the side to move is in check; faster than [`Board::checkers`].
    #[inline]
    pub fn is_in_check(&self) -> bool {
        let (turn, occupied) = (self.turn(), self.occupied());
        let king = self.king(turn);
        let sees = |piece| (between(king, piece) & occupied).is_empty();
        self.near_checkers().any() || self.pieces_in_line(!turn).into_iter().any(sees)
    }

    /// Enemy knights and pawns that give check to the side to move.
    #[inline]
    pub(super) fn near_checkers(&self) -> Bitboard {
        let (turn, board) = (self.turn(), self.0.board());
        let king = self.king(turn);
        let near =
            knight_attacks(king) & board.knights() | pawn_attacks(turn, king) & board.pawns();
        near & self.squares(!turn)
    }

    /// Bishops, rooks and queens of `color` that would give check to the other side if nothing
    /// stood between.
    #[inline]
    pub(super) fn pieces_in_line(&self, color: Color) -> Bitboard {
        let (board, nothing) = (self.0.board(), Bitboard::EMPTY);
        let king = self.king(!color);
        let far = bishop_attacks(king, nothing) & board.bishops_and_queens()
            | rook_attacks(king, nothing) & board.rooks_and_queens();
        far & self.squares(color)
    }

    /// Whether the king of the side to move would be out of check on `square`.
    #[inline]
    pub(super) fn is_safe_for_king(&self, square: Square) -> bool {
        let turn = self.turn();
        // The king no longer blocks lines once it has left its square.
        let occupied = self.occupied().without(self.king(turn));
        self.attackers(square, !turn, occupied).is_empty()
    }

    /// Men of `color` that attack `square` when the squares of `occupied` have men.
    #[inline]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        self.attackers_of_both(square, occupied) & self.squares(color)
    }

    /// Men of either side that attack `square` when the squares of `occupied` have men.
    #[inline]
    pub fn attackers_of_both(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let board = self.0.board();
        let pawns_of = |color: Color| pawn_attacks(!color, square) & self.squares(color);
        (pawns_of(Color::White) | pawns_of(Color::Black)) & board.pawns()
            | knight_attacks(square) & board.knights()
            | king_attacks(square) & board.kings()
            | bishop_attacks(square, occupied) & board.bishops_and_queens()
            | rook_attacks(square, occupied) & board.rooks_and_queens()
    }

    /// The legal moves of the side to move.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.0.legal_moves()
    }

    /// The legal captures of the side to move.
    #[inline]
    pub fn captures(&self) -> MoveList {
        self.0.capture_moves()
    }

    /// Plays `m`, one of the [`legal_moves`](Board::legal_moves).
    #[inline]
    pub fn play(&mut self, m: Move) {
        self.0.play_unchecked(m);
    }

    /// Whether `m`, a legal move, gives mate.
    pub fn is_mate(&self, m: Move) -> bool {
        let mut after = self.clone();
        after.play(m);
        after.is_in_check() && !after.can_move()
    }

    /// Legal pawn captures as distinct from-to pairs: a capturing promotion counts once,
    /// en passant counts.
    pub fn pawn_captures(&self) -> u8 {
        let sides = self.pawns_in_reach();
        if self.may_capture_freely(sides[0] | sides[1]) {
            (sides[0].count() + sides[1].count()) as u8
        } else {
            count_pawn_captures(&self.legal_moves())
        }
    }

    /// Squares of the pawns that have a legal capture.
    pub fn capturing_pawns(&self) -> Bitboard {
        let [west, east] = self.pawns_in_reach();
        let pawns = west | east;
        if self.may_capture_freely(pawns) {
            pawns
        } else {
            pawns_that_capture(&self.legal_moves())
        }
    }

    /// Pawns of the side to move that attack an enemy man to the west of them, and to the
    /// east.
    pub(super) fn pawns_in_reach(&self) -> [Bitboard; 2] {
        let turn = self.turn();
        let pawns = self.0.board().pawns() & self.squares(turn);
        let targets = self.squares(!turn);
        // From the targets a rank back and a file aside.
        let back = turn.fold_wb(-8, 8);
        let from_west = (targets & !Bitboard::from_file(File::H)).shift(back + 1);
        let from_east = (targets & !Bitboard::from_file(File::A)).shift(back - 1);
        [pawns & from_west, pawns & from_east]
    }

    /// Whether each capture of `pawns` is certainly legal and there is no other: no check, no
    /// capture en passant, and no pawn that shields its king.
    fn may_capture_freely(&self, pawns: Bitboard) -> bool {
        let turn = self.turn();
        let own_pawns = self.0.board().pawns() & self.squares(turn);
        let may_pass = |passed| (pawn_attacks(!turn, passed) & own_pawns).any();
        if self.passed().is_some_and(may_pass) {
            return false;
        }
        if pawns.is_empty() {
            return true;
        }
        let king = self.king(turn);
        let shields = |pawn: Square| {
            let occupied = self.occupied().without(pawn);
            ray(king, pawn).any() && self.attackers(king, !turn, occupied).any()
        };
        !self.is_in_check() && !pawns.into_iter().any(shields)
    }

    /// Whether no sequence of legal moves can mate, by material alone: at most one minor
    /// piece beside the kings, or bishops of one colour of squares only.
    pub fn is_insufficient_material(&self) -> bool {
        self.0.is_insufficient_material()
    }

    /// The square on which a capture en passant is legal now.
    pub fn en_passant(&self) -> Option<Square> {
        self.0.ep_square(EnPassantMode::Legal)
    }

    /// The square that a pawn passed with the last move, by a step of two.
    #[inline]
    pub fn passed(&self) -> Option<Square> {
        self.0.maybe_ep_square()
    }

    /// The position in FEN, with the en passant square where a capture there is legal.
    pub fn fen(&self) -> String {
        shakmaty::fen::Fen::from_position(&self.0, EnPassantMode::Legal).to_string()
    }
}

/// Effect of a legal move, as far as an umpire announces it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Square and role of the man that was captured. En passant: the pawn's own square.
    pub capture: Option<(Square, Role)>,
    /// Landing square of a capture en passant.
    pub en_passant: Option<Square>,
    /// Whether a pawn was promoted.
    pub promotion: bool,
}

impl Played {
    /// The effect of the legal move `m`.
    #[inline]
    pub fn by(m: Move) -> Played {
        Played {
            capture: captured_by(m),
            en_passant: m.is_en_passant().then(|| m.to()),
            promotion: m.is_promotion(),
        }
    }
}

/// The square and role of the man that `m` captures. En passant: the pawn's own square.
#[inline]
pub fn captured_by(m: Move) -> Option<(Square, Role)> {
    let role = m.capture()?;
    let square = match m {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        _ => m.to(),
    };
    Some((square, role))
}

pub(super) fn pawns_that_capture(legal: &MoveList) -> Bitboard {
    let captures = legal
        .iter()
        .filter(|m| m.role() == Role::Pawn && m.is_capture());
    captures.filter_map(|m| m.from()).collect()
}

pub(super) fn count_pawn_captures(legal: &MoveList) -> u8 {
    let pairs = legal.iter().filter(|m| {
        m.role() == Role::Pawn
            && m.is_capture()
            && matches!(m.promotion(), None | Some(Role::Queen))
    });
    pairs.count() as u8
}
