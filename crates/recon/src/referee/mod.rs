//! The referee of a game, and what each player is told.

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
