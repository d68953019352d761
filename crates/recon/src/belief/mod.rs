//! Beliefs: the positions that agree with all that a player saw.
//!
//! A player knows its own men, so a believed position is the men of the other side, its rights to
//! castle and the square that its pawn has just passed ([`Hidden`], 32 bytes). reconchess tells
//! every step of two in its positions, so the passed square is always part of one.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_recon::belief::{Belief, LIMIT};
//!
//! // Black does not know which of 21 moves (one of them a pass) White has played.
//! let mut belief = Belief::start(Color::Black, LIMIT, 1);
//! belief.enemy_moved(None, Belief::uniform());
//! assert_eq!((belief.len(), belief.is_exact()), (21, true));
//! ```

mod hidden;
mod table;
mod model;
mod own;
mod state;
mod recovery;
#[cfg(test)]
mod tests;

pub use hidden::Hidden;
pub use model::{EnemyModel, Uniform};
pub use own::Own;
pub use state::{Belief, LIMIT};
