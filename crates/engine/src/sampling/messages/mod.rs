//! Message trees: search over the umpire's messages instead of boards (Ciancarini and Favini,
//! "Monte Carlo tree search in Kriegspiel", 2009 and 2010). The enemy is a likelihood for each
//! square and kind of man, and a simulated move is answered by a message drawn from it.
//!
//! ```
//! use darkforge_board::{Board, Color, Role, Square};
//! use darkforge_engine::sampling::messages::Likely;
//!
//! let board = Board::start();
//! let likely = Likely::of(Color::Black, &[&board]).expect("one board");
//! assert_eq!(likely.man(Role::King, Square::E8), 1.0);
//! ```

mod likely;
mod playout;
mod prospect;
mod situation;
mod tree;

pub use likely::Likely;
pub use situation::{Heard, Situation};
pub use tree::{Horizon, Tree};
