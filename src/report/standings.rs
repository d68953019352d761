//! `standings.csv`: players from the best down, each against all that it met.

use std::path::Path;

use super::table::{counts, elo, header, write_csv};
use darkforge_ratings::Tally;

/// A player's results.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its name.
    pub player: String,
    /// Its games, from its own side.
    pub tally: Tally,
}

/// Writes the file; `standings` are in order of rank.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, standings: &[Standing]) -> anyhow::Result<()> {
    let columns = "rank,player,games,wins,draws,losses,stalemates,score,score_lo,score_hi,elo,\
                   elo_lo,elo_hi";
    let rows = standings.iter().enumerate().map(|(index, standing)| {
        let tally = standing.tally;
        let mut fields = vec![(index + 1).to_string(), standing.player.clone()];
        fields.extend(counts(tally));
        fields.extend(elo(tally.elo()));
        fields
    });
    write_csv(path, &header(columns), rows)
}
