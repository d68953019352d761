//! Faults of players, for people and as JSON.

use std::fmt::Write as _;

use crate::report::faults::Row;
use crate::report::table::TableRow as _;
use darkforge_lab::bout::PlayedGame;

/// The faults of a run as a table; empty if there were none.
pub(crate) fn table(faults: &[Row]) -> String {
    let mut text = String::new();
    if faults.is_empty() {
        return text;
    }
    let _ = writeln!(
        text,
        "  faults     games  kind     player: what happened first"
    );
    for row in faults {
        let _ = writeln!(
            text,
            "            {:6}  {:7}  {}: game {}: {}",
            row.games,
            row.fault.as_str(),
            row.player,
            row.first_game,
            row.first_detail
        );
    }
    text
}

/// The same for `--json`.
pub(crate) fn list(faults: &[Row]) -> serde_json::Value {
    faults.iter().map(Row::object).collect()
}

/// Refuses a run in which all `games`, called `what`, were forfeited: they measured nothing.
///
/// # Errors
/// If it is such a run.
pub(crate) fn refuse_forfeits<'a>(
    games: impl Iterator<Item = &'a PlayedGame>,
    what: &str,
) -> anyhow::Result<()> {
    let (forfeited, played): (Vec<_>, Vec<_>) = games.partition(|game| game.ending.is_forfeit());
    anyhow::ensure!(
        forfeited.is_empty() || !played.is_empty(),
        "every {what} was forfeited, so nothing is known of strength; see what happened first"
    );
    Ok(())
}
