//! The true position of a game: the only file that names the board library.
//!
//! Everything here is orthodox chess. What a player may hear of it is decided one layer
//! further down, in [`umpire`](crate::umpire).

use std::fmt;
use std::str::FromStr;

use shakmaty::{CastlingMode, CastlingSide, Chess, EnPassantMode, Position as _};

pub use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, ray,
    rook_attacks,
};
pub use shakmaty::{Bitboard, Color, File, Move, MoveList, Rank, Role, Square};

/// The six kinds of men, in the order of [`index`].
pub const ROLES: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// What a pawn may become, most valuable first.
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

/// White's or Black's men: one set of squares for each role, pawns first.
pub type Men = [Bitboard; 6];

/// All squares of `men`.
#[inline]
pub fn squares_of(men: &Men) -> Bitboard {
    men[0] | men[1] | men[2] | men[3] | men[4] | men[5]
}

/// The role of the man on `square`, if one of `men` stands there.
pub fn role_on(men: &Men, square: Square) -> Option<Role> {
    ROLES
        .into_iter()
        .find(|&role| men[index(role)].contains(square))
}

/// Material of one side as letters, king first: `KQRP`.
pub fn material(men: &Men) -> String {
    let letters = [('K', 5), ('Q', 4), ('R', 3), ('B', 2), ('N', 1), ('P', 0)];
    letters
        .into_iter()
        .flat_map(|(letter, role)| std::iter::repeat_n(letter, men[role].count()))
        .collect()
}

/// A move as a player asks for it: from, to and, for a pawn that reaches the last rank,
/// what it becomes. Castling is the king's move by two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Try {
    /// Square that the man leaves.
    pub from: Square,
    /// Square that it wants to reach.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
}

impl Try {
    /// A try without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Try {
        Try {
            from,
            to,
            promotion: None,
        }
    }

    /// A pawn's try for the last rank.
    #[inline]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Try {
        Try {
            from,
            to,
            promotion: Some(role),
        }
    }

    /// The same try on a board turned upside down: how Black's own board looks to White.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Try {
        Try {
            from: self.from.flip_vertical(),
            to: self.to.flip_vertical(),
            promotion: self.promotion,
        }
    }
}

impl fmt::Display for Try {
    /// UCI notation: `e2e4`, `e1g1`, `e7e8q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.char()),
            None => Ok(()),
        }
    }
}

/// A text that is not a move in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no move in UCI notation, such as e2e4 or e7e8q")]
pub struct ParseTryError(String);

impl FromStr for Try {
    type Err = ParseTryError;

    fn from_str(text: &str) -> Result<Try, ParseTryError> {
        let wrong = || ParseTryError(text.to_owned());
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(wrong());
        }
        let square = |part: &str| part.parse::<Square>().map_err(|_| wrong());
        let promotion = match text[4..].chars().next() {
            None => None,
            Some(letter @ ('q' | 'r' | 'b' | 'n')) => Role::from_char(letter),
            Some(_) => return Err(wrong()),
        };
        Ok(Try {
            from: square(&text[..2])?,
            to: square(&text[2..4])?,
            promotion,
        })
    }
}

/// Which way one side may still castle, as far as rights go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    /// O-O
    pub kingside: bool,
    /// O-O-O
    pub queenside: bool,
}

/// What a legal move did, as far as an umpire may have to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Square and role of the man that was captured. En passant: the pawn's own square.
    pub capture: Option<(Square, Role)>,
    /// Where a capture en passant landed.
    pub en_passant: Option<Square>,
    /// Whether a pawn was promoted.
    pub promotion: bool,
}

/// What makes two positions the same for the repetition rule: placement, side to move,
/// castling rights and a legal en passant capture.
#[derive(Clone, PartialEq, Eq)]
struct Repeated {
    board: shakmaty::Board,
    castling: Bitboard,
    en_passant: Option<Square>,
}

/// A board with the side to move, and no past: what a player may imagine.
#[derive(Clone)]
pub struct Board(Chess);

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

    /// A board on which `men` (White's, then Black's) stand and `turn` is to move; rights
    /// to castle that the men's places rule out are left out. `None` when no game can have
    /// come to such a board, for example because the side that just moved is in check.
    pub fn set_up(men: &[Men; 2], turn: Color, castling: [CastlingRights; 2]) -> Option<Board> {
        let mut setup = shakmaty::Setup::empty();
        for color in SIDES {
            for (role, &squares) in ROLES.into_iter().zip(&men[side(color)]) {
                for square in squares {
                    setup.board.set_piece_at(square, role.of(color));
                }
            }
            let rank = color.fold_wb(Rank::First, Rank::Eighth);
            let rights = castling[side(color)];
            let king = Square::from_coords(File::E, rank);
            let rooks = men[side(color)][index(Role::Rook)];
            for (right, file) in [(rights.kingside, File::H), (rights.queenside, File::A)] {
                let rook = Square::from_coords(file, rank);
                let home = men[side(color)][index(Role::King)].contains(king);
                if right && home && rooks.contains(rook) {
                    setup.castling_rights.add(rook);
                }
            }
        }
        setup.turn = turn;
        let chess = setup.position::<Chess>(CastlingMode::Standard);
        let chess = chess.or_else(shakmaty::PositionError::ignore_too_much_material);
        chess.ok().map(Board)
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

    /// Men of `color` that attack `square` when `occupied` stands on the board.
    #[inline]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        self.0.board().attacks_to(square, color, occupied)
    }

    /// The legal moves of the side to move.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.0.legal_moves()
    }

    /// The legal move that `asked` means, if it is one.
    pub fn find(&self, asked: Try) -> Option<Move> {
        if !self.squares(self.turn()).contains(asked.from) {
            return None;
        }
        let role = self.role_at(asked.from)?;
        // Moves of one kind of men to one square; castling is none of them.
        let moves = if role == Role::King && asked.from.distance(asked.to) == 2 {
            self.legal_moves()
        } else {
            self.0.san_candidates(role, asked.to)
        };
        moves.into_iter().find(|&m| as_try(m) == asked)
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
        after.checkers().any() && after.legal_moves().is_empty()
    }

    /// Legal pawn captures as distinct from-to pairs: a capturing promotion counts once,
    /// en passant counts.
    pub fn pawn_captures(&self) -> u8 {
        if !self.may_have_pawn_captures() {
            return 0;
        }
        count_pawn_captures(&self.legal_moves())
    }

    /// Squares of the pawns that have a legal capture.
    pub fn capturing_pawns(&self) -> Bitboard {
        if !self.may_have_pawn_captures() {
            return Bitboard::EMPTY;
        }
        pawns_that_capture(&self.legal_moves())
    }

    fn may_have_pawn_captures(&self) -> bool {
        let turn = self.turn();
        let pawns = self.0.board().pawns() & self.squares(turn);
        let targets = self.squares(!turn);
        let in_reach = pawns
            .into_iter()
            .any(|pawn| (pawn_attacks(turn, pawn) & targets).any());
        in_reach || self.0.maybe_ep_square().is_some()
    }

    /// Whether no sequence of legal moves can mate, by material alone: at most one minor
    /// piece beside the kings, or bishops of one colour of squares only.
    pub fn is_insufficient_material(&self) -> bool {
        self.0.is_insufficient_material()
    }

    /// The position in FEN, with the en passant square where a capture there is legal.
    pub fn fen(&self) -> String {
        shakmaty::fen::Fen::from_position(&self.0, EnPassantMode::Legal).to_string()
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

fn pawns_that_capture(legal: &MoveList) -> Bitboard {
    let captures = legal
        .iter()
        .filter(|m| m.role() == Role::Pawn && m.is_capture());
    captures.filter_map(|m| m.from()).collect()
}

fn count_pawn_captures(legal: &MoveList) -> u8 {
    let pairs = legal.iter().filter(|m| {
        m.role() == Role::Pawn
            && m.is_capture()
            && matches!(m.promotion(), None | Some(Role::Queen))
    });
    pairs.count() as u8
}

/// A position in which a side is to move, its legal moves, and what came before it since
/// the last capture or pawn move.
#[derive(Clone)]
pub struct Position {
    now: Board,
    legal: MoveList,
    /// For each square, where the man on it may legally go. Resolving a try by this table
    /// takes an eighth of the time that resolving its UCI text takes.
    destinations: [Bitboard; 64],
    /// Positions since the last irreversible move, this one last.
    history: Vec<Repeated>,
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

/// A text that is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{fen}' is no legal position: {reason}")]
pub struct ParsePositionError {
    fen: String,
    reason: String,
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads a position in FEN.
    fn from_str(fen: &str) -> Result<Position, ParsePositionError> {
        let wrong = |reason: String| ParsePositionError {
            fen: fen.to_owned(),
            reason,
        };
        let setup: shakmaty::fen::Fen = fen.parse().map_err(|e| wrong(format!("{e}")))?;
        let chess: Chess = setup
            .into_position(CastlingMode::Standard)
            .map_err(|e| wrong(format!("{e}")))?;
        Ok(Position::from_chess(chess))
    }
}

/// A text that names no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{san}' {problem}")]
pub struct ReadSanError {
    san: String,
    problem: &'static str,
}

impl Position {
    /// The initial position.
    pub fn start() -> Position {
        Position::from_chess(Chess::new())
    }

    fn from_chess(chess: Chess) -> Position {
        let mut position = Position {
            legal: MoveList::new(),
            destinations: [Bitboard::EMPTY; 64],
            history: Vec::with_capacity(104),
            now: Board(chess),
        };
        position.refresh();
        position.remember();
        position
    }

    /// Fills in what follows from the board: legal moves and their table.
    fn refresh(&mut self) {
        self.legal = self.now.legal_moves();
        self.destinations = [Bitboard::EMPTY; 64];
        for &m in &self.legal {
            let asked = as_try(m);
            self.destinations[asked.from as usize] |= Bitboard::from_square(asked.to);
        }
    }

    fn remember(&mut self) {
        let chess = &self.now.0;
        let en_passant = match chess.maybe_ep_square() {
            Some(square) if self.legal.iter().any(|m| m.is_en_passant()) => Some(square),
            _ => None,
        };
        self.history.push(Repeated {
            board: chess.board().clone(),
            castling: chess.castles().castling_rights(),
            en_passant,
        });
    }

    /// The board as it is now, without its past.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.now
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.now.turn()
    }

    /// The men of one side.
    #[inline]
    pub fn men(&self, color: Color) -> Men {
        self.now.men(color)
    }

    /// Square of one side's king.
    pub fn king(&self, color: Color) -> Square {
        self.now.king(color)
    }

    /// Rights of one side to castle.
    pub fn castling(&self, color: Color) -> CastlingRights {
        self.now.castling(color)
    }

    /// The enemy men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.now.checkers()
    }

    /// The legal moves of the side to move.
    pub fn legal_tries(&self) -> impl Iterator<Item = Try> + '_ {
        self.legal.iter().map(|&m| as_try(m))
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub fn can_move(&self) -> bool {
        !self.legal.is_empty()
    }

    /// Number of legal pawn captures as distinct from-to pairs: a capturing promotion
    /// counts once, en passant counts.
    #[inline]
    pub fn pawn_captures(&self) -> u8 {
        count_pawn_captures(&self.legal)
    }

    /// Squares of the pawns that have a legal capture.
    pub fn capturing_pawns(&self) -> Bitboard {
        pawns_that_capture(&self.legal)
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn quiet_plies(&self) -> u32 {
        self.now.0.halfmoves()
    }

    /// How often this position has stood on the board, this time included.
    pub fn occurrences(&self) -> usize {
        let Some((now, before)) = self.history.split_last() else {
            return 0;
        };
        1 + before
            .iter()
            .rev()
            .skip(1)
            .step_by(2)
            .filter(|then| *then == now)
            .count()
    }

    /// Whether `asked` is legal.
    #[inline]
    pub fn is_legal(&self, asked: Try) -> bool {
        self.find(asked).is_some()
    }

    fn find(&self, asked: Try) -> Option<Move> {
        if !self.destinations[asked.from as usize].contains(asked.to) {
            return None;
        }
        self.legal.iter().copied().find(|&m| as_try(m) == asked)
    }

    /// Plays `asked` if it is legal, and tells what it did; `None` leaves the position as
    /// it was.
    pub fn play(&mut self, asked: Try) -> Option<Played> {
        let m = self.find(asked)?;
        let capture = captured_by(m);
        if capture.is_some() || m.role() == Role::Pawn {
            self.history.clear();
        }
        self.now.play(m);
        self.refresh();
        self.remember();
        Some(Played {
            capture,
            en_passant: m.is_en_passant().then(|| m.to()),
            promotion: m.is_promotion(),
        })
    }

    /// The position in FEN, with the en passant square where a capture there is legal.
    pub fn fen(&self) -> String {
        self.now.fen()
    }

    /// A legal try in standard algebraic notation, with `+` or `#`; `None` if it is illegal.
    pub fn san(&self, asked: Try) -> Option<String> {
        let m = self.find(asked)?;
        Some(shakmaty::san::SanPlus::from_move(self.now.0.clone(), m).to_string())
    }

    /// The legal try that `san` names; `+`, `#`, `!` or `?` behind it are not looked at.
    ///
    /// # Errors
    /// It is no move in standard algebraic notation, or not one legal move.
    pub fn read_san(&self, san: &str) -> Result<Try, ReadSanError> {
        let wrong = |problem| ReadSanError {
            san: san.to_owned(),
            problem,
        };
        let named = san.trim_end_matches(['+', '#', '!', '?']);
        let named: shakmaty::san::San = named
            .parse()
            .map_err(|_| wrong("is no move in standard algebraic notation"))?;
        match named.find_move(&self.legal) {
            Ok(&m) => Ok(as_try(m)),
            Err(shakmaty::san::SanError::IllegalSan) => Err(wrong("is not legal")),
            Err(shakmaty::san::SanError::AmbiguousSan) => {
                Err(wrong("could be more than one legal move"))
            }
        }
    }

    /// The board as eight lines of text, White at the bottom, for messages of tests.
    pub fn drawing(&self) -> String {
        format!("{:?}", self.now.0.board())
    }
}

/// A legal move as a player asks for it.
#[inline]
pub fn as_try(m: Move) -> Try {
    match m {
        Move::Normal {
            from,
            to,
            promotion,
            ..
        } => Try {
            from,
            to,
            promotion,
        },
        Move::EnPassant { from, to } => Try::new(from, to),
        Move::Castle { king, rook } => {
            let file = if king < rook { File::G } else { File::C };
            Try::new(king, Square::from_coords(file, king.rank()))
        }
        Move::Put { .. } => unreachable!("no drops in chess"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse().expect("test position")
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        position
            .legal_tries()
            .map(|asked| {
                let mut next = position.clone();
                next.play(asked).expect("a legal try is played");
                perft(&next, depth - 1)
            })
            .sum()
    }

    #[test]
    fn every_legal_move_is_one_try() {
        assert_eq!(perft(&Position::start(), 3), 8902);
        // "Kiwipete": castling both ways, en passant, pins, promotions.
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        assert_eq!(perft(&position(kiwipete), 3), 97862);
    }

    #[test]
    fn a_board_finds_exactly_its_legal_moves() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1",
        ];
        for fen in fens {
            let position = position(fen);
            let board = position.board();
            let every = (0..64).flat_map(|from| (0..64).map(move |to| (from, to)));
            for (from, to) in every {
                let (from, to) = (Square::new(from), Square::new(to));
                let kinds = PROMOTIONS.into_iter().map(Some).chain([None]);
                for promotion in kinds {
                    let asked = Try {
                        from,
                        to,
                        promotion,
                    };
                    let found = board.find(asked).is_some();
                    assert_eq!(found, position.is_legal(asked), "{asked} in {fen}");
                }
            }
        }
    }

    #[test]
    fn en_passant_captures_on_the_pawns_own_square() {
        let mut p = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        assert_eq!(p.pawn_captures(), 1);
        let played = p.play("e5d6".parse().unwrap()).unwrap();
        assert_eq!(played.capture, Some((Square::D5, Role::Pawn)));
    }

    #[test]
    fn a_capturing_promotion_is_one_pawn_try() {
        let p = position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(p.pawn_captures(), 1);
    }

    #[test]
    fn repetition_counts_true_positions() {
        let mut p = Position::start();
        for _ in 0..2 {
            for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
                p.play(m.parse().unwrap()).unwrap();
            }
        }
        assert_eq!(p.occurrences(), 3);
    }

    #[test]
    fn a_lost_castling_right_is_another_position() {
        let mut p = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        for _ in 0..2 {
            for m in ["h1h2", "e8e7", "h2h1", "e7e8"] {
                p.play(m.parse().unwrap()).unwrap();
            }
        }
        assert_eq!(p.occurrences(), 2, "the first position still had the right");
    }

    #[test]
    fn text_that_is_no_try_is_refused_with_its_text() {
        for text in ["", "e2", "e2e9", "e7e8k", "e2e4qq", "é2e4"] {
            let error = text.parse::<Try>().unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
    }

    #[test]
    fn san_names_one_legal_move_or_says_why_not() {
        let p = position("4k3/8/8/8/8/8/R6R/4K2R w K - 0 1");
        for asked in p.legal_tries() {
            let san = p.san(asked).unwrap();
            assert_eq!(p.read_san(&san), Ok(asked), "{san}");
        }
        let problem = |san: &str| p.read_san(san).unwrap_err().to_string();
        assert_eq!(problem("Rd2"), "'Rd2' could be more than one legal move");
        assert_eq!(problem("Qd2"), "'Qd2' is not legal");
        assert!(problem("Ndx5").contains("no move"));
    }

    #[test]
    fn material_lists_the_king_first() {
        assert_eq!(
            material(&Position::start().men(Color::White)),
            "KQRRBBNNPPPPPPPP"
        );
    }
}
