//! `weight_correlation.csv`: correlation of each weight with winning, over all bouts between
//! two of a generation.
//!
//! For each bout the logarithm of the ratio of both players' weights is correlated with the score
//! beyond one half. Both change their sign when the players are swapped, so the correlation is
//! about zero, not about means. Its interval is R. A. Fisher's (1921). Of a hundred weights without
//! influence, five have an interval without zero.

use std::collections::BTreeMap;
use std::path::Path;

use super::format::plural;
use super::plot::Caption;
use super::plot::marks::{self, Frame, MarkRow, Point};
use super::table::{ShareInterval, row};
use darkforge_engine::weights::Weights;
use darkforge_lab::tuner::{Evolution, Purpose};
use darkforge_ratings::{Tally, Z95};

/// Correlation of a weight with winning.
pub(super) struct Correlation {
    weight: &'static str,
    bouts: usize,
    value: f64,
    lo: f64,
    hi: f64,
}

/// Logarithms of the ratios of both players' weights, and the first's score beyond one half,
/// for each bout.
fn bouts(evolution: &Evolution) -> Vec<(Vec<f64>, f64)> {
    let mut bouts = Vec::new();
    for generation in evolution.finished() {
        let individuals = generation.population.iter();
        let weights: BTreeMap<String, &Weights> = individuals
            .map(|individual| (individual.name(), &individual.weights))
            .collect();
        // Portions of a bout count as one bout.
        let mut tallies: BTreeMap<(u32, &str, &str), Tally> = BTreeMap::new();
        for result in evolution.results() {
            if result.generation == generation.number && result.purpose == Purpose::Selection {
                let bout = (result.round, result.first.as_str(), result.second.as_str());
                *tallies.entry(bout).or_default() += result.tally;
            }
        }
        for ((_, first, second), tally) in tallies {
            if let (Some(a), Some(b)) = (weights.get(first), weights.get(second)) {
                let ratios = a.values().iter().zip(b.values());
                let logs = ratios.map(|(a, b)| libm::log(a / b)).collect();
                bouts.push((logs, tally.score() - 0.5));
            }
        }
    }
    bouts
}

/// The weights that were searched and their correlations, the most positive first.
pub(super) fn correlations(evolution: &Evolution) -> Vec<Correlation> {
    let bouts = bouts(evolution);
    let mut found = Vec::new();
    let list = evolution.settings().setup.space.list();
    for (index, info) in list.rows.iter().enumerate() {
        let (mut xy, mut xx, mut yy, mut count) = (0.0, 0.0, 0.0, 0);
        for (logs, score) in &bouts {
            let x = logs[index];
            // A bout of players with equal values says nothing of the weight.
            if x != 0.0 {
                (xy, xx, yy) = (xy + x * score, xx + x * x, yy + score * score);
                count += 1;
            }
        }
        if xx > 0.0 && yy > 0.0 && count > 3 {
            let value = (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0);
            let wide = Z95 / (count as f64 - 2.0).sqrt();
            let end = |z: f64| libm::tanh(libm::atanh(value.clamp(-0.999_999, 0.999_999)) + z);
            found.push(Correlation {
                weight: info.name,
                bouts: count,
                value,
                lo: end(-wide).min(value),
                hi: end(wide).max(value),
            });
        }
    }
    found.sort_by(|a, b| b.value.total_cmp(&a.value));
    found
}

row! {
    /// A row for each searched weight, the most positive correlation first.
    Row in "weight_correlation.csv" {
        weight: String,
        /// Number of bouts whose players differ in the weight.
        bouts: usize,
        /// Correlation, about zero, of the logarithm of the ratio of both players' weights with
        /// the score beyond 1/2; R. A. Fisher's interval.
        correlation: ShareInterval,
    }
}

impl Correlation {
    /// The row of the file.
    pub(super) fn row(&self) -> Row {
        Row {
            weight: self.weight.to_owned(),
            bouts: self.bouts,
            correlation: [self.value, self.lo, self.hi].into(),
        }
    }
}

/// Draws them; nothing while there are none.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(stem: &Path, correlations: &[Correlation]) -> anyhow::Result<()> {
    let rows: Vec<MarkRow> = correlations
        .iter()
        .map(|found| MarkRow {
            label: found.weight.to_owned(),
            points: vec![Point {
                // Intervals without zero have a colour of their own.
                series: usize::from(found.lo > 0.0 || found.hi < 0.0),
                value: found.value,
                interval: Some((found.lo, found.hi)),
            }],
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let caption = Caption {
        title: "Correlation of each weight with winning, over the bouts of all generations",
        sentence: &sentence(correlations),
    };
    let frame = Frame {
        x_name: "correlation of the weights' log-ratio with the score",
        series: &["interval has 0", "interval has not (1 in 20 by chance)"],
        neutral: Some((0.0, "none")),
    };
    marks::draw(stem, &caption, &frame, &rows)
}

/// The correlations in a sentence.
fn sentence(correlations: &[Correlation]) -> String {
    let count = correlations.len();
    let sure = || correlations.iter().filter(|c| c.lo > 0.0 || c.hi < 0.0);
    let chance = (0.05 * count as f64).round();
    let most = sure().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
    let intervals = match sure().count() {
        1 => "1 interval leaves".to_owned(),
        many => format!("{many} intervals leave"),
    };
    let begin = format!(
        "Of {}, {intervals} out 0, where chance alone makes about {chance}",
        plural(count as u64, "weight")
    );
    match most {
        None => format!("{begin}: none is known to correlate with winning."),
        Some(Correlation {
            weight,
            value,
            lo,
            hi,
            ..
        }) => {
            format!("{begin}; {weight} is the strongest, {value:+.2} ({lo:+.2}..{hi:+.2}).")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_lab::tuner::simulation::{by_queen, run, settings};

    #[test]
    fn what_decides_games_correlates_most() {
        let evolution = run(settings(8, 12), by_queen);
        let found = correlations(&evolution);
        assert_eq!(found[0].weight, "queen_value");
        assert!(found[0].lo > 0.5, "{}", found[0].lo);
        let far = found.iter().filter(|c| c.lo > 0.0 || c.hi < 0.0).count();
        assert!(far < found.len() / 3, "{far} of {}", found.len());
    }
}
