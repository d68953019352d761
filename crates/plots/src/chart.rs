//! Charts: axes with names and ticks, and the shapes between them.

use std::iter::once;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;
use plotters::prelude::{
    Cartesian2d, Circle, Color as _, PathElement, Polygon, RGBColor, Rectangle, WHITE,
};
use plotters::style::text_anchor::{HPos, VPos};

use super::theme::{
    Canvas, FAINT, GRID, INK, Page, Room, pixels, px, stroke, text_width, wrapped, write,
    write_upwards,
};

/// One axis: its name with the unit, its range, and its labels.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// Name with the unit; empty for none.
    pub name: String,
    /// The value at the left or lower end.
    pub lo: f64,
    /// The value at the right or upper end; more or less than `lo`.
    pub hi: f64,
    /// Values with a grid line and a label.
    pub ticks: Vec<(f64, String)>,
}

/// Letter sizes of a chart in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Axis names.
    pub name: f64,
    /// Tick labels.
    pub label: f64,
}

impl Sizes {
    /// The sizes of most charts.
    pub(super) fn usual(room: Room) -> Sizes {
        let letters = room.letters();
        Sizes {
            name: letters.name,
            label: letters.label,
        }
    }

    /// The sizes of small charts without names of axes.
    pub(super) fn small(room: Room) -> Sizes {
        let label = room.letters().small;
        Sizes { name: label, label }
    }
}

/// Axes in place, ready for drawing.
pub(super) type Chart<'a, DB> = ChartContext<'a, DB, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// At most `most` round values between `lo` and `hi`, in the finest steps of 1, 2 or 5 times a
/// power of ten, none finer than `finest`.
pub(super) fn ticks(lo: f64, hi: f64, most: usize, finest: f64) -> Vec<(f64, String)> {
    let rough = ((hi - lo) / (most + 1) as f64)
        .max(finest)
        .max(f64::MIN_POSITIVE);
    let power = rough.log10().floor() as i32;
    for exponent in power.. {
        for digit in [1.0, 2.0, 5.0] {
            let step = digit * 10_f64.powi(exponent);
            // Sums of decimal fractions may miss a bound by a rounding error.
            let first = (lo / step - 1e-9).ceil();
            let last = (hi / step + 1e-9).floor();
            if step >= finest && last - first < most as f64 {
                let decimals = usize::try_from(-exponent).unwrap_or(0);
                let values = (first as i64..=last as i64).map(|i| i as f64 * step);
                return values
                    .map(|value| (value, number(value, decimals)))
                    .collect();
            }
        }
    }
    Vec::new()
}

/// At most `most` values between `lo` and `hi` on a logarithmic axis, at the logarithms to base 10: powers of ten, or with 2 and 5
/// times them, or in equal steps where there are too few of those. The ends are positive.
pub(super) fn log_ticks(lo: f64, hi: f64, most: usize) -> Vec<(f64, String)> {
    let label = |value: f64| {
        let decimals = (-value.log10().floor()).max(0.0) as usize;
        (libm::log10(value), number(value, decimals))
    };
    let powers = lo.log10().floor() as i32..=hi.log10().ceil() as i32;
    for digits in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]] {
        let all = powers
            .clone()
            .flat_map(|power| digits.iter().map(move |digit| digit * 10_f64.powi(power)));
        let within: Vec<f64> = all
            .filter(|&value| value > lo * 0.999 && value < hi * 1.001)
            .collect();
        if within.len() <= most {
            return match within.len() {
                // A short piece of the axis has round values in equal steps.
                0..3 if hi < 10.0 * lo => ticks(lo, hi, most, 0.0)
                    .into_iter()
                    .map(|(value, label)| (libm::log10(value), label))
                    .collect(),
                _ => within.into_iter().map(label).collect(),
            };
        }
    }
    [lo, hi].map(label).to_vec()
}

/// `value` with a number of decimals and a true minus sign; zero has none.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.contains(|digit: char| ('1'..='9').contains(&digit)) => {
            format!("−{digits}")
        }
        Some(digits) => digits.to_owned(),
        None => text,
    }
}

/// Length of a tick in pixels.
const TICK: f64 = 5.0;
/// Gap between a tick and its label in pixels.
const TICK_GAP: f64 = 5.0;

/// Width of an area below which the name of its vertical axis stands above it, in pixels.
const SLIM: f64 = 600.0;
/// Height of a line of an axis' name in its letters.
const NAME_LINE: f64 = 1.25;
/// Most lines of an axis' name.
const NAME_LINES: usize = 3;
/// Least gap between two labels of the horizontal axis in pixels.
const LABEL_GAP: f64 = 6.0;

/// Draws grid, axes, labels and names, and returns the chart between them. Labels of the horizontal
/// axis that would touch each other are left out by turns.
pub(super) fn axes<'a, DB: Canvas>(
    area: &'a Page<DB>,
    x: &Axis,
    y: &Axis,
    sizes: Sizes,
) -> anyhow::Result<Chart<'a, DB>> {
    let (width, height) = pixels(area);
    let mut widest = 0.0_f64;
    for (_, label) in &y.ticks {
        widest = widest.max(text_width(label, sizes.label)?);
    }
    let line_height = NAME_LINE * sizes.name;
    let upright = width >= SLIM;
    let name_room = if upright && !y.name.is_empty() {
        1.7 * sizes.name
    } else {
        0.0
    };
    let left = widest + TICK + TICK_GAP + name_room;
    let inner = width - left - 0.8 * sizes.label;
    let x_name = wrapped(&x.name, sizes.name, width, NAME_LINES)?;
    let below = below(x_name.len(), sizes);
    let y_name = if upright {
        Vec::new()
    } else {
        wrapped(&y.name, sizes.name, width, NAME_LINES)?
    };
    let above = match y_name.len() {
        0 => 0.5 * sizes.label, // half a label stands out over the upper end
        lines => line_height * lines as f64 + 0.7 * sizes.label,
    };
    let mut chart = ChartBuilder::on(area)
        .margin_top(px(above))
        .margin_right(px(0.8 * sizes.label))
        .y_label_area_size(px(left))
        .x_label_area_size(px(below))
        .build_cartesian_2d(x.lo..x.hi, y.lo..y.hi)?;

    let label_style = (sizes.label, INK);
    let every = sparse(x, inner, sizes.label)?;
    for (number, (value, label)) in x.ticks.iter().enumerate() {
        if !number.is_multiple_of(every) {
            continue;
        }
        line(&mut chart, vec![(*value, y.lo), (*value, y.hi)], GRID, 1.0)?;
        let (at, bottom) = place(area, &chart, (*value, y.lo));
        area.draw(&PathElement::new(
            [(at, bottom), (at, bottom + px(TICK))],
            stroke(FAINT, 1.0),
        ))?;
        write(
            area,
            label,
            label_style,
            (HPos::Center, VPos::Top),
            (at, bottom + px(TICK + TICK_GAP)),
        )?;
    }
    for (value, label) in &y.ticks {
        line(&mut chart, vec![(x.lo, *value), (x.hi, *value)], GRID, 1.0)?;
        let (left, at) = place(area, &chart, (x.lo, *value));
        area.draw(&PathElement::new(
            [(left - px(TICK), at), (left, at)],
            stroke(FAINT, 1.0),
        ))?;
        write(
            area,
            label,
            label_style,
            (HPos::Right, VPos::Center),
            (left - px(TICK + TICK_GAP), at),
        )?;
    }
    line(
        &mut chart,
        vec![(x.lo, y.hi), (x.lo, y.lo), (x.hi, y.lo)],
        FAINT,
        1.0,
    )?;

    let (middle, _) = place(area, &chart, (f64::midpoint(x.lo, x.hi), y.lo));
    let (_, centre) = place(area, &chart, (x.lo, f64::midpoint(y.lo, y.hi)));
    let centred = (HPos::Center, VPos::Bottom);
    for (number, text) in x_name.iter().rev().enumerate() {
        let bottom = height - line_height * number as f64;
        // A name wider than the chart is centred in the area.
        let at = match text_width(text, sizes.name)? {
            long if long > inner => px(width / 2.0),
            _ => middle,
        };
        write(area, text, (sizes.name, INK), centred, (at, px(bottom)))?;
    }
    if upright && !y.name.is_empty() {
        write_upwards(area, &y.name, (sizes.name, INK), (0, centre))?;
    }
    for (number, text) in y_name.iter().enumerate() {
        let at = (0, px(line_height * number as f64));
        write(area, text, (sizes.name, INK), (HPos::Left, VPos::Top), at)?;
    }
    Ok(chart)
}

/// Height below a chart whose horizontal axis has a name of so many lines, in pixels.
fn below(lines: usize, sizes: Sizes) -> f64 {
    let labels = 1.2 * sizes.label + TICK + TICK_GAP;
    match lines {
        0 => labels,
        lines => labels + 0.45 * sizes.name + NAME_LINE * sizes.name * lines as f64,
    }
}

/// Height that [`axes`] needs beside a chart without a name of its vertical axis, in an area `width`
/// pixels wide.
pub(super) fn beside(x_name: &str, sizes: Sizes, width: f64) -> anyhow::Result<f64> {
    let lines = wrapped(x_name, sizes.name, width, NAME_LINES)?.len();
    Ok(0.5 * sizes.label + below(lines, sizes))
}

/// Which part of the labels of a horizontal axis `width` pixels wide have room: each one for 1, every
/// second one for 2.
fn sparse(x: &Axis, width: f64, size: f64) -> anyhow::Result<usize> {
    let mut places = Vec::new();
    for (value, label) in &x.ticks {
        let at = width * (value - x.lo) / (x.hi - x.lo);
        places.push((at, text_width(label, size)? / 2.0));
    }
    let fits = |every: usize| {
        let shown: Vec<&(f64, f64)> = places.iter().step_by(every).collect();
        let apart = |pair: &[&(f64, f64)]| pair[1].0 - pair[1].1 - pair[0].0 - pair[0].1;
        shown.windows(2).all(|pair| apart(pair) >= LABEL_GAP)
    };
    Ok((1..=places.len().max(1))
        .find(|&every| fits(every))
        .unwrap_or(1))
}

/// Place of a point of the chart in the area that the chart was built on, in canvas units.
pub(super) fn place<DB: Canvas>(
    area: &Page<DB>,
    chart: &Chart<DB>,
    point: (f64, f64),
) -> (i32, i32) {
    let (x, y) = chart.backend_coord(&point);
    let (left, top) = area.get_base_pixel();
    (x - left, y - top)
}

/// Writes a row's label between its grid lines, which it hides: `at` is the middle of its left or
/// right end.
pub(super) fn over_grid<DB: Canvas>(
    area: &Page<DB>,
    text: &str,
    (size, colour): (f64, RGBColor),
    end: HPos,
    (x, y): (i32, i32),
) -> anyhow::Result<()> {
    let long = px(text_width(text, size)? + 2.0 * LABEL_BORDER);
    let (from, text_at) = match end {
        HPos::Right => (x - long + px(LABEL_BORDER), x),
        // The axis stays.
        _ => (x + px(1.0), x + px(1.0 + LABEL_BORDER)),
    };
    let high = px(0.6 * size);
    let corners = [(from, y - high), (from + long, y + high)];
    area.draw(&Rectangle::new(corners, WHITE.filled()))?;
    write(
        area,
        text,
        (size, colour),
        (end, VPos::Center),
        (text_at, y),
    )
}

/// White around a label that hides grid lines, in pixels.
const LABEL_BORDER: f64 = 4.0;

/// Joins `points` by a line `width` pixels wide.
pub(super) fn line<DB: Canvas>(
    chart: &mut Chart<DB>,
    points: Vec<(f64, f64)>,
    colour: RGBColor,
    width: f64,
) -> anyhow::Result<()> {
    chart.draw_series(once(PathElement::new(points, stroke(colour, width))))?;
    Ok(())
}

/// A dashed straight line `width` pixels wide.
pub(super) fn dashes<DB: Canvas>(
    chart: &mut Chart<DB>,
    ends: [(f64, f64); 2],
    colour: RGBColor,
    width: f64,
) -> anyhow::Result<()> {
    let style = stroke(colour, width);
    chart.draw_series(once(DashedPathElement::new(ends, px(7.0), px(5.0), style)))?;
    Ok(())
}

/// Fills between the lower and upper values at each x.
pub(super) fn band<DB: Canvas>(
    chart: &mut Chart<DB>,
    spans: &[(f64, f64, f64)],
    colour: RGBColor,
    alpha: f64,
) -> anyhow::Result<()> {
    let lower = spans.iter().map(|&(x, lo, _)| (x, lo));
    let upper = spans.iter().rev().map(|&(x, _, hi)| (x, hi));
    let outline: Vec<_> = lower.chain(upper).collect();
    chart.draw_series(once(Polygon::new(outline, colour.mix(alpha).filled())))?;
    Ok(())
}

/// Filled dots with a radius in pixels.
pub(super) fn dots<DB: Canvas>(
    chart: &mut Chart<DB>,
    points: impl IntoIterator<Item = (f64, f64)>,
    colour: RGBColor,
    radius: f64,
) -> anyhow::Result<()> {
    chart.draw_series(
        points
            .into_iter()
            .map(|point| Circle::new(point, px(radius), colour.filled())),
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(lo: f64, hi: f64, most: usize, finest: f64) -> Vec<String> {
        ticks(lo, hi, most, finest)
            .into_iter()
            .map(|(_, label)| label)
            .collect()
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(
            labels(0.0, 299.0, 6, 1.0),
            ["0", "50", "100", "150", "200", "250"]
        );
        assert_eq!(labels(5.4, 7.3, 5, 0.0), ["5.5", "6.0", "6.5", "7.0"]);
        assert_eq!(
            labels(-0.013, 0.021, 5, 0.0),
            ["−0.01", "0.00", "0.01", "0.02"]
        );
        assert_eq!(labels(0.0, 5.0, 12, 1.0), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(labels(7.0, 7.0, 12, 1.0), ["7"]);
        assert_eq!(labels(0.1, 0.3, 3, 0.0), ["0.1", "0.2", "0.3"]);
    }

    #[test]
    fn ticks_of_a_logarithmic_axis_are_round() {
        let labels = |lo, hi| -> Vec<String> {
            let ticks = log_ticks(lo, hi, 4);
            ticks.into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(labels(1.0, 25.0), ["1", "3", "10"]);
        assert_eq!(labels(0.2, 5.0), ["0.3", "1", "3"]);
        assert_eq!(labels(0.001, 1.0), ["0.001", "0.01", "0.1", "1"]);
        assert_eq!(labels(0.5, 0.7), ["0.5", "0.6", "0.7"]);
    }

    #[test]
    fn negative_zero_is_written_as_zero() {
        assert_eq!(number(-0.0004, 2), "0.00");
        assert_eq!(number(-0.04, 2), "−0.04");
        assert_eq!(number(150.0, 0), "150");
    }
}
