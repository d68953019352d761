//! `lengths.csv`: lengths of games, as a histogram by player, colour and result for that player.
//! All rows share bins: from `plies_from` to `plies_to`, both included.

use std::path::Path;

use super::endings::{RESULTS, place};
use super::format::plural;
use super::plot;
use super::plot::Caption;
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
    let sentence = &sentence(&series);
    plot::lengths::draw(
        &plots.join("lengths"),
        &Caption { title, sentence },
        &series,
    )
}

/// The lengths in a sentence: mean and median, and the mean of each group.
fn sentence(series: &[(String, Vec<u32>)]) -> String {
    let mut all: Vec<u32> = series.iter().flat_map(|(_, own)| own.clone()).collect();
    all.sort_unstable();
    let mean = |lengths: &[u32]| {
        let sum: u64 = lengths.iter().map(|&plies| u64::from(plies)).sum();
        sum as f64 / lengths.len().max(1) as f64
    };
    let (Some(longest), middle) = (all.last(), all.len().saturating_sub(1) / 2) else {
        return String::new();
    };
    if all.len() == 1 {
        return format!("The one game lasted {}.", plies(*longest));
    }
    let groups: Vec<String> = series
        .iter()
        .map(|(name, own)| format!("{name} {:.1}", mean(own)))
        .collect();
    let groups = match groups.as_slice() {
        [_] => String::new(),
        groups => format!(" By outcome the means are: {}.", groups.join(", ")),
    };
    format!(
        "{} lasted {:.1} plies on average, half of them at most {}, the longest {longest}.{groups}",
        plural(all.len() as u64, "game"),
        mean(&all),
        all[middle]
    )
}

/// A number of plies.
fn plies(number: u32) -> String {
    match number {
        1 => "1 ply".to_owned(),
        number => format!("{number} plies"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_and_many_are_told() {
        let series = |lengths: &[(&str, &[u32])]| -> Vec<(String, Vec<u32>)> {
            let owned = |&(name, own): &(&str, &[u32])| (name.to_owned(), own.to_vec());
            lengths.iter().map(owned).collect()
        };
        let one = series(&[("draws", &[57])]);
        assert_eq!(sentence(&one), "The one game lasted 57 plies.");
        let many = series(&[("White wins", &[10, 20]), ("draws", &[60])]);
        assert_eq!(
            sentence(&many),
            "3 games lasted 30.0 plies on average, half of them at most 20, the longest 60. \
             By outcome the means are: White wins 15.0, draws 60.0."
        );
    }
}
