//! Figures that can be compared between collections, and their differences.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, ensure};

use crate::report::table::{header, write_csv};
use darkforge_ratings::{Estimate, Z95, wilson};
use darkforge_research::collection::Average;

/// Name of the file of figures in a folder that `stats` wrote.
pub const FIGURES: &str = "figures.csv";

/// The figures of 11,911 games of the Internet Chess Club (T 5.2).
const ICC: &str = include_str!("../../../assets/icc.csv");

/// A figure with its interval, where that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What one of it is: `share`, `moves`, `bits`...
    pub unit: String,
    /// Games on which it rests, if known.
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

    /// A mean over so many games.
    pub(super) fn mean(unit: &str, games: u64, average: Average) -> Figure {
        Figure {
            unit: unit.to_owned(),
            games: Some(games),
            value: average.mean,
            interval: average.interval,
        }
    }

    /// The difference to `other` with its interval by Newcombe's square and add, if both
    /// intervals are known.
    pub fn difference(&self, other: &Figure) -> (f64, Option<(f64, f64)>) {
        let difference = self.value - other.value;
        let bounds = self.interval.zip(other.interval).map(|(own, others)| {
            let below = (self.value - own.0).hypot(others.1 - other.value);
            let above = (own.1 - self.value).hypot(other.value - others.0);
            (difference - below, difference + above)
        });
        (difference, bounds)
    }

    fn cells(&self) -> [String; 4] {
        let (lo, hi) = ends(self.interval);
        let games = self
            .games
            .map_or_else(String::new, |games| games.to_string());
        [games, six(self.value), lo, hi]
    }
}

/// A number with six decimals.
pub(super) fn six(value: f64) -> String {
    let text = format!("{value:.6}");
    // There is no negative zero.
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|byte| matches!(byte, b'0' | b'.')) => digits.to_owned(),
        _ => text,
    }
}

/// Both ends of an interval, empty where there is none.
pub(super) fn ends(interval: Option<(f64, f64)>) -> (String, String) {
    interval.map_or_else(Default::default, |(lo, hi)| (six(lo), six(hi)))
}

/// Writes `figures.csv`.
///
/// # Errors
/// Those of the file.
pub(super) fn write(out: &Path, figures: &Figures) -> anyhow::Result<()> {
    let rows = figures.iter().map(|(name, figure)| {
        let start = [name.clone(), figure.unit.clone()];
        start.into_iter().chain(figure.cells()).collect()
    });
    write_csv(
        &out.join(FIGURES),
        &header("figure,unit,n,value,lo,hi"),
        rows,
    )
}

/// Writes `comparison.csv`: every figure that both collections have.
///
/// # Errors
/// Those of the file.
pub(super) fn write_comparison(out: &Path, own: &Figures, other: &Figures) -> anyhow::Result<()> {
    let columns = "figure,unit,n,value,lo,hi,other_n,other_value,other_lo,other_hi,\
                   difference,difference_lo,difference_hi";
    let rows = own.iter().filter_map(|(name, figure)| {
        let against = other.get(name)?;
        let (difference, interval) = figure.difference(against);
        let (lo, hi) = ends(interval);
        let start = [name.clone(), figure.unit.clone()].into_iter();
        let both = start.chain(figure.cells()).chain(against.cells());
        Some(both.chain([six(difference), lo, hi]).collect())
    });
    write_csv(&out.join("comparison.csv"), &header(columns), rows)
}

/// The figures of the thesis' games; shares get Wilson's interval, means with a deviation the
/// ordinary one.
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
    let path = folder.join(FIGURES);
    let shown = || path.display().to_string();
    let mut reader = csv::Reader::from_path(&path).with_context(shown)?;
    let mut figures = Figures::new();
    for row in reader.records() {
        let row = row.with_context(shown)?;
        let line = row.position().map_or(0, csv::Position::line);
        ensure!(
            row.len() == 6,
            "{}, line {line}: it should have the six columns figure, unit, n, value, lo, hi",
            shown()
        );
        let number = |place: usize| -> anyhow::Result<Option<f64>> {
            let text = &row[place];
            let wrong = || format!("{}, line {line}: '{text}' is no number", shown());
            let empty = text.is_empty();
            (!empty)
                .then(|| text.parse().with_context(wrong))
                .transpose()
        };
        let value = number(3)?
            .with_context(|| format!("{}, line {line}: the value is missing", shown()))?;
        let figure = Figure {
            unit: row[1].to_owned(),
            games: number(2)?.map(|games| games as u64),
            value,
            interval: number(4)?.zip(number(5)?),
        };
        figures.insert(row[0].to_owned(), figure);
    }
    Ok(figures)
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
        close("outcome.checkmate.black", 0.1956); // Table 5.1
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
