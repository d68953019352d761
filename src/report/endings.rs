//! `endings.csv`: endings of games, by player, colour and result for that player. A lost forfeit is
//! the player's own fault.

use super::outcomes::RESULTS;
use super::seats::{Seat, color_name};
use super::table::{ShareInterval, row};
use darkforge_kriegspiel::umpire::Ending;
use darkforge_ratings::{Z95, wilson};

row! {
    /// A row for each ending, by player, colour and result.
    Row in "endings.csv" {
        player: String, color: String,
        /// Result for the player: `win`, `draw` or `loss`.
        result: String,
        /// Reason of the game's end. A lost forfeit is the player's own fault.
        ending: Ending,
        games: u64,
        /// Share of the player's games with this colour.
        share: ShareInterval,
    }
}

/// The rows of all seats.
pub(super) fn rows(seats: &[Seat<'_>]) -> Vec<Row> {
    let mut rows = Vec::new();
    for seat in seats {
        for (way, result) in RESULTS.iter().enumerate() {
            for ending in Ending::ALL {
                let games = seat.endings[way].get(&ending).copied().unwrap_or(0);
                if games > 0 {
                    rows.push(Row {
                        player: seat.player.to_owned(),
                        color: color_name(seat.color).to_owned(),
                        result: (*result).to_owned(),
                        ending,
                        games,
                        share: wilson(games as f64, seat.games as f64, Z95).into(),
                    });
                }
            }
        }
    }
    rows
}
