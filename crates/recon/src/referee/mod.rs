//! The referee of a game, and what each player is told.
//!
//! ```
//! use darkforge_recon::referee::{Referee, Request, Rules, Sense};
//!
//! let mut referee = Referee::new(Rules::default());
//! assert!(referee.request(Request::PASS).is_err(), "a player senses first");
//! referee.sense(Sense::NONE)?;
//! referee.request(Request::PASS)?;
//! assert_eq!(referee.turn(), darkforge_board::Color::Black);
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
