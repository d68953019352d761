//! `bouts.csv`: a row for each bout, counted for its first player.

use super::table::{Counts, row};

row! {
    /// A row for each bout, counted for its first player.
    Row in "bouts.csv" {
        bout: u64,
        /// Generation, from 0; empty outside evolution.
        generation: Option<u32>,
        /// Purpose of the games in an evolution: `selection`, `outside`, `confirmation`,
        /// `reference`, `screening` or `proof`.
        purpose: Option<String>,
        /// Round of a knockout, of an optimiser's duels or of a tournament, from 1; empty outside
        /// of rounds.
        round: Option<u32>,
        /// Player for whom wins and score are counted.
        first: String,
        /// Its opponent.
        second: String,
        counts: Counts,
        /// Player that advances; empty if no player is eliminated.
        winner: String,
        /// Reason: `games`, `extra_pairs`, a sequential test that stopped the bout early
        /// (`race`), a seeded `coin` or the better `seed`.
        decision: String,
    }
}
