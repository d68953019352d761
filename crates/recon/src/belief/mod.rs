//! Beliefs: the positions that agree with all that a player saw.
//!
//! A player knows its own men, so a believed position is the men of the other side, its rights to
//! castle and the square that its pawn has just passed ([`Hidden`], 32 bytes). reconchess tells
//! every step of two in its positions, so the passed square is always part of one.

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
