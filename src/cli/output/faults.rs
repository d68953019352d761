//! Faults of players, for people and as JSON.

use std::fmt::Write as _;

use crate::report::faults::Row;
use crate::report::table::TableRow as _;

/// The faults of a run as a table; nothing if there were none.
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
