//! Named figures side by side: horizontal bars with their intervals.
//!
//! ```
//! use darkforge::report::plot::bars::{self, Row};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let row = Row { label: "White wins".to_owned(), bars: vec![Some((44.0, Some((42.0, 46.5))))] };
//! bars::draw(&stem, "How games end", "share (%)", &["these games"], &[row])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::{Color as _, PathElement, RGBColor, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use super::chart::{number, ticks};
use super::theme::{
    self, BLUE, Canvas, Entry, FAINT, Figure, GREEN, GRID, INK, LABEL_SIZE, MARGIN, Mark,
    NAME_SIZE, PAGE, Page, SMALL_SIZE, VERMILLION, px, squeezed, stroke, text_width, write,
};

/// Colours of the series by position.
const COLOURS: [RGBColor; 3] = [BLUE, VERMILLION, GREEN];

/// Height of a bar and gap between rows in pixels.
const BAR: f64 = 20.0;
/// See [`BAR`].
const GAP: f64 = 12.0;
/// Most pixels for a row's label.
const LABEL: f64 = 420.0;
/// Pixels for the column of values.
const VALUE: f64 = 90.0;

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

/// Draws rows of bars of one to three named series to `STEM.svg` and `STEM.png`; `unit` names
/// the axis.
///
/// # Errors
/// If there is nothing to draw, a row has another number of bars than there are series, a
/// number is not finite, or a file cannot be written.
pub fn draw(
    stem: &Path,
    title: &str,
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
        let finite = |&(value, ends): &Bar| {
            let (lo, hi) = ends.unwrap_or((0.0, 0.0));
            value.is_finite() && lo.is_finite() && hi.is_finite()
        };
        ensure!(
            row.bars.iter().flatten().all(finite),
            "a bar of `{}` is not a number",
            row.label
        );
    }
    let bars = Bars {
        title,
        unit,
        series,
        rows,
    };
    theme::save(stem, &bars)
}

struct Bars<'a> {
    title: &'a str,
    unit: &'a str,
    series: &'a [&'a str],
    rows: &'a [Row],
}

impl Bars<'_> {
    fn row_height(&self) -> f64 {
        GAP + BAR * self.series.len() as f64
    }

    /// The least and the greatest shown value, with 0 between them.
    fn ends(&self) -> (f64, f64) {
        let bars = self.rows.iter().flat_map(|row| row.bars.iter().flatten());
        let all = bars.flat_map(|&(value, ends)| {
            let (lo, hi) = ends.unwrap_or((value, value));
            [value, lo, hi]
        });
        let (mut lo, mut hi) = (0.0, 0.0);
        for value in all {
            lo = f64::min(lo, value);
            hi = f64::max(hi, value);
        }
        if hi > lo { (lo, hi) } else { (0.0, 1.0) }
    }
}

impl Figure for Bars<'_> {
    fn size(&self) -> (u32, u32) {
        let rows = self.row_height() * self.rows.len() as f64;
        (PAGE.0, 190 + rows.ceil() as u32 + 2 * MARGIN)
    }

    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let legend: Vec<Entry> = if self.series.len() > 1 {
            let entries = self.series.iter().zip(COLOURS);
            entries
                .map(|(name, colour)| Entry::new(Mark::Fill, colour, *name))
                .collect()
        } else {
            Vec::new()
        };
        let body = theme::header(page, self.title, &legend)?;
        let mut widest = 0.0_f64;
        let mut labels = Vec::new();
        for row in self.rows {
            let label = squeezed(&row.label, LABEL_SIZE, LABEL)?;
            widest = widest.max(text_width(&label, LABEL_SIZE)?);
            labels.push(label);
        }
        let (lo, hi) = self.ends();
        let left = widest + 16.0;
        let labels_end = left - 12.0;
        let width = f64::from(PAGE.0 - 2 * MARGIN) - left - VALUE;
        let at = |value: f64| left + width * (value - lo) / (hi - lo);
        let bottom = self.row_height() * self.rows.len() as f64;
        for (value, label) in ticks(lo, hi, 10, 0.0) {
            let x = px(at(value));
            body.draw(&PathElement::new(
                [(x, 0), (x, px(bottom))],
                stroke(GRID, 1.0),
            ))?;
            let place = (x, px(bottom + 8.0));
            let anchor = (HPos::Center, VPos::Top);
            write(&body, &label, (LABEL_SIZE, INK), anchor, place)?;
        }
        let middle = (px(left + width / 2.0), px(bottom + 36.0));
        let anchor = (HPos::Center, VPos::Top);
        write(&body, self.unit, (NAME_SIZE, INK), anchor, middle)?;
        for (place, (row, label)) in self.rows.iter().zip(&labels).enumerate() {
            let top = self.row_height() * place as f64 + GAP / 2.0;
            let middle = top + BAR * self.series.len() as f64 / 2.0;
            let anchor = (HPos::Right, VPos::Center);
            let spot = (px(labels_end), px(middle));
            write(&body, label, (LABEL_SIZE, INK), anchor, spot)?;
            for (number, bar) in row.bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let upper = top + BAR * number as f64;
                paint_bar(&body, bar, upper, COLOURS[number], &at)?;
                // In a column of its own: at the end of a whisker it would look like that end's
                // value.
                let spot = (px(left + width + VALUE), px(upper + BAR / 2.0));
                let anchor = (HPos::Right, VPos::Center);
                write(&body, &value_text(bar.0), (SMALL_SIZE, FAINT), anchor, spot)?;
            }
        }
        let zero = px(at(0.0));
        body.draw(&PathElement::new(
            [(zero, 0), (zero, px(bottom))],
            stroke(FAINT, 1.0),
        ))?;
        Ok(())
    }
}

fn paint_bar<DB: Canvas>(
    body: &Page<DB>,
    &(value, ends): &Bar,
    upper: f64,
    colour: RGBColor,
    at: &impl Fn(f64) -> f64,
) -> anyhow::Result<()> {
    let (from, to) = (at(value.min(0.0)), at(value.max(0.0)));
    let corners = [(px(from), px(upper + 2.0)), (px(to), px(upper + BAR - 2.0))];
    body.draw(&Rectangle::new(corners, colour.mix(0.75).filled()))?;
    let middle = upper + BAR / 2.0;
    if let Some((lo, hi)) = ends {
        let (lo, hi) = (at(lo), at(hi));
        let whisker = |points: [(f64, f64); 2]| {
            PathElement::new(points.map(|(x, y)| (px(x), px(y))), stroke(INK, 1.5))
        };
        body.draw(&whisker([(lo, middle), (hi, middle)]))?;
        for x in [lo, hi] {
            body.draw(&whisker([(x, middle - 4.0), (x, middle + 4.0)]))?;
        }
    }
    Ok(())
}

/// A bar's value as its column has it.
fn value_text(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 100.0 || size.fract() == 0.0 => 0,
        size if size >= 10.0 => 1,
        _ => 2,
    };
    number(value, decimals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::check::{assert_text, drawn, refused};

    #[test]
    fn rows_of_one_and_two_series_can_be_drawn() {
        let row = |label: &str, bars: &[Option<Bar>]| Row {
            label: label.to_owned(),
            bars: bars.to_vec(),
        };
        let rows = [
            row("checkmate", &[Some((40.0, Some((35.0, 45.0)))), None]),
            row("learnt", &[Some((-3.0, None)), Some((12.5, None))]),
        ];
        let svg = drawn(|stem| draw(stem, "Outcomes", "share (%)", &["ours", "icc"], &rows));
        for text in ["Outcomes", "share (%)", "icc", "checkmate", "12.5", "−3"] {
            assert_text(&svg, text);
        }
        let rows = [row("nothing", &[Some((0.0, None))])];
        drawn(|stem| draw(stem, "t", "games", &["ours"], &rows));
        assert!(refused(|stem| draw(stem, "t", "u", &["a", "b"], &rows)).contains("fit"));
        assert!(refused(|stem| draw(stem, "t", "u", &["a"], &[])).contains("no bars"));
    }
}
