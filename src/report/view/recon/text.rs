//! A moment of a game of reconnaissance blind chess as text for a terminal: three boards side by side.

use std::fmt::Write as _;

use super::{Game, Known, Step};
use crate::report::view::Glyphs;
use crate::report::view::text::{BOARD, free, man};
use crate::report::view::words;
use darkforge_board::{Color, ROLES, SIDES, Square, side};
use darkforge_recon::referee::{Piece, Position};

/// The step `number` of `game`, with as many boards side by side as `columns` allow.
pub(crate) fn boards(game: &Game, number: usize, glyphs: Glyphs, columns: usize) -> String {
    let step = &game.steps[number];
    let truth: Option<Position> = step.fen.parse().ok();
    let titles = ["referee", "White's belief", "Black's belief"];
    let mut boards = titles.map(|title| vec![format!("  {title}")]);
    for (place, board) in boards.iter_mut().enumerate() {
        let color = place.checked_sub(1).map(|place| SIDES[place]);
        for rank in (0..8).rev() {
            let cells = (0..8).map(|file| {
                let square = Square::new(rank * 8 + file);
                let man = truth.as_ref().and_then(|truth| truth.piece_on(square));
                cell(step, color, square, man, glyphs)
            });
            board.push(format!("{} {}", rank + 1, cells.collect::<String>()));
        }
        board.push("  a  b  c  d  e  f  g  h".to_owned());
    }
    let mut out = String::new();
    let across = (columns.saturating_add(1) / (BOARD + 1)).clamp(1, boards.len());
    for beside in boards.chunks(across) {
        for row in 0..beside[0].len() {
            let cells = beside.iter().map(|board| format!("{:BOARD$}", board[row]));
            let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join(" ").trim_end());
        }
        out.push('\n');
    }
    for (color, known) in SIDES.iter().zip(&step.known) {
        let positions = super::page::shown(known.size);
        let placements = known.placements;
        let _ = writeln!(
            out,
            "{}: positions {positions}, placements {placements}",
            words::side(*color)
        );
    }
    out += match glyphs {
        Glyphs::Unicode => "♟4 a black pawn in 40 to 49 % of the positions, ♟! in all\n",
        Glyphs::Ascii => "p4 a black pawn in 40 to 49 % of the positions, p! in all\n",
    };
    out
}

/// A square of the referee's board, or of the belief of `color`: its own men, and the likeliest enemy
/// man with its chance in tenths.
fn cell(
    step: &Step,
    color: Option<Color>,
    square: Square,
    truth: Option<Piece>,
    glyphs: Glyphs,
) -> String {
    let drawn = |piece: Piece| man(piece.role, piece.color == Color::White, glyphs);
    if let Some(piece) = truth
        && color.is_none_or(|color| piece.color == color)
    {
        return format!("{}  ", drawn(piece));
    }
    let empty = format!("{}  ", free(glyphs));
    let Some(color) = color else {
        return empty;
    };
    let known: &Known = &step.known[side(color)];
    let chances = known.chances(square.to_u32() as usize);
    let likeliest = ROLES.into_iter().zip(chances);
    let likeliest = likeliest.max_by(|(_, a), (_, b)| a.total_cmp(b));
    match likeliest {
        Some((role, chance)) if chance > 0.0 => {
            let color = !color;
            let man = drawn(Piece { color, role });
            let tenths = if chance >= 1.0 {
                '!'
            } else {
                char::from(b'0' + (10.0 * chance) as u8)
            };
            format!("{man}{tenths} ")
        }
        _ => empty,
    }
}
