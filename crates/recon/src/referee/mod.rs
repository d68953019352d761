//! The referee of a game, and what each player is told.
//!
//! ```
//! use darkforge_board::Square;
//! use darkforge_recon::referee::{Referee, Rules, Sense};
//!
//! let mut referee = Referee::new(Rules::default());
//! for asked in ["e2e4", "b7b5", "f1a6"] {
//!     referee.sense(Sense::NONE)?;
//!     let told = referee.request(asked.parse()?)?;
//!     if asked == "f1a6" {
//!         assert_eq!(told.taken.to_string(), "f1b5", "the first man in the way is taken");
//!         assert_eq!(told.capture, Some(Square::B5));
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod request;
mod sense;
mod steps;
mod taken;
mod position;
mod ending;
mod view;
mod rules;
mod umpire;
#[cfg(test)]
mod tests;

pub use ending::{Ending, Outcome};
pub use position::{ParsePositionError, Position};
pub use request::{ParseRequestError, Request};
pub use rules::Rules;
pub use sense::{ParseSenseError, Piece, Seen, Sense, window};
pub use steps::{Side, Step, lose, step};
pub use taken::{Taken, is_allowed, revise, with_promotion};
pub use umpire::{Referee, RefereeError, Report};
pub use view::View;
