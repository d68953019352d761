//! The engine's weights over the generations: one small panel per weight.
//!
//! ```
//! use darkforge::report::plot::weights::{self, WeightTrack};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let track = WeightTrack {
//!     name: "queen_value".to_owned(),
//!     generations: vec![0, 1],
//!     champion: vec![6.0, 6.8],
//!     mean: vec![6.0, 6.5],
//!     sd: vec![0.2, 0.2],
//!     start: 6.0,
//! };
//! weights::draw(&stem, &[track])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::chart::{Axis, Sizes, axes, band, dashes, line, number, ticks};
use super::theme::{
    self, BAND_ALPHA, BLUE, Canvas, Entry, FAINT, Figure, INK, MARGIN, Mark, PAGE, Page,
    SMALL_SIZE, VERMILLION, fitted, px, text_width, write,
};

/// Panels side by side.
const COLUMNS: usize = 5;
/// Height of a panel in pixels with the gap below it.
const PANEL_HEIGHT: u32 = 220;
/// Gap right of each panel in pixels.
const GAP: f64 = 22.0;
/// Gap below each panel in pixels.
const GAP_BELOW: f64 = 12.0;
/// Height of a panel's own title in pixels.
const PANEL_TITLE: f64 = 26.0;
/// Letter size of a panel's title in pixels.
const PANEL_TITLE_SIZE: f64 = 15.0;
/// Room for the page's title and legend in pixels.
const HEADER_HEIGHT: u32 = 92;

/// One weight over the generations; the four lists have the same length.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightTrack {
    /// Name of the weight.
    pub name: String,
    /// Numbers of the generations, ascending.
    pub generations: Vec<u32>,
    /// The champion's value in each generation, in the weight's own unit.
    pub champion: Vec<f64>,
    /// Mean over the population in each generation.
    pub mean: Vec<f64>,
    /// Standard deviation over the population in each generation, not negative.
    pub sd: Vec<f64>,
    /// The value at the start of the run.
    pub start: f64,
}

/// Draws one panel per weight, the page growing in height with their number, to `STEM.svg` and
/// `STEM.png`.
///
/// # Errors
/// If there are no weights, a weight has no generations, lists of unequal length, generations that
/// do not ascend, a number that is not finite or a negative deviation, or a file cannot be written.
pub fn draw(stem: &Path, tracks: &[WeightTrack]) -> anyhow::Result<()> {
    ensure!(!tracks.is_empty(), "no weights to draw");
    for track in tracks {
        track.check()?;
    }
    theme::save(stem, &Weights { tracks })
}

impl WeightTrack {
    fn check(&self) -> anyhow::Result<()> {
        let name = &self.name;
        ensure!(
            !self.generations.is_empty(),
            "weight `{name}` has no generations to draw"
        );
        ensure!(
            self.generations.is_sorted_by(|a, b| a < b),
            "generations of weight `{name}` must be in ascending order"
        );
        for (list, what) in [
            (&self.champion, "champions"),
            (&self.mean, "means"),
            (&self.sd, "deviations"),
        ] {
            ensure!(
                list.len() == self.generations.len(),
                "weight `{name}` has {} generations but {} {what}",
                self.generations.len(),
                list.len()
            );
            ensure!(
                list.iter().all(|value| value.is_finite()),
                "weight `{name}` has {what} that are not finite"
            );
        }
        ensure!(
            self.sd.iter().all(|&sd| sd >= 0.0),
            "weight `{name}` has a negative deviation"
        );
        ensure!(
            self.start.is_finite(),
            "weight `{name}` starts from a value that is not finite"
        );
        Ok(())
    }

    /// Change of the champion's value, such as `6.00 → 7.20`; of a lone generation its value.
    fn change(&self) -> String {
        let (first, last) = (self.champion[0], self.champion[self.champion.len() - 1]);
        let largest = first.abs().max(last.abs());
        let decimals = match largest {
            100.0.. => 0,
            10.0.. => 1,
            1.0.. => 2,
            _ => 3,
        };
        if self.generations.len() == 1 {
            return number(last, decimals);
        }
        format!("{} → {}", number(first, decimals), number(last, decimals))
    }

    /// `values` over the generations. A single generation is widened to both sides, because a line
    /// without length would be invisible.
    fn over_generations<T: Copy>(&self, values: impl Iterator<Item = T>) -> Vec<(f64, T)> {
        let points: Vec<_> = self
            .generations
            .iter()
            .map(|&g| f64::from(g))
            .zip(values)
            .collect();
        match points[..] {
            [(at, value)] => vec![(at - 0.5, value), (at + 0.5, value)],
            _ => points,
        }
    }

    fn x_axis(&self) -> Axis {
        let first = f64::from(self.generations[0]);
        let last = f64::from(self.generations[self.generations.len() - 1]);
        let room = if first < last { 0.0 } else { 1.0 };
        Axis {
            name: String::new(),
            lo: first - room,
            hi: last + room,
            ticks: ticks(first, last, 4, 1.0),
        }
    }

    fn y_axis(&self) -> Axis {
        let spread = self
            .mean
            .iter()
            .zip(&self.sd)
            .flat_map(|(mean, sd)| [mean - sd, mean + sd]);
        let values = || {
            spread
                .clone()
                .chain(self.champion.iter().copied())
                .chain([self.start])
        };
        let lowest = values().fold(f64::INFINITY, f64::min);
        let highest = values().fold(f64::NEG_INFINITY, f64::max);
        // A weight that has not moved yet still gets a panel of some height.
        let room = (0.08 * (highest - lowest))
            .max(0.02 * highest.abs().max(lowest.abs()))
            .max(1e-6);
        let (lo, hi) = (lowest - room, highest + room);
        Axis {
            name: String::new(),
            lo,
            hi,
            ticks: ticks(lo, hi, 5, 0.0),
        }
    }
}

struct Weights<'a> {
    tracks: &'a [WeightTrack],
}

/// Size of a page with this number of panels.
pub(super) fn size(count: usize) -> (u32, u32) {
    let rows = count.div_ceil(COLUMNS) as u32;
    (PAGE.0, HEADER_HEIGHT + rows * PANEL_HEIGHT + 2 * MARGIN)
}

/// Areas of this number of panels below the header, without the gaps between them.
pub(super) fn panels<DB: Canvas>(body: &Page<DB>, count: usize) -> Vec<Page<DB>> {
    let areas = body.split_evenly((count.div_ceil(COLUMNS), COLUMNS));
    let areas = areas.iter().take(count);
    areas
        .map(|area| area.margin(0, px(GAP_BELOW), 0, px(GAP)))
        .collect()
}

/// Writes the title of a panel, a name at the left and a note at the right, and returns the area
/// below.
pub(super) fn panel<DB: Canvas>(
    area: &Page<DB>,
    name: &str,
    (note, colour): (&str, RGBColor),
) -> anyhow::Result<Page<DB>> {
    let (title, body) = area.split_vertically(px(PANEL_TITLE));
    let width = f64::from(title.dim_in_pixel().0) / f64::from(px(1.0));
    let note_width = text_width(note, PANEL_TITLE_SIZE)?;
    let (name, size) = fitted(name, PANEL_TITLE_SIZE, width - note_width - 12.0)?;
    let middle = px(PANEL_TITLE / 2.0);
    write(
        &title,
        &name,
        (size, INK),
        (HPos::Left, VPos::Center),
        (0, middle),
    )?;
    let right = title.dim_in_pixel().0 as i32;
    write(
        &title,
        note,
        (PANEL_TITLE_SIZE, colour),
        (HPos::Right, VPos::Center),
        (right, middle),
    )?;
    Ok(body)
}

impl Figure for Weights<'_> {
    fn size(&self) -> (u32, u32) {
        size(self.tracks.len())
    }

    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let legend = [
            Entry::new(
                Mark::Line,
                VERMILLION,
                "champion (its first → last value beside the name)",
            ),
            Entry::new(Mark::Line, BLUE, "population mean"),
            Entry::new(Mark::Band, BLUE, "mean ± standard deviation"),
            Entry::new(Mark::Dashes, FAINT, "start"),
        ];
        let body = theme::header(page, "Weights by generation", &legend)?;
        for (track, area) in self.tracks.iter().zip(panels(&body, self.tracks.len())) {
            paint_panel(track, &area)?;
        }
        Ok(())
    }
}

/// Draws one weight.
fn paint_panel<DB: Canvas>(track: &WeightTrack, area: &Page<DB>) -> anyhow::Result<()> {
    let body = panel(area, &track.name, (&track.change(), VERMILLION))?;
    let (x, y) = (track.x_axis(), track.y_axis());
    let mut chart = axes(
        &body,
        &x,
        &y,
        Sizes {
            name: SMALL_SIZE,
            label: SMALL_SIZE,
        },
    )?;
    let spread = track
        .mean
        .iter()
        .zip(&track.sd)
        .map(|(mean, sd)| (mean - sd, mean + sd));
    let spans: Vec<_> = track
        .over_generations(spread)
        .into_iter()
        .map(|(x, (lo, hi))| (x, lo, hi))
        .collect();
    band(&mut chart, &spans, BLUE, BAND_ALPHA)?;
    dashes(
        &mut chart,
        [(x.lo, track.start), (x.hi, track.start)],
        FAINT,
        1.0,
    )?;
    line(
        &mut chart,
        track.over_generations(track.champion.iter().copied()),
        VERMILLION,
        1.5,
    )?;
    line(
        &mut chart,
        track.over_generations(track.mean.iter().copied()),
        BLUE,
        2.0,
    )
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use crate::report::plot::check::{assert_text, drawn, refused};

    fn track(name: &str, generations: u32) -> WeightTrack {
        let values: Vec<_> = (0..generations)
            .map(|g| 6.0 + 0.1 * f64::from(g % 13))
            .collect();
        WeightTrack {
            name: name.to_owned(),
            generations: (0..generations).collect(),
            champion: values.clone(),
            sd: vec![0.4; values.len()],
            mean: values,
            start: 6.0,
        }
    }

    #[test]
    fn few_and_many_generations_can_be_drawn() {
        for (weights, generations) in [(1, 1), (38, 6), (7, 300)] {
            let mut tracks = vec![track("rook_value", generations); weights];
            tracks[0].name = "queen_value".to_owned();
            let svg = drawn(|stem| draw(stem, &tracks));
            for text in [
                "Weights by generation",
                "queen_value",
                "population mean",
                "start",
            ] {
                assert_text(&svg, text);
            }
        }
    }

    #[test]
    fn the_change_has_three_digits_of_the_larger_value() {
        let mut weight = track("pawn_value", 2);
        for (values, text) in [
            ([6.0, 7.2], "6.00 → 7.20"),
            ([-0.5, 0.25], "−0.500 → 0.250"),
            ([99.5, 150.2], "100 → 150"),
        ] {
            weight.champion = values.to_vec();
            assert_eq!(weight.change(), text);
        }
        assert_eq!(track("pawn_value", 1).change(), "6.00");
    }

    #[test]
    fn a_weight_that_never_moves_has_room_around_it() {
        let mut still = track("castle_bonus", 3);
        (still.champion, still.mean, still.sd) = (vec![0.0; 3], vec![0.0; 3], vec![0.0; 3]);
        still.start = 0.0;
        let y = still.y_axis();
        assert!(y.lo < 0.0 && y.hi > 0.0);
        drawn(|stem| draw(stem, slice::from_ref(&still)));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(refused(|stem| draw(stem, &[])), "no weights to draw");
        let none = track("queen_value", 0);
        assert!(
            refused(|stem| draw(stem, slice::from_ref(&none)))
                .contains("`queen_value` has no generations")
        );
        let mut short = track("queen_value", 3);
        short.mean.pop();
        assert!(
            refused(|stem| draw(stem, slice::from_ref(&short)))
                .contains("3 generations but 2 means")
        );
        let mut unknown = track("queen_value", 3);
        unknown.champion[1] = f64::NAN;
        assert!(refused(|stem| draw(stem, slice::from_ref(&unknown))).contains("not finite"));
    }
}
