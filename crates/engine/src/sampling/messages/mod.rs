//! Tree search over the umpire's messages instead of boards (Ciancarini and Favini, "Monte
//! Carlo tree search in Kriegspiel", 2009 and 2010): what stands where is a likelihood for
//! each square and kind of man, and a simulated move is answered by a message drawn from it.

mod likely;
mod playout;
mod prospect;
mod situation;
mod tree;

pub use likely::Likely;
pub use situation::{Heard, Situation};
pub use tree::{Horizon, Tree};
