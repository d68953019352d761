//! `faults.csv`: faults of players, a row for each player and kind of fault.

use std::collections::BTreeMap;

use super::table::row;
use darkforge_engine::player::FaultKind;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_lab::bout::{PlayedGame, Scored};
use darkforge_lab::journal::{Journal, JournalError};

row! {
    /// A row for each player and kind of fault.
    Row in "faults.csv" {
        player: String,
        /// Kind of fault.
        fault: FaultKind,
        /// Ending of the games with it.
        ending: Ending,
        /// Games with it.
        games: u64,
        /// Number of the first game with it.
        first_game: u64,
        /// The fault in that game, in words.
        first_detail: String,
    }
}

/// Games among `games` that were forfeited.
pub(crate) fn forfeits(games: impl IntoIterator<Item = Scored>) -> u64 {
    let games = games.into_iter();
    games
        .filter(|(_, outcome)| outcome.ending.is_forfeit())
        .count() as u64
}

/// The faults in `journal`: by player, then by kind.
pub(crate) fn rows(journal: &Journal) -> Result<Vec<Row>, JournalError> {
    rows_of(journal, |_| true)
}

/// The same in those of its games that `counts`.
pub(crate) fn rows_of(
    journal: &Journal,
    counts: impl Fn(&PlayedGame) -> bool,
) -> Result<Vec<Row>, JournalError> {
    let mut rows: BTreeMap<(String, FaultKind), Row> = BTreeMap::new();
    for game in journal.with_faults() {
        let game = game?;
        if !counts(&game) {
            continue;
        }
        for (_, player, fault) in game.faults() {
            let first = || Row {
                player: player.to_owned(),
                fault: fault.kind,
                ending: fault.kind.ending(),
                games: 0,
                first_game: game.game,
                first_detail: fault.detail.clone(),
            };
            let key = (player.to_owned(), fault.kind);
            rows.entry(key).or_insert_with(first).games += 1;
        }
    }
    Ok(rows.into_values().collect())
}
