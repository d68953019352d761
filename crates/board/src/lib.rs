//! The true position of a chess game: squares, men, moves and tries.
//!
//! The rules are those of orthodox chess, by shakmaty. No other crate of the workspace names
//! shakmaty; this one exports what they need of it. The umpire in `darkforge-kriegspiel` decides
//! what a player hears of a position.
//!
//! ```
//! use darkforge_board::{Color, Position, Role, Square, Try};
//!
//! let mut position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2".parse()?;
//! assert_eq!(position.board().pawn_captures(), 1, "en passant");
//!
//! // A try that is not legal leaves the position as it was.
//! assert_eq!(position.play("e5e7".parse()?), None);
//!
//! let played = position.play(Try::new(Square::E5, Square::D6)).expect("a legal try");
//! assert_eq!(played.capture, Some((Square::D5, Role::Pawn)));
//! assert_eq!(position.turn(), Color::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, each after those that it uses:
//!
//! | module | contents |
//! |---|---|
//! | `men` | the men of one side as six sets of squares, and their material |
//! | `tries` | [`Try`]: a move as a player asks for it, in UCI notation |
//! | `piece_square` | [`piece_square_value`]: tables for evaluations |
//! | `board` | [`Board`]: men, side to move and rights, without a past |
//! | `legality` | [`Board::legal_move`]: the legal move that a try means |
//! | `noisy` | [`Board::noisy_moves`]: captures and promotions, quiet moves counted |
//! | `mates` | [`Board::mates`], [`Board::might_mate`]: moves that give mate |
//! | `diagram` | [`Diagram`]: men on squares as a text gives them, not yet a legal board |
//! | `position` | [`Position`]: a board with its past, for rules that depend on earlier positions |

mod men;
mod tries;
mod piece_square;
mod board;
mod legality;
mod noisy;
mod mates;
mod diagram;
mod position;
#[cfg(test)]
mod tests;

pub use board::{Board, Played, captured_by};
pub use diagram::{Diagram, ParsePositionError};
pub use men::{
    CastlingRights, Men, PROMOTIONS, ROLES, SIDES, attacked_by, attacked_twice_by, index,
    is_material, material, role_on, side, squares_of,
};
pub use noisy::QuietMoves;
pub use piece_square::piece_square_value;
pub use position::Position;
pub use tries::{ParseTryError, Try, as_try};

pub use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, ray,
    rook_attacks,
};
pub use shakmaty::{Bitboard, Color, File, Move, MoveList, Rank, Role, Square};
