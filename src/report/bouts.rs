//! `bouts.csv`: a row for each bout, counted for its first player.
//!
//! `round` is 1 for the first round of a knockout or of an optimiser's duels, and empty for bouts
//! outside of rounds; `purpose` is the purpose of the games of an evolution; `winner` goes on,
//! `decision` is the reason: `games`, `extra_pairs`, a sequential test that stopped the bout early
//! (`race`), a seeded `coin` or the better `seed`. A tournament's round is that of its schedule, or
//! a batch.

use super::table::{Counts, row};

row! {
    /// A row of the file.
    Row in "bouts.csv" {
        bout: u64,
        /// Empty outside evolution.
        generation: Option<u32>,
        /// Empty outside evolution.
        purpose: Option<String>,
        /// Empty outside of rounds.
        round: Option<u32>, first: String, second: String, counts: Counts, winner: String,
        decision: String,
    }
}
