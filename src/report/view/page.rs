//! A game as one HTML page without a network or other files.
//!
//! T is the thesis, see [the crate](crate).

use serde_json::{Value, json};

use super::{Game, Known, Step};
use crate::report::html::{self, Asks, escape};
use darkforge_board::{Square, side};
use darkforge_kriegspiel::text::plain;
use darkforge_kriegspiel::umpire::GameResult;

const TEMPLATE: &str = include_str!("page/page.html");
pub(in crate::report) const STYLE: &str = include_str!("page/page.css");
/// The parts of the script that other pages with boards use too.
pub(in crate::report) const BOARD_SCRIPT: &str =
    concat!(include_str!("page/base.js"), include_str!("page/men.js"));

/// The page's script, with its parts in the order of their dependences.
const SCRIPT: &str = concat!(
    "\"use strict\";\n",
    include_str!("page/base.js"),
    include_str!("page/men.js"),
    include_str!("page/record.js"),
    include_str!("page/boards.js"),
    include_str!("page/words.js"),
    include_str!("page/list.js"),
    include_str!("page/chart.js"),
    include_str!("page/steps.js"),
    include_str!("page/frame.js"),
);

/// Digits of the boards of knowledge: six bits each.
pub(super) const DIGITS: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bit of a square that could be empty, above the six kinds of men (T 7.1.1).
pub(super) const EMPTY: u16 = 1 << 6;
/// First letter of the age.
pub(super) const AGE_SHIFT: u32 = 7;

/// The page of `game`.
pub fn page(game: &Game) -> String {
    of_data(&game.players, data(game))
}

/// The page of a game between two players with these data.
pub(super) fn of_data(players: &[String; 2], data: Value) -> String {
    let title = format!("{} – {}", players[0], players[1]);
    html::page(
        TEMPLATE,
        SCRIPT,
        Asks::Nothing,
        &[
            ("title", &escape(&title)),
            ("style", STYLE),
            ("data", &embed(&plainly(data))),
        ],
    )
}

/// `data` with the letters of its texts that a browser would obey shown as in a terminal.
pub(crate) fn plainly(data: Value) -> Value {
    match data {
        Value::String(text) => plain(&text).into_owned().into(),
        Value::Array(values) => values.into_iter().map(plainly).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            fields.map(|(name, value)| (name, plainly(value))).collect()
        }
        other => other,
    }
}

/// JSON for a script element: nothing in it can end the element or open a comment.
pub(in crate::report) fn embed(data: &Value) -> String {
    data.to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// Data of `game` for the page.
///
/// `boards` are the true boards (FEN without its counters) and `known` the boards of knowledge,
/// each once; a step names them by their places. A board of knowledge has two digits of six bits
/// for each square from a1 to h8: the possible kinds, pawn first, then whether the square could be
/// empty, then its age.
pub fn data(game: &Game) -> Value {
    let (mut boards, mut known) = (Pool::default(), Pool::default());
    let steps: Vec<Value> = game
        .steps
        .iter()
        .map(|step| step_data(step, &mut boards, &mut known))
        .collect();
    let mut data = json!({
        "white": game.players[0],
        "black": game.players[1],
        "result": game.result.map(GameResult::as_str),
        "facts": game.facts,
        "notes": game.notes,
        "ageCap": game.age_cap,
        "boards": boards.texts,
        "known": known.texts,
        "steps": steps,
    });
    if game.first_ply > 0 {
        data["firstPly"] = game.first_ply.into();
    }
    data
}

fn step_data(step: &Step, boards: &mut Pool, known: &mut Pool) -> Value {
    let board: Vec<&str> = step.fen.split(' ').take(4).collect();
    let value = |known: &Known| known.value.map(|value| (value * 100.0).round() / 100.0);
    let mut data = json!({
        "ply": step.ply,
        "board": boards.place(0, board.join(" ")),
        "known": step.known.each_ref().map(|seen| known.place(side(seen.color), digits(seen))),
        "value": step.known.each_ref().map(value),
        "said": step.said,
    });
    if !step.why.is_empty() {
        data["why"] = step.why.clone().into();
    }
    if let Some(asked) = &step.asked {
        data["side"] = side(asked.side).into();
        data["name"] = asked.name.clone().into();
        data["answer"] = asked.answer.as_str().into();
        if let Some(squares) = asked.squares {
            data["move"] = squares.to_string().into();
        }
        if !asked.brief.is_empty() {
            data["brief"] = asked.brief.clone().into();
        }
    }
    data
}

/// Texts that are usually equal to the last of their kind.
#[derive(Default)]
pub(super) struct Pool {
    pub(super) texts: Vec<String>,
    /// Place of the last text of each kind.
    last: [Option<usize>; 2],
}

impl Pool {
    pub(super) fn place(&mut self, kind: usize, text: String) -> usize {
        if let Some(last) = self.last[kind].filter(|&last| self.texts[last] == text) {
            return last;
        }
        self.texts.push(text);
        let place = self.texts.len() - 1;
        self.last[kind] = Some(place);
        place
    }
}

fn digits(known: &Known) -> String {
    let mut digits = String::with_capacity(128);
    for square in 0..64 {
        let on = Square::new(square);
        let mut bits = 0;
        for (kind, men) in known.enemy.iter().enumerate() {
            bits |= u16::from(men.contains(on)) << kind;
        }
        if known.empty.contains(on) {
            bits |= EMPTY;
        }
        bits |= u16::from(known.ages[square as usize]) << AGE_SHIFT;
        for digit in [bits >> 6, bits & 63] {
            digits.push(char::from(DIGITS[usize::from(digit)]));
        }
    }
    digits
}
