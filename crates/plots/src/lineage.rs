//! Ancestors of a champion, a column for each generation.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::lineage::{self, Ancestor};
//!
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let ancestor = |generation, name: &str, distance| Ancestor {
//!     generation,
//!     name: name.to_owned(),
//!     rank: 1,
//!     distance,
//! };
//! let line = [ancestor(0, "i3", 0.1), ancestor(1, "i3", 0.1), ancestor(2, "i40", 0.3)];
//! let caption = Caption { title: "Ancestors of i40", sentence: "i40 is a child of i3." };
//! lineage::draw(&stem, &caption, &line)?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::style::text_anchor::{HPos, VPos};

use super::chart::{Axis, Sizes, axes, dots, line, log_ticks, place, ticks};
use super::theme::{
    self, BLUE, Canvas, Caption, Entry, FAINT, Figure, GRID, INK, Mark, Page, Room, VERMILLION,
    pixels, px, text_width, write,
};

/// Number of generations above which columns have no lines.
const MOST_COLUMNS: u32 = 120;
/// Distances at which a name may stand above or below its dot, in pixels.
const OFF: [f64; 4] = [-15.0, 15.0, -32.0, 32.0];
/// Least gap between two names in pixels.
const APART: f64 = 8.0;

/// The ancestor in one generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Ancestor {
    /// The generation.
    pub generation: u32,
    /// Name of the individual.
    pub name: String,
    /// Its rank there, from 1.
    pub rank: u32,
    /// Distance from the start: root mean square of the logarithms of the ratios of weights.
    pub distance: f64,
}

/// Draws a line of ancestors, from the first to the champion, over the generations by their distance
/// from the start, to `STEM.svg` and `STEM.png`. Individuals are named where there is room, the champion
/// first.
///
/// # Errors
/// If there is no ancestor, generations descend, a distance is negative or no number, or a file
/// cannot be written.
pub fn draw(stem: &Path, caption: &Caption<'_>, ancestors: &[Ancestor]) -> anyhow::Result<()> {
    ensure!(!ancestors.is_empty(), "no ancestry to draw");
    ensure!(
        ancestors.is_sorted_by_key(|ancestor| ancestor.generation),
        "ancestors must be in ascending order of generation"
    );
    let distances = || ancestors.iter().map(|ancestor| ancestor.distance);
    ensure!(
        distances().all(|distance| distance.is_finite() && distance >= 0.0),
        "an ancestor's distance from the start is not a number from 0 up"
    );
    theme::save(stem, caption, &Lineage { ancestors })
}

struct Lineage<'a> {
    ancestors: &'a [Ancestor],
}

impl Lineage<'_> {
    fn generations(&self) -> (u32, u32) {
        let last = self.ancestors.len() - 1;
        (
            self.ancestors[0].generation,
            self.ancestors[last].generation,
        )
    }
}

impl Figure for Lineage<'_> {
    fn legend(&self) -> Vec<Entry> {
        let mut legend = vec![Entry::new(Mark::Dot, VERMILLION, "best of its generation")];
        if self.ancestors.iter().any(|ancestor| ancestor.rank > 1) {
            legend.push(Entry::new(Mark::Dot, BLUE, "not the best"));
        }
        legend
    }

    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        Ok((room.width(), room.pick(560.0, 380.0)))
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let (first, last) = self.generations();
        let (from, to) = (f64::from(first), f64::from(last));
        let beside = 0.03 * (to - from).max(1.0);
        let x = Axis {
            name: "generation".to_owned(),
            lo: from - beside,
            hi: to + beside,
            ticks: ticks(from, to, room.ticks(16), 1.0),
        };
        let distances = || self.ancestors.iter().map(|ancestor| ancestor.distance);
        let least = distances().fold(f64::INFINITY, f64::min);
        let most = distances().fold(0.0, f64::max);
        // Room for names above and below.
        let around = 0.14 * (most - least).max(0.1);
        let (least, most) = ((least - around).max(0.0), most + around);
        let factor = |distance: f64| libm::exp(distance);
        let y = Axis {
            name: "distance from the start (factor of a typical weight)".to_owned(),
            lo: libm::log10(factor(least)),
            hi: libm::log10(factor(most)),
            ticks: log_ticks(factor(least), factor(most), room.ticks(10)),
        };
        let mut chart = axes(body, &x, &y, Sizes::usual(room))?;
        if last - first <= MOST_COLUMNS {
            for column in first..=last {
                let at = f64::from(column);
                line(&mut chart, vec![(at, y.lo), (at, y.hi)], GRID, 1.0)?;
            }
        }
        let at = |ancestor: &Ancestor| {
            let height = libm::log10(factor(ancestor.distance));
            (f64::from(ancestor.generation), height)
        };
        let path: Vec<(f64, f64)> = self.ancestors.iter().map(at).collect();
        line(&mut chart, path.clone(), FAINT, 2.0)?;
        let radius = if to - from > 60.0 { 3.5 } else { 5.5 };
        for (best, colour) in [(false, BLUE), (true, VERMILLION)] {
            let own = self.ancestors.iter().filter(|one| (one.rank == 1) == best);
            dots(&mut chart, own.map(at), colour, radius)?;
        }
        let unit = f64::from(px(1.0));
        let places = path.iter().map(|&point| {
            let (left, top) = place(body, &chart, point);
            (f64::from(left) / unit, f64::from(top) / unit)
        });
        let places: Vec<(f64, f64)> = places.collect();
        let bottom = f64::from(place(body, &chart, (from, y.lo)).1) / unit;
        self.paint_names(body, &places, bottom, room)
    }
}

impl Lineage<'_> {
    /// Writes names where they cover neither the line nor another name; `places` are those of the
    /// ancestors, and the chart ends at `bottom`.
    fn paint_names<DB: Canvas>(
        &self,
        body: &Page<DB>,
        places: &[(f64, f64)],
        bottom: f64,
        room: Room,
    ) -> anyhow::Result<()> {
        let size = room.letters().small;
        let width = pixels(body).0;
        let high = 0.6 * size;
        let trail = trail(places);
        let mut taken: Vec<(f64, f64, f64)> = Vec::new();
        let count = self.ancestors.len();
        // The champion first, then from the start on; the best of a generation before others.
        let mut order: Vec<usize> = (0..count).rev().take(1).chain(0..count - 1).collect();
        order[1..].sort_by_key(|&index| (self.ancestors[index].rank > 1, index));
        let mut named: Vec<&str> = Vec::new();
        for index in order {
            let name = self.ancestors[index].name.as_str();
            if named.contains(&name) {
                continue;
            }
            let long = text_width(name, size)?;
            let (middle, top) = places[index];
            let left = (middle - long / 2.0).min(width - long).max(0.0);
            let covers = |height: f64| {
                let on_line = trail.iter().any(|&(x, y)| {
                    (left - 2.0..left + long + 2.0).contains(&x) && (y - height).abs() < high
                });
                let on_name = taken.iter().any(|&(from, to, other)| {
                    left + long + APART > from
                        && to + APART > left
                        && (other - height).abs() < 2.0 * high
                });
                on_line || on_name || height - high < 0.0 || height + high > bottom
            };
            if let Some(off) = OFF.into_iter().find(|off| !covers(top + off)) {
                let spot = (px(left), px(top + off));
                let anchor = (HPos::Left, VPos::Center);
                write(body, name, (size, INK), anchor, spot)?;
                taken.push((left, left + long, top + off));
                named.push(name);
            }
        }
        Ok(())
    }
}

/// Points on the line through `places`, close together, and around its dots.
fn trail(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut trail: Vec<(f64, f64)> = Vec::new();
    for &(x, y) in places {
        for off in [-6.0, 0.0, 6.0] {
            trail.extend([(x, y + off), (x + off, y)]);
        }
    }
    for pair in places.windows(2) {
        let [(a, b), (c, d)] = [pair[0], pair[1]];
        let steps = ((c - a).hypot(d - b) / 3.0).ceil().max(1.0);
        let points = (0..steps as u32).map(|step| f64::from(step) / steps);
        trail.extend(points.map(|share| (a + share * (c - a), b + share * (d - b))));
    }
    trail
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const TITLE: Caption<'_> = Caption {
        title: "Ancestors",
        sentence: "",
    };

    #[test]
    fn one_generation_and_many_can_be_drawn() {
        for generations in [1, 7, 40, 300] {
            let ancestors: Vec<Ancestor> = (0..generations)
                .map(|generation: u32| Ancestor {
                    generation,
                    name: format!("i{}", generation / 3),
                    rank: 1 + generation % 2,
                    distance: f64::from(generation).sqrt() / 9.0,
                })
                .collect();
            let svg = drawn(|stem| draw(stem, &TITLE, &ancestors));
            assert_text(&svg, "generation");
            assert_text(&svg, &format!("i{}", (generations - 1) / 3));
        }
        assert_eq!(
            refused(|stem| draw(stem, &TITLE, &[])),
            "no ancestry to draw"
        );
    }
}
