//! Bouts of games: who plays whom from which seed, the parallel run, its journal, and the
//! formats of tournaments.

mod arena;
mod bout;
mod contest;
mod duel;
pub mod formats;
mod journal;
mod merge;
mod shard;

pub use arena::{Arena, ArenaError, Watch};
pub use bout::{Bout, Entrant, Fixture, Openings, PlayedGame, tally};
pub use contest::{Contest, DRAWS, PlayedBout};
pub use duel::{Decision, Duel, DuelPairs};
pub use journal::{Journal, JournalError, game_of_line};
pub use merge::{MergeError, merge};
pub use shard::{Shard, ShardError};
