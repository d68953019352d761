//! `standings.csv`: players from the best down, each against all that it met.

use super::table::{Counts, EloInterval, row};
use darkforge_ratings::Tally;

/// A player's results.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its name.
    pub player: String,
    /// Its games, from its own side.
    pub tally: Tally,
}

row! {
    /// A row of the file.
    Row in "standings.csv" {
        rank: u32, player: String, counts: Counts, elo: EloInterval,
    }
}

/// The rows of `standings`, which are in order of rank.
pub(super) fn rows(standings: &[Standing]) -> impl Iterator<Item = Row> {
    (1..).zip(standings).map(|(rank, standing)| Row {
        rank,
        player: standing.player.clone(),
        counts: standing.tally.into(),
        elo: standing.tally.elo().into(),
    })
}
