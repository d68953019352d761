//! Agreement of players with a recorded one, over some whole number, as curves with their intervals.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::agreement::{self, Curve};
//! use darkforge_ratings::Estimate;
//!
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let agreed = Estimate { value: 0.5, lo: 0.4, hi: 0.6 };
//! let fitted = Curve { name: "fitted".to_owned(), points: vec![(1, agreed), (2, agreed)] };
//! let caption = Caption { title: "Agreement", sentence: "The first choice is the player's in 50 %." };
//! agreement::draw(&stem, &caption, "first choices", &[fitted])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::style::RGBColor;

use super::chart::{Axis, Sizes, axes, band, dots, line, ticks};
use super::theme::{
    self, BAND_ALPHA, BLUE, Canvas, Caption, DOT, Entry, FAINT, Figure, GREEN, LINE, Mark, ORANGE,
    PURPLE, Page, Room, VERMILLION,
};
use darkforge_ratings::Estimate;

/// Colours of the curves in order, then repeated.
const COLOURS: [RGBColor; 6] = [BLUE, VERMILLION, FAINT, GREEN, PURPLE, ORANGE];

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Ascending positions with their shares.
    pub points: Vec<(u32, Estimate)>,
}

/// Draws `curves` over `along`, the name of the horizontal axis, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If a curve has no points, they do not ascend, a share is not between 0 and 1, or a file cannot be written.
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    along: &str,
    curves: &[Curve],
) -> anyhow::Result<()> {
    ensure!(!curves.is_empty(), "no agreement to draw");
    for Curve { name, points } in curves {
        ensure!(!points.is_empty(), "curve `{name}` has no points");
        ensure!(
            points.is_sorted_by(|a, b| a.0 < b.0),
            "points of curve `{name}` must be in ascending order"
        );
        let shares = || points.iter().flat_map(|(_, e)| [e.lo, e.value, e.hi]);
        ensure!(
            shares().all(|share| (0.0..=1.0).contains(&share)),
            "curve `{name}` has a share that is not between 0 and 1"
        );
    }
    theme::save(stem, caption, &Figures { along, curves })
}

struct Figures<'a> {
    along: &'a str,
    curves: &'a [Curve],
}

impl Figures<'_> {
    fn x_axis(&self, room: Room) -> Axis {
        let at = || self.curves.iter().flat_map(|curve| &curve.points);
        let first = f64::from(at().map(|point| point.0).min().unwrap_or(0));
        let last = f64::from(at().map(|point| point.0).max().unwrap_or(0));
        let beside = if first < last {
            (last - first) * 0.02
        } else {
            1.0
        };
        Axis {
            name: self.along.to_owned(),
            lo: first - beside,
            hi: last + beside,
            ticks: ticks(first, last, room.ticks(12), 1.0),
        }
    }
}

impl Figures<'_> {
    fn coloured(&self) -> impl Iterator<Item = (&Curve, RGBColor)> {
        self.curves.iter().zip(COLOURS.into_iter().cycle())
    }
}

impl Figure for Figures<'_> {
    fn legend(&self) -> Vec<Entry> {
        self.coloured()
            .map(|(curve, colour)| Entry::new(Mark::Line, colour, curve.name.as_str()))
            .collect()
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let y = Axis {
            name: "agreement (%)".to_owned(),
            lo: 0.0,
            hi: 100.0,
            ticks: ticks(0.0, 100.0, room.ticks(11), 1.0),
        };
        let mut chart = axes(body, &self.x_axis(room), &y, Sizes::usual(room))?;
        for (curve, colour) in self.coloured() {
            let points = curve.points.iter().map(|&(at, e)| (f64::from(at), e));
            let spans: Vec<_> = points
                .clone()
                .map(|(at, e)| (at, 100.0 * e.lo, 100.0 * e.hi))
                .collect();
            band(&mut chart, &spans, colour, BAND_ALPHA)?;
            let shares: Vec<_> = points.map(|(at, e)| (at, 100.0 * e.value)).collect();
            line(&mut chart, shares.clone(), colour, LINE)?;
            dots(&mut chart, shares, colour, DOT)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const TITLE: Caption<'_> = Caption {
        title: "Held-out choices",
        sentence: "",
    };

    fn curve(name: &str, count: u32) -> Curve {
        let estimate = |k: u32| {
            let value = f64::from(k) / f64::from(count + 1);
            Estimate {
                value,
                lo: value * 0.9,
                hi: value.midpoint(1.0),
            }
        };
        Curve {
            name: name.to_owned(),
            points: (1..=count).map(|k| (k, estimate(k))).collect(),
        }
    }

    #[test]
    fn one_point_and_many_can_be_drawn() {
        for count in [1, 10, 60] {
            let curves = [curve("start", count), curve("<fitted>", count)];
            let svg = drawn(|stem| draw(stem, &TITLE, "k", &curves));
            assert_text(&svg, "Held-out choices");
            assert_text(&svg, "&lt;fitted&gt;");
            assert_text(&svg, "agreement (%)");
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let message = |curves: &[Curve]| refused(|stem| draw(stem, &TITLE, "k", curves));
        assert_eq!(message(&[]), "no agreement to draw");
        assert!(message(&[curve("empty", 0)]).contains("`empty` has no points"));
        let mut wrong = curve("wrong", 2);
        wrong.points[0].1.hi = f64::NAN;
        assert!(message(&[wrong]).contains("not between 0 and 1"));
    }
}
