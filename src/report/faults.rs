//! `faults.csv`: what players did wrong, a row for each player and kind of fault.

use std::collections::BTreeMap;
use std::path::Path;

use super::table::{header, write_csv};
use darkforge_engine::player::FaultKind;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_lab::tournament::PlayedGame;

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultRow {
    /// Who was at fault.
    pub player: String,
    /// What it did.
    pub kind: FaultKind,
    /// In how many games.
    pub games: u64,
    /// The first of them.
    pub first_game: u64,
    /// What happened there.
    pub first_detail: String,
}

impl FaultRow {
    /// How it ends a game.
    pub fn ending(&self) -> Ending {
        self.kind.ending()
    }
}

/// Counts the faults of `games`, which come in the order of their numbers: by player, then
/// by kind.
pub fn count<'a>(games: impl IntoIterator<Item = &'a PlayedGame>) -> Vec<FaultRow> {
    let mut rows: BTreeMap<(&str, FaultKind), FaultRow> = BTreeMap::new();
    for game in games {
        for (_, player, fault) in game.faults() {
            let first = || FaultRow {
                player: player.to_owned(),
                kind: fault.kind,
                games: 0,
                first_game: game.game,
                first_detail: fault.detail.clone(),
            };
            rows.entry((player, fault.kind)).or_insert_with(first).games += 1;
        }
    }
    rows.into_values().collect()
}

/// Writes the file; without faults it has its header alone.
///
/// # Errors
/// Those of the file.
pub fn write<'a>(
    path: &Path,
    games: impl IntoIterator<Item = &'a PlayedGame>,
) -> anyhow::Result<()> {
    let columns = "player,fault,ending,games,first_game,first_detail";
    let rows = count(games).into_iter().map(|row| {
        vec![
            row.player.clone(),
            row.kind.to_string(),
            row.ending().to_string(),
            row.games.to_string(),
            row.first_game.to_string(),
            row.first_detail.clone(),
        ]
    });
    write_csv(path, &header(columns), rows)
}
