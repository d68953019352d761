//! The log-likelihood ratio of a sequential test, pair by pair.
//!
//! ```
//! use darkforge_plots::{Caption, llr};
//!
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let caption = Caption { title: "a against b: SPRT [0, 10]", sentence: "Undecided after 3 pairs." };
//! llr::draw(&stem, &caption, &[0.1, 0.3, 0.2], (-2.94, 2.94))?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;

use darkforge_kriegspiel::text::plural;

use super::chart::{Axis, Sizes, axes, dashes, dots, line, number, ticks};
use super::theme::{
    self, BLUE, Canvas, Caption, DOT, Entry, FAINT, Figure, GREEN, LINE, Mark, Page, Room,
    VERMILLION,
};

/// Draws the ratio after each pair, from the first on, between the `bounds` at which H0 and
/// H1 are accepted, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there is no pair, a number is not finite, or a file cannot be written.
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    llrs: &[f64],
    bounds: (f64, f64),
) -> anyhow::Result<()> {
    ensure!(!llrs.is_empty(), "no pairs whose ratio to draw");
    ensure!(
        llrs.iter().all(|llr| llr.is_finite()),
        "a log-likelihood ratio is not finite"
    );
    theme::save(stem, caption, &Trajectory { llrs, bounds })
}

struct Trajectory<'a> {
    llrs: &'a [f64],
    bounds: (f64, f64),
}

impl Figure for Trajectory<'_> {
    fn legend(&self) -> Vec<Entry> {
        let (lower, upper) = self.bounds;
        let last = self.llrs.last().copied().unwrap_or(0.0);
        let pairs = self.llrs.len();
        let counted = plural(pairs as u64, "pair");
        let now = format!(
            "LLR in the order of the schedule: {} after {counted}",
            number(last, 2)
        );
        vec![
            Entry::new(Mark::Line, BLUE, now),
            Entry::new(
                Mark::Dashes,
                GREEN,
                format!("H1 accepted at {}", number(upper, 2)),
            ),
            Entry::new(
                Mark::Dashes,
                VERMILLION,
                format!("H0 accepted at {}", number(lower, 2)),
            ),
        ]
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let (lower, upper) = self.bounds;
        let last = self.llrs.last().copied().unwrap_or(0.0);
        let pairs = self.llrs.len();
        let ends = self.llrs.iter().copied();
        let lo = ends.clone().fold(lower, f64::min);
        let hi = ends.fold(upper, f64::max);
        let beside = 0.06 * (hi - lo);
        let x = Axis {
            name: "pairs".to_owned(),
            lo: 0.0,
            hi: pairs as f64 * 1.01,
            ticks: ticks(0.0, pairs as f64 * 1.01, room.ticks(12), 1.0),
        };
        let y = Axis {
            name: "log-likelihood ratio (natural logarithm)".to_owned(),
            lo: lo - beside,
            hi: hi + beside,
            ticks: ticks(lo - beside, hi + beside, room.ticks(10), 0.0),
        };
        let mut chart = axes(body, &x, &y, Sizes::usual(room))?;
        dashes(&mut chart, [(0.0, 0.0), (x.hi, 0.0)], FAINT, 1.5)?;
        dashes(&mut chart, [(0.0, upper), (x.hi, upper)], GREEN, 2.5)?;
        dashes(&mut chart, [(0.0, lower), (x.hi, lower)], VERMILLION, 2.5)?;
        line(&mut chart, self.points(), BLUE, LINE)?;
        dots(&mut chart, [(pairs as f64, last)], BLUE, DOT)?;
        Ok(())
    }
}

impl Trajectory<'_> {
    /// Points of the line, from no pairs on: the first, least, greatest and last of each stretch
    /// narrower than the line.
    fn points(&self) -> Vec<(f64, f64)> {
        let stretch = self.llrs.len().div_ceil(1500);
        let mut points = vec![(0.0, 0.0)];
        for (i, part) in self.llrs.chunks(stretch).enumerate() {
            let at = |place: usize| ((i * stretch + place + 1) as f64, part[place]);
            let places = 0..part.len();
            let least = places.clone().min_by(|&a, &b| part[a].total_cmp(&part[b]));
            let most = places.max_by(|&a, &b| part[a].total_cmp(&part[b]));
            let mut kept = vec![0, least.unwrap_or(0), most.unwrap_or(0), part.len() - 1];
            kept.sort_unstable();
            kept.dedup();
            points.extend(kept.into_iter().map(at));
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const TITLE: Caption<'_> = Caption {
        title: "SPRT [0, 5]",
        sentence: "",
    };

    #[test]
    fn one_pair_and_many_can_be_drawn() {
        for pairs in [1_u32, 9000] {
            let llrs: Vec<f64> = (0..pairs)
                .map(|i| f64::from(i % 100) / 50.0 - 1.0)
                .collect();
            let svg = drawn(|stem| draw(stem, &TITLE, &llrs, (-2.94, 2.94)));
            assert_text(&svg, "H1 accepted at 2.94");
            assert_text(&svg, "H0 accepted at −2.94");
        }
    }

    #[test]
    fn thinning_keeps_the_extremes() {
        let mut llrs = vec![0.0; 10_000];
        llrs[4321] = 2.5;
        llrs[8765] = -1.5;
        let plot = Trajectory {
            llrs: &llrs,
            bounds: (-2.94, 2.94),
        };
        let points = plot.points();
        assert!(points.len() < 7000);
        assert!(points.contains(&(4322.0, 2.5)) && points.contains(&(8766.0, -1.5)));
        assert_eq!(points.last().map(|point| point.0), Some(10_000.0));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let none = refused(|stem| draw(stem, &TITLE, &[], (-1.0, 1.0)));
        assert_eq!(none, "no pairs whose ratio to draw");
        let far = refused(|stem| draw(stem, &TITLE, &[f64::NAN], (-1.0, 1.0)));
        assert!(far.contains("finite"));
    }
}
