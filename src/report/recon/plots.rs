//! Plots of games of reconnaissance blind chess, a file each; plots without games are left out.

use std::path::Path;

use super::{TAILS, ending_name, own_frame, plies};
use crate::report::format::{part, percent, plural, thousands};
use crate::report::plot::bars::{self, Row};
use crate::report::plot::series::{self, Line, Point, Words};
use crate::report::plot::{Caption, board, lengths};
use darkforge_board::Square;
use darkforge_ratings::{Estimate, Z95, wilson};
use darkforge_recon::statistics::{Bucket, Size, Sizes, Statistics, TurnSizes};

/// Least number of sizes of a turn in the plot over turns, if the first turn has as many.
const FEWEST: u64 = 20;

/// Draws all plots into `folder`.
///
/// # Errors
/// Those of the files.
pub(crate) fn draw(folder: &Path, statistics: &Statistics) -> anyhow::Result<()> {
    if statistics.greatest.count() > 0 {
        possible(folder, statistics)?;
    }
    if !statistics.sizes.is_empty() {
        sizes(folder, statistics)?;
    }
    senses(folder, statistics)?;
    endings(folder, statistics)?;
    game_lengths(folder, statistics)
}

fn shown(size: Size) -> String {
    let before = if size.at_least { "at least " } else { "" };
    format!("{before}{}", thousands(size.positions))
}

/// An interval of numbers of positions in words.
pub(crate) fn bucket_name(bucket: &Bucket) -> String {
    match bucket.up_to {
        Some(up_to) => format!("up to {}", thousands(up_to)),
        None => format!("{} or more", thousands(bucket.from)),
    }
}

fn won(bucket: &Bucket) -> Estimate {
    wilson(bucket.won as f64, bucket.sides() as f64, Z95)
}

fn possible(folder: &Path, statistics: &Statistics) -> anyhow::Result<()> {
    let buckets: Vec<&Bucket> = statistics.buckets().collect();
    let row = |bucket: &&Bucket| {
        let Estimate { value, lo, hi } = won(bucket);
        let bar = (100.0 * value, Some((100.0 * lo, 100.0 * hi)));
        Row {
            label: format!(
                "{} ({})",
                bucket_name(bucket),
                plural(bucket.sides(), "side")
            ),
            bars: vec![Some(bar)],
        }
    };
    let rows: Vec<Row> = buckets.iter().map(row).collect();
    let told = |bucket: Option<&&Bucket>| {
        bucket.map_or_else(String::new, |bucket| {
            format!(
                "{} positions: {} won",
                bucket_name(bucket),
                percent(won(bucket))
            )
        })
    };
    let median = statistics.greatest.median().map_or_else(String::new, shown);
    let sentence = format!(
        "{}; {}. The median of the greatest numbers is {median}.",
        told(buckets.first()),
        told(buckets.last())
    );
    let caption = Caption {
        title: "Sides that won, by the greatest number of possible positions in the game",
        sentence: &sentence,
    };
    let unit = "share (%), with 95 % intervals";
    bars::draw(
        &folder.join("possible_positions"),
        &caption,
        unit,
        &["won"],
        &rows,
    )
}

/// A curve: its name, and the number of positions of each turn in it.
type Curve = (&'static str, fn(&TurnSizes) -> Option<Size>);

fn sizes(folder: &Path, statistics: &Statistics) -> anyhow::Result<()> {
    let curves: [Curve; 4] = [
        ("median before the sense", |turn| turn.before.median()),
        ("median after it", |turn| turn.after.median()),
        ("90th percentile before", |turn| {
            turn.before.quantile(TAILS[0])
        }),
        ("90th percentile after", |turn| {
            turn.after.quantile(TAILS[0])
        }),
    ];
    let counts = |turn: &TurnSizes| turn.before.count();
    let fewest = statistics
        .sizes
        .values()
        .next()
        .map_or(0, counts)
        .min(FEWEST);
    let lines = curves.map(|(name, of)| {
        let turns = statistics.sizes.iter();
        let many = turns.filter(|(_, turn)| counts(turn) >= fewest.max(1));
        let points = many.filter_map(|(&turn, sizes)| -> Option<Point> {
            let logarithm = libm::log10(of(sizes)?.positions.max(1) as f64);
            Some((turn as f64, logarithm, None))
        });
        Line {
            name: name.to_owned(),
            points: points.collect(),
        }
    });
    let all = statistics.all_sizes();
    let median = |sizes: &Sizes| sizes.median().map_or_else(String::new, shown);
    let sentence = format!(
        "In the middle of all {}, a side has {} positions before its sense and {} after it.",
        plural(all.before.count(), "turn"),
        median(&all.before),
        median(&all.after)
    );
    let caption = Caption {
        title: "Possible positions by turn",
        sentence: &sentence,
    };
    let words = Words {
        x: "turn",
        y: "positions (logarithm to base 10)",
    };
    series::draw(&folder.join("sizes"), &caption, words, &lines)
}

fn senses(folder: &Path, statistics: &Statistics) -> anyhow::Result<()> {
    let counts = own_frame(statistics);
    let all: u64 = counts.iter().sum();
    if all == 0 {
        return Ok(());
    }
    let values = counts.map(|count| 100.0 * count as f64 / all as f64);
    let texts = values.map(|value| format!("{value:.1}"));
    let mut order: Vec<usize> = (0..64).collect();
    order.sort_by_key(|&square| std::cmp::Reverse(counts[square]));
    let [first, second] = [order[0], order[1]].map(|square| {
        let name = Square::new(square as u32);
        format!("{name} ({})", part(counts[square], all))
    });
    let sentence = format!(
        "Most of {} fall on {first}, then on {second}.",
        plural(all, "sense")
    );
    let caption = Caption {
        title: "Sensed squares (%), with the player's own men below",
        sentence: &sentence,
    };
    board::draw_heat(&folder.join("senses"), &caption, &values, &texts)
}

fn endings(folder: &Path, statistics: &Statistics) -> anyhow::Result<()> {
    let games = statistics.games;
    let [white, black] = statistics.wins;
    let results = [
        ("White wins", white),
        ("Black wins", black),
        ("draws", statistics.draws),
    ];
    let results = results.map(|(label, count)| (label.to_owned(), count));
    let endings = statistics.endings.iter().map(|(&ending, counts)| {
        let label = ending_name(ending).replace('_', " ");
        (label, counts.iter().sum::<u64>())
    });
    let mut endings: Vec<(String, u64)> = endings.collect();
    endings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let most = endings.first().cloned().unwrap_or_default();
    let rows: Vec<Row> = results
        .into_iter()
        .chain(endings)
        .map(|(label, count)| {
            let Estimate { value, lo, hi } = wilson(count as f64, games as f64, Z95);
            let bar = (100.0 * value, Some((100.0 * lo, 100.0 * hi)));
            Row {
                label,
                bars: vec![Some(bar)],
            }
        })
        .collect();
    let sentence = format!(
        "Most frequent is {}: {} of {}.",
        most.0,
        part(most.1, games),
        plural(games, "game")
    );
    let caption = Caption {
        title: "How games end",
        sentence: &sentence,
    };
    let unit = "share (%), with 95 % intervals";
    bars::draw(
        &folder.join("game_endings"),
        &caption,
        unit,
        &["games"],
        &rows,
    )
}

fn game_lengths(folder: &Path, statistics: &Statistics) -> anyhow::Result<()> {
    let endings = statistics.endings.keys().filter(|ending| ending.is_some());
    let series: Vec<(String, Vec<u32>)> = endings
        .map(|&ending| {
            let lengths = plies(statistics, |one| one == ending).into_iter();
            let each = lengths.flat_map(|(plies, games)| (0..games).map(move |_| plies));
            (ending_name(ending).replace('_', " "), each.collect())
        })
        .collect();
    if series.is_empty() {
        return Ok(());
    }
    let mean = statistics.plies as f64 / statistics.games.max(1) as f64;
    let games = plural(statistics.games, "game");
    let sentence = format!("On average {games} last {mean:.1} plies.");
    let caption = Caption {
        title: "Length of the games (plies), by the reason of their end",
        sentence: &sentence,
    };
    lengths::draw(&folder.join("game_lengths"), &caption, &series)
}
