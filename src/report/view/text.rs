//! A moment of a game as text for a terminal: three boards side by side.
//!
//! T is the thesis, see [the crate](crate).

use std::fmt::Write as _;

use super::{Game, Known, Reply, Step, words};
use darkforge_board::{Position, ROLES, Role, SIDES, Square, index, role_on, side, squares_of};

/// Letters of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Figurines.
    Unicode,
    /// Letters: White's capital, Black's small.
    Ascii,
}

/// Columns of a board, with its rank numbers.
pub(super) const BOARD: usize = 26;

/// The step `number` of `game`, 0 for the start, with as many boards side by side as `columns`
/// allow.
///
/// # Panics
/// If there is no such step: that is a fault of the caller.
pub fn text(game: &Game, number: usize, glyphs: Glyphs, columns: usize) -> String {
    let step = &game.steps[number];
    let mut out = String::new();
    let [white, black] = &game.players;
    let result = game.result.map_or("*", |result| result.as_str());
    let _ = writeln!(out, "{white} - {black}  {result}");
    let _ = writeln!(out, "{}", moment(game, step, number));
    for said in step.said.iter().chain(&step.why) {
        let _ = writeln!(out, "  {said}");
    }
    let boards = boards(step, glyphs);
    let across = (columns.saturating_add(1) / (BOARD + 1)).clamp(1, boards.len());
    for beside in boards.chunks(across) {
        out.push('\n');
        for row in 0..beside[0].len() {
            let cells = beside.iter().map(|board| format!("{:BOARD$}", board[row]));
            let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join(" ").trim_end());
        }
    }
    out.push('\n');
    for known in &step.known {
        let value = known.value.map_or_else(
            || "no move yet".to_owned(),
            |value| format!("evaluation {value:+.2} since its first move"),
        );
        let squares = known.king_squares();
        let plural = if squares == 1 { "" } else { "s" };
        let _ = writeln!(
            out,
            "{}: enemy king on one of {squares} square{plural}; {value}",
            words::side(known.color)
        );
    }
    out += legend(glyphs);
    for note in &game.notes {
        let _ = writeln!(out, "note: {note}");
    }
    out
}

/// The lines of the umpire's board, and of those of White's and Black's knowledge.
fn boards(step: &Step, glyphs: Glyphs) -> [Vec<String>; 3] {
    let truth: Option<Position> = step.fen.parse().ok();
    let titles = ["umpire", "what White could know", "what Black could know"];
    let mut boards = titles.map(|title| vec![format!("  {title}")]);
    for (number, board) in boards.iter_mut().enumerate() {
        for rank in (0..8).rev() {
            let squares = (0..8).map(|file| Square::new(rank * 8 + file));
            let cells = squares.map(|square| match number {
                0 => true_cell(truth.as_ref(), square, glyphs),
                side => known_cell(&step.known[side - 1], square, glyphs),
            });
            board.push(format!("{} {}", rank + 1, cells.collect::<String>()));
        }
        board.push("  a  b  c  d  e  f  g  h".to_owned());
    }
    boards
}

fn moment(game: &Game, step: &Step, number: usize) -> String {
    let tries = game.steps.len() - 1;
    let at = format!(
        "try {number} of {tries}, {} of {} moves played",
        step.ply,
        game.plies()
    );
    let Some(asked) = &step.asked else {
        return format!("start: {at}");
    };
    // A refused try belongs to the move that it was intended as.
    let turn = game.first_ply + step.ply - u32::from(asked.answer == Reply::Played);
    let dots = SIDES.map(|color| if side(color) == 0 { "." } else { "..." });
    format!(
        "{}{} {} {}: {at}",
        turn / 2 + 1,
        dots[side(asked.side)],
        asked.name,
        asked.answer.as_str()
    )
}

pub(crate) fn man(role: Role, white: bool, glyphs: Glyphs) -> char {
    match glyphs {
        Glyphs::Ascii if white => role.upper_char(),
        Glyphs::Ascii => role.char(),
        Glyphs::Unicode => {
            let men = if white {
                "♙♘♗♖♕♔"
            } else {
                "♟♞♝♜♛♚"
            };
            men.chars().nth(index(role)).unwrap_or('?')
        }
    }
}

fn true_cell(truth: Option<&Position>, square: Square, glyphs: Glyphs) -> String {
    let Some(truth) = truth else {
        return "?  ".to_owned();
    };
    for color in SIDES {
        if let Some(role) = role_on(&truth.men(color), square) {
            return format!("{}  ", man(role, side(color) == 0, glyphs));
        }
    }
    format!("{}  ", free(glyphs))
}

pub(super) const fn free(glyphs: Glyphs) -> char {
    match glyphs {
        Glyphs::Unicode => '·',
        Glyphs::Ascii => '.',
    }
}

/// A square as T 7.1.1 draws it: a sign for pieces, or a certain man, and one for pawn and
/// king.
fn known_cell(known: &Known, square: Square, glyphs: Glyphs) -> String {
    let white = side(known.color) == 0;
    if let Some(role) = role_on(&known.own, square) {
        return format!("{}  ", man(role, white, glyphs));
    }
    let may = |role: Role| known.enemy[index(role)].contains(square);
    let kinds = ROLES.into_iter().filter(|&role| may(role)).count();
    if known.is_certain(square) && kinds == 1 {
        let role = role_on(&known.enemy, square).unwrap_or(Role::Pawn);
        return format!("{}! ", man(role, !white, glyphs));
    }
    if !squares_of(&known.enemy).contains(square) && !known.is_certain(square) {
        return format!("{}  ", free(glyphs));
    }
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let pieces = pieces.into_iter().filter(|&role| may(role)).count();
    let first = match (known.is_certain(square), pieces, glyphs) {
        (true, _, Glyphs::Unicode) => '■',
        (true, _, Glyphs::Ascii) => '#',
        (false, 0, _) => ' ',
        (false, 4, Glyphs::Unicode) => '●',
        (false, 4, Glyphs::Ascii) => 'o',
        (false, _, Glyphs::Unicode) => '○',
        (false, _, Glyphs::Ascii) => '-',
    };
    let second = match (may(Role::King), may(Role::Pawn)) {
        (true, true) => '*',
        (true, false) => '+',
        (false, true) => '^',
        (false, false) => ' ',
    };
    format!("{first}{second} ")
}

const fn legend(glyphs: Glyphs) -> &'static str {
    match glyphs {
        Glyphs::Unicode => {
            "■ certainly a man  ● any piece  ○ some pieces  ^ pawn  + king  * pawn or king  ! this man\n"
        }
        Glyphs::Ascii => {
            "# certainly a man  o any piece  - some pieces  ^ pawn  + king  * pawn or king  ! this man\n"
        }
    }
}
