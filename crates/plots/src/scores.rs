//! Scores of champions against one player over generations, games or time: a curve for each run.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::scores::{self, Curve};
//! use darkforge_ratings::Estimate;
//!
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let score = |value: f64| Estimate { value, lo: value - 0.06, hi: value + 0.05 };
//! let curve = |name: &str, last: f64| Curve {
//!     name: name.to_owned(),
//!     points: vec![(200.0, score(0.5)), (400.0, score(last))],
//! };
//! let caption = Caption { title: "Champions against random", sentence: "a 70 %, b 60 %." };
//! scores::draw(&stem, &caption, "games", &[curve("a", 0.7), curve("b", 0.6)])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use super::chart::{Axis, Sizes, axes, band, dashes, dots, line, ticks};
use super::marks::COLOURS;
use super::theme::{
    self, BAND_ALPHA, Canvas, Caption, DOT, Entry, FAINT, Figure, LINE, Mark, Page, Room,
};
use anyhow::ensure;
use darkforge_ratings::Estimate;

/// Greatest number of curves that have colours of their own.
pub const MOST_CURVES: usize = COLOURS.len();
/// Number of points of all curves up to which each has its own bar; more are drawn as bands.
const MOST_BARS: usize = 40;
/// Opacity of bands that lie over each other.
const ALPHA: f64 = 0.13;

/// Scores of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name of the run.
    pub name: String,
    /// Places on the horizontal axis, ascending, with scores from 0 to 1.
    pub points: Vec<(f64, Estimate)>,
}

/// Draws `curves` over the axis called `x_name`, with their intervals, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there are no curves or more than [`MOST_CURVES`], one has no points, places do not ascend, a
/// score is not between 0 and 1, or a file cannot be written.
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    x_name: &str,
    curves: &[Curve],
) -> anyhow::Result<()> {
    ensure!(!curves.is_empty(), "no scores to draw");
    ensure!(
        curves.len() <= MOST_CURVES,
        "cannot tell {} curves apart",
        curves.len()
    );
    for Curve { name, points } in curves {
        ensure!(!points.is_empty(), "no points of `{name}` to draw");
        ensure!(
            points.iter().all(|(at, _)| at.is_finite()) && points.is_sorted_by(|a, b| a.0 <= b.0),
            "points of `{name}` must be in ascending order"
        );
        for (at, score) in points {
            ensure!(
                (0.0..=1.0).contains(&score.value),
                "the score of `{name}` at {at} is not between 0 and 1: {}",
                score.value
            );
        }
    }
    theme::save(stem, caption, &Scores { x_name, curves })
}

struct Scores<'a> {
    x_name: &'a str,
    curves: &'a [Curve],
}

impl Scores<'_> {
    fn points(&self) -> impl Iterator<Item = &(f64, Estimate)> {
        self.curves.iter().flat_map(|curve| &curve.points)
    }

    /// Whether each point has its own bar.
    fn as_bars(&self) -> bool {
        self.points().count() <= MOST_BARS
    }

    /// Axis from 0, so that the cost of the first measurement is seen.
    fn x_axis(&self, room: Room) -> Axis {
        let most = self.points().map(|(at, _)| *at).fold(0.0, f64::max);
        let most = if most > 0.0 { most } else { 1.0 };
        let is_whole = self.points().all(|(at, _)| at.fract() == 0.0);
        Axis {
            name: self.x_name.to_owned(),
            lo: -0.02 * most,
            hi: 1.02 * most,
            ticks: ticks(0.0, most, room.ticks(10), f64::from(u8::from(is_whole))),
        }
    }

    /// Axis in percent, in whole tens around all intervals and the even score.
    fn y_axis(&self, room: Room) -> Axis {
        let lowest = self
            .points()
            .map(|(_, score)| score.lo)
            .fold(0.45, f64::min);
        let highest = self
            .points()
            .map(|(_, score)| score.hi)
            .fold(0.55, f64::max);
        let lo = ((lowest * 10.0 - 0.1).floor() * 10.0).max(0.0);
        let hi = ((highest * 10.0 + 0.1).ceil() * 10.0).min(100.0);
        Axis {
            name: "score (%)".to_owned(),
            lo,
            hi,
            ticks: ticks(lo, hi, room.ticks(10), 1.0),
        }
    }
}

impl Figure for Scores<'_> {
    fn legend(&self) -> Vec<Entry> {
        let as_bars = self.as_bars();
        let mark = if as_bars { Mark::Bar } else { Mark::Line };
        let entries = self.curves.iter().zip(COLOURS);
        let mut legend: Vec<Entry> = entries
            .map(|(curve, colour)| Entry::new(mark, colour, curve.name.as_str()))
            .collect();
        if !as_bars {
            legend.push(Entry::new(Mark::Band, FAINT, "95 % intervals"));
        }
        legend.push(Entry::new(Mark::Dashes, FAINT, "even (50 %)"));
        legend
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let as_bars = self.as_bars();
        let (x, y) = (self.x_axis(room), self.y_axis(room));
        let mut chart = axes(body, &x, &y, Sizes::usual(room))?;
        dashes(&mut chart, [(x.lo, 50.0), (x.hi, 50.0)], FAINT, 2.0)?;
        for (curve, colour) in self.curves.iter().zip(COLOURS) {
            let spans = curve.points.iter().map(|(at, score)| {
                let end = |share: f64| (100.0 * share).clamp(y.lo, y.hi);
                (*at, end(score.lo), end(score.hi))
            });
            let spans: Vec<_> = spans.collect();
            if !as_bars && spans.len() > 1 {
                let alpha = if self.curves.len() == 1 {
                    BAND_ALPHA
                } else {
                    ALPHA
                };
                band(&mut chart, &spans, colour, alpha)?;
                continue;
            }
            for (at, lo, hi) in spans {
                line(&mut chart, vec![(at, lo), (at, hi)], colour, 2.0)?;
            }
        }
        for (curve, colour) in self.curves.iter().zip(COLOURS) {
            let scores = curve
                .points
                .iter()
                .map(|(at, score)| (*at, 100.0 * score.value));
            line(&mut chart, scores.clone().collect(), colour, LINE)?;
            if as_bars || curve.points.len() == 1 {
                dots(&mut chart, scores, colour, DOT)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const TITLE: Caption<'_> = Caption {
        title: "Champions",
        sentence: "",
    };

    fn curve(name: &str, points: u32) -> Curve {
        let points = (1..=points).map(|number| {
            let value = 0.4 + 0.3 * f64::from(number % 9) / 9.0;
            let score = Estimate {
                value,
                lo: value - 0.05,
                hi: value + 0.05,
            };
            (170.0 * f64::from(number), score)
        });
        Curve {
            name: name.to_owned(),
            points: points.collect(),
        }
    }

    #[test]
    fn few_and_many_points_can_be_drawn() {
        for count in [1, 9, 200] {
            let curves = [curve("<one>", count), curve("two", 2)];
            let svg = drawn(|stem| draw(stem, &TITLE, "games", &curves));
            for text in ["Champions", "&lt;one&gt;", "two", "games", "score (%)"] {
                assert_text(&svg, text);
            }
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let said = |curves: &[Curve]| refused(|stem| draw(stem, &TITLE, "x", curves));
        assert_eq!(said(&[]), "no scores to draw");
        assert!(said(&vec![curve("a", 2); 8]).contains("8 curves"));
        assert!(said(&[curve("a", 0)]).contains("`a`"));
        let mut back = curve("b", 3);
        back.points[2].0 = 0.0;
        assert!(said(&[back]).contains("ascending"));
        let mut wrong = curve("c", 3);
        wrong.points[1].1.value = f64::NAN;
        assert!(said(&[wrong]).contains("`c`"));
    }
}
