//! Ratings with their intervals, a line for each player.
//!
//! ```
//! use darkforge::report::plot::ratings::{self, RatingBar};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let bar = |player: &str, elo: f64| RatingBar {
//!     player: player.to_owned(),
//!     pool: 0,
//!     elo,
//!     lo: elo - 40.0,
//!     hi: elo + 40.0,
//! };
//! ratings::draw(&stem, "Ratings", &[bar("strong", 310.0), bar("weak", -400.0)])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::chart::{Axis, Sizes, axes, dashes, dots, line, number, place, ticks};
use super::theme::{
    self, BLUE, Canvas, Entry, FAINT, Figure, GREEN, LABEL_SIZE, MARGIN, Mark, NAME_SIZE, PAGE,
    PURPLE, Page, SMALL_SIZE, VERMILLION, px, squeezed, text_width, write,
};

/// Greatest number of drawn players; the title names the number left out.
const MOST_PLAYERS: usize = 80;
/// Widest name in pixels.
const NAME_WIDTH: f64 = 420.0;
/// Colours of the pools that never met, repeated if there are more.
const COLOURS: [RGBColor; 4] = [BLUE, VERMILLION, GREEN, PURPLE];

/// A player's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingBar {
    /// Name.
    pub player: String,
    /// Number of its pool among pools that never met, from 0.
    pub pool: usize,
    /// Rating in Elo.
    pub elo: f64,
    /// Ends of its interval.
    pub lo: f64,
    /// See `lo`.
    pub hi: f64,
}

/// Draws the players in the given order, the first on top, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there is no player, a rating is not finite, or a file cannot be written.
pub fn draw(stem: &Path, title: &str, bars: &[RatingBar]) -> anyhow::Result<()> {
    ensure!(!bars.is_empty(), "no ratings to draw");
    for bar in bars {
        ensure!(
            [bar.elo, bar.lo, bar.hi].iter().all(|end| end.is_finite()),
            "the rating of `{}` is not finite",
            bar.player
        );
    }
    let shown = &bars[..bars.len().min(MOST_PLAYERS)];
    let title = if shown.len() < bars.len() {
        format!("{title} (the first {} of {})", shown.len(), bars.len())
    } else {
        title.to_owned()
    };
    theme::save(
        stem,
        &Bars {
            title: &title,
            bars: shown,
        },
    )
}

struct Bars<'a> {
    title: &'a str,
    bars: &'a [RatingBar],
}

impl Bars<'_> {
    /// Height of a player's line and size of its letters, in pixels.
    fn sizes(&self) -> (f64, f64) {
        match self.bars.len() {
            0..=12 => (56.0, LABEL_SIZE),
            13..=30 => (38.0, LABEL_SIZE),
            _ => (24.0, SMALL_SIZE),
        }
    }

    fn pools(&self) -> usize {
        1 + self.bars.iter().map(|bar| bar.pool).max().unwrap_or(0)
    }
}

impl Figure for Bars<'_> {
    fn size(&self) -> (u32, u32) {
        let lines = self.sizes().0 * self.bars.len() as f64;
        (PAGE.0, 190 + lines as u32 + 2 * MARGIN)
    }

    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let mut legend = vec![Entry::new(Mark::Bar, BLUE, "rating with its 95 % interval")];
        if self.pools() > 1 {
            legend.push(Entry::new(
                Mark::Fill,
                VERMILLION,
                "other colours: never met those, not comparable",
            ));
        }
        let body = theme::header(page, self.title, &legend)?;
        let (_, letters) = self.sizes();
        let ends = self.bars.iter().flat_map(|bar| [bar.lo, bar.hi]);
        let (lo, hi) = ends.fold((f64::MAX, f64::MIN), |(lo, hi), end| {
            (lo.min(end), hi.max(end))
        });
        let room = 0.04 * (hi - lo).max(20.0);
        let (lo, hi) = (lo - room, hi + room);
        let x = Axis {
            name: "Elo".to_owned(),
            lo,
            hi,
            ticks: ticks(lo, hi, 12, 1.0),
        };
        let middle = |i: usize| i as f64 + 0.5;
        let mut names = Vec::new();
        let (mut notes, mut note_width) = (Vec::new(), 0.0_f64);
        for (i, bar) in self.bars.iter().enumerate() {
            names.push((middle(i), squeezed(&bar.player, letters, NAME_WIDTH)?));
            let [elo, lo, hi] = [bar.elo, bar.lo, bar.hi].map(|end| number(end, 0));
            let note = format!("{elo} ({lo}..{hi})");
            note_width = note_width.max(text_width(&note, letters)?);
            notes.push(note);
        }
        let y = Axis {
            name: String::new(),
            lo: self.bars.len() as f64,
            hi: 0.0,
            ticks: names,
        };
        let body = body.margin(0, 0, 0, px(note_width + 14.0));
        let sizes = Sizes {
            name: NAME_SIZE,
            label: letters,
        };
        let mut chart = axes(&body, &x, &y, sizes)?;
        if lo < 0.0 && hi > 0.0 {
            dashes(&mut chart, [(0.0, y.lo), (0.0, y.hi)], FAINT, 1.5)?;
        }
        for (i, (bar, note)) in self.bars.iter().zip(notes).enumerate() {
            let colour = COLOURS[bar.pool % COLOURS.len()];
            let at = middle(i);
            line(&mut chart, vec![(bar.lo, at), (bar.hi, at)], colour, 3.0)?;
            for end in [bar.lo, bar.hi] {
                line(
                    &mut chart,
                    vec![(end, at - 0.15), (end, at + 0.15)],
                    colour,
                    3.0,
                )?;
            }
            dots(&mut chart, [(bar.elo, at)], colour, 6.0)?;
            let (right, height) = place(&body, &chart, (hi, at));
            write(
                &body,
                &note,
                (letters, FAINT),
                (HPos::Left, VPos::Center),
                (right + px(14.0), height),
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::check::{assert_text, drawn, refused};

    fn bars(count: usize) -> Vec<RatingBar> {
        (0..count)
            .map(|i| {
                let elo = 200.0 - 17.0 * i as f64;
                RatingBar {
                    player: format!("player {i}"),
                    pool: i / 15,
                    elo,
                    lo: elo - 40.0,
                    hi: elo + 60.0,
                }
            })
            .collect()
    }

    #[test]
    fn few_and_many_players_can_be_drawn() {
        for count in [1, 20] {
            let svg = drawn(|stem| draw(stem, "Ratings", &bars(count)));
            assert_text(&svg, "player 0");
            assert_text(&svg, "200 (160..260)");
        }
        let svg = drawn(|stem| draw(stem, "Ratings", &bars(200)));
        assert_text(&svg, "Ratings (the first 80 of 200)");
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(refused(|stem| draw(stem, "t", &[])), "no ratings to draw");
        let mut far = bars(2);
        far[1].hi = f64::INFINITY;
        assert!(refused(|stem| draw(stem, "t", &far)).contains("player 1"));
    }
}
