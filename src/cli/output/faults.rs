//! Faults of players, for people and as JSON.

use crate::cli::screen::{Column, Screen, Table};
use crate::report::faults::Row;
use crate::report::object::Nested;
use darkforge_lab::bout::Scored;

/// The faults of a run as a table; empty if there were none.
pub(crate) fn screen(faults: &[Row]) -> Screen {
    let mut screen = Screen::new();
    if faults.is_empty() {
        return screen;
    }
    let columns = [
        Column::words("faults", 0),
        Column::number("games", 8),
        Column::words("kind", 7),
        Column::text("player: what happened first", 0),
    ];
    let mut table = Table::new(2, columns);
    for row in faults {
        table.row([
            String::new(),
            row.games.to_string(),
            row.fault.as_str().to_owned(),
            format!(
                "{}: game {}: {}",
                row.player, row.first_game, row.first_detail
            ),
        ]);
    }
    screen.table(table);
    screen
}

/// The same for `--json`.
pub(crate) fn list(faults: &[Row]) -> Vec<Nested<Row>> {
    faults.iter().cloned().map(Nested).collect()
}

/// Refuses a run in which all `games`, called `what`, were forfeited: they measured nothing.
///
/// # Errors
/// If it is such a run.
pub(crate) fn refuse_forfeits(
    games: impl Iterator<Item = Scored>,
    what: &str,
) -> anyhow::Result<()> {
    let mut forfeits = games.map(|(_, outcome)| outcome.ending.is_forfeit());
    anyhow::ensure!(
        !forfeits.next().unwrap_or(false) || forfeits.any(|is_forfeit| !is_forfeit),
        "every {what} was forfeited, so strength is unknown; see what happened first"
    );
    Ok(())
}
