//! Beliefs: the positions that agree with all that a player saw.
//!
//! A player knows its own men, so a believed position is the men of the other side, its rights to
//! castle and the square that its pawn has just passed ([`Hidden`], 32 bytes). reconchess tells
//! every step of two in its positions, so the passed square is always part of one.
//!
//! ```
//! use darkforge_board::{Color, Square};
//! use darkforge_recon::belief::{Belief, LIMIT, Uniform};
//! use darkforge_recon::referee::{Position, Seen, Sense};
//!
//! let mut belief = Belief::start(Color::Black, LIMIT, 1);
//! belief.enemy_moved(None, &Uniform);
//! assert_eq!(belief.len(), 21);
//! // White's pawn is not on e2 any more: e2e3 or e2e4.
//! let mut men = Position::start().men;
//! men[0][0].discard(Square::E2);
//! belief.sensed(&Seen::of(&men, Sense::at(Square::E1)), &Uniform);
//! assert_eq!(belief.len(), 2);
//! ```

mod hidden;
mod table;
mod model;
mod own;
mod replies;
mod state;
mod recovery;
#[cfg(test)]
mod tests;

pub use hidden::Hidden;
pub use model::{EnemyModel, Uniform};
pub use own::Own;
pub use replies::{Distinct, Replies};
pub use state::{Belief, LIMIT};
