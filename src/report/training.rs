//! Files of a training: learning curves, accuracy of every headset on every headset's games, values, plots.

use std::path::Path;

use super::Drawn;
use super::format::{percent, plural};
use super::plot::Caption;
use super::plot::agreement::{self, Curve};
use super::plot::series::{self, Line, Words};
use super::table::{FileRow as _, Fixed, ShareInterval, row};
use darkforge_ratings::{Estimate, Z95, wilson};
use darkforge_synoptic::network::Loss;
use darkforge_synoptic::train::Valued;

/// Losses of a headset on validation examples of its own games, after a number of steps.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Steps taken.
    pub step: u32,
    /// The headset.
    pub headset: String,
    /// Sums over the examples.
    pub loss: Loss,
}

/// Loss of a headset on the validation examples of another one's games.
#[derive(Clone, Debug)]
pub struct Crossed {
    /// The headset.
    pub headset: String,
    /// The headset whose games the examples are of.
    pub games: String,
    /// Sums over the examples.
    pub loss: Loss,
}

/// Share of examples, with an interval as if they were independent of each other.
fn share(part: f64, of: f64) -> Estimate {
    wilson(part, of, Z95)
}

row! {
    /// A row for each checkpoint and headset, measured on validation examples of the headset's own games.
    LessonRow in "lessons.csv" {
        /// Steps taken.
        step: u32,
        /// Headset of the network.
        headset: String,
        /// Validation examples.
        examples: u32,
        /// Mean negative logarithm of the probability of the chosen action.
        policy_loss: Fixed<4>,
        /// Mean squared error of the value, from 0 to 4.
        value_loss: Fixed<4>,
        top1: ShareInterval, top5: ShareInterval,
        /// Share of decided examples in which the sign of the value names the winner.
        winner: ShareInterval,
    }
}

row! {
    /// A row for each headset and each headset's validation games.
    AccuracyRow in "accuracy.csv" {
        /// Headset of the network.
        headset: String,
        /// Headset whose games the examples are of.
        games: String,
        /// Validation examples.
        examples: u32,
        top1: ShareInterval, top5: ShareInterval,
        /// Share of decided examples in which the sign of the value names the winner.
        winner: ShareInterval,
    }
}

row! {
    /// A row for each set of games and each interval of the number of positions; the values are those of the headset `all`.
    ValueRow in "values.csv" {
        /// `training` or `validation`.
        games: String,
        /// Greatest number of positions of the interval, which begins above the row before.
        positions: u32,
        /// Examples.
        examples: u32,
        /// Share of the points that the sides won, a draw being half a point.
        score: ShareInterval,
        /// Mean of the network's values, from 0 to 1 like the score.
        value: Fixed<6>,
    }
}

/// A sum of a group.
type Sum = fn(&Valued) -> f64;

/// Writes values beside results, and the plot.
///
/// # Errors
/// A file cannot be written.
pub fn write_values(folder: &Path, sets: &[Vec<Valued>; 2]) -> anyhow::Result<()> {
    let named = || ["training", "validation"].into_iter().zip(sets);
    let rows = named().flat_map(|(games, groups)| {
        groups.iter().map(|group| ValueRow {
            games: games.to_owned(),
            positions: group.positions as u32,
            examples: group.examples,
            score: share(group.score, f64::from(group.examples)).into(),
            value: Fixed(group.value / f64::from(group.examples)),
        })
    });
    ValueRow::write(folder, rows)?;
    let Some(plots) = super::plots_folder(folder, Drawn::Plots)? else {
        return Ok(());
    };
    let sums: [(&str, Sum); 2] = [
        ("score", |group| group.score),
        ("value", |group| group.value),
    ];
    let mean = |sum: Sum, group: &Valued| 100.0 * sum(group) / f64::from(group.examples);
    let mut lines = Vec::new();
    for (games, groups) in named() {
        for (what, sum) in sums {
            let point =
                |group: &Valued| (f64::log2(group.positions as f64), mean(sum, group), None);
            lines.push(Line {
                name: format!("{what}, {games}"),
                points: groups.iter().map(point).collect(),
            });
        }
    }
    let end = |group: Option<&Valued>| {
        let group = group.copied().unwrap_or_default();
        let positions = plural(group.positions as u64, "position");
        format!("{:.0} % with at most {positions}", mean(sums[1].1, &group))
    };
    let sentence = format!(
        "The mean value on validation games is {}, {}.",
        end(sets[1].first()),
        end(sets[1].last())
    );
    let caption = Caption {
        title: "Value and score by number of positions",
        sentence: &sentence,
    };
    let words = Words {
        x: "positions of the synopsis, at most (power of 2)",
        y: "share (%)",
    };
    series::draw(&plots.join("values"), &caption, words, &lines)
}

/// Rows of the accuracy table.
pub(crate) fn accuracy(crossed: &[Crossed]) -> Vec<AccuracyRow> {
    let row = |one: &Crossed| {
        let loss = &one.loss;
        AccuracyRow {
            headset: one.headset.clone(),
            games: one.games.clone(),
            examples: loss.count as u32,
            top1: share(loss.first, loss.count).into(),
            top5: share(loss.five, loss.count).into(),
            winner: share(loss.winner, loss.decided).into(),
        }
    };
    crossed.iter().map(row).collect()
}

/// Writes the learning curve.
///
/// # Errors
/// The file cannot be written.
pub fn write_lessons(folder: &Path, measured: &[Measured]) -> anyhow::Result<()> {
    let rows = measured.iter().map(|one| {
        let loss = &one.loss;
        LessonRow {
            step: one.step,
            headset: one.headset.clone(),
            examples: loss.count as u32,
            policy_loss: Fixed(loss.policy / loss.count.max(1.0)),
            value_loss: Fixed(loss.value / loss.count.max(1.0)),
            top1: share(loss.first, loss.count).into(),
            top5: share(loss.five, loss.count).into(),
            winner: share(loss.winner, loss.decided).into(),
        }
    });
    LessonRow::write(folder, rows)
}

/// Writes the accuracy table and the plots.
///
/// # Errors
/// A file cannot be written.
pub fn write_accuracy(
    folder: &Path,
    measured: &[Measured],
    crossed: &[Crossed],
) -> anyhow::Result<()> {
    AccuracyRow::write(folder, accuracy(crossed))?;
    let Some(plots) = super::plots_folder(folder, Drawn::Plots)? else {
        return Ok(());
    };
    let mut names: Vec<&str> = measured.iter().map(|one| one.headset.as_str()).collect();
    names.dedup();
    names.truncate(
        names
            .iter()
            .skip(1)
            .position(|name| Some(name) == names.first())
            .map_or(names.len(), |place| place + 1),
    );
    let last = |name: &str| measured.iter().rev().find(|one| one.headset == name);
    for (file, title, of) in [
        (
            "lessons",
            "Validation choices that are the first of the policy",
            (|loss: &Loss| share(loss.first, loss.count)) as fn(&Loss) -> Estimate,
        ),
        (
            "winners",
            "Validation examples whose winner the value names",
            |loss| share(loss.winner, loss.decided),
        ),
    ] {
        let curves: Vec<Curve> = names
            .iter()
            .map(|name| Curve {
                name: (*name).to_owned(),
                points: measured
                    .iter()
                    .filter(|one| one.headset == *name)
                    .map(|one| (one.step, of(&one.loss)))
                    .collect(),
            })
            .collect();
        let ends: Vec<String> = names
            .iter()
            .filter_map(|name| Some(format!("{name} {}", percent(of(&last(name)?.loss)))))
            .collect();
        let sentence = format!("At the end: {}.", ends.join(", "));
        let caption = Caption {
            title,
            sentence: &sentence,
        };
        agreement::draw(&plots.join(file), &caption, "steps", &curves)?;
    }
    Ok(())
}
