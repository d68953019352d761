//! Position: the board of a game and its past.

use std::fmt;
use std::str::FromStr;

use shakmaty::{CastlingMode, Chess, Position as _};

use super::{
    Bitboard, Board, CastlingRights, Color, Men, ParsePositionError, Played, Role, Square, Try,
    as_try,
};

/// All that the repetition rule compares: placement, side to move,
/// castling rights and a legal en passant capture.
#[derive(Clone, PartialEq, Eq)]
struct Repeated {
    board: shakmaty::Board,
    castling: Bitboard,
    en_passant: Option<Square>,
}

/// A position in which a side is to move, and what came before it since the last capture or pawn
/// move. It has no list of legal moves: a game asks for one or two of them in a turn, and each is
/// found without the others ([`Board::legal_move`]).
#[derive(Clone)]
pub struct Position {
    now: Board,
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

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads a position in FEN.
    fn from_str(fen: &str) -> Result<Position, ParsePositionError> {
        let wrong = |reason: String| ParsePositionError::new(fen, reason);
        let setup: shakmaty::fen::Fen = fen.parse().map_err(|e| wrong(format!("{e}")))?;
        let chess: Chess = setup
            .into_position(CastlingMode::Standard)
            .map_err(|e| wrong(format!("{e}")))?;
        Ok(Position::from_chess(chess))
    }
}

impl Position {
    /// The initial position.
    pub fn start() -> Position {
        Position::from_chess(Chess::new())
    }

    /// Begins a game with `board`.
    pub fn of_board(board: &Board) -> Position {
        Position::from_chess(board.0.clone())
    }

    fn from_chess(chess: Chess) -> Position {
        let mut position = Position {
            history: Vec::with_capacity(104),
            now: Board(chess),
        };
        position.remember();
        position
    }

    fn remember(&mut self) {
        let chess = &self.now.0;
        self.history.push(Repeated {
            board: chess.board().clone(),
            castling: chess.castles().castling_rights(),
            en_passant: self.now.passed().and_then(|_| self.now.en_passant()),
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
    pub fn legal_tries(&self) -> impl Iterator<Item = Try> + use<> {
        self.now.legal_moves().into_iter().map(as_try)
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub fn can_move(&self) -> bool {
        self.now.can_move()
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn quiet_plies(&self) -> u32 {
        self.now.0.halfmoves()
    }

    /// Number of occurrences of this position, the present one included.
    pub fn occurrences(&self) -> usize {
        let Some((now, before)) = self.history.split_last() else {
            return 0;
        };
        1 + before
            .iter()
            .rev()
            .skip(1)
            .step_by(2)
            .filter(|then| then.board.occupied() == now.board.occupied() && *then == now)
            .count()
    }

    /// Whether `asked` is legal.
    #[inline]
    pub fn is_legal(&self, asked: Try) -> bool {
        self.now.legal_move(asked).is_some()
    }

    /// Plays `asked` if it is legal and returns its effect; `None` leaves the position unchanged.
    pub fn play(&mut self, asked: Try) -> Option<Played> {
        let m = self.now.legal_move(asked)?;
        let played = Played::by(m);
        if played.capture.is_some() || m.role() == Role::Pawn {
            self.history.clear();
        }
        self.now.play(m);
        self.remember();
        Some(played)
    }

    /// The position in FEN, with the en passant square where a capture there is legal.
    pub fn fen(&self) -> String {
        self.now.fen()
    }

    /// A legal try in standard algebraic notation, with `+` or `#`; `None` if it is illegal.
    pub fn san(&self, asked: Try) -> Option<String> {
        let m = self.now.legal_move(asked)?;
        Some(shakmaty::san::SanPlus::from_move(self.now.0.clone(), m).to_string())
    }

    /// The board as eight lines of text, White at the bottom, for messages of tests.
    pub fn drawing(&self) -> String {
        format!("{:?}", self.now.0.board())
    }
}
