//! The engine's weights over the generations: one small panel per weight, on logarithmic axes.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::weights::{self, WeightTrack};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let track = WeightTrack {
//!     name: "queen_value".to_owned(),
//!     generations: vec![0, 1],
//!     champion: vec![6.0, 6.8],
//!     mean: vec![6.0, 6.5],
//!     sd: vec![0.2, 0.2],
//!     start: 6.0,
//!     chosen: Some((1, 6.8)),
//! };
//! let caption = Caption { title: "Weights", sentence: "queen_value rose from 6.0 to 6.8." };
//! weights::draw(&stem, &caption, "proven champion i7", &[track])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::style::text_anchor::{HPos, VPos};

use super::chart::{Axis, Sizes, axes, band, dashes, dots, line, log_ticks, number, ticks};
use super::theme::{
    self, BAND_ALPHA, BLUE, Canvas, Caption, Entry, FAINT, Figure, GREEN, INK, Mark, Page, Room,
    VERMILLION, px, squeezed, text_width, write,
};

/// Height of a panel in pixels with the gap below it.
const PANEL_HEIGHT: f64 = 224.0;
/// Gap right of each panel in pixels.
const GAP: f64 = 22.0;
/// Gap below each panel in pixels.
const GAP_BELOW: f64 = 12.0;
/// Height of a line of a panel's own title in pixels.
const TITLE_LINE: f64 = 22.0;
/// Most panels of a narrow drawing.
const MOST_NARROW: usize = 12;
/// Least ratio between the ends of a logarithmic axis: what moves less looks still.
const LEAST_RATIO: f64 = 1.5;

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
    /// Generation and value of the champion that the run chose, if it chose one.
    pub chosen: Option<(u32, f64)>,
}

/// Draws one panel per weight in the given order, the page growing in height with their number, to `STEM.svg` and
/// `STEM.png`; `chosen` names the champion that the run chose. A narrow drawing has the first twelve.
///
/// # Errors
/// If there are no weights, a weight has no generations, lists of unequal length, generations that do not ascend,
/// a number that is not finite or a negative deviation, or a file cannot be written.
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    chosen: &str,
    tracks: &[WeightTrack],
) -> anyhow::Result<()> {
    ensure!(!tracks.is_empty(), "no weights to draw");
    for track in tracks {
        track.check()?;
    }
    theme::save(stem, caption, &Weights { chosen, tracks })
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
        let chosen = self.chosen.map_or(0.0, |(_, value)| value);
        ensure!(
            self.start.is_finite() && chosen.is_finite(),
            "weight `{name}` starts from or ends at a value that is not finite"
        );
        Ok(())
    }

    /// Value of the chosen champion, else of the last.
    fn end(&self) -> f64 {
        let last = self.champion[self.champion.len() - 1];
        self.chosen.map_or(last, |(_, value)| value)
    }

    /// Change from the start to the end, such as `6.00 → 7.20`.
    fn change(&self) -> String {
        let largest = self.start.abs().max(self.end().abs());
        let decimals = match largest {
            100.0.. => 0,
            10.0.. => 1,
            1.0.. => 2,
            _ => 3,
        };
        format!(
            "{} → {}",
            number(self.start, decimals),
            number(self.end(), decimals)
        )
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
        let beside = if first < last { 0.0 } else { 1.0 };
        Axis {
            name: String::new(),
            lo: first - beside,
            hi: last + beside,
            ticks: ticks(first, last, 4, 1.0),
        }
    }

    /// All values that the panel shows, except the lower ends of deviations.
    fn values(&self) -> impl Iterator<Item = f64> {
        let upper = self.mean.iter().zip(&self.sd).map(|(mean, sd)| mean + sd);
        let chosen = self.chosen.map(|(_, value)| value);
        let own = self.champion.iter().chain(&self.mean).copied();
        upper.chain(own).chain([self.start]).chain(chosen)
    }

    /// Whether the axis is logarithmic: it is unless a value has no logarithm.
    fn is_log(&self) -> bool {
        self.values().all(|value| value > 0.0)
    }

    /// Lower end of the population's deviation. On a logarithmic axis it may be below 0; the axis then
    /// has room for the same factor as above the mean.
    fn lower(&self) -> impl Iterator<Item = f64> {
        let log = self.is_log();
        let spread = self.mean.iter().zip(&self.sd);
        spread.map(move |(mean, sd)| match mean - sd {
            lower if log => lower.max(mean * mean / (mean + sd)),
            lower => lower,
        })
    }

    fn y_axis(&self) -> Axis {
        let lowest = self
            .values()
            .chain(self.lower())
            .fold(f64::INFINITY, f64::min);
        let highest = self.values().fold(f64::NEG_INFINITY, f64::max);
        let (lo, hi, ticks) = if self.is_log() {
            let missing = (LEAST_RATIO / (highest / lowest)).max(1.0);
            let around = missing.sqrt() * libm::pow(highest / lowest, 0.06);
            let (lo, hi) = (lowest / around, highest * around);
            (libm::log10(lo), libm::log10(hi), log_ticks(lo, hi, 5))
        } else {
            // A weight that has not moved yet still gets a panel of some height.
            let room = (0.08 * (highest - lowest))
                .max(0.02 * highest.abs().max(lowest.abs()))
                .max(1e-6);
            let (lo, hi) = (lowest - room, highest + room);
            (lo, hi, ticks(lo, hi, 5, 0.0))
        };
        Axis {
            name: String::new(),
            lo,
            hi,
            ticks,
        }
    }

    /// Place of a value on the vertical axis.
    fn at(&self, value: f64) -> f64 {
        if self.is_log() {
            libm::log10(value)
        } else {
            value
        }
    }
}

struct Weights<'a> {
    chosen: &'a str,
    tracks: &'a [WeightTrack],
}

/// Number of panels side by side.
fn columns(room: Room) -> usize {
    room.pick(4, 2)
}

/// Number of panels that are drawn.
pub(super) fn drawn(count: usize, room: Room) -> usize {
    room.pick(count, count.min(MOST_NARROW))
}

/// Height of so many panels in pixels.
fn height(count: usize, room: Room) -> f64 {
    let rows = drawn(count, room).div_ceil(columns(room)) as f64;
    rows * PANEL_HEIGHT
}

/// Width and height of a page with so many panels.
pub(super) fn size(count: usize, room: Room) -> (f64, f64) {
    let more = if drawn(count, room) < count {
        TITLE_LINE
    } else {
        0.0
    };
    (room.width(), height(count, room) + more)
}

/// Areas of the panels that are drawn, without the gaps between them; below them it is written how
/// many are left out.
pub(super) fn panels<DB: Canvas>(
    body: &Page<DB>,
    count: usize,
    room: Room,
) -> anyhow::Result<Vec<Page<DB>>> {
    let shown = drawn(count, room);
    let (upper, lower) = body.split_vertically(px(height(count, room)));
    if shown < count {
        let text = format!("The other {} are in the wide plot.", count - shown);
        let style = (room.letters().small, FAINT);
        write(&lower, &text, style, (HPos::Left, VPos::Top), (0, 0))?;
    }
    let columns = columns(room);
    let areas = upper.split_evenly((shown.div_ceil(columns), columns));
    let areas = areas.iter().take(shown);
    Ok(areas
        .map(|area| area.margin(0, px(GAP_BELOW), 0, px(room.pick(GAP, 6.0))))
        .collect())
}

/// Writes the title of a panel, a name at the left and a note at the right or below, and returns the
/// area below.
pub(super) fn panel<DB: Canvas>(
    area: &Page<DB>,
    name: &str,
    note: &str,
    room: Room,
) -> anyhow::Result<Page<DB>> {
    let size = room.letters().small;
    let (title, body) = area.split_vertically(px(room.pick(1.2, 2.1) * TITLE_LINE));
    let width = theme::pixels(&title).0;
    let beside = room.pick(text_width(note, size)? + 12.0, 0.0);
    let name = squeezed(name, size, width - beside)?;
    let middle = px(0.6 * TITLE_LINE);
    let left = (HPos::Left, VPos::Center);
    write(&title, &name, (size, INK), left, (0, middle))?;
    match room {
        Room::Wide => {
            let right = title.dim_in_pixel().0 as i32;
            let anchor = (HPos::Right, VPos::Center);
            write(&title, note, (size, FAINT), anchor, (right, middle))?;
        }
        Room::Narrow => {
            let below = px(1.5 * TITLE_LINE);
            write(&title, note, (size, FAINT), left, (0, below))?;
        }
    }
    Ok(body)
}

impl Figure for Weights<'_> {
    fn legend(&self) -> Vec<Entry> {
        let mut legend = vec![
            Entry::new(Mark::Line, VERMILLION, "champion of the generation"),
            Entry::new(Mark::Line, BLUE, "population mean"),
            Entry::new(Mark::Band, BLUE, "mean ± standard deviation"),
            Entry::new(Mark::Dashes, FAINT, "start"),
        ];
        if self.tracks.iter().any(|track| track.chosen.is_some()) {
            legend.push(Entry::new(Mark::Dot, GREEN, self.chosen));
        }
        legend
    }

    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        Ok(size(self.tracks.len(), room))
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let areas = panels(body, self.tracks.len(), room)?;
        for (track, area) in self.tracks.iter().zip(areas) {
            paint_panel(track, &area, room)?;
        }
        Ok(())
    }
}

/// Draws one weight.
fn paint_panel<DB: Canvas>(track: &WeightTrack, area: &Page<DB>, room: Room) -> anyhow::Result<()> {
    let body = panel(area, &track.name, &track.change(), room)?;
    let (x, y) = (track.x_axis(), track.y_axis());
    let mut chart = axes(&body, &x, &y, Sizes::small(room))?;
    let upper = track.mean.iter().zip(&track.sd).map(|(mean, sd)| mean + sd);
    let inside = |value: f64| track.at(value).clamp(y.lo, y.hi);
    let spans: Vec<_> = track
        .over_generations(track.lower().zip(upper))
        .into_iter()
        .map(|(x, (lo, hi))| (x, inside(lo), inside(hi)))
        .collect();
    band(&mut chart, &spans, BLUE, BAND_ALPHA)?;
    let start = track.at(track.start);
    dashes(&mut chart, [(x.lo, start), (x.hi, start)], FAINT, 1.0)?;
    for (values, colour, width) in [(&track.champion, VERMILLION, 1.5), (&track.mean, BLUE, 2.0)] {
        let values = values.iter().map(|&value| track.at(value));
        line(&mut chart, track.over_generations(values), colour, width)?;
    }
    if let Some((generation, value)) = track.chosen {
        let at = (f64::from(generation), track.at(value));
        dots(&mut chart, [at], GREEN, 5.0)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use crate::check::{self, assert_text, refused};

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
            chosen: None,
        }
    }

    const TITLE: Caption<'_> = Caption {
        title: "Weights by generation",
        sentence: "",
    };

    #[test]
    fn few_and_many_generations_can_be_drawn() {
        for (weights, generations) in [(1, 1), (38, 6), (7, 300)] {
            let mut tracks = vec![track("rook_value", generations); weights];
            tracks[0].name = "queen_value".to_owned();
            tracks[0].chosen = Some((generations - 1, 7.0));
            let svg = check::drawn(|stem| draw(stem, &TITLE, "proven champion", &tracks));
            for text in [
                "Weights by generation",
                "queen_value",
                "population mean",
                "start",
                "proven champion",
                "6.00 → 7.00",
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
            (weight.start, weight.champion[1]) = (values[0], values[1]);
            assert_eq!(weight.change(), text);
        }
        weight.chosen = Some((1, 99.0));
        assert_eq!(weight.change(), "99.5 → 99.0");
    }

    #[test]
    fn equal_factors_are_equal_distances_unless_a_value_has_no_logarithm() {
        let mut weight = track("pawn_value", 3);
        weight.champion = vec![1.0, 10.0, 100.0];
        assert!(
            (weight.at(100.0) - weight.at(10.0) - weight.at(10.0) + weight.at(1.0)).abs() < 1e-9
        );
        // A deviation may reach below 0: then its lower end is the same factor below the mean.
        (weight.mean, weight.sd) = (vec![2.0; 3], vec![2.0; 3]);
        assert!(weight.is_log() && weight.lower().all(|lower| (lower - 1.0).abs() < 1e-9));
        weight.start = 0.0;
        assert!(!weight.is_log());
        check::drawn(|stem| draw(stem, &TITLE, "", slice::from_ref(&weight)));
    }

    #[test]
    fn a_weight_that_hardly_moves_does_not_fill_its_panel() {
        let mut weight = track("pawn_value", 3);
        weight.champion = vec![6.0, 6.01, 6.02];
        (weight.mean, weight.sd) = (weight.champion.clone(), vec![0.01; 3]);
        let y = weight.y_axis();
        assert!(y.hi - y.lo >= LEAST_RATIO.log10() - 1e-9);
    }

    #[test]
    fn a_weight_that_never_moves_has_room_around_it() {
        let mut still = track("castle_bonus", 3);
        (still.champion, still.mean, still.sd) = (vec![0.0; 3], vec![0.0; 3], vec![0.0; 3]);
        still.start = 0.0;
        let y = still.y_axis();
        assert!(y.lo < 0.0 && y.hi > 0.0);
        check::drawn(|stem| draw(stem, &TITLE, "", slice::from_ref(&still)));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(
            refused(|stem| draw(stem, &TITLE, "", &[])),
            "no weights to draw"
        );
        let none = track("queen_value", 0);
        assert!(
            refused(|stem| draw(stem, &TITLE, "", slice::from_ref(&none)))
                .contains("`queen_value` has no generations")
        );
        let mut short = track("queen_value", 3);
        short.mean.pop();
        assert!(
            refused(|stem| draw(stem, &TITLE, "", slice::from_ref(&short)))
                .contains("3 generations but 2 means")
        );
        let mut unknown = track("queen_value", 3);
        unknown.champion[1] = f64::NAN;
        assert!(
            refused(|stem| draw(stem, &TITLE, "", slice::from_ref(&unknown)))
                .contains("not finite")
        );
    }
}
