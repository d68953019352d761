//! Synopses: 104 planes of 64 bits that sum up a set of positions.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_synoptic::infostate::Infostate;
//! use darkforge_synoptic::synopsis::{PLANES, Synopsis};
//!
//! let white = Infostate::start(Color::White);
//! let synopsis = Synopsis::of(&white);
//! let plane = PLANES.iter().position(|plane| plane.name == "own pawns").expect("a plane");
//! assert_eq!(synopsis.planes[plane], 0xff00);
//! ```

mod plane;
mod seen;
mod sums;
#[cfg(test)]
mod tests;

pub use plane::{COUNT, Formula, PLANES, Plane};
pub use seen::Seen;
pub(crate) use seen::castlings as castling_squares;
pub use sums::{Synopsis, remembered};
