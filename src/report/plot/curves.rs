//! Figures that change from generation to generation.

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::{DrawingBackend, RGBColor};

use super::chart::{Axis, Sizes, axes, dots, line, ticks};
use super::theme::{
    self, BLUE, Entry, Figure, GREEN, LABEL_SIZE, Mark, NAME_SIZE, PAGE, Page, VERMILLION,
};

/// Colours of the curves, in their order.
const COLOURS: [RGBColor; 3] = [BLUE, VERMILLION, GREEN];
/// Up to so many points each is a dot as well.
const MOST_DOTS: usize = 60;

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it shows.
    pub name: String,
    /// Generation and value, in ascending order of generations.
    pub points: Vec<(u32, f64)>,
}

/// Draws up to three `curves`, from zero up, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there is no point, a value is negative or not finite, or a file cannot be written.
pub fn draw(stem: &Path, title: &str, y_name: &str, curves: &[Curve]) -> anyhow::Result<()> {
    ensure!(curves.len() <= COLOURS.len(), "too many curves");
    let mut points = curves.iter().flat_map(|curve| &curve.points);
    ensure!(points.clone().count() > 0, "no points to draw");
    ensure!(
        points.all(|(_, value)| (0.0..f64::INFINITY).contains(value)),
        "a value is not a number from 0 up"
    );
    theme::save(
        stem,
        &Tracks {
            title,
            y_name,
            curves,
        },
    )
}

struct Tracks<'a> {
    title: &'a str,
    y_name: &'a str,
    curves: &'a [Curve],
}

impl Figure for Tracks<'_> {
    fn size(&self) -> (u32, u32) {
        PAGE
    }

    fn paint<DB: DrawingBackend<ErrorType: 'static>>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let coloured = || self.curves.iter().zip(COLOURS);
        let legend: Vec<Entry> = coloured()
            .map(|(curve, colour)| Entry::new(Mark::Line, colour, curve.name.as_str()))
            .collect();
        let body = theme::header(page, self.title, &legend)?;
        let points = || self.curves.iter().flat_map(|curve| curve.points.iter());
        let first = points()
            .map(|&(at, _)| f64::from(at))
            .fold(f64::INFINITY, f64::min);
        let last = points().map(|&(at, _)| f64::from(at)).fold(0.0, f64::max);
        let room = if first < last {
            (last - first) * 0.02
        } else {
            1.0
        };
        let top = points().map(|&(_, value)| value).fold(0.0, f64::max);
        let top = if top > 0.0 { 1.08 * top } else { 1.0 };
        let x = Axis {
            name: "generation".to_owned(),
            lo: first - room,
            hi: last + room,
            ticks: ticks(first, last, 12, 1.0),
        };
        let y = Axis {
            name: self.y_name.to_owned(),
            lo: 0.0,
            hi: top,
            ticks: ticks(0.0, top, 10, 0.0),
        };
        let sizes = Sizes {
            name: NAME_SIZE,
            label: LABEL_SIZE,
        };
        let mut chart = axes(&body, &x, &y, sizes)?;
        for (curve, colour) in coloured() {
            let points: Vec<(f64, f64)> = curve
                .points
                .iter()
                .map(|&(at, value)| (f64::from(at), value))
                .collect();
            line(&mut chart, points.clone(), colour, 2.5)?;
            if points.len() <= MOST_DOTS {
                dots(&mut chart, points, colour, 5.0)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::check::{assert_text, drawn, refused};

    fn curve(values: &[f64]) -> Curve {
        Curve {
            name: "within the population".to_owned(),
            points: (0..).zip(values.iter().copied()).collect(),
        }
    }

    #[test]
    fn one_point_and_many_can_be_drawn() {
        for values in [vec![0.5], vec![0.0; 300]] {
            let svg = drawn(|stem| draw(stem, "Diversity", "distance", &[curve(&values)]));
            assert_text(&svg, "within the population");
            assert_text(&svg, "generation");
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let none = refused(|stem| draw(stem, "t", "y", &[curve(&[])]));
        assert_eq!(none, "no points to draw");
        let below = refused(|stem| draw(stem, "t", "y", &[curve(&[-1.0])]));
        assert!(below.contains("from 0 up"), "{below}");
    }
}
