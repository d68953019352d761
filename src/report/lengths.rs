//! `lengths.csv`: lengths of games, as a histogram by player, colour and result for that player.
//! All rows share bins: from `plies_from` to `plies_to`, both included.

use std::collections::BTreeMap;
use std::path::Path;

use super::format::plural;
use super::outcomes::RESULTS;
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
    let all = seats.iter().flat_map(|seat| &seat.lengths);
    let bins = Bins::over(all.flat_map(BTreeMap::keys).copied());
    let mut rows = Vec::new();
    for seat in seats {
        for (way, result) in RESULTS.iter().enumerate() {
            let mut lengths = seat.lengths[way].iter().peekable();
            for bin in 0.. {
                if lengths.peek().is_none() {
                    break;
                }
                let (plies_from, plies_to) = bins.ends(bin);
                let mut games = 0;
                while let Some((_, own)) = lengths.next_if(|&(&plies, _)| plies <= plies_to) {
                    games += own;
                }
                if games == 0 {
                    continue;
                }
                let total = seat.games as f64;
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

/// Games by their number of plies.
pub(super) type Lengths = BTreeMap<u32, u32>;

/// Lengths of games that the first side won, the second side won, and nobody won, from the seats of
/// the first side.
pub(super) fn by_winner<'a>(seats: impl IntoIterator<Item = &'a Seat<'a>>) -> [Lengths; 3] {
    let mut all: [Lengths; 3] = Default::default();
    for seat in seats {
        let [won, drawn, lost] = &seat.lengths;
        for (sums, own) in all.iter_mut().zip([won, lost, drawn]) {
            for (&plies, games) in own {
                *sums.entry(plies).or_default() += games;
            }
        }
    }
    all
}

/// Draws the lengths of games that the first of `wins` names, that the second names, and of draws;
/// nothing without a game.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(
    plots: &Path,
    title: &str,
    wins: [&str; 2],
    games: [Lengths; 3],
) -> anyhow::Result<()> {
    let names = [wins[0], wins[1], "draws"].map(str::to_owned);
    let mut series: Vec<(String, Lengths)> = names.into_iter().zip(games).collect();
    series.retain(|(_, lengths)| !lengths.is_empty());
    if series.is_empty() {
        return Ok(());
    }
    let sentence = &sentence(&series);
    // Four bytes of each game, while the plot is drawn.
    let each = |(&plies, &games): (&u32, &u32)| std::iter::repeat_n(plies, games as usize);
    let series: Vec<(String, Vec<u32>)> = series
        .into_iter()
        .map(|(name, lengths)| {
            let mut all = Vec::with_capacity(lengths.values().sum::<u32>() as usize);
            all.extend(lengths.iter().flat_map(each));
            (name, all)
        })
        .collect();
    plot::lengths::draw(
        &plots.join("lengths"),
        &Caption { title, sentence },
        &series,
    )
}

/// The lengths in a sentence: mean and median, and the mean of each group.
fn sentence(series: &[(String, Lengths)]) -> String {
    let mut all = Lengths::new();
    for (&plies, games) in series.iter().flat_map(|(_, own)| own) {
        *all.entry(plies).or_default() += games;
    }
    let count = |lengths: &Lengths| lengths.values().map(|&games| u64::from(games)).sum::<u64>();
    let mean = |lengths: &Lengths| {
        let plies = |(&plies, &games): (&u32, &u32)| u64::from(plies) * u64::from(games);
        lengths.iter().map(plies).sum::<u64>() as f64 / count(lengths).max(1) as f64
    };
    let games = count(&all);
    // The first of two in the middle.
    let mut left = games.saturating_sub(1) / 2;
    let middle = all.iter().find(|&(_, &own)| {
        let is_there = left < u64::from(own);
        left = left.saturating_sub(u64::from(own));
        is_there
    });
    let (Some((longest, _)), Some((middle, _))) = (all.last_key_value(), middle) else {
        return String::new();
    };
    if games == 1 {
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
        "{} lasted {:.1} plies on average, half of them at most {middle}, the longest {longest}.{groups}",
        plural(games, "game"),
        mean(&all)
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
        let series = |lengths: &[(&str, &[u32])]| -> Vec<(String, Lengths)> {
            let counted = |&(name, own): &(&str, &[u32])| {
                (
                    name.to_owned(),
                    own.iter().map(|&plies| (plies, 1)).collect(),
                )
            };
            lengths.iter().map(counted).collect()
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
