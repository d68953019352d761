//! Charts: axes with names and ticks, and the shapes between them.

use std::iter::once;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;
use plotters::prelude::{Cartesian2d, Circle, Color as _, PathElement, Polygon, RGBColor};
use plotters::style::text_anchor::{HPos, VPos};

use super::theme::{
    Canvas, FAINT, GRID, INK, LABEL_SIZE, NAME_SIZE, Page, px, stroke, text_width, write,
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
    pub(super) const USUAL: Sizes = Sizes {
        name: NAME_SIZE,
        label: LABEL_SIZE,
    };
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

/// At most `most` values between `lo` and `hi` on a logarithmic axis, at the logarithms to base 10:
/// powers of ten, or with 2 and 5 times them, or the ends alone. The ends are positive.
pub(super) fn log_ticks(lo: f64, hi: f64, most: usize) -> Vec<(f64, String)> {
    let label = |value: f64| {
        let decimals = (-value.log10().floor()).max(0.0) as usize;
        (value.log10(), number(value, decimals))
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
                0 | 1 => [lo, hi]
                    .map(|end| (end.log10(), format!("{end:.2}")))
                    .to_vec(),
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

/// Draws grid, axes, labels and names, and returns the chart between them.
pub(super) fn axes<'a, DB: Canvas>(
    area: &'a Page<DB>,
    x: &Axis,
    y: &Axis,
    sizes: Sizes,
) -> anyhow::Result<Chart<'a, DB>> {
    let mut widest = 0.0_f64;
    for (_, label) in &y.ticks {
        widest = widest.max(text_width(label, sizes.label)?);
    }
    let name_room = |name: &str| {
        if name.is_empty() {
            0.0
        } else {
            1.7 * sizes.name
        }
    };
    let left = widest + TICK + TICK_GAP + name_room(&y.name);
    let below = 1.2 * sizes.label + TICK + TICK_GAP + name_room(&x.name);
    // Half a label may stand out over the upper and the right end.
    let mut chart = ChartBuilder::on(area)
        .margin_top(px(0.5 * sizes.label))
        .margin_right(px(0.8 * sizes.label))
        .y_label_area_size(px(left))
        .x_label_area_size(px(below))
        .build_cartesian_2d(x.lo..x.hi, y.lo..y.hi)?;

    let label_style = (sizes.label, INK);
    for (value, label) in &x.ticks {
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

    let (_, height) = area.dim_in_pixel();
    let (middle, _) = place(area, &chart, (f64::midpoint(x.lo, x.hi), y.lo));
    let (_, centre) = place(area, &chart, (x.lo, f64::midpoint(y.lo, y.hi)));
    write(
        area,
        &x.name,
        (sizes.name, INK),
        (HPos::Center, VPos::Bottom),
        (middle, height as i32),
    )?;
    write_upwards(area, &y.name, (sizes.name, INK), (0, centre))?;
    Ok(chart)
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
        assert_eq!(labels(0.5, 0.7), ["0.50", "0.70"]);
    }

    #[test]
    fn negative_zero_is_written_as_zero() {
        assert_eq!(number(-0.0004, 2), "0.00");
        assert_eq!(number(-0.04, 2), "−0.04");
        assert_eq!(number(150.0, 0), "150");
    }
}
