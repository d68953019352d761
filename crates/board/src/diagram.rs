//! Diagrams: men on squares as a text gives them, not yet a legal board.

use std::str::FromStr;

use shakmaty::{ByColor, ByRole, CastlingMode, Chess, EnPassantMode, Position as _, Setup};

use super::{
    Bitboard, Board, CastlingRights, Color, File, Men, Rank, Role, SIDES, Square, index, side,
};

/// Men, the side to move, rights to castle and a square passed by a pawn.
///
/// ```
/// use darkforge_board::Diagram;
/// let alone: Diagram = "8/8/8/8/8/8/4Q3/4K3 w - - 0 1".parse()?;
/// assert!(alone.board().is_err(), "there is no black king");
/// # Ok::<(), darkforge_board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// White's men, then Black's.
    pub men: [Men; 2],
    /// The side to move.
    pub turn: Color,
    /// White's rights, then Black's. Rights that contradict the men's squares are ignored.
    pub castling: [CastlingRights; 2],
    /// The square that a pawn has just passed by a step of two.
    pub en_passant: Option<Square>,
}

/// A text that is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{fen}' is not a legal position: {reason}")]
pub struct ParsePositionError {
    fen: String,
    reason: String,
}

impl ParsePositionError {
    pub(super) fn new(fen: &str, reason: String) -> ParsePositionError {
        let fen = fen.to_owned();
        ParsePositionError { fen, reason }
    }
}

impl FromStr for Diagram {
    type Err = ParsePositionError;

    /// Reads a diagram in FEN; men may be missing, kings too.
    fn from_str(fen: &str) -> Result<Diagram, ParsePositionError> {
        let read: shakmaty::fen::Fen = fen
            .parse()
            .map_err(|error| ParsePositionError::new(fen, format!("{error}")))?;
        let setup = read.into_setup();
        let men = SIDES.map(|color| men_of(&setup.board, color));
        let castling = SIDES.map(|color| {
            let rank = color.fold_wb(Rank::First, Rank::Eighth);
            let has = |file| {
                let corner = Square::from_coords(file, rank);
                setup.castling_rights.contains(corner)
            };
            CastlingRights {
                kingside: has(File::H),
                queenside: has(File::A),
            }
        });
        Ok(Diagram {
            men,
            turn: setup.turn,
            castling,
            en_passant: setup.ep_square,
        })
    }
}

impl Diagram {
    /// The board on which these men stand.
    ///
    /// # Errors
    /// If no game can reach such a board, for example because the side that just moved is in check.
    pub fn board(&self) -> Result<Board, ParsePositionError> {
        let mut setup = Setup::empty();
        let [white, black] = &self.men;
        let role = |role: Role| white[index(role)] | black[index(role)];
        let roles = ByRole {
            pawn: role(Role::Pawn),
            knight: role(Role::Knight),
            bishop: role(Role::Bishop),
            rook: role(Role::Rook),
            queen: role(Role::Queen),
            king: role(Role::King),
        };
        let colors = ByColor {
            white: super::squares_of(white),
            black: super::squares_of(black),
        };
        let wrong = |reason: String| ParsePositionError::new(&self.placement(), reason);
        let twice = "two men stand on one square";
        setup.board = shakmaty::Board::try_from_bitboards(roles, colors)
            .map_err(|_| wrong(twice.to_owned()))?;
        for color in SIDES {
            let rank = color.fold_wb(Rank::First, Rank::Eighth);
            let rights = self.castling[side(color)];
            let men = &self.men[side(color)];
            let home = men[index(Role::King)].contains(Square::from_coords(File::E, rank));
            for (right, file) in [(rights.kingside, File::H), (rights.queenside, File::A)] {
                let rook = Square::from_coords(file, rank);
                if right && home && men[index(Role::Rook)].contains(rook) {
                    setup.castling_rights.add(rook);
                }
            }
        }
        setup.turn = self.turn;
        setup.ep_square = self.en_passant;
        setup
            .position::<Chess>(CastlingMode::Standard)
            .or_else(shakmaty::PositionError::ignore_too_much_material)
            .map(Board)
            .map_err(|error| wrong(format!("{error}")))
    }

    /// The diagram in FEN.
    pub fn fen(&self) -> String {
        let turn = self.turn.char();
        let rights = SIDES.map(|color| {
            let CastlingRights {
                kingside,
                queenside,
            } = self.castling[side(color)];
            let letters = [(kingside, Role::King), (queenside, Role::Queen)];
            let letters = letters.into_iter().filter(|(has, _)| *has);
            letters
                .map(|(_, role)| role.of(color).char())
                .collect::<String>()
        });
        let castling = match rights.concat() {
            none if none.is_empty() => "-".to_owned(),
            some => some,
        };
        let passed = self.en_passant.map(|square| square.to_string());
        let passed = passed.as_deref().unwrap_or("-");
        format!("{} {turn} {castling} {passed} 0 1", self.placement())
    }

    /// The men in FEN.
    fn placement(&self) -> String {
        let mut board = shakmaty::Board::empty();
        for color in SIDES {
            for (role, &squares) in super::ROLES.into_iter().zip(&self.men[side(color)]) {
                for square in squares {
                    board.set_piece_at(square, role.of(color));
                }
            }
        }
        board.to_string()
    }
}

impl Board {
    /// Sets up a board with `men` (White's, then Black's) and `turn` to move; castling rights that
    /// contradict the men's squares are left out. `None` when no game can reach such a board, for
    /// example because the side that just moved is in check.
    pub fn set_up(men: &[Men; 2], turn: Color, castling: [CastlingRights; 2]) -> Option<Board> {
        let diagram = Diagram {
            men: *men,
            turn,
            castling,
            en_passant: None,
        };
        diagram.board().ok()
    }
}

/// The board as a diagram, with the passed square only where a capture there is legal.
impl From<&Board> for Diagram {
    fn from(board: &Board) -> Diagram {
        Diagram {
            men: SIDES.map(|color| board.men(color)),
            turn: board.turn(),
            castling: SIDES.map(|color| board.castling(color)),
            en_passant: board.0.ep_square(EnPassantMode::Legal),
        }
    }
}

fn men_of(board: &shakmaty::Board, color: Color) -> Men {
    super::ROLES.map(|role| -> Bitboard { board.by_piece(role.of(color)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_comes_back_from_its_diagram() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qk d6 0 1",
            "QQQQQQQQ/QQ6/8/8/8/5k2/8/K7 b - - 0 1",
        ] {
            let diagram: Diagram = fen.parse().unwrap();
            let board = diagram.board().unwrap();
            assert_eq!(board.fen(), fen);
            assert_eq!(Diagram::from(&board), diagram);
            assert_eq!(diagram.fen(), fen);
        }
    }

    #[test]
    fn what_no_game_comes_to_is_refused_with_its_men() {
        for (fen, reason) in [
            ("8/8/8/8/8/8/4Q3/4K3 w - - 0 1", "8/8/8/8/8/8/4Q3/4K3"),
            ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "check"),
        ] {
            let diagram: Diagram = fen.parse().unwrap();
            let error = diagram.board().unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        assert!("4k3/8 w".parse::<Diagram>().is_err());
    }
}
