//! Lengths of games.
//!
//! ```
//! use darkforge_plots::{Caption, lengths};
//!
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let caption = Caption { title: "Length of the games", sentence: "3 games last 63 plies on average." };
//! lengths::draw(&stem, &caption, &[("draws".to_owned(), vec![40, 61, 88])])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::RGBColor;

use super::chart::{Axis, Sizes, axes, band, dashes, line, number, ticks};
use super::theme::{
    self, BLUE, Canvas, Caption, Entry, FAINT, Figure, GREEN, Mark, PURPLE, Page, Room, VERMILLION,
};

/// Most bins of a histogram.
const MOST_BINS: u32 = 50;

/// Possible widths in plies. All are even: games that White ends have odd lengths, and each bin
/// must hold as many odd lengths as even ones.
const WIDTHS: [u32; 12] = [2, 4, 10, 20, 40, 100, 200, 400, 1000, 2000, 4000, 10_000];

/// Colours of the series by position.
const COLOURS: [RGBColor; 5] = [BLUE, VERMILLION, GREEN, PURPLE, FAINT];

/// Draws the histograms of the game lengths in plies of one to five named series over shared bins, each as a share
/// of its own games and with its mean marked, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there is no series or more than five, a series has no games, or a file cannot be written.
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    series: &[(String, Vec<u32>)],
) -> anyhow::Result<()> {
    ensure!(!series.is_empty(), "no game lengths to draw");
    ensure!(
        series.len() <= COLOURS.len(),
        "cannot tell {} series of game lengths apart, at most {}",
        series.len(),
        COLOURS.len()
    );
    for (name, lengths) in series {
        ensure!(!lengths.is_empty(), "no game lengths of `{name}` to draw");
    }
    theme::save(
        stem,
        caption,
        &Lengths {
            bins: Bins::over(lengths(series)),
            series,
        },
    )
}

/// The lengths of all series.
fn lengths(series: &[(String, Vec<u32>)]) -> impl Iterator<Item = u32> + Clone {
    let all = series.iter();
    all.flat_map(|(_, lengths)| lengths.iter().copied())
}

/// Equal bins; the one numbered 0 starts at `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bins {
    start: u32,
    width: u32,
    count: u32,
}

impl Bins {
    /// The narrowest bins that hold every length in at most 50.
    pub fn over(lengths: impl Iterator<Item = u32> + Clone) -> Self {
        let shortest = lengths.clone().min().unwrap_or(0);
        let longest = lengths.max().unwrap_or(0);
        let with = |width: u32| Self {
            start: shortest - shortest % width,
            width,
            count: longest / width - shortest / width + 1,
        };
        let fitting = WIDTHS
            .into_iter()
            .map(with)
            .find(|bins| bins.count <= MOST_BINS);
        fitting.unwrap_or_else(|| with(longest / MOST_BINS + 1))
    }

    /// Lower edge of the bin with this number, in plies.
    fn edge(self, bin: u32) -> f64 {
        f64::from(self.start) + f64::from(self.width) * f64::from(bin)
    }

    /// Least and greatest length in the bin with this number.
    pub fn ends(self, bin: u32) -> (u32, u32) {
        let from = self.start + self.width * bin;
        (from, from + self.width - 1)
    }

    /// Number of `lengths` in each bin.
    pub fn counts(self, lengths: &[u32]) -> Vec<u32> {
        let mut games = vec![0_u32; self.count as usize];
        for length in lengths {
            games[((length - self.start) / self.width) as usize] += 1;
        }
        games
    }

    /// Percentage of `lengths` in each bin.
    fn shares(self, lengths: &[u32]) -> Vec<f64> {
        self.counts(lengths)
            .into_iter()
            .map(|games| 100.0 * f64::from(games) / lengths.len() as f64)
            .collect()
    }
}

fn mean(lengths: &[u32]) -> f64 {
    lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / lengths.len() as f64
}

struct Lengths<'a> {
    series: &'a [(String, Vec<u32>)],
    bins: Bins,
}

impl Figure for Lengths<'_> {
    fn legend(&self) -> Vec<Entry> {
        let mut legend: Vec<_> = self
            .series
            .iter()
            .zip(COLOURS)
            .map(|((name, lengths), colour)| {
                let games = if lengths.len() == 1 { "game" } else { "games" };
                let label = format!(
                    "{name}: {} {games}, mean {} plies",
                    lengths.len(),
                    number(mean(lengths), 1)
                );
                Entry::new(Mark::Fill, colour, label)
            })
            .collect();
        legend.push(Entry::new(Mark::Dashes, FAINT, "mean"));
        legend
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let shares: Vec<_> = self
            .series
            .iter()
            .map(|(_, lengths)| self.bins.shares(lengths))
            .collect();
        let highest = shares.iter().flatten().copied().fold(0.0, f64::max);
        let (lo, hi) = (self.bins.edge(0), self.bins.edge(self.bins.count));
        let x = Axis {
            name: format!("game length (plies, in bins of {})", self.bins.width),
            lo,
            hi,
            ticks: ticks(lo, hi, room.ticks(14), 1.0),
        };
        let y = Axis {
            name: "share of games (%)".to_owned(),
            lo: 0.0,
            hi: 1.06 * highest,
            ticks: ticks(0.0, 1.06 * highest, room.ticks(8), 0.0),
        };
        let mut chart = axes(body, &x, &y, Sizes::usual(room))?;
        let fill = if self.series.len() == 1 { 0.45 } else { 0.2 };
        for (shares, colour) in shares.iter().zip(COLOURS) {
            let steps: Vec<_> = (0..)
                .zip(shares)
                .flat_map(|(bin, &share)| {
                    [
                        (self.bins.edge(bin), share),
                        (self.bins.edge(bin + 1), share),
                    ]
                })
                .collect();
            let spans: Vec<_> = steps.iter().map(|&(x, share)| (x, 0.0, share)).collect();
            band(&mut chart, &spans, colour, fill)?;
            let outline = [(lo, 0.0)]
                .into_iter()
                .chain(steps)
                .chain([(hi, 0.0)])
                .collect();
            line(&mut chart, outline, colour, 2.0)?;
        }
        // The outlines run along the axis where there are no games.
        line(&mut chart, vec![(lo, 0.0), (hi, 0.0)], FAINT, 2.0)?;
        for ((_, lengths), colour) in self.series.iter().zip(COLOURS) {
            let at = mean(lengths);
            dashes(&mut chart, [(at, 0.0), (at, y.hi)], colour, 2.5)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const TITLE: Caption<'_> = Caption {
        title: "Lengths",
        sentence: "",
    };

    #[test]
    fn one_game_and_two_series_can_be_drawn() {
        let svg = drawn(|stem| draw(stem, &TITLE, &[("all".to_owned(), vec![57])]));
        assert_text(&svg, "all: 1 game, mean 57.0 plies");
        let series = [
            ("A".to_owned(), (10..90).collect()),
            ("B".to_owned(), (30..400).collect()),
        ];
        let svg = drawn(|stem| draw(stem, &TITLE, &series));
        for text in [
            "Lengths",
            "game length (plies, in bins of 10)",
            "share of games (%)",
            "mean",
        ] {
            assert_text(&svg, text);
        }
    }

    #[test]
    fn bins_hold_every_game_once() {
        for longest in [1, 12, 99, 100, 101, 399, 400, 5_000, 1_000_000] {
            let lengths: Vec<u32> = vec![7.min(longest), longest / 2 + 1, longest];
            let bins = Bins::over(lengths.iter().copied());
            assert!(bins.count <= MOST_BINS, "{bins:?}");
            assert!((bins.shares(&lengths).iter().sum::<f64>() - 100.0).abs() < 1e-9);
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(
            refused(|stem| draw(stem, &TITLE, &[])),
            "no game lengths to draw"
        );
        let empty = [("A".to_owned(), Vec::new())];
        assert_eq!(
            refused(|stem| draw(stem, &TITLE, &empty)),
            "no game lengths of `A` to draw"
        );
        let many = vec![("A".to_owned(), vec![1]); 6];
        assert!(refused(|stem| draw(stem, &TITLE, &many)).contains("6 series"));
    }
}
