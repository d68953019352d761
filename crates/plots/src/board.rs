//! Boards: squares coloured by a number, or men standing on them.
//!
//! ```
//! use darkforge_plots::{Caption, board};
//! use darkforge_board::{Color, Position};
//!
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let men = Position::start().men(Color::White);
//! let caption = Caption { title: "Formations", sentence: "All men stand at home." };
//! board::draw_men(&stem, &caption, &[("the start".to_owned(), men)])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::{BLACK, Color as _, RGBColor, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use super::contrast::tint;
use super::theme::{
    self, BLUE, Canvas, Caption, FAINT, Figure, INK, Page, Room, px, wrapped, write,
};
use darkforge_board::{Men, Role, Square, role_on};

/// Colours of squares under men.
const LIGHT: RGBColor = RGBColor(242, 236, 222);
/// See [`LIGHT`].
const DARK: RGBColor = RGBColor(205, 190, 165);

/// Pixels of a square of one of several boards, and from one board to the next.
const SMALL: f64 = 44.0;
/// See [`SMALL`].
const ACROSS: f64 = 386.0;
/// Lines of text over a board, and their height in their letters.
const LINES: usize = 2;
/// See [`LINES`].
const LINE: f64 = 1.25;
/// Room beside and below a board for the names of ranks and files, in pixels.
const NAMES: f64 = 26.0;
/// Gap below a board in pixels.
const GAP: f64 = 14.0;

/// Draws a heat map of 64 values, a1 to h8, each with its text, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If a value is negative or not finite, or a file cannot be written.
pub fn draw_heat(
    stem: &Path,
    caption: &Caption<'_>,
    values: &[f64; 64],
    texts: &[String; 64],
) -> anyhow::Result<()> {
    ensure!(
        values
            .iter()
            .all(|value| value.is_finite() && *value >= 0.0),
        "a square's value is not a number from 0 up"
    );
    theme::save(stem, caption, &Heat { values, texts })
}

/// Draws boards with White's men alone, each with lines of text below it, to `STEM.svg` and
/// `STEM.png`.
///
/// # Errors
/// If there is no board, or a file cannot be written.
pub fn draw_men(
    stem: &Path,
    caption: &Caption<'_>,
    boards: &[(String, Men)],
) -> anyhow::Result<()> {
    ensure!(!boards.is_empty(), "no boards to draw");
    theme::save(stem, caption, &Boards { boards })
}

struct Heat<'a> {
    values: &'a [f64; 64],
    texts: &'a [String; 64],
}

/// Upper left corner of a square in squares, White at the bottom.
fn corner(square: u32) -> (f64, f64) {
    (f64::from(square % 8), f64::from(7 - square / 8))
}

fn fill<DB: Canvas>(
    page: &Page<DB>,
    (left, top): (f64, f64),
    size: f64,
    colour: RGBColor,
) -> anyhow::Result<()> {
    let corners = [(px(left), px(top)), (px(left + size), px(top + size))];
    page.draw(&Rectangle::new(corners, colour.filled()))?;
    Ok(())
}

/// Names of files below and of ranks beside a board.
fn names<DB: Canvas>(
    page: &Page<DB>,
    (left, top): (f64, f64),
    size: f64,
    letters: f64,
) -> anyhow::Result<()> {
    for (i, (file, rank)) in "abcdefgh".chars().zip("87654321".chars()).enumerate() {
        let middle = (i as f64 + 0.5) * size;
        let below = (px(left + middle), px(top + 8.0 * size + 5.0));
        let anchor = (HPos::Center, VPos::Top);
        write(page, &file.to_string(), (letters, FAINT), anchor, below)?;
        let beside = (px(left - 7.0), px(top + middle));
        let anchor = (HPos::Right, VPos::Center);
        write(page, &rank.to_string(), (letters, FAINT), anchor, beside)?;
    }
    Ok(())
}

impl Heat<'_> {
    /// Pixels of a square.
    fn square(room: Room) -> f64 {
        room.pick(100.0, (room.width() - NAMES) / 8.0)
    }
}

impl Figure for Heat<'_> {
    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        let board = 8.0 * Self::square(room) + NAMES;
        Ok((board, board + 2.0))
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let (square, letters) = (Self::square(room), room.letters());
        let hottest = self.values.iter().copied().fold(0.0, f64::max);
        for (number, (value, text)) in (0..).zip(self.values.iter().zip(self.texts)) {
            let (x, y) = corner(number);
            let at = (NAMES + x * square, y * square);
            let share = if hottest > 0.0 { value / hottest } else { 0.0 };
            fill(body, at, square - 1.0, tint(BLUE, 0.03 + 0.97 * share))?;
            let middle = (px(at.0 + square / 2.0), px(at.1 + square / 2.0));
            let anchor = (HPos::Center, VPos::Center);
            write(
                body,
                text,
                (room.pick(letters.label, letters.small), BLACK),
                anchor,
                middle,
            )?;
        }
        names(body, (NAMES, 0.0), square, letters.small)
    }
}

struct Boards<'a> {
    boards: &'a [(String, Men)],
}

/// The sign of a man; filled ones are clearest on a small board.
fn sign(role: Role) -> char {
    match role {
        Role::King => '♚',
        Role::Queen => '♛',
        Role::Rook => '♜',
        Role::Bishop => '♝',
        Role::Knight => '♞',
        Role::Pawn => '♟',
    }
}

impl Boards<'_> {
    /// Boards beside each other.
    fn in_a_row(&self, room: Room) -> usize {
        room.pick(self.boards.len().min(4), 1)
    }

    /// Height of the text over a board in pixels.
    fn text(room: Room) -> f64 {
        LINE * room.letters().label * LINES as f64 + 6.0
    }

    /// Height of a board with all that belongs to it.
    fn height(room: Room) -> f64 {
        Self::text(room) + 8.0 * SMALL + NAMES + GAP
    }
}

impl Figure for Boards<'_> {
    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        let rows = self.boards.len().div_ceil(self.in_a_row(room)) as f64;
        Ok((room.width(), rows * Self::height(room)))
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let letters = room.letters();
        let in_a_row = self.in_a_row(room);
        for (number, (caption, men)) in self.boards.iter().enumerate() {
            let (column, row) = (number % in_a_row, number / in_a_row);
            let left = NAMES + column as f64 * ACROSS;
            let top = row as f64 * Self::height(room);
            let lines = wrapped(caption, letters.label, 8.0 * SMALL, LINES)?;
            // Short captions stand right over their boards.
            let first = LINES - lines.len();
            for (place, line) in lines.iter().enumerate() {
                let down = LINE * letters.label * (first + place) as f64;
                let at = (px(left), px(top + down));
                let anchor = (HPos::Left, VPos::Top);
                write(body, line, (letters.label, INK), anchor, at)?;
            }
            let top = top + Self::text(room);
            for square in 0..64 {
                let (x, y) = corner(square);
                let at = (left + x * SMALL, top + y * SMALL);
                let light = (square % 8 + square / 8) % 2 == 1;
                fill(body, at, SMALL, if light { LIGHT } else { DARK })?;
                if let Some(role) = role_on(men, Square::new(square)) {
                    let middle = (px(at.0 + SMALL / 2.0), px(at.1 + SMALL / 2.0));
                    let anchor = (HPos::Center, VPos::Center);
                    let text = sign(role).to_string();
                    write(body, &text, (0.8 * SMALL, INK), anchor, middle)?;
                }
            }
            names(body, (left, top), SMALL, letters.small)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};
    use darkforge_board::{Color, Position};

    const TITLE: Caption<'_> = Caption {
        title: "Captures",
        sentence: "",
    };

    #[test]
    fn heat_and_men_can_be_drawn() {
        let values: [f64; 64] = std::array::from_fn(|square| square as f64);
        let texts = std::array::from_fn(|square: usize| format!("{square} %"));
        let svg = drawn(|stem| draw_heat(stem, &TITLE, &values, &texts));
        for text in ["Captures", "63 %", "a", "8"] {
            assert_text(&svg, text);
        }
        let men = Position::start().men(Color::White);
        let boards = vec![("rjay, 1000 games".to_owned(), men); 5];
        let svg = drawn(|stem| draw_men(stem, &TITLE, &boards));
        for text in ["rjay, 1000 games", "♞"] {
            assert_text(&svg, text);
        }
        assert!(refused(|stem| draw_men(stem, &TITLE, &[])).contains("no boards"));
        let wrong = [f64::NAN; 64];
        assert!(refused(|stem| draw_heat(stem, &TITLE, &wrong, &texts)).contains("number"));
    }
}
