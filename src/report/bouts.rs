//! `bouts.csv`: a row for each bout, counted for its first player.
//!
//! `round` is 1 for the first round of a knockout and 0 for games that only measure;
//! `winner` goes on, `decision` says by what: `games`, `extra_pairs`, a sequential test that
//! stopped the bout early (`race`), a seeded `coin` or the better `seed`. A tournament's round is that of its schedule, or a batch.

use std::path::Path;

use super::table::{counts, header, write_csv};
use darkforge_ratings::Tally;

/// One row.
pub(super) struct Row {
    pub(super) bout: u64,
    /// Empty outside evolution.
    pub(super) generation: Option<u32>,
    pub(super) round: Option<u32>,
    pub(super) first: String,
    pub(super) second: String,
    pub(super) tally: Tally,
    pub(super) winner: String,
    pub(super) decision: &'static str,
}

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, rows: impl IntoIterator<Item = Row>) -> anyhow::Result<()> {
    let columns = "bout,generation,round,first,second,games,wins,draws,losses,stalemates,score,\
                   score_lo,score_hi,winner,decision";
    let optional = |number: Option<u32>| number.map(|n| n.to_string()).unwrap_or_default();
    let rows = rows.into_iter().map(|row| {
        let tally = row.tally;
        let mut fields = vec![
            row.bout.to_string(),
            optional(row.generation),
            optional(row.round),
            row.first,
            row.second,
        ];
        fields.extend(counts(tally));
        fields.extend([row.winner, row.decision.to_owned()]);
        fields
    });
    write_csv(path, &header(columns), rows)
}
