//! Scores of each generation's champion against one fixed player.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::reference_score::{self, ReferencePoint};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let point = |generation, score| ReferencePoint {
//!     generation,
//!     score,
//!     lo: score - 0.06,
//!     hi: score + 0.05,
//! };
//! let caption = Caption { title: "Champion against random", sentence: "It rises from 50 % to 70 %." };
//! reference_score::draw(&stem, &caption, &[point(0, 0.5), point(4, 0.7)])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;

use super::chart::{Axis, Sizes, axes, band, dashes, dots, line, ticks};
use super::theme::{
    self, BAND_ALPHA, BLUE, Canvas, Caption, DOT, Entry, FAINT, Figure, LINE, Mark, Page, Room,
};

/// Number of points up to which each has its own bar; more are drawn as a band.
const MOST_BARS: usize = 40;

/// The score of one generation's champion against the reference player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferencePoint {
    /// Number of the generation.
    pub generation: u32,
    /// Share of points scored, a draw counting half: 0 to 1.
    pub score: f64,
    /// Lower end of the score's interval, 0 to 1.
    pub lo: f64,
    /// Upper end of the score's interval, 0 to 1.
    pub hi: f64,
}

/// Draws the champions' scores against the reference over fresh games, with their intervals, to
/// `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there are no points, the generations do not ascend, a number is not between 0 and 1, or a file cannot be
/// written.
pub fn draw(stem: &Path, caption: &Caption<'_>, points: &[ReferencePoint]) -> anyhow::Result<()> {
    ensure!(!points.is_empty(), "no reference scores to draw");
    ensure!(
        points.is_sorted_by(|a, b| a.generation < b.generation),
        "reference scores must be in ascending order of generation"
    );
    for point in points {
        let shares = [point.lo, point.score, point.hi];
        ensure!(
            shares.iter().all(|share| (0.0..=1.0).contains(share)),
            "reference score of generation {} is not between 0 and 1: {} ({} to {})",
            point.generation,
            point.score,
            point.lo,
            point.hi
        );
    }
    theme::save(stem, caption, &ReferenceScore { points })
}

struct ReferenceScore<'a> {
    points: &'a [ReferencePoint],
}

impl ReferenceScore<'_> {
    fn x_axis(&self, room: Room) -> Axis {
        let first = f64::from(self.points[0].generation);
        let last = f64::from(self.points[self.points.len() - 1].generation);
        let beside = if first < last {
            (last - first) * 0.02
        } else {
            1.0
        };
        Axis {
            name: "generation".to_owned(),
            lo: first - beside,
            hi: last + beside,
            ticks: ticks(first, last, room.ticks(12), 1.0),
        }
    }

    /// Axis in percent, in whole tens around all intervals and the even score.
    fn y_axis(&self, room: Room) -> Axis {
        let lowest = self
            .points
            .iter()
            .map(|point| point.lo.min(point.score))
            .fold(0.45, f64::min);
        let highest = self
            .points
            .iter()
            .map(|point| point.hi.max(point.score))
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

impl Figure for ReferenceScore<'_> {
    fn legend(&self) -> Vec<Entry> {
        let as_bars = self.points.len() <= MOST_BARS;
        let mark = if as_bars { Mark::Bar } else { Mark::Line };
        let mut legend = vec![Entry::new(mark, BLUE, "champion's score")];
        if as_bars {
            legend[0].label += " with its 95 % interval";
        } else {
            legend.push(Entry::new(Mark::Band, BLUE, "its 95 % interval"));
        }
        legend.push(Entry::new(Mark::Dashes, FAINT, "even (50 %)"));
        legend
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let as_bars = self.points.len() <= MOST_BARS;
        let (x, y) = (self.x_axis(room), self.y_axis(room));
        let mut chart = axes(body, &x, &y, Sizes::usual(room))?;
        dashes(&mut chart, [(x.lo, 50.0), (x.hi, 50.0)], FAINT, 2.0)?;
        let spans = self
            .points
            .iter()
            .map(|p| (f64::from(p.generation), 100.0 * p.lo, 100.0 * p.hi));
        let scores: Vec<_> = self
            .points
            .iter()
            .map(|p| (f64::from(p.generation), 100.0 * p.score))
            .collect();
        if as_bars {
            for (at, lo, hi) in spans {
                line(&mut chart, vec![(at, lo), (at, hi)], BLUE, 2.0)?;
            }
        } else {
            let spans: Vec<_> = spans.collect();
            band(&mut chart, &spans, BLUE, BAND_ALPHA)?;
        }
        line(&mut chart, scores.clone(), BLUE, LINE)?;
        if as_bars {
            dots(&mut chart, scores, BLUE, DOT)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const TITLE: Caption<'_> = Caption {
        title: "Champion against <random>, fresh games",
        sentence: "",
    };

    fn points(count: u32) -> Vec<ReferencePoint> {
        (0..count)
            .map(|generation| {
                let score = 0.3 + 0.4 * f64::from(generation % 7) / 7.0;
                ReferencePoint {
                    generation,
                    score,
                    lo: score - 0.05,
                    hi: score + 0.05,
                }
            })
            .collect()
    }

    #[test]
    fn few_and_many_generations_can_be_drawn() {
        for count in [1, 6, 300] {
            let svg = drawn(|stem| draw(stem, &TITLE, &points(count)));
            assert_text(&svg, "Champion against &lt;random&gt;, fresh games");
            assert_text(&svg, "generation");
            assert_text(&svg, "score (%)");
        }
    }

    #[test]
    fn even_is_always_on_the_page() {
        let far = [ReferencePoint {
            generation: 3,
            score: 0.99,
            lo: 0.97,
            hi: 1.0,
        }];
        let plot = ReferenceScore { points: &far };
        let y = plot.y_axis(Room::Wide);
        assert!(y.lo < 50.0 && y.hi >= 100.0);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(
            refused(|stem| draw(stem, &TITLE, &[])),
            "no reference scores to draw"
        );
        let twice = [points(1)[0]; 2];
        assert!(refused(|stem| draw(stem, &TITLE, &twice)).contains("ascending"));
        let unknown = [ReferencePoint {
            generation: 4,
            score: f64::NAN,
            lo: 0.0,
            hi: 1.0,
        }];
        assert!(refused(|stem| draw(stem, &TITLE, &unknown)).contains("generation 4"));
    }
}
