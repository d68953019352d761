//! Bouts of games: who plays whom from which seed, the parallel run, and its journal.

mod arena;
mod bout;
mod journal;

pub use arena::{Arena, ArenaError, Watch};
pub use bout::{Bout, Entrant, Fixture, PlayedGame, tally};
pub use journal::{Journal, JournalError};
