//! Tournaments: formats, their bouts, and shares that are played in several places.

mod duel;
pub mod formats;
mod merge;
mod schedule;
mod shard;

pub use crate::bout::{Bout, Entrant, Fixture, Openings, PlayedGame, tally};
pub use crate::journal::{Journal, JournalError, game_of_line};
pub use duel::{Decision, Duel, DuelPairs};
pub use merge::{MergeError, merge};
pub use schedule::{DRAWS, PlayedBout, Tournament};
pub use shard::{Shard, ShardError};
