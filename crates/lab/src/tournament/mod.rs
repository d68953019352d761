//! Tournaments: formats, their bouts, and shares for several machines.
//!
//! ```
//! use darkforge_lab::tournament::Shard;
//!
//! let shard: Shard = "3/16".parse()?;
//! assert_eq!((shard.number, shard.of), (3, 16));
//! assert!("17/16".parse::<Shard>().is_err());
//! # Ok::<(), darkforge_lab::tournament::ShardError>(())
//! ```

mod duel;
pub mod formats;
mod merge;
mod schedule;
mod shard;

pub use duel::{Decision, Duel, DuelPairs};
pub use merge::{MergeError, merge};
pub use schedule::{DRAWS, PlayedBout, Tournament};
pub use shard::{Shard, ShardError};
