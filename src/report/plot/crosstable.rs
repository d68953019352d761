//! Crosstable: scores of each player against each, as a table of colours.
//!
//! ```
//! use darkforge::report::plot::crosstable::{self, Met};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let players = ["a", "b"].map(str::to_owned);
//! let met = |points, games| Met { points, games };
//! let scores = [vec![met(0.0, 0), met(12.5, 20)], vec![met(7.5, 20), met(0.0, 0)]];
//! crosstable::draw(&stem, "Scores", &players, &scores)?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::{Color as _, RGBColor, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use crate::report::format::plural;

use super::theme::{
    self, BLUE, Canvas, Entry, FAINT, Figure, GRID, INK, LABEL_SIZE, MARGIN, Mark, NAME_SIZE, PAGE,
    Page, SMALL_SIZE, VERMILLION, px, squeezed, text_width, tint, write,
};

/// Greatest number of drawn players; the title names the number left out.
const MOST_PLAYERS: usize = 50;
/// Widest name in pixels.
const NAME_WIDTH: f64 = 420.0;
/// Width of all cells in pixels: the page without names and totals.
const ROOM: f64 = 880.0;
/// Gaps between names and cells, and between cells and totals, in pixels; both with some room.
const LEFT_GAP: f64 = 14.0;
/// See [`LEFT_GAP`].
const RIGHT_GAP: f64 = 18.0;
/// See [`LEFT_GAP`].
const BESIDE: f64 = LEFT_GAP + RIGHT_GAP + 8.0;
/// Approximate width of the legend in one row, in pixels.
const LEAST_WIDTH: f64 = 720.0;
/// Least cell size with room for the number of games.
const ROOMY: f64 = 78.0;

/// A player's points and games against another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Met {
    /// Points made.
    pub points: f64,
    /// Games played.
    pub games: u64,
}

/// Draws the square table `met`, whose rows and columns are `players` in this order, to
/// `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If there are fewer than two players, the table is not square, or a file cannot be written.
pub fn draw(stem: &Path, title: &str, players: &[String], met: &[Vec<Met>]) -> anyhow::Result<()> {
    ensure!(
        players.len() >= 2,
        "no crosstable of fewer than two players"
    );
    let square = met.len() == players.len() && met.iter().all(|row| row.len() == players.len());
    ensure!(
        square,
        "the crosstable does not fit its {} players",
        players.len()
    );
    let count = players.len().min(MOST_PLAYERS);
    let title = if count < players.len() {
        format!("{title} (the first {count} of {})", players.len())
    } else {
        title.to_owned()
    };
    theme::save(
        stem,
        &Table {
            title: &title,
            players: &players[..count],
            met,
        },
    )
}

/// Labels beside the cells.
#[derive(Default)]
struct Words {
    /// Name and total of each player.
    rows: Vec<(String, String)>,
    name_width: f64,
    total_width: f64,
}

struct Table<'a> {
    title: &'a str,
    players: &'a [String],
    met: &'a [Vec<Met>],
}

impl Table<'_> {
    /// Width and height of a cell in pixels.
    fn cell(&self) -> f64 {
        (ROOM / self.players.len() as f64).clamp(17.0, 120.0)
    }

    /// Whether two of the players never met.
    fn has_gaps(&self) -> bool {
        let count = self.players.len();
        let rows = self.met.iter().take(count).enumerate();
        let gap = |(i, row): (usize, &Vec<Met>)| {
            let cells = row.iter().take(count).enumerate();
            cells.into_iter().any(|(j, met)| i != j && met.games == 0)
        };
        rows.into_iter().any(gap)
    }

    /// Names with their numbers and totals, and the greatest widths.
    fn words(&self) -> anyhow::Result<Words> {
        let letters = self.letters();
        let mut words = Words::default();
        for (i, (player, row)) in self.players.iter().zip(self.met).enumerate() {
            let name = format!("{}   {}", squeezed(player, letters, NAME_WIDTH)?, i + 1);
            let games: u64 = row.iter().map(|met| met.games).sum();
            let points: f64 = row.iter().map(|met| met.points).sum();
            let total = match games {
                0 => String::new(),
                _ => format!("{:.1} % of {games}", 100.0 * points / games as f64),
            };
            words.name_width = words.name_width.max(text_width(&name, letters)?);
            words.total_width = words.total_width.max(text_width(&total, letters)?);
            words.rows.push((name, total));
        }
        Ok(words)
    }

    /// Size of letters in pixels.
    fn letters(&self) -> f64 {
        (0.42 * self.cell()).clamp(9.0, LABEL_SIZE)
    }

    fn paint_cell<DB: Canvas>(
        &self,
        body: &Page<DB>,
        (left, top): (f64, f64),
        met: Met,
    ) -> anyhow::Result<()> {
        let score = met.points / met.games as f64;
        let lead = 2.0 * (score - 0.5);
        let colour = if lead >= 0.0 { BLUE } else { VERMILLION };
        let (ground, ink) = tint(colour, 0.06 + 0.86 * lead.abs());
        let cell = self.cell();
        fill(body, (left, top), cell, ground)?;
        let middle = (left + cell / 2.0, top + cell / 2.0);
        let roomy = cell >= ROOMY;
        let up = if roomy { 11.0 } else { 0.0 };
        let text = format!("{:.0}", 100.0 * score);
        let centred = (HPos::Center, VPos::Center);
        let at = (px(middle.0), px(middle.1 - up));
        write(body, &text, (self.letters(), ink), centred, at)?;
        if roomy {
            let games = plural(met.games, "game");
            let at = (px(middle.0), px(middle.1 + 16.0));
            write(body, &games, (SMALL_SIZE, ink), centred, at)?;
        }
        Ok(())
    }
}

fn fill<DB: Canvas>(
    body: &Page<DB>,
    (left, top): (f64, f64),
    cell: f64,
    colour: RGBColor,
) -> anyhow::Result<()> {
    let corners = [
        (px(left + 1.0), px(top + 1.0)),
        (px(left + cell - 1.0), px(top + cell - 1.0)),
    ];
    body.draw(&Rectangle::new(corners, colour.filled()))?;
    Ok(())
}

impl Figure for Table<'_> {
    fn size(&self) -> (u32, u32) {
        let cells = self.cell() * self.players.len() as f64;
        // The width is that of the content, or of the title or legend if they are wider.
        let beside = self
            .words()
            .map_or(ROOM, |words| words.name_width + words.total_width);
        let title = theme::title_width(self.title);
        let width = (BESIDE + beside + cells).max(title).max(LEAST_WIDTH).ceil() as u32;
        let width = (width + 2 * MARGIN).min(PAGE.0);
        (width, 170 + cells as u32 + 2 * MARGIN)
    }

    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let mut legend = vec![
            Entry::new(Mark::Fill, BLUE, "row scores more than half (figures in %)"),
            Entry::new(Mark::Fill, VERMILLION, "less"),
        ];
        if self.has_gaps() {
            legend.push(Entry::new(Mark::Fill, GRID, "never met"));
        }
        let body = theme::header(page, self.title, &legend)?;
        let (cell, letters) = (self.cell(), self.letters());
        let count = self.players.len();
        let words = self.words()?;
        let (left, top) = (words.name_width + LEFT_GAP, 1.9 * NAME_SIZE);
        for i in 0..count {
            let middle = left + (i as f64 + 0.5) * cell;
            let at = (px(middle), px(top - 10.0));
            let label = (i + 1).to_string();
            write(
                &body,
                &label,
                (letters, INK),
                (HPos::Center, VPos::Bottom),
                at,
            )?;
        }
        let right = left + count as f64 * cell + RIGHT_GAP;
        let at = (px(right), px(top - 10.0));
        write(
            &body,
            "all",
            (letters, FAINT),
            (HPos::Left, VPos::Bottom),
            at,
        )?;
        for (i, ((name, total), row)) in words.rows.iter().zip(self.met).enumerate() {
            let upper = top + i as f64 * cell;
            let middle = px(upper + cell / 2.0);
            let at = (px(left - 12.0), middle);
            write(&body, name, (letters, INK), (HPos::Right, VPos::Center), at)?;
            for (j, &met) in row.iter().take(count).enumerate() {
                let corner = (left + j as f64 * cell, upper);
                if met.games > 0 {
                    self.paint_cell(&body, corner, met)?;
                } else if i != j {
                    fill(&body, corner, cell, GRID)?;
                }
            }
            let at = (px(right), middle);
            let anchor = (HPos::Left, VPos::Center);
            write(&body, total, (letters, FAINT), anchor, at)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::check::{assert_text, drawn, refused};

    fn table(count: usize) -> (Vec<String>, Vec<Vec<Met>>) {
        let players = (0..count).map(|i| format!("player {i}")).collect();
        let met = |i: usize, j: usize| Met {
            points: if i == j {
                0.0
            } else {
                5.0 + (j as f64 - i as f64) * 5.0 / count as f64
            },
            games: if i == j || i + j == 7 { 0 } else { 10 },
        };
        let rows = (0..count).map(|i| (0..count).map(|j| met(i, j)).collect());
        (players, rows.collect())
    }

    #[test]
    fn few_and_many_players_can_be_drawn() {
        for count in [2, 60] {
            let (players, met) = table(count);
            let svg = drawn(|stem| draw(stem, "Crosstable", &players, &met));
            assert_text(&svg, "player 0   1");
        }
        let (players, met) = table(2);
        let svg = drawn(|stem| draw(stem, "Crosstable", &players, &met));
        for text in ["75", "25", "10 games", "75.0 % of 10"] {
            assert_text(&svg, text);
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let (players, met) = table(3);
        assert!(refused(|stem| draw(stem, "t", &players[..1], &met)).contains("two"));
        assert!(refused(|stem| draw(stem, "t", &players[..2], &met)).contains("does not fit"));
    }
}
