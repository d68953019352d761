//! Strength over single weights: one small panel per weight, all on one scale of Elo.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::landscape::{self, Panel};
//! use darkforge_ratings::Estimate;
//!
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let elo = |value: f64| Estimate { value, lo: value - 10.0, hi: value + 10.0 };
//! let panel = Panel {
//!     name: "risk".to_owned(),
//!     note: "85 (40..130)".to_owned(),
//!     range: (0.05, 0.95),
//!     log: true,
//!     curve: vec![(0.05, elo(-85.0)), (0.5, elo(0.0)), (0.95, elo(-20.0))],
//!     champion: 0.5,
//!     optimum: 0.55,
//! };
//! let caption = Caption { title: "Strength over each weight", sentence: "risk matters." };
//! landscape::draw(&stem, &caption, &[panel])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;

use super::chart::{Axis, Sizes, axes, band, dashes, dots, line, log_ticks, ticks};
use super::theme::{
    self, BAND_ALPHA, BLUE, Canvas, Caption, Entry, FAINT, Figure, GREEN, Mark, Page, Room,
    VERMILLION,
};
use super::weights::{panel, panels, size};
use darkforge_ratings::Estimate;

/// Share of the curves' band ends that may lie outside the scale.
const OUTSIDE: f64 = 0.1;

/// One weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Name of the weight.
    pub name: String,
    /// Text beside it, such as `85 (40..130)`.
    pub note: String,
    /// Least and greatest value that was searched.
    pub range: (f64, f64),
    /// Whether the weight has a logarithmic scale.
    pub log: bool,
    /// Sampled values in ascending order, with Elo over the champion.
    pub curve: Vec<(f64, Estimate)>,
    /// The champion's value.
    pub champion: f64,
    /// The conservative optimum's value.
    pub optimum: f64,
}

/// Draws one panel per weight in the given order to `STEM.svg` and `STEM.png`. A narrow drawing has the first twelve.
///
/// # Errors
/// If there are no weights, a weight has no range or, on a logarithmic scale, one that is not positive, a
/// number is not finite, or a file cannot be written.
pub fn draw(stem: &Path, caption: &Caption<'_>, panels: &[Panel]) -> anyhow::Result<()> {
    ensure!(!panels.is_empty(), "no weights to draw");
    for panel in panels {
        let name = &panel.name;
        let (lo, hi) = panel.range;
        ensure!(
            lo < hi && (!panel.log || lo > 0.0),
            "weight `{name}` has no range from {lo} to {hi}"
        );
        let ends = |(value, elo): &(f64, Estimate)| [*value, elo.value, elo.lo, elo.hi];
        let curve = panel.curve.iter().flat_map(ends);
        let mut numbers = curve.chain([lo, hi, panel.champion, panel.optimum]);
        ensure!(
            numbers.all(f64::is_finite),
            "weight `{name}` has a number that is not finite"
        );
    }
    theme::save(stem, caption, &Landscape { panels })
}

impl Panel {
    /// Place of a value on the horizontal axis.
    fn at(&self, value: f64) -> f64 {
        if self.log { libm::log10(value) } else { value }
    }

    fn x_axis(&self) -> Axis {
        let (lo, hi) = self.range;
        Axis {
            name: String::new(),
            lo: self.at(lo),
            hi: self.at(hi),
            ticks: if self.log {
                log_ticks(lo, hi, 4)
            } else {
                ticks(lo, hi, 4, 0.0)
            },
        }
    }
}

struct Landscape<'a> {
    panels: &'a [Panel],
}

impl Landscape<'_> {
    /// The scale of Elo: all curves, and most of their bands.
    fn y_axis(&self) -> Axis {
        let points = || self.panels.iter().flat_map(|panel| &panel.curve);
        let inner = |mut ends: Vec<f64>| {
            ends.sort_by(f64::total_cmp);
            let place = (OUTSIDE * ends.len() as f64) as usize;
            ends.get(place).copied().unwrap_or(0.0)
        };
        let lowest = inner(points().map(|(_, elo)| elo.lo).collect());
        let highest = -inner(points().map(|(_, elo)| -elo.hi).collect());
        let values = || points().map(|(_, elo)| elo.value);
        let lowest = values().fold(lowest.min(0.0), f64::min);
        let highest = values().fold(highest.max(0.0), f64::max);
        let room = (0.05 * (highest - lowest)).max(1.0);
        let (lo, hi) = (lowest - room, highest + room);
        Axis {
            name: String::new(),
            lo,
            hi,
            ticks: ticks(lo, hi, 5, 1.0),
        }
    }
}

impl Figure for Landscape<'_> {
    fn legend(&self) -> Vec<Entry> {
        vec![
            Entry::new(Mark::Line, BLUE, "Elo over the champion, where games were"),
            Entry::new(Mark::Band, BLUE, "95 %"),
            Entry::new(Mark::Dot, VERMILLION, "champion"),
            Entry::new(Mark::Dot, GREEN, "conservative optimum"),
        ]
    }

    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        Ok(size(self.panels.len(), room))
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let y = self.y_axis();
        let areas = panels(body, self.panels.len(), room)?;
        for (own, area) in self.panels.iter().zip(areas) {
            let body = panel(&area, &own.name, &own.note, room)?;
            paint_panel(own, &y, &body, room)?;
        }
        Ok(())
    }
}

/// Draws one weight.
fn paint_panel<DB: Canvas>(
    panel: &Panel,
    y: &Axis,
    body: &Page<DB>,
    room: Room,
) -> anyhow::Result<()> {
    let x = panel.x_axis();
    let mut chart = axes(body, &x, y, Sizes::small(room))?;
    let inside = |elo: f64| elo.clamp(y.lo, y.hi);
    let curve = || {
        panel
            .curve
            .iter()
            .map(|(value, elo)| (panel.at(*value), elo))
    };
    if panel.curve.len() > 1 {
        let spans: Vec<_> = curve()
            .map(|(x, elo)| (x, inside(elo.lo), inside(elo.hi)))
            .collect();
        band(&mut chart, &spans, BLUE, BAND_ALPHA)?;
    }
    dashes(&mut chart, [(x.lo, 0.0), (x.hi, 0.0)], FAINT, 1.0)?;
    if panel.curve.len() > 1 {
        line(
            &mut chart,
            curve().map(|(x, elo)| (x, elo.value)).collect(),
            BLUE,
            2.0,
        )?;
    }
    // The optimum has other values of all weights: its place on this curve says its value alone.
    dots(&mut chart, [(panel.at(panel.optimum), y.lo)], GREEN, 5.0)?;
    dots(
        &mut chart,
        [(panel.at(panel.champion), 0.0)],
        VERMILLION,
        5.0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const TITLE: Caption<'_> = Caption {
        title: "Strength over each weight, the most important first",
        sentence: "",
    };

    fn example(name: &str, log: bool) -> Panel {
        let point = |step: i32| {
            let value = 2.0 + f64::from(step);
            let elo = -3.0 * f64::from((step - 2) * (step - 2));
            let [lo, hi] = [elo - 20.0, elo + 20.0];
            (value, Estimate { value: elo, lo, hi })
        };
        Panel {
            name: name.to_owned(),
            note: "27 (10..44)".to_owned(),
            range: (1.0, 50.0),
            log,
            curve: (0..6).map(point).collect(),
            champion: 4.0,
            optimum: 5.0,
        }
    }

    #[test]
    fn one_weight_and_many_can_be_drawn() {
        for count in [1, 38] {
            let mut panels = vec![example("rook_value", true); count];
            panels[0] = example("queen_value", false);
            let svg = drawn(|stem| draw(stem, &TITLE, &panels));
            for text in [
                "queen_value",
                "27 (10..44)",
                "champion",
                "conservative optimum",
            ] {
                assert_text(&svg, text);
            }
        }
    }

    #[test]
    fn a_weight_that_was_never_changed_has_no_curve() {
        let mut still = example("risk", true);
        still.curve.truncate(1);
        drawn(|stem| draw(stem, &TITLE, std::slice::from_ref(&still)));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(
            refused(|stem| draw(stem, &TITLE, &[])),
            "no weights to draw"
        );
        let mut wrong = example("risk", true);
        wrong.range.0 = 0.0;
        assert!(
            refused(|stem| draw(stem, &TITLE, std::slice::from_ref(&wrong))).contains("`risk`")
        );
        let mut wrong = example("risk", false);
        wrong.curve[1].1.lo = f64::NAN;
        assert!(
            refused(|stem| draw(stem, &TITLE, std::slice::from_ref(&wrong))).contains("not finite")
        );
    }
}
