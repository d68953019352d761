//! Figures that can be compared between collections, and their differences.
//!
//! T is the thesis, see [the crate](crate).

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;

use crate::report::table::{FileRow, Fixed, Share, ShareInterval, row};
use darkforge_ratings::{EloEstimate, Estimate, Z95, wilson};
use darkforge_research::collection::Average;

/// Name of the file of figures in a folder that `stats` wrote.
pub const FIGURES: &str = FigureRow::FILE;

/// The figures of 11,911 games of the Internet Chess Club (T 5.2).
const ICC: &str = include_str!("../../../assets/icc.csv");

/// A figure with its interval, if known.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Unit: `share`, `moves`, `bits`...
    pub unit: String,
    /// Number of games, if known.
    pub games: Option<u64>,
    /// Its value.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Option<(f64, f64)>,
}

/// Figures by name.
pub type Figures = BTreeMap<String, Figure>;

impl Figure {
    /// `count` of `games`.
    pub(super) fn share(count: u64, games: u64) -> Figure {
        let Estimate { value, lo, hi } = wilson(count as f64, games as f64, Z95);
        Figure {
            unit: "share".to_owned(),
            games: Some(games),
            value,
            interval: Some((lo, hi)),
        }
    }

    /// A mean, with its number of games.
    pub(super) fn mean(unit: &str, games: u64, average: Average) -> Figure {
        Figure {
            unit: unit.to_owned(),
            games: Some(games),
            value: average.mean,
            interval: average.interval,
        }
    }

    /// Difference from `other` with its interval by Newcombe's square and add, if both intervals
    /// are known.
    pub fn difference(&self, other: &Figure) -> (f64, Option<(f64, f64)>) {
        let difference = self.value - other.value;
        let bounds = self.interval.zip(other.interval).map(|(own, others)| {
            let below = (self.value - own.0).hypot(others.1 - other.value);
            let above = (own.1 - self.value).hypot(other.value - others.0);
            (difference - below, difference + above)
        });
        (difference, bounds)
    }

    fn cells(&self) -> Cells {
        let interval = self.interval;
        Cells {
            n: self.games,
            value: six(self.value),
            lo: interval.map(|(lo, _)| six(lo)),
            hi: interval.map(|(_, hi)| six(hi)),
        }
    }
}

/// A number with six decimals; there is no negative zero.
pub(super) fn six(value: f64) -> Share {
    let text = format!("{value:.6}");
    Fixed(if text == "-0.000000" { 0.0 } else { value })
}

row! {
    /// A figure as columns.
    Cells {
        /// Number of games on which the figure rests.
        n: Option<u64>,
        /// Value, in its unit.
        value: Share,
        /// Lower end of its 95 % interval.
        lo: Option<Share>,
        /// Upper end of its 95 % interval.
        hi: Option<Share>,
    }
}

row! {
    /// A row for each figure, by name.
    FigureRow in "figures.csv" {
        figure: String, unit: String, own: Cells,
    }
}

row! {
    /// A row for each figure that both collections have, by name.
    ComparisonRow in "comparison.csv" {
        figure: String, unit: String, own: Cells,
        /// Number of games on which the other collection's figure rests.
        other_n: Option<u64>,
        /// Value of the other collection, in the same unit.
        other_value: Share,
        /// Lower end of its 95 % interval.
        other_lo: Option<Share>,
        /// Upper end of its 95 % interval.
        other_hi: Option<Share>,
        /// `value` less `other_value`, with Newcombe's hybrid score interval.
        difference: ShareInterval,
    }
}

/// Writes `figures.csv`.
///
/// # Errors
/// Those of the file.
pub(super) fn write(out: &Path, figures: &Figures) -> anyhow::Result<()> {
    let rows = figures.iter().map(|(name, figure)| FigureRow {
        figure: name.clone(),
        unit: figure.unit.clone(),
        own: figure.cells(),
    });
    FigureRow::write(out, rows)
}

/// Writes `comparison.csv`: every figure that both collections have.
///
/// # Errors
/// Those of the file.
pub(super) fn write_comparison(out: &Path, own: &Figures, other: &Figures) -> anyhow::Result<()> {
    let rows = own.iter().filter_map(|(name, figure)| {
        let against = other.get(name)?;
        let (difference, interval) = figure.difference(against);
        let other = against.cells();
        Some(ComparisonRow {
            figure: name.clone(),
            unit: figure.unit.clone(),
            own: figure.cells(),
            other_n: other.n,
            other_value: other.value,
            other_lo: other.lo,
            other_hi: other.hi,
            difference: with_ends(difference, interval),
        })
    });
    ComparisonRow::write(out, rows)
}

/// A value with its interval, if known.
pub(super) fn with_ends(value: f64, interval: Option<(f64, f64)>) -> ShareInterval {
    let end = |value: f64| six(value).0;
    EloEstimate {
        value: Some(end(value)),
        lo: interval.map(|(lo, _)| end(lo)),
        hi: interval.map(|(_, hi)| end(hi)),
    }
    .into()
}

/// The figures of the thesis' games; shares get Wilson's interval, means with a deviation the
/// normal one.
///
/// # Errors
/// None: a test reads the file.
pub fn icc() -> anyhow::Result<Figures> {
    let mut figures = Figures::new();
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(ICC.as_bytes());
    for row in reader.records() {
        let row = row.context("assets/icc.csv")?;
        let number = |place: usize| row.get(place).and_then(|text| text.parse::<f64>().ok());
        let (games, count, sd) = (number(2), number(3), number(5));
        let figure = match (games, count, number(4)) {
            (Some(games), Some(count), _) => Figure::share(count as u64, games as u64),
            (games, _, Some(value)) => Figure {
                unit: row[1].to_owned(),
                games: games.map(|games| games as u64),
                value,
                interval: games.zip(sd).map(|(games, sd)| {
                    let half = Z95 * sd / games.sqrt();
                    (value - half, value + half)
                }),
            },
            _ => anyhow::bail!("assets/icc.csv: {}: neither a count nor a value", &row[0]),
        };
        figures.insert(row[0].to_owned(), figure);
    }
    Ok(figures)
}

/// The figures of a folder that `stats` wrote.
///
/// # Errors
/// The file cannot be read, or a line of it is wrong.
pub fn read(folder: &Path) -> anyhow::Result<Figures> {
    let rows = FigureRow::read(folder)?.into_iter();
    let figure = |row: FigureRow| Figure {
        unit: row.unit,
        games: row.own.n,
        value: row.own.value.0,
        interval: row.own.lo.zip(row.own.hi).map(|(lo, hi)| (lo.0, hi.0)),
    };
    Ok(rows.map(|row| (row.figure.clone(), figure(row))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_the_thesis_are_there() {
        let icc = icc().unwrap();
        let close = |name: &str, value: f64| {
            let found = icc[name].value;
            assert!((found - value).abs() < 5e-5, "{name}: {found}, not {value}");
        };
        close("outcome.checkmate.of_black", 0.1956); // Table 5.1
        close("outcome.white_wins", 0.43145); // 5.2.1
        close("outcome.draws", 0.13668);
        close("conversion.KQ-K.mates_of_wins", 184.0 / 347.0); // 5.2.4
        close("duration.checkmate", 52.0); // 5.2.2
        close("duration.checkmate.early", 0.02457);
        close("opening.Sting-R.e2-e3", 0.9018); // 5.2.5
        assert!(icc["duration.checkmate"].interval.is_some());
        assert!(icc["duration.all"].interval.is_none());
    }

    #[test]
    fn differences_of_shares_have_newcombes_interval() {
        // Newcombe, "Interval estimation for the difference between independent proportions"
        // (1998), table II, method 10: 56/70 - 48/80.
        let (one, other) = (Figure::share(56, 70), Figure::share(48, 80));
        let (difference, interval) = one.difference(&other);
        let (lo, hi) = interval.unwrap();
        assert!((difference - 0.2).abs() < 1e-12);
        assert!(
            (lo - 0.0524).abs() < 5e-5 && (hi - 0.3339).abs() < 5e-5,
            "{lo} {hi}"
        );
    }
}
