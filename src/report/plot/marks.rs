//! Marks: values with their intervals, a row for each compared item.
//!
//! ```
//! use darkforge::report::plot::marks::{self, Frame, MarkRow, Point};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let point = Point { series: 0, value: 58.0, interval: Some((55.0, 62.0)) };
//! let row = MarkRow { label: "i7".to_owned(), points: vec![point] };
//! let frame = Frame {
//!     title: "Proof",
//!     x_name: "score (%)",
//!     series: &["proof"],
//!     neutral: Some((50.0, "even")),
//! };
//! marks::draw(&stem, &frame, &[row])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::RGBColor;

use super::chart::{Axis, Sizes, axes, dashes, dots, line, ticks};
use super::theme::{
    self, BLUE, Canvas, Entry, FAINT, Figure, GREEN, INK, LABEL_SIZE, MARGIN, Mark, NAME_SIZE,
    ORANGE, PAGE, PURPLE, Page, SKY, SMALL_SIZE, VERMILLION, squeezed,
};

/// Colours of the series, in their order.
const COLOURS: [RGBColor; 7] = [BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY, INK];
/// Greatest number of series.
pub const MOST_SERIES: usize = COLOURS.len();
/// Number of rows above which they are drawn smaller.
const MANY: usize = 30;
/// Pixels that a row's name may be wide.
const NAME_WIDTH: f64 = 460.0;

/// Pixels that the name of a series may be wide.
const SERIES_WIDTH: f64 = 700.0;

/// One value in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Number of its series.
    pub series: usize,
    /// The value.
    pub value: f64,
    /// Its interval, if it has one.
    pub interval: Option<(f64, f64)>,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkRow {
    /// Label.
    pub label: String,
    /// The values, of different series.
    pub points: Vec<Point>,
}

/// Title, axis and legend around the rows.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The title.
    pub title: &'a str,
    /// Name of the axis with its unit.
    pub x_name: &'a str,
    /// Names of the series, up to [`MOST_SERIES`].
    pub series: &'a [&'a str],
    /// A neutral value with its name.
    pub neutral: Option<(f64, &'a str)>,
}

/// Draws `rows` from above to below to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there are no rows, a number is not finite, a point is of no series, or a file cannot
/// be written.
pub fn draw(stem: &Path, frame: &Frame<'_>, rows: &[MarkRow]) -> anyhow::Result<()> {
    ensure!(!rows.is_empty(), "no rows to draw");
    ensure!(frame.series.len() <= COLOURS.len(), "too many series");
    for row in rows {
        for point in &row.points {
            let (lo, hi) = point.interval.unwrap_or((point.value, point.value));
            ensure!(
                [lo, point.value, hi].iter().all(|end| end.is_finite()),
                "a value of {} is not finite",
                row.label
            );
            ensure!(point.series < frame.series.len(), "a point is of no series");
        }
    }
    let frame = *frame;
    theme::save(stem, &Marks { frame, rows })
}

struct Marks<'a> {
    frame: Frame<'a>,
    rows: &'a [MarkRow],
}

impl Marks<'_> {
    fn x_axis(&self) -> Axis {
        let points = self.rows.iter().flat_map(|row| &row.points);
        let ends = points.flat_map(|point| {
            let (lo, hi) = point.interval.unwrap_or((point.value, point.value));
            [lo, point.value, hi]
        });
        let neutral = self.frame.neutral.map(|(value, _)| value);
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for end in ends.chain(neutral) {
            (lo, hi) = (lo.min(end), hi.max(end));
        }
        if lo >= hi {
            (lo, hi) = (lo - 1.0, hi + 1.0);
        }
        let room = 0.05 * (hi - lo);
        (lo, hi) = (lo - room, hi + room);
        Axis {
            name: self.frame.x_name.to_owned(),
            lo,
            hi,
            ticks: ticks(lo, hi, 12, 0.0),
        }
    }

    fn label_size(&self) -> f64 {
        if self.rows.len() > MANY {
            SMALL_SIZE
        } else {
            LABEL_SIZE
        }
    }
}

impl Figure for Marks<'_> {
    fn size(&self) -> (u32, u32) {
        let rows = self.rows.len() as u32;
        let height = if self.rows.len() > MANY { 22 } else { 44 };
        (PAGE.0, 210 + height * rows + 2 * MARGIN)
    }

    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let mark = |series: usize| {
            let points = self.rows.iter().flat_map(|row| &row.points);
            let mut own = points.filter(|point| point.series == series);
            if own.any(|point| point.interval.is_some()) {
                Mark::Bar
            } else {
                Mark::Fill
            }
        };
        let series = self.frame.series.iter().enumerate();
        let mut legend = Vec::new();
        for (series, name) in series {
            let name = squeezed(name, LABEL_SIZE, SERIES_WIDTH)?;
            legend.push(Entry::new(mark(series), COLOURS[series], name));
        }
        if let Some((_, name)) = self.frame.neutral {
            legend.push(Entry::new(Mark::Dashes, FAINT, name));
        }
        let body = theme::header(page, self.frame.title, &legend)?;
        let x = self.x_axis();
        let label = self.label_size();
        let rows = self.rows.iter().enumerate();
        let names: anyhow::Result<Vec<(f64, String)>> = rows
            .map(|(row, of)| Ok((row as f64, squeezed(&of.label, label, NAME_WIDTH)?)))
            .collect();
        let y = Axis {
            name: String::new(),
            lo: self.rows.len() as f64 - 0.5,
            hi: -0.5,
            ticks: names?,
        };
        let name = NAME_SIZE;
        let mut chart = axes(&body, &x, &y, Sizes { name, label })?;
        if let Some((value, _)) = self.frame.neutral {
            dashes(&mut chart, [(value, y.lo), (value, y.hi)], FAINT, 2.0)?;
        }
        let small = self.rows.len() > MANY;
        for (row, of) in self.rows.iter().enumerate() {
            let count = of.points.len() as f64;
            for (place, point) in of.points.iter().enumerate() {
                // Values that would cover each other are drawn slightly apart.
                let at = row as f64 + 0.6 * ((place as f64 + 0.5) / count - 0.5);
                let colour = COLOURS[point.series];
                if let Some((lo, hi)) = point.interval {
                    line(&mut chart, vec![(lo, at), (hi, at)], colour, 2.5)?;
                }
                let radius = if small { 4.0 } else { 6.5 };
                dots(&mut chart, [(point.value, at)], colour, radius)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::check::{assert_text, drawn, refused};

    const FRAME: Frame<'_> = Frame {
        title: "Proof",
        x_name: "score (%)",
        series: &["screening", "proof"],
        neutral: Some((50.0, "even")),
    };

    fn row(series: usize, value: f64) -> MarkRow {
        MarkRow {
            label: "i7".to_owned(),
            points: vec![Point {
                series,
                value,
                interval: Some((value - 3.0, value + 3.0)),
            }],
        }
    }

    #[test]
    fn few_rows_and_many_can_be_drawn() {
        for count in [1, 58] {
            let rows = vec![row(1, 60.0); count];
            let svg = drawn(|stem| draw(stem, &FRAME, &rows));
            assert_text(&svg, "Proof");
            assert_text(&svg, "i7");
            assert_text(&svg, "even");
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(refused(|stem| draw(stem, &FRAME, &[])), "no rows to draw");
        let far = refused(|stem| draw(stem, &FRAME, &[row(0, f64::NAN)]));
        assert!(far.contains("i7"), "{far}");
        let none = refused(|stem| draw(stem, &FRAME, &[row(2, 1.0)]));
        assert!(none.contains("series"), "{none}");
    }
}
