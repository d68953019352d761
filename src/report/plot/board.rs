//! Boards: squares coloured by a number, or men standing on them.
//!
//! ```
//! use darkforge::report::plot::board;
//! use darkforge_board::{Color, Position};
//!
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let men = Position::start().men(Color::White);
//! board::draw_men(&stem, "Formations", &[("the start".to_owned(), men)])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::{Color as _, RGBColor, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use super::theme::{
    self, BLUE, Canvas, FAINT, Figure, INK, LABEL_SIZE, MARGIN, PAGE, Page, SMALL_SIZE, fitted, px,
    tint, write,
};
use darkforge_board::{Men, Role, Square, role_on};

/// Colours of squares under men.
const LIGHT: RGBColor = RGBColor(242, 236, 222);
/// See [`LIGHT`].
const DARK: RGBColor = RGBColor(205, 190, 165);

/// Pixels of a square on a heat map.
const HOT: f64 = 100.0;

/// Pixels of a square of one of several boards, boards in a row, and pixels from one to the
/// next.
const SMALL: f64 = 44.0;
/// See [`SMALL`].
const IN_A_ROW: usize = 4;
/// See [`SMALL`].
const STEP: (f64, f64) = (386.0, 456.0);

/// Draws a heat map of 64 values, a1 to h8, each with its text, to `STEM.svg` and `STEM.png`.
///
/// # Errors
/// If a value is negative or not finite, or a file cannot be written.
pub fn draw_heat(
    stem: &Path,
    title: &str,
    values: &[f64; 64],
    texts: &[String; 64],
) -> anyhow::Result<()> {
    ensure!(
        values
            .iter()
            .all(|value| value.is_finite() && *value >= 0.0),
        "a square's value is not a number from 0 up"
    );
    let heat = Heat {
        title,
        values,
        texts,
    };
    theme::save(stem, &heat)
}

/// Draws boards with White's men alone, each with lines of text below it, to `STEM.svg` and
/// `STEM.png`.
///
/// # Errors
/// If there is no board, or a file cannot be written.
pub fn draw_men(stem: &Path, title: &str, boards: &[(String, Men)]) -> anyhow::Result<()> {
    ensure!(!boards.is_empty(), "no boards to draw");
    theme::save(stem, &Boards { title, boards })
}

struct Heat<'a> {
    title: &'a str,
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

impl Figure for Heat<'_> {
    fn size(&self) -> (u32, u32) {
        (1000, 8 * HOT as u32 + 100 + 2 * MARGIN)
    }

    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let body = theme::header(page, self.title, &[])?;
        let hottest = self.values.iter().copied().fold(0.0, f64::max);
        let left = 40.0;
        for (square, (value, text)) in (0..).zip(self.values.iter().zip(self.texts)) {
            let (x, y) = corner(square);
            let at = (left + x * HOT, y * HOT);
            let share = if hottest > 0.0 { value / hottest } else { 0.0 };
            let (ground, ink) = tint(BLUE, 0.04 + 0.9 * share);
            fill(&body, at, HOT - 1.0, ground)?;
            let middle = (px(at.0 + HOT / 2.0), px(at.1 + HOT / 2.0));
            let anchor = (HPos::Center, VPos::Center);
            write(&body, text, (LABEL_SIZE, ink), anchor, middle)?;
        }
        names(&body, (left, 0.0), HOT, LABEL_SIZE)
    }
}

struct Boards<'a> {
    title: &'a str,
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

impl Figure for Boards<'_> {
    fn size(&self) -> (u32, u32) {
        let rows = self.boards.len().div_ceil(IN_A_ROW) as u32;
        (PAGE.0, 90 + rows * STEP.1 as u32 + 2 * MARGIN)
    }

    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let body = theme::header(page, self.title, &[])?;
        for (number, (caption, men)) in self.boards.iter().enumerate() {
            let (column, row) = (number % IN_A_ROW, number / IN_A_ROW);
            let left = 22.0 + column as f64 * STEP.0;
            let top = row as f64 * STEP.1;
            let (text, size) = fitted(caption, LABEL_SIZE, 8.0 * SMALL)?;
            let at = (px(left), px(top));
            write(&body, &text, (size, INK), (HPos::Left, VPos::Top), at)?;
            let top = top + 30.0;
            for square in 0..64 {
                let (x, y) = corner(square);
                let at = (left + x * SMALL, top + y * SMALL);
                let light = (square % 8 + square / 8) % 2 == 1;
                fill(&body, at, SMALL, if light { LIGHT } else { DARK })?;
                if let Some(role) = role_on(men, Square::new(square)) {
                    let middle = (px(at.0 + SMALL / 2.0), px(at.1 + SMALL / 2.0));
                    let anchor = (HPos::Center, VPos::Center);
                    let text = sign(role).to_string();
                    write(&body, &text, (0.8 * SMALL, INK), anchor, middle)?;
                }
            }
            names(&body, (left, top), SMALL, SMALL_SIZE)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::check::{assert_text, drawn, refused};
    use darkforge_board::{Color, Position};

    #[test]
    fn heat_and_men_can_be_drawn() {
        let values: [f64; 64] = std::array::from_fn(|square| square as f64);
        let texts = std::array::from_fn(|square: usize| format!("{square} %"));
        let svg = drawn(|stem| draw_heat(stem, "Captures", &values, &texts));
        for text in ["Captures", "63 %", "a", "8"] {
            assert_text(&svg, text);
        }
        let men = Position::start().men(Color::White);
        let boards = vec![("rjay, 1000 games".to_owned(), men); 5];
        let svg = drawn(|stem| draw_men(stem, "Formations", &boards));
        for text in ["rjay, 1000 games", "♞"] {
            assert_text(&svg, text);
        }
        assert!(refused(|stem| draw_men(stem, "t", &[])).contains("no boards"));
        let wrong = [f64::NAN; 64];
        assert!(refused(|stem| draw_heat(stem, "t", &wrong, &texts)).contains("number"));
    }
}
