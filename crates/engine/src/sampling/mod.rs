//! Sampling: searches that draw boards, or the umpire's messages, at random; the value of a try is
//! its mean over them (T 6.2).
//!
//! Everything is in the umpire's frame, and values are in pawns for the player's side. Nothing
//! depends on a clock.
//!
//! ```
//! use darkforge_board::{Board, Color, Role};
//! use darkforge_engine::sampling;
//!
//! assert_eq!(sampling::balance(&Board::start(), Color::White), 0);
//! assert!(sampling::value_of(Role::Queen) > sampling::value_of(Role::Rook));
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod balance;
mod alpha_beta;
mod evaluation;
mod exchanges;
mod information_set;
mod last_observation;
pub mod messages;
mod random_games;
mod repetition;
mod table;

pub use alpha_beta::{AlphaBeta, Limits};
pub use balance::balance;
pub use evaluation::{MATE, pawns, piece_square, value_of};
pub use exchanges::Exchanges;
pub use information_set::{Adversary, InformationSet};
pub use last_observation::LastObservation;
pub use random_games::RandomGames;
pub use repetition::Repetition;
pub use table::Table;
