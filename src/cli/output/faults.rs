//! The faults of a run, for people and as JSON.

use std::fmt::Write as _;

use crate::report::faults::FaultRow;

/// The faults of a run as a table for people; nothing if there were none.
pub(crate) fn fault_table(faults: &[FaultRow]) -> String {
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
            row.kind.as_str(),
            row.player,
            row.first_game,
            row.first_detail
        );
    }
    text
}

/// The same for `--json`.
pub(crate) fn fault_list(faults: &[FaultRow]) -> serde_json::Value {
    let rows = faults.iter().map(|row| {
        serde_json::json!({
            "player": row.player,
            "fault": row.kind.as_str(),
            "ending": row.ending().to_string(),
            "games": row.games,
            "first_game": row.first_game,
            "first_detail": row.first_detail,
        })
    });
    rows.collect()
}
