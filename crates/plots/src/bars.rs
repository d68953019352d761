//! Named figures side by side: horizontal bars with their intervals.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::bars::{self, Row};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let row = Row { label: "White wins".to_owned(), bars: vec![Some((44.0, Some((42.0, 46.5))))] };
//! let caption = Caption { title: "How games end", sentence: "White wins 44.0 % (42.0..46.5)." };
//! bars::draw(&stem, &caption, "share (%)", &["these games"], &[row])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::{Color as _, PathElement, RGBColor, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use super::chart::{Axis, Sizes, axes, beside, number, over_grid, place, ticks};
use super::theme::{
    self, BLUE, Canvas, Caption, Entry, FAINT, Figure, GREEN, INK, Mark, Page, Room, VERMILLION,
    px, squeezed, stroke, text_width, write,
};

/// Colours of the series by position.
const COLOURS: [RGBColor; 3] = [BLUE, VERMILLION, GREEN];

/// Height of a bar and gap between rows in pixels.
const BAR: f64 = 22.0;
/// See [`BAR`].
const GAP: f64 = 12.0;
/// Most pixels for a row's label beside it.
const LABEL: f64 = 420.0;
/// Gap between chart and values in pixels.
const BESIDE: f64 = 14.0;

/// A bar: its value, and the ends of its interval if there is one.
pub type Bar = (f64, Option<(f64, f64)>);

/// A row of bars, one for each series that has it.
#[derive(Clone, Debug)]
pub struct Row {
    /// Label.
    pub label: String,
    /// Bars by series.
    pub bars: Vec<Option<Bar>>,
}

/// Draws rows of bars of one to three named series, their values in a column beside them, to `STEM.svg` and
/// `STEM.png`; `unit` names the axis.
///
/// # Errors
/// If there is nothing to draw, a row has another number of bars than there are series, a
/// number is not finite, or a file cannot be written.
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    unit: &str,
    series: &[&str],
    rows: &[Row],
) -> anyhow::Result<()> {
    ensure!(!rows.is_empty(), "no bars to draw");
    ensure!(
        (1..=COLOURS.len()).contains(&series.len()),
        "cannot tell {} series of bars apart",
        series.len()
    );
    for row in rows {
        ensure!(
            row.bars.len() == series.len(),
            "`{}` does not fit the series",
            row.label
        );
        let finite = |bar: &Bar| reach(bar).iter().all(|end| end.is_finite());
        ensure!(
            row.bars.iter().flatten().all(finite),
            "a bar of `{}` is not a number",
            row.label
        );
    }
    theme::save(stem, caption, &Bars { unit, series, rows })
}

/// A bar's value with the ends of its interval.
fn reach(&(value, ends): &Bar) -> [f64; 3] {
    let (lo, hi) = ends.unwrap_or((value, value));
    [lo, value, hi]
}

struct Bars<'a> {
    unit: &'a str,
    series: &'a [&'a str],
    rows: &'a [Row],
}

impl Bars<'_> {
    /// Height of a label above its bars, in pixels.
    fn label_height(room: Room) -> f64 {
        room.pick(0.0, 1.35 * room.letters().label)
    }

    fn row_height(&self, room: Room) -> f64 {
        GAP + Self::label_height(room) + BAR * self.series.len() as f64
    }

    fn height(&self, room: Room) -> f64 {
        self.row_height(room) * self.rows.len() as f64
    }

    /// The least and the greatest shown value, with 0 between them.
    fn ends(&self) -> (f64, f64) {
        let bars = self.rows.iter().flat_map(|row| row.bars.iter().flatten());
        let (mut lo, mut hi) = (0.0, 0.0);
        for value in bars.flat_map(reach) {
            lo = f64::min(lo, value);
            hi = f64::max(hi, value);
        }
        if hi > lo { (lo, hi) } else { (0.0, 1.0) }
    }
}

impl Figure for Bars<'_> {
    fn legend(&self) -> Vec<Entry> {
        if self.series.len() < 2 {
            return Vec::new();
        }
        let entries = self.series.iter().zip(COLOURS);
        entries
            .map(|(name, colour)| Entry::new(Mark::Fill, colour, *name))
            .collect()
    }

    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        let width = room.width();
        let axis = beside(self.unit, Sizes::usual(room), width)?;
        Ok((width, self.height(room) + axis))
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let letters = room.letters();
        let (lo, hi) = self.ends();
        let x = Axis {
            name: self.unit.to_owned(),
            lo,
            hi,
            ticks: ticks(lo, hi, room.ticks(10), 0.0),
        };
        let mut widest = 0.0_f64;
        for bar in self.rows.iter().flat_map(|row| row.bars.iter().flatten()) {
            widest = widest.max(text_width(&value_text(bar), letters.small)?);
        }
        let height = self.row_height(room);
        let above = Self::label_height(room);
        let own = BAR * self.series.len() as f64;
        let mut names = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let middle = height * number as f64 + GAP / 2.0 + own / 2.0;
            if room == Room::Wide {
                names.push((middle, squeezed(&row.label, letters.label, LABEL)?));
            }
        }
        let y = Axis {
            name: String::new(),
            lo: self.height(room),
            hi: 0.0,
            ticks: names,
        };
        let area = body.margin(0, 0, 0, px(widest + BESIDE));
        let mut chart = axes(&area, &x, &y, Sizes::usual(room))?;
        for (number, row) in self.rows.iter().enumerate() {
            let top = height * number as f64 + GAP / 2.0;
            if room == Room::Narrow {
                let (left, at) = place(body, &chart, (lo, top + above / 2.0));
                let name = squeezed(&row.label, letters.label, room.width() - 20.0)?;
                over_grid(body, &name, (letters.label, INK), HPos::Left, (left, at))?;
            }
            for (series, bar) in row.bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let upper = top + above + BAR * series as f64;
                let middle = upper + BAR / 2.0;
                let (from, to) = (bar.0.min(0.0), bar.0.max(0.0));
                let corners = [(from, upper + 2.0), (to, upper + BAR - 2.0)];
                let colour = COLOURS[series].mix(0.75);
                chart.draw_series([Rectangle::new(corners, colour.filled())])?;
                if let Some((lo, hi)) = bar.1 {
                    let whisker =
                        |ends: [(f64, f64); 2]| PathElement::new(ends.to_vec(), stroke(INK, 1.5));
                    chart.draw_series([
                        whisker([(lo, middle), (hi, middle)]),
                        whisker([(lo, middle - 4.0), (lo, middle + 4.0)]),
                        whisker([(hi, middle - 4.0), (hi, middle + 4.0)]),
                    ])?;
                }
                // In a column of its own: at the end of a whisker it would look like that end's
                // value.
                let (_, at) = place(body, &chart, (lo, middle));
                let anchor = (HPos::Right, VPos::Center);
                let style = (letters.small, FAINT);
                write(
                    body,
                    &value_text(bar),
                    style,
                    anchor,
                    (px(room.width()), at),
                )?;
            }
        }
        let zero = [(0.0, 0.0), (0.0, self.height(room))];
        chart.draw_series([PathElement::new(zero.to_vec(), stroke(FAINT, 1.0))])?;
        Ok(())
    }
}

/// A bar's value with its interval, as its column has it.
fn value_text(bar: &Bar) -> String {
    let decimals = match bar.0.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        _ => 2,
    };
    let [lo, value, hi] = reach(bar).map(|end| number(end, decimals));
    match bar.1 {
        Some(_) => format!("{value} ({lo}..{hi})"),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, lines, refused, texts};

    const TITLE: Caption<'_> = Caption {
        title: "Outcomes",
        sentence: "",
    };

    fn row(label: &str, bars: &[Option<Bar>]) -> Row {
        Row {
            label: label.to_owned(),
            bars: bars.to_vec(),
        }
    }

    #[test]
    fn rows_of_one_and_two_series_can_be_drawn() {
        let rows = [
            row("checkmate", &[Some((40.0, Some((35.0, 45.0)))), None]),
            row("learnt", &[Some((-3.0, None)), Some((12.5, None))]),
        ];
        let svg = drawn(|stem| draw(stem, &TITLE, "share (%)", &["ours", "icc"], &rows));
        for text in [
            "Outcomes",
            "share (%)",
            "icc",
            "checkmate",
            "40.0 (35.0..45.0)",
            "12.5",
            "−3.00",
        ] {
            assert_text(&svg, text);
        }
        let rows = [row("nothing", &[Some((0.0, None))])];
        drawn(|stem| draw(stem, &TITLE, "games", &["ours"], &rows));
        assert!(refused(|stem| draw(stem, &TITLE, "u", &["a", "b"], &rows)).contains("fit"));
        assert!(refused(|stem| draw(stem, &TITLE, "u", &["a"], &[])).contains("no bars"));
    }

    #[test]
    fn values_are_in_a_column_that_no_whisker_reaches() {
        let rows = [
            row("most", &[Some((40.0, Some((20.0, 100.0))))]),
            row("least", &[Some((-40.0, Some((-90.0, 3.0))))]),
        ];
        let folder = tempfile::tempdir().unwrap();
        let stem = folder.path().join("plot");
        draw(&stem, &TITLE, "share (%)", &["ours"], &rows).unwrap();
        for file in ["plot.svg", "narrow/plot.svg"] {
            let svg = std::fs::read_to_string(folder.path().join(file)).unwrap();
            let values = texts(&svg)
                .into_iter()
                .filter(|text| text.words.contains(".."));
            let left = values.map(|text| text.left).fold(f64::INFINITY, f64::min);
            let dark = lines(&svg)
                .into_iter()
                .filter(|line| line.colour == "#222222");
            let whiskers: Vec<f64> = dark.map(|line| line.right).collect();
            assert_eq!(whiskers.len(), 6, "{file}");
            for right in whiskers {
                assert!(right + 3.0 * BESIDE / 2.0 <= left, "{file}: {right} {left}");
            }
        }
    }
}
