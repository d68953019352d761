//! Crosstable: scores of each player against each, as a table of colours.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::crosstable::{self, Met};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let players = ["a", "b"].map(str::to_owned);
//! let met = |points, games| Met { points, games };
//! let scores = [vec![met(0.0, 0), met(12.5, 20)], vec![met(7.5, 20), met(0.0, 0)]];
//! let caption = Caption { title: "Scores", sentence: "a scores 62.5 % against b." };
//! crosstable::draw(&stem, &caption, &players, &scores)?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::{BLACK, Color as _, RGBColor, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use super::contrast::tint;
use super::theme::{
    self, BLUE, Canvas, Caption, Entry, FAINT, Figure, GRID, INK, Mark, Page, Room, VERMILLION, px,
    squeezed, text_width, write,
};

/// Greatest number of drawn players; the title names the number left out.
const MOST_PLAYERS: usize = 50;
/// Widest name in pixels.
const NAME_WIDTH: f64 = 420.0;
/// Width of all cells of a wide drawing in pixels: without names and totals.
const ROOM: f64 = 880.0;
/// Gaps between names and cells, and between cells and totals, in pixels.
const LEFT_GAP: f64 = 14.0;
/// See [`LEFT_GAP`].
const RIGHT_GAP: f64 = 18.0;
/// Least width of a wide drawing, for its legend, in pixels.
const LEAST_WIDTH: f64 = 720.0;
/// Least size of a cell with its score, and with the number of games below it, in pixels.
const FIGURES: f64 = 38.0;
/// See [`FIGURES`].
const ROOMY: f64 = 60.0;
/// Height of a player's line below a narrow table, in its letters.
const LISTED: f64 = 1.5;

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
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    players: &[String],
    met: &[Vec<Met>],
) -> anyhow::Result<()> {
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
    let Caption { title, sentence } = caption;
    let title = if count < players.len() {
        format!("{title} (the first {count} of {})", players.len())
    } else {
        (*title).to_owned()
    };
    let table = Table {
        players: &players[..count],
        met,
    };
    let title = &title;
    theme::save(stem, &Caption { title, sentence }, &table)
}

struct Table<'a> {
    players: &'a [String],
    met: &'a [Vec<Met>],
}

/// Sizes of a drawing in pixels.
struct Plan {
    cell: f64,
    /// Left and upper edge of the cells.
    left: f64,
    top: f64,
    /// Names as they are written, and totals.
    rows: Vec<(String, String)>,
    width: f64,
    height: f64,
}

impl Table<'_> {
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

    /// The score of a player in all its games.
    fn total(row: &[Met]) -> String {
        let games: u64 = row.iter().map(|met| met.games).sum();
        let points: f64 = row.iter().map(|met| met.points).sum();
        match games {
            0 => String::new(),
            _ => format!("{:.1} % of {games}", 100.0 * points / games as f64),
        }
    }

    fn plan(&self, room: Room) -> anyhow::Result<Plan> {
        let size = self.letters(room);
        let count = self.players.len() as f64;
        let top = 1.9 * room.letters().name;
        let totals: Vec<String> = self.met.iter().map(|row| Self::total(row)).collect();
        let mut total_width = 0.0_f64;
        for total in totals.iter().take(self.players.len()) {
            total_width = total_width.max(text_width(total, size)?);
        }
        let number = text_width(&self.players.len().to_string(), size)?;
        let (cell, most) = match room {
            Room::Wide => {
                let cell = (ROOM / count).clamp(1.25 * size, 120.0);
                let beside = cell * count + LEFT_GAP + RIGHT_GAP + total_width;
                (cell, (room.width() - beside).min(NAME_WIDTH))
            }
            Room::Narrow => {
                let left = number + LEFT_GAP;
                let cell = ((room.width() - left) / count).min(64.0);
                (cell, room.width() - left - RIGHT_GAP - total_width)
            }
        };
        let mut rows = Vec::new();
        let mut name_width = 0.0_f64;
        for (i, (player, total)) in self.players.iter().zip(totals).enumerate() {
            let name = match room {
                Room::Wide => {
                    let after = format!("   {}", i + 1);
                    let most = most - text_width(&after, size)?;
                    squeezed(player, size, most)? + &after
                }
                Room::Narrow => squeezed(player, size, most)?,
            };
            name_width = name_width.max(text_width(&name, size)?);
            rows.push((name, total));
        }
        let cells = cell * count;
        let left = room.pick(name_width, number) + LEFT_GAP;
        let list = room.pick(0.0, LEFT_GAP + LISTED * size * count);
        Ok(Plan {
            cell,
            left,
            top,
            rows,
            width: room.pick(
                (left + cells + RIGHT_GAP + total_width).max(LEAST_WIDTH),
                room.width(),
            ),
            height: top + cells + 4.0 + list,
        })
    }

    /// Size of letters beside the cells in pixels.
    fn letters(&self, room: Room) -> f64 {
        let letters = room.letters();
        if self.players.len() > 20 {
            letters.small
        } else {
            letters.label
        }
    }

    fn paint_cell<DB: Canvas>(
        body: &Page<DB>,
        (left, top): (f64, f64),
        cell: f64,
        met: Met,
        room: Room,
    ) -> anyhow::Result<()> {
        let letters = room.letters();
        let score = met.points / met.games as f64;
        let lead = 2.0 * (score - 0.5);
        let colour = if lead >= 0.0 { BLUE } else { VERMILLION };
        fill(
            body,
            (left, top),
            cell,
            tint(colour, 0.06 + 0.94 * lead.abs()),
        )?;
        if cell < FIGURES {
            return Ok(());
        }
        let middle = (left + cell / 2.0, top + cell / 2.0);
        let games = format!("of {}", met.games);
        let roomy = cell >= ROOMY && text_width(&games, letters.small)? < cell - 4.0;
        let up = if roomy { 11.0 } else { 0.0 };
        let text = format!("{:.0}", 100.0 * score);
        let centred = (HPos::Center, VPos::Center);
        let at = (px(middle.0), px(middle.1 - up));
        write(body, &text, (letters.label, BLACK), centred, at)?;
        if roomy {
            let at = (px(middle.0), px(middle.1 + 14.0));
            write(body, &games, (letters.small, BLACK), centred, at)?;
        }
        Ok(())
    }
}

/// Every how many columns have a number: as many as have room.
fn numbered(count: usize, cell: f64, size: f64) -> anyhow::Result<usize> {
    let own = text_width(&count.to_string(), size)? + 6.0;
    let steps = [1, 2, 5, 10, 20, 50];
    Ok(steps
        .into_iter()
        .find(|&step| step as f64 * cell >= own)
        .unwrap_or(count))
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
    fn legend(&self) -> Vec<Entry> {
        let strongest = |colour| tint(colour, 1.0);
        let more = "row scores more than half (figures in %)";
        let mut legend = vec![
            Entry::new(Mark::Fill, strongest(BLUE), more),
            Entry::new(Mark::Fill, strongest(VERMILLION), "less"),
        ];
        if self.has_gaps() {
            legend.push(Entry::new(Mark::Fill, GRID, "never met"));
        }
        legend
    }

    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        let plan = self.plan(room)?;
        Ok((plan.width, plan.height))
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let (plan, size) = (self.plan(room)?, self.letters(room));
        let count = self.players.len();
        let Plan {
            cell, left, top, ..
        } = plan;
        let every = numbered(count, cell, size)?;
        // In a narrow table also the rows have numbers alone.
        let shown = |i: usize| every == 1 || (i + 1).is_multiple_of(every) || i == 0 && every > 2;
        for i in (0..count).filter(|&i| shown(i)) {
            let at = (px(left + (i as f64 + 0.5) * cell), px(top - 10.0));
            let anchor = (HPos::Center, VPos::Bottom);
            write(body, &(i + 1).to_string(), (size, INK), anchor, at)?;
        }
        let right = left + count as f64 * cell + RIGHT_GAP;
        let before = (HPos::Right, VPos::Center);
        let after = (HPos::Left, VPos::Center);
        if room == Room::Wide {
            let at = (px(right), px(top - 10.0));
            write(body, "all", (size, FAINT), (HPos::Left, VPos::Bottom), at)?;
        }
        for (i, ((name, total), row)) in plan.rows.iter().zip(self.met).enumerate() {
            let upper = top + i as f64 * cell;
            let middle = px(upper + cell / 2.0);
            match room {
                Room::Wide => {
                    write(body, name, (size, INK), before, (px(left - 12.0), middle))?;
                    write(body, total, (size, FAINT), after, (px(right), middle))?;
                }
                Room::Narrow => {
                    let number = (i + 1).to_string();
                    if shown(i) {
                        write(body, &number, (size, INK), before, (px(left - 8.0), middle))?;
                    }
                    let below = top + count as f64 * cell + LEFT_GAP;
                    let at = px(below + LISTED * size * (i as f64 + 0.5));
                    write(body, &number, (size, INK), before, (px(left - 8.0), at))?;
                    write(body, name, (size, INK), after, (px(left), at))?;
                    let end = px(room.width());
                    write(body, total, (size, FAINT), before, (end, at))?;
                }
            }
            for (j, &met) in row.iter().take(count).enumerate() {
                let corner = (left + j as f64 * cell, upper);
                if met.games > 0 {
                    Self::paint_cell(body, corner, cell, met, room)?;
                } else if i != j {
                    fill(body, corner, cell, GRID)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const TITLE: Caption<'_> = Caption {
        title: "Crosstable",
        sentence: "",
    };

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
        for count in [2, 8, 14, 25, 60] {
            let (players, met) = table(count);
            let svg = drawn(|stem| draw(stem, &TITLE, &players, &met));
            assert_text(&svg, "player 0   1");
        }
        let (players, met) = table(2);
        let svg = drawn(|stem| draw(stem, &TITLE, &players, &met));
        for text in ["75", "25", "of 10", "75.0 % of 10"] {
            assert_text(&svg, text);
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let (players, met) = table(3);
        assert!(refused(|stem| draw(stem, &TITLE, &players[..1], &met)).contains("two"));
        assert!(refused(|stem| draw(stem, &TITLE, &players[..2], &met)).contains("does not fit"));
    }
}
