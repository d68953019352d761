//! `faults.csv`: faults of players, a row for each player and kind of fault.

use std::collections::BTreeMap;

use super::table::row;
use darkforge_engine::player::FaultKind;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_lab::bout::PlayedGame;

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
pub(crate) fn forfeits<'a>(games: impl IntoIterator<Item = &'a PlayedGame>) -> u64 {
    let games = games.into_iter();
    games.filter(|game| game.ending.is_forfeit()).count() as u64
}

/// The faults of `games`, which come in the order of their numbers: by player, then by kind.
pub(crate) fn rows<'a>(games: impl IntoIterator<Item = &'a PlayedGame>) -> Vec<Row> {
    let mut rows: BTreeMap<(&str, FaultKind), Row> = BTreeMap::new();
    for game in games {
        for (_, player, fault) in game.faults() {
            let first = || Row {
                player: player.to_owned(),
                fault: fault.kind,
                ending: fault.kind.ending(),
                games: 0,
                first_game: game.game,
                first_detail: fault.detail.clone(),
            };
            rows.entry((player, fault.kind)).or_insert_with(first).games += 1;
        }
    }
    rows.into_values().collect()
}
