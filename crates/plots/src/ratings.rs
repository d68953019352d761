//! Ratings with their intervals, a line for each player.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::ratings::{self, RatingBar};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let bar = |player: &str, elo: f64| RatingBar {
//!     player: player.to_owned(),
//!     pool: 0,
//!     elo,
//!     lo: elo - 40.0,
//!     hi: elo + 40.0,
//! };
//! let caption = Caption { title: "Ratings", sentence: "strong is first, 710 Elo above weak." };
//! ratings::draw(&stem, &caption, &[bar("strong", 310.0), bar("weak", -400.0)])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;

use super::marks::{MarkRow, Marks, Point};
use super::theme::{self, BLUE, Caption, Entry, FAINT, Mark, VERMILLION};

/// Greatest number of drawn players; the title names the number left out.
const MOST_PLAYERS: usize = 80;

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
pub fn draw(stem: &Path, caption: &Caption<'_>, bars: &[RatingBar]) -> anyhow::Result<()> {
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
        format!(
            "{} (the first {} of {})",
            caption.title,
            shown.len(),
            bars.len()
        )
    } else {
        caption.title.to_owned()
    };
    let mut legend = vec![Entry::new(Mark::Bar, BLUE, "rating with its 95 % interval")];
    if shown.iter().any(|bar| bar.pool > 0) {
        legend.push(Entry::new(
            Mark::Bar,
            VERMILLION,
            "other colours: never met those, not comparable",
        ));
    }
    let row = |bar: &RatingBar| MarkRow {
        label: bar.player.clone(),
        points: vec![Point {
            series: bar.pool,
            value: bar.elo,
            interval: Some((bar.lo, bar.hi)),
        }],
    };
    let rows: Vec<MarkRow> = shown.iter().map(row).collect();
    let around = |bar: &RatingBar| bar.lo <= 0.0 && bar.hi >= 0.0;
    let sides = |bar: &RatingBar| (bar.elo > 0.0, bar.elo < 0.0);
    let both = shown.iter().any(|bar| sides(bar).0) && shown.iter().any(|bar| sides(bar).1);
    let neutral = (both || shown.iter().any(around)).then_some(0.0);
    if neutral.is_some() {
        legend.push(Entry::new(Mark::Dashes, FAINT, "0 Elo"));
    }
    let marks = Marks {
        x_name: "Elo",
        neutral,
        legend,
        rows: &rows,
        whole: true,
    };
    let sentence = caption.sentence;
    theme::save(
        stem,
        &Caption {
            title: &title,
            sentence,
        },
        &marks,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const TITLE: Caption<'_> = Caption {
        title: "Ratings",
        sentence: "",
    };

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
            let svg = drawn(|stem| draw(stem, &TITLE, &bars(count)));
            assert_text(&svg, "player 0");
            assert_text(&svg, "200 (160..260)");
        }
        let svg = drawn(|stem| draw(stem, &TITLE, &bars(200)));
        assert_text(&svg, "Ratings (the first 80 of 200)");
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(
            refused(|stem| draw(stem, &TITLE, &[])),
            "no ratings to draw"
        );
        let mut far = bars(2);
        far[1].hi = f64::INFINITY;
        assert!(refused(|stem| draw(stem, &TITLE, &far)).contains("player 1"));
    }
}
