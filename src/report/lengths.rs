//! `lengths.csv`: lengths of games, as a histogram by player, colour and result for that player.
//! All rows share bins: from `plies_from` to `plies_to`, both included.

use std::path::Path;

use super::endings::{RESULTS, place};
use super::plot;
use super::plot::lengths::Bins;
use super::seats::{Seat, color_name};
use super::table::{ShareInterval, row};
use darkforge_ratings::{Z95, wilson};

row! {
    /// A row for each bin with games, by player, colour and result.
    Row in "lengths.csv" {
        player: String, color: String,
        /// Result for the player: `win`, `draw` or `loss`.
        result: String,
        /// Least number of plies of the bin.
        plies_from: u32,
        /// Greatest number of plies of the bin.
        plies_to: u32,
        games: u32,
        /// Share of the player's games with this colour.
        share: ShareInterval,
    }
}

/// The rows of all seats.
pub(super) fn rows(seats: &[Seat<'_>]) -> Vec<Row> {
    let all = seats.iter().flat_map(|seat| &seat.games);
    let bins = Bins::over(all.map(|game| game.plies));
    let mut rows = Vec::new();
    for seat in seats {
        for (way, result) in RESULTS.iter().enumerate() {
            let games = seat.games.iter();
            let fits = games.filter(|game| place(game.score(seat.color)) == way);
            let lengths: Vec<u32> = fits.map(|game| game.plies).collect();
            for (bin, games) in (0..).zip(bins.counts(&lengths)) {
                if games == 0 {
                    continue;
                }
                let (plies_from, plies_to) = bins.ends(bin);
                let total = seat.games.len() as f64;
                rows.push(Row {
                    player: seat.player.to_owned(),
                    color: color_name(seat.color).to_owned(),
                    result: (*result).to_owned(),
                    plies_from,
                    plies_to,
                    games,
                    share: wilson(f64::from(games), total, Z95).into(),
                });
            }
        }
    }
    rows
}

/// Draws the lengths of `games` by winner: the first name's side (0), the second's (1) or nobody
/// (2); nothing without a game.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(
    plots: &Path,
    title: &str,
    wins: [&str; 2],
    games: impl Iterator<Item = (usize, u32)>,
) -> anyhow::Result<()> {
    let mut series = [wins[0], wins[1], "draws"].map(|name| (name.to_owned(), Vec::new()));
    for (way, plies) in games {
        series[way.min(2)].1.push(plies);
    }
    let mut series = series.to_vec();
    series.retain(|(_, lengths)| !lengths.is_empty());
    if series.is_empty() {
        return Ok(());
    }
    plot::lengths::draw(&plots.join("lengths"), title, &series)
}
