#![doc = include_str!("../README.md")]

mod deadline;
mod group;
mod errors;
mod watchdog;
mod running;
mod uci;

pub use deadline::Deadline;
pub use errors::MOST_ERRORS;
pub use running::{Deaf, Leave, NoStart, Running};
pub use uci::{Failure, Uci};
pub use watchdog::{Watchdog, watch};
