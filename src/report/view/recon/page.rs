//! The data of a game of reconnaissance blind chess for the viewer's page.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Done, Game, Known, Step, ending, result};
use crate::report::format::thousands;
use crate::report::view::page::{AGE_SHIFT, DIGITS, EMPTY, Pool, of_data};
use crate::report::view::words;
use darkforge_board::side;
use darkforge_recon::referee::Request;
use darkforge_recon::statistics::Size;

/// Degrees of uncertainty of a square.
const DEGREES: f64 = 25.0;

/// The page of `game`.
pub(crate) fn page(game: &Game) -> String {
    of_data(&game.players, data(game))
}

/// A number of positions in words.
pub(super) fn shown(size: Size) -> String {
    let before = if size.at_least { "at least " } else { "" };
    format!("{before}{}", thousands(size.positions))
}

/// The data: as those of Kriegspiel, with these additions. A board of knowledge has in place of ages
/// the uncertainty of each square, and after its 128 digits one more for each possible kind on
/// each square: its chance in parts of 63, rounded up. A step has the squares of the window, the
/// request if it differs from the move taken, and numbers of positions.
fn data(game: &Game) -> Value {
    let (mut boards, mut known) = (Pool::default(), Pool::default());
    let steps = game.steps.iter().enumerate();
    let steps: Vec<Value> = steps
        .map(|(number, step)| step_data(game, number, step, &mut boards, &mut known))
        .collect();
    let mut facts = vec![("Rules", "reconnaissance blind chess".to_owned())];
    if let Some(outcome) = game.outcome {
        facts.push(("Ending", ending(outcome.ending).to_owned()));
    }
    facts.push(("Record", game.record.clone()));
    let mut notes = Vec::new();
    if game.is_sampled() {
        notes.push(
            "A belief has more positions than the limit. It is then a sample, and its chances are estimates.",
        );
    }
    json!({
        "recon": true,
        "white": game.players[0],
        "black": game.players[1],
        "result": game.outcome.map(result),
        "facts": facts,
        "notes": notes,
        "ageCap": DEGREES,
        "boards": boards.texts,
        "known": known.texts,
        "steps": steps,
    })
}

fn step_data(
    game: &Game,
    number: usize,
    step: &Step,
    boards: &mut Pool,
    known: &mut Pool,
) -> Value {
    let board: Vec<&str> = step.fen.split(' ').take(4).collect();
    let [white, black] = &step.known;
    let logarithm = |known: &Known| {
        let logarithm = libm::log10(known.size.positions.max(1) as f64);
        (logarithm * 100.0).round() / 100.0
    };
    let mut data = json!({
        "ply": step.ply,
        "board": boards.place(0, board.join(" ")),
        "known": [known.place(0, digits(white)), known.place(1, digits(black))],
        "value": [logarithm(white), logarithm(black)],
        "positions": [in_words(white), in_words(black)],
        "said": said(game, number, step),
    });
    let Some(done) = &step.done else {
        return data;
    };
    data["side"] = side(done.color).into();
    let window: Vec<u32> = done
        .turn
        .seen
        .iter()
        .map(|(square, _)| square.to_u32())
        .collect();
    data["window"] = window.into();
    match done.turn.moved.as_ref().filter(|_| done.is_move) {
        None => {
            data["name"] = format!("sense {}", done.turn.sense).into();
            data["answer"] = "sensed".into();
        }
        Some(moved) => {
            data["name"] = moved.taken.to_string().into();
            data["answer"] = "played".into();
            if moved.taken != Request::PASS {
                data["move"] = moved.taken.to_string().into();
            }
            let mut brief = Vec::new();
            if moved.asked.0.map(squares) != moved.taken.0.map(squares) {
                data["asked"] = moved.asked.to_string().into();
                brief.push(format!("for {}", moved.asked));
            }
            brief.extend(moved.capture.map(|square| format!("×{square}")));
            if !brief.is_empty() {
                data["brief"] = brief.join(" ").into();
            }
        }
    }
    data
}

const fn squares(asked: darkforge_board::Try) -> (u32, u32) {
    (asked.from as u32, asked.to as u32)
}

fn in_words(known: &Known) -> String {
    let positions = if known.size.positions == 1 && !known.size.at_least {
        "position"
    } else {
        "positions"
    };
    format!("{} {positions}", shown(known.size))
}

/// Sentences on the half turn.
fn said(game: &Game, number: usize, step: &Step) -> Vec<String> {
    let mut said = Vec::new();
    let Some(Done {
        color,
        turn,
        is_move,
    }) = &step.done
    else {
        return said;
    };
    let who = words::side(*color);
    match turn.moved.as_ref().filter(|_| *is_move) {
        None => {
            if let Some(before) = game.before(number) {
                let after = &step.known[side(*color)];
                said.push(format!(
                    "{who} had {} and now has {} (placements of the men: {} and {}).",
                    in_words(before),
                    in_words(after),
                    thousands(before.placements as u64),
                    thousands(after.placements as u64)
                ));
            }
        }
        Some(moved) => {
            if moved.asked.0.map(squares) != moved.taken.0.map(squares) {
                said.push(if moved.taken == Request::PASS {
                    "Nothing moved.".to_owned()
                } else {
                    format!("It became {}.", moved.taken)
                });
            }
            said.extend(
                moved
                    .capture
                    .map(|square| format!("Both sides are told of a capture on {square}.")),
            );
        }
    }
    if number + 1 == game.steps.len()
        && let Some(outcome) = game.outcome
    {
        let winner = outcome.winner.map_or_else(
            || "The game is drawn".to_owned(),
            |winner| format!("{} wins", words::side(winner)),
        );
        said.push(format!("{winner}: {}.", ending(outcome.ending)));
    }
    said
}

fn digits(known: &Known) -> String {
    let digit = |bits: u16| char::from(DIGITS[usize::from(bits & 63)]);
    let (mut digits, mut chances) = (String::with_capacity(256), String::new());
    for square in 0..64 {
        let (kinds, empty) = (known.chances(square), known.empty(square));
        let mut bits = 0;
        for (kind, &chance) in kinds.iter().enumerate() {
            if chance > 0.0 {
                bits |= 1 << kind;
                chances.push(digit((chance * 63.0).ceil() as u16));
            }
        }
        if empty > 0.0 {
            bits |= EMPTY;
        }
        let surest = kinds.iter().copied().fold(empty, f64::max);
        bits |= (((1.0 - surest) * DEGREES).ceil().clamp(0.0, DEGREES) as u16) << AGE_SHIFT;
        let _ = write!(digits, "{}{}", digit(bits >> 6), digit(bits));
    }
    digits + &chances
}
