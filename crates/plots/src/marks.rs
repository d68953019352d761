//! Marks: values with their intervals, a row for each compared item.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::marks::{self, Frame, MarkRow, Point};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let point = Point { series: 0, value: 58.0, interval: Some((55.0, 62.0)) };
//! let row = MarkRow { label: "i7".to_owned(), points: vec![point] };
//! let frame = Frame {
//!     x_name: "score (%)",
//!     series: &["proof"],
//!     neutral: Some((50.0, "even")),
//! };
//! let caption = Caption { title: "Proof", sentence: "i7 scored 58.0 % (55.0..62.0)." };
//! marks::draw(&stem, &caption, &frame, &[row])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::chart::{
    Axis, Sizes, axes, beside, dashes, dots, line, number, over_grid, place, ticks,
};
use super::theme::{
    self, BLUE, Canvas, Caption, Entry, FAINT, Figure, GREEN, INK, Mark, ORANGE, PURPLE, Page,
    Room, SKY, VERMILLION, px, squeezed, text_width, write,
};

/// Colours of the series, in their order.
pub(super) const COLOURS: [RGBColor; 7] = [BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, INK];
/// Greatest number of series.
pub const MOST_SERIES: usize = COLOURS.len();
/// Number of rows above which they are drawn smaller.
const MANY: usize = 30;
/// Most pixels of a row's name beside it.
const NAME_WIDTH: f64 = 460.0;
/// Height of a point's line, and gap between rows, in pixels.
const LINE: f64 = 25.0;
/// See [`LINE`].
const GAP: f64 = 19.0;
/// Gap between rows in pixels where there are many.
const SMALL_GAP: f64 = 1.0;
/// Gap between chart and values in pixels.
const BESIDE: f64 = 14.0;

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

/// Axis and legend around the rows.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Name of the axis with its unit.
    pub x_name: &'a str,
    /// Names of the series, up to [`MOST_SERIES`].
    pub series: &'a [&'a str],
    /// A neutral value with its name.
    pub neutral: Option<(f64, &'a str)>,
}

/// Draws `rows` from above to below, their values with intervals in a column beside them, to `STEM.svg` and
/// `STEM.png`.
///
/// # Errors
/// If there are no rows, a number is not finite, a point is of no series, or a file cannot
/// be written.
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    frame: &Frame<'_>,
    rows: &[MarkRow],
) -> anyhow::Result<()> {
    ensure!(!rows.is_empty(), "no rows to draw");
    ensure!(frame.series.len() <= COLOURS.len(), "too many series");
    for row in rows {
        for point in &row.points {
            ensure!(
                ends(point).iter().all(|end| end.is_finite()),
                "a value of {} is not finite",
                row.label
            );
            ensure!(point.series < frame.series.len(), "a point is of no series");
        }
    }
    let points = || rows.iter().flat_map(|row| &row.points);
    let mark = |series: usize| {
        let mut own = points().filter(|point| point.series == series);
        if own.any(|point| point.interval.is_some()) {
            Mark::Bar
        } else {
            Mark::Dot
        }
    };
    let series = frame.series.iter().enumerate();
    let mut legend: Vec<Entry> = series
        .map(|(series, name)| Entry::new(mark(series), COLOURS[series], *name))
        .collect();
    if let Some((_, name)) = frame.neutral {
        legend.push(Entry::new(Mark::Dashes, FAINT, name));
    }
    let marks = Marks {
        x_name: frame.x_name,
        neutral: frame.neutral.map(|(value, _)| value),
        legend,
        rows,
        whole: false,
    };
    theme::save(stem, caption, &marks)
}

/// The value of a point with the ends of its interval.
fn ends(point: &Point) -> [f64; 3] {
    let (lo, hi) = point.interval.unwrap_or((point.value, point.value));
    [lo, point.value, hi]
}

/// Rows of marks, ready to be drawn.
pub(super) struct Marks<'a> {
    /// Name of the axis.
    pub x_name: &'a str,
    /// A neutral value.
    pub neutral: Option<f64>,
    /// Legend.
    pub legend: Vec<Entry>,
    /// Rows from above to below.
    pub rows: &'a [MarkRow],
    /// Whether values are written without decimals.
    pub whole: bool,
}

/// Heights in a drawing, in pixels from its top.
struct Plan {
    /// Middle of each row's label.
    labels: Vec<f64>,
    /// Middle of each row's first point.
    points: Vec<f64>,
    /// Height of all rows.
    height: f64,
}

impl Marks<'_> {
    fn is_crowded(&self) -> bool {
        self.rows.len() > MANY
    }

    fn sizes(&self, room: Room) -> Sizes {
        let letters = room.letters();
        Sizes {
            name: letters.name,
            label: if self.is_crowded() {
                letters.small
            } else {
                letters.label
            },
        }
    }

    /// Whether every row has one point, whose value a narrow drawing writes beside the label.
    fn is_single(&self) -> bool {
        self.rows.iter().all(|row| row.points.len() < 2)
    }

    fn plan(&self, room: Room) -> Plan {
        let gap = if self.is_crowded() { SMALL_GAP } else { GAP };
        let label = 1.3 * self.sizes(room).label;
        let mut plan = Plan {
            labels: Vec::new(),
            points: Vec::new(),
            height: 0.0,
        };
        for row in self.rows {
            let own = LINE * row.points.len().max(1) as f64;
            let top = plan.height + gap / 2.0;
            match room {
                Room::Wide => {
                    plan.labels.push(top + own / 2.0);
                    plan.points.push(top + LINE / 2.0);
                    plan.height = top + own + gap / 2.0;
                }
                Room::Narrow => {
                    plan.labels.push(top + label / 2.0);
                    plan.points.push(top + label + LINE / 2.0);
                    plan.height = top + label + own + gap / 2.0;
                }
            }
        }
        plan
    }

    fn x_axis(&self, room: Room) -> Axis {
        let points = self.rows.iter().flat_map(|row| &row.points);
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for end in points.flat_map(ends).chain(self.neutral) {
            (lo, hi) = (lo.min(end), hi.max(end));
        }
        if lo >= hi {
            (lo, hi) = (lo - 1.0, hi + 1.0);
        }
        let beside = 0.05 * (hi - lo);
        (lo, hi) = (lo - beside, hi + beside);
        Axis {
            name: self.x_name.to_owned(),
            lo,
            hi,
            ticks: ticks(lo, hi, room.ticks(12), 0.0),
        }
    }

    /// A value with its interval in words.
    fn text(&self, point: &Point, axis: &Axis) -> String {
        let decimals = match axis.hi - axis.lo {
            _ if self.whole => 0,
            20.0.. => 1,
            _ => 2,
        };
        let [lo, value, hi] = ends(point).map(|end| number(end, decimals));
        match point.interval {
            Some(_) => format!("{value} ({lo}..{hi})"),
            None => value,
        }
    }
}

impl Figure for Marks<'_> {
    fn legend(&self) -> Vec<Entry> {
        self.legend.clone()
    }

    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        let width = room.width();
        let axis = beside(self.x_name, self.sizes(room), width)?;
        Ok((width, self.plan(room).height + axis))
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let (sizes, plan, x) = (self.sizes(room), self.plan(room), self.x_axis(room));
        let label = sizes.label;
        let mut widest = 0.0_f64;
        for point in self.rows.iter().flat_map(|row| &row.points) {
            widest = widest.max(text_width(&self.text(point, &x), label)?);
        }
        let above = room == Room::Narrow && self.is_single();
        let column = if above { 0.0 } else { widest + BESIDE };
        let right = room.width();
        let mut names = Vec::new();
        if room == Room::Wide {
            for (row, &middle) in self.rows.iter().zip(&plan.labels) {
                names.push((middle, squeezed(&row.label, label, NAME_WIDTH)?));
            }
        }
        let y = Axis {
            name: String::new(),
            lo: plan.height,
            hi: 0.0,
            ticks: names,
        };
        let area = body.margin(0, 0, 0, px(column));
        let mut chart = axes(&area, &x, &y, sizes)?;
        if let Some(value) = self.neutral {
            dashes(&mut chart, [(value, y.lo), (value, y.hi)], FAINT, 2.0)?;
        }
        let radius = if self.is_crowded() { 4.0 } else { 6.0 };
        for ((row, &first), &middle) in self.rows.iter().zip(&plan.points).zip(&plan.labels) {
            if room == Room::Narrow {
                let values = if above { widest + BESIDE } else { 0.0 };
                let room = right - values - 20.0;
                let name = squeezed(&row.label, label, room)?;
                let (left, at) = place(body, &chart, (x.lo, middle));
                over_grid(body, &name, (label, INK), HPos::Left, (left, at))?;
            }
            for (number, point) in row.points.iter().enumerate() {
                let at = first + LINE * number as f64;
                let colour = COLOURS[point.series % COLOURS.len()];
                if let Some((lo, hi)) = point.interval {
                    line(&mut chart, vec![(lo, at), (hi, at)], colour, 2.5)?;
                    for end in [lo, hi] {
                        line(
                            &mut chart,
                            vec![(end, at - 5.0), (end, at + 5.0)],
                            colour,
                            2.5,
                        )?;
                    }
                }
                dots(&mut chart, [(point.value, at)], colour, radius)?;
                // In a column of its own: at the end of a whisker it would look like that end's
                // value.
                let beside = if above { middle } else { at };
                let (_, at) = place(body, &chart, (x.lo, beside));
                let anchor = (HPos::Right, VPos::Center);
                let text = self.text(point, &x);
                if above {
                    over_grid(body, &text, (label, FAINT), HPos::Right, (px(right), at))?;
                } else {
                    write(body, &text, (label, FAINT), anchor, (px(right), at))?;
                }
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
        title: "Proof",
        sentence: "",
    };

    const FRAME: Frame<'_> = Frame {
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
            let svg = drawn(|stem| draw(stem, &TITLE, &FRAME, &rows));
            for text in ["Proof", "i7", "even"] {
                assert_text(&svg, text);
            }
        }
        let mut both = row(0, 60.0);
        both.points.extend(row(1, 44.0).points);
        both.label = "darkboard:weights=hand-made,depth=1,particles=0 against itself".to_owned();
        let rows = [both, row(0, 51.5)];
        let svg = drawn(|stem| draw(stem, &TITLE, &FRAME, &rows));
        assert_text(&svg, "60.0 (57.0..63.0)");
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(
            refused(|stem| draw(stem, &TITLE, &FRAME, &[])),
            "no rows to draw"
        );
        let far = refused(|stem| draw(stem, &TITLE, &FRAME, &[row(0, f64::NAN)]));
        assert!(far.contains("i7"), "{far}");
        let none = refused(|stem| draw(stem, &TITLE, &FRAME, &[row(2, 1.0)]));
        assert!(none.contains("series"), "{none}");
    }
}
