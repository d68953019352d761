//! Figures over moves or generations: lines with bands for their intervals.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::series::{self, Line, Words};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let line = Line { name: "winner".to_owned(), points: vec![(1.0, 20.0, None), (2.0, 24.0, None)] };
//! let words = Words { x: "move", y: "moves" };
//! let caption = Caption { title: "Moves to choose from", sentence: "The winner has 24 at move 2." };
//! series::draw(&stem, &caption, words, &[line])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::RGBColor;

use super::chart::{Axis, Sizes, axes, band, dots, line, ticks};
use super::theme::{
    self, BAND_ALPHA, BLUE, Canvas, Caption, DOT, Entry, FAINT, Figure, GREEN, LINE, Mark, PURPLE,
    Page, Room, VERMILLION,
};

/// Colours of the lines by position.
const COLOURS: [RGBColor; 5] = [BLUE, VERMILLION, GREEN, PURPLE, FAINT];

/// Number of points of the longest line up to which all have dots.
const MOST_DOTS: usize = 60;

/// A point of a line: x, value, and the ends of its interval if there is one.
pub type Point = (f64, f64, Option<(f64, f64)>);

/// A named line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Name in the legend.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<Point>,
}

/// Names of axes.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// Name of the horizontal axis.
    pub x: &'a str,
    /// Name of the vertical axis with the unit.
    pub y: &'a str,
}

/// Draws one to five lines with bands, from 0 upwards, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there is no line or more than five, a line has no points or one that is not finite, or
/// a file cannot be written.
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    words: Words<'_>,
    lines: &[Line],
) -> anyhow::Result<()> {
    ensure!(!lines.is_empty(), "no lines to draw");
    ensure!(
        lines.len() <= COLOURS.len(),
        "cannot tell {} lines apart",
        lines.len()
    );
    for Line { name, points } in lines {
        ensure!(!points.is_empty(), "no points of `{name}` to draw");
        let finite = |&(x, value, ends): &Point| {
            let (lo, hi) = ends.unwrap_or((0.0, 0.0));
            [x, value, lo, hi].iter().all(|number| number.is_finite())
        };
        ensure!(
            points.iter().all(finite),
            "a point of `{name}` is not a number"
        );
    }
    theme::save(stem, caption, &Series { words, lines })
}

struct Series<'a> {
    words: Words<'a>,
    lines: &'a [Line],
}

impl Series<'_> {
    fn points(&self) -> impl Iterator<Item = &Point> {
        self.lines.iter().flat_map(|line| &line.points)
    }

    /// The highest value, with as much of the intervals as leaves room for the lines.
    fn top(&self) -> f64 {
        let highest = self.points().map(|point| point.1).fold(0.0, f64::max);
        let ends = self.points().filter_map(|point| point.2);
        let ends = ends.map(|(_, hi)| hi).fold(highest, f64::max);
        let top = 1.06 * ends.min(1.5 * highest);
        if top > 0.0 { top } else { 1.0 }
    }
}

impl Figure for Series<'_> {
    fn legend(&self) -> Vec<Entry> {
        let entries = self.lines.iter().zip(COLOURS);
        entries
            .map(|(line, colour)| Entry::new(Mark::Line, colour, line.name.as_str()))
            .collect()
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let least = self.points().map(|point| point.0).fold(f64::MAX, f64::min);
        let most = self.points().map(|point| point.0).fold(f64::MIN, f64::max);
        let beside = if most > least {
            0.02 * (most - least)
        } else {
            1.0
        };
        let top = self.top();
        let x = Axis {
            name: self.words.x.to_owned(),
            lo: least - beside,
            hi: most + beside,
            ticks: ticks(least, most, room.ticks(12), 1.0),
        };
        let y = Axis {
            name: self.words.y.to_owned(),
            lo: 0.0,
            hi: top,
            ticks: ticks(0.0, top, room.ticks(8), 0.0),
        };
        let mut chart = axes(body, &x, &y, Sizes::usual(room))?;
        for (found, colour) in self.lines.iter().zip(COLOURS) {
            let inside = |value: f64| value.clamp(0.0, top);
            let spans: Vec<_> = found
                .points
                .iter()
                .filter_map(|&(x, _, ends)| ends.map(|(lo, hi)| (x, inside(lo), inside(hi))))
                .collect();
            if spans.len() > 1 {
                band(&mut chart, &spans, colour, BAND_ALPHA)?;
            }
        }
        for (found, colour) in self.lines.iter().zip(COLOURS) {
            let points = found.points.iter().map(|&(x, value, _)| (x, value));
            line(&mut chart, points.clone().collect(), colour, LINE)?;
            if self.lines.iter().all(|line| line.points.len() <= MOST_DOTS) {
                dots(&mut chart, points, colour, DOT)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const WORDS: Words<'static> = Words {
        x: "move",
        y: "moves to choose from",
    };

    const TITLE: Caption<'_> = Caption {
        title: "Mobility",
        sentence: "",
    };

    #[test]
    fn lines_with_and_without_intervals_can_be_drawn() {
        let line = |name: &str, ends: bool| Line {
            name: name.to_owned(),
            points: (1..90)
                .map(|x| {
                    let x = f64::from(x);
                    (x, 20.0 + x / 3.0, ends.then_some((18.0, 60.0)))
                })
                .collect(),
        };
        let lines = [line("winner", true), line("loser", false)];
        let svg = drawn(|stem| draw(stem, &TITLE, WORDS, &lines));
        for text in ["Mobility", "winner", "loser", "move"] {
            assert_text(&svg, text);
        }
        let one = Line {
            name: "one".to_owned(),
            points: vec![(1.0, 0.0, None)],
        };
        drawn(|stem| draw(stem, &TITLE, WORDS, std::slice::from_ref(&one)));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(
            refused(|stem| draw(stem, &TITLE, WORDS, &[])),
            "no lines to draw"
        );
        let empty = Line {
            name: "a".to_owned(),
            points: Vec::new(),
        };
        assert!(
            refused(|stem| draw(stem, &TITLE, WORDS, std::slice::from_ref(&empty))).contains("`a`")
        );
    }
}
