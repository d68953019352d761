//! Searches of the sampling players: boards, or the umpire's words, are drawn at random, and a try
//! is worth its average over them (T 6.2).
//!
//! Everything here is in the umpire's frame, and values are in pawns for the side whose
//! player thinks. No part of it looks at a clock.

mod balance;
mod alpha_beta;
mod evaluation;
mod exchanges;
mod information_set;
mod last_observation;
pub mod messages;
mod repetition;
mod table;

pub use alpha_beta::{AlphaBeta, Limits};
pub use balance::balance;
pub use evaluation::{MATE, pawns, piece_square, value_of};
pub use exchanges::Exchanges;
pub use information_set::{Adversary, InformationSet};
pub use last_observation::LastObservation;
pub use repetition::Repetition;
pub use table::Table;
