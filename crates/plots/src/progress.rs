//! The evaluation over one game, try by try.
//!
//! ```
//! use darkforge_plots::progress::{self, Track};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let track = Track {
//!     file: "krk_search".to_owned(),
//!     title: "Evaluation over one game".to_owned(),
//!     values: vec![-20.0, -18.5, -12.0],
//! };
//! progress::draw(&stem, &track, "It rises by 8.0 in 3 tries.")?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;

use super::chart::{Axis, Sizes, axes, dots, line, ticks};
use super::theme::{self, BLUE, Canvas, Caption, Figure, Page, Room};

/// Number of tries up to which each has a dot.
const MOST_DOTS: usize = 80;

/// The evaluation over one game.
#[derive(Clone, Debug)]
pub struct Track {
    /// Name for files.
    pub file: String,
    /// The title.
    pub title: String,
    /// The evaluation before each try.
    pub values: Vec<f64>,
}

/// Draws `track`, which shows the `sentence`, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there is no value, one is not finite, or a file cannot be written.
pub fn draw(stem: &Path, track: &Track, sentence: &str) -> anyhow::Result<()> {
    ensure!(!track.values.is_empty(), "no evaluation to draw");
    let finite = track.values.iter().all(|value| value.is_finite());
    ensure!(finite, "an evaluation is not a number");
    let title = &track.title;
    theme::save(stem, &Caption { title, sentence }, track)
}

impl Figure for Track {
    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let least = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self
            .values
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let beside = 0.05 * (most - least).max(1.0);
        let (lo, hi) = (least - beside, most + beside);
        let last = self.values.len().max(2) as f64;
        let x = Axis {
            name: "try".to_owned(),
            lo: 1.0,
            hi: last,
            ticks: ticks(1.0, last, room.ticks(14), 1.0),
        };
        let y = Axis {
            name: "evaluation of what White knows (in its method's units)".to_owned(),
            lo,
            hi,
            ticks: ticks(lo, hi, room.ticks(8), 0.0),
        };
        let mut chart = axes(body, &x, &y, Sizes::usual(room))?;
        let points: Vec<(f64, f64)> = (1..)
            .zip(&self.values)
            .map(|(place, &value)| (f64::from(place), value))
            .collect();
        line(&mut chart, points.clone(), BLUE, 2.5)?;
        if points.len() <= MOST_DOTS {
            dots(&mut chart, points, BLUE, 5.0)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    #[test]
    fn values_below_zero_can_be_drawn() {
        let track = |values: Vec<f64>| Track {
            file: "krk".to_owned(),
            title: "One game".to_owned(),
            values,
        };
        let svg = drawn(|stem| draw(stem, &track(vec![-200.0, -30.0, 5.0]), ""));
        assert_text(&svg, "One game");
        drawn(|stem| draw(stem, &track(vec![1.0]), ""));
        assert!(refused(|stem| draw(stem, &track(vec![]), "")).contains("no evaluation"));
    }
}
