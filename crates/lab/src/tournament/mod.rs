//! Tournaments: formats, their bouts, and shares that are played in several places.

mod duel;
pub mod formats;
mod merge;
mod schedule;
mod shard;

pub use duel::{Decision, Duel, DuelPairs};
pub use merge::{MergeError, merge};
pub use schedule::{DRAWS, PlayedBout, Tournament};
pub use shard::{Shard, ShardError};
