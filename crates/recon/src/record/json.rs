//! Histories as JSON, in the format of reconchess.

use serde::{Deserialize, Serialize};

use super::history::{History, Moved, Turn};
use crate::referee::{Ending, Outcome, Piece, Request, Sense};
use darkforge_board::{Color, SIDES, Square, side};

/// A pair of lists, White's under `true`.
#[derive(Debug, Default, Deserialize, Serialize)]
struct Both<T> {
    #[serde(rename = "true")]
    white: Vec<T>,
    #[serde(rename = "false")]
    black: Vec<T>,
}

impl<T> Both<T> {
    fn of(&self, color: Color) -> &[T] {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    fn of_mut(&mut self, color: Color) -> &mut Vec<T> {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

/// An object of the format: its type and its text.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Tagged {
    r#type: String,
    value: String,
}

impl Tagged {
    fn new(kind: &str, value: impl std::fmt::Display) -> Tagged {
        Tagged {
            r#type: kind.to_owned(),
            value: value.to_string(),
        }
    }
}

#[derive(Debug, Default, Deserialize, Serialize)]
struct File {
    r#type: String,
    white_name: Option<String>,
    black_name: Option<String>,
    senses: Both<Option<u32>>,
    sense_results: Both<Vec<(u32, Option<Tagged>)>>,
    requested_moves: Both<Option<Tagged>>,
    taken_moves: Both<Option<Tagged>>,
    capture_squares: Both<Option<u32>>,
    fens_before_move: Both<String>,
    fens_after_move: Both<String>,
    winner_color: Option<bool>,
    win_reason: Option<Tagged>,
}

/// A text that is not a history.
#[derive(Debug, thiserror::Error)]
pub enum ReadHistoryError {
    /// Not JSON, or not with these keys.
    #[error("not a history in reconchess' format: {0}")]
    Json(#[from] serde_json::Error),
    /// A value that means nothing.
    #[error("{key} of {color}, turn {turn}: {what}")]
    Value {
        /// Key of the list.
        key: &'static str,
        /// Its side.
        color: Color,
        /// Number of the turn, from 1.
        turn: usize,
        /// The mistake.
        what: String,
    },
    /// Lists whose lengths do not fit.
    #[error("{key} of {color} has {length} entries; {wanted} would fit the other lists")]
    Length {
        /// Key of the list.
        key: &'static str,
        /// Its side.
        color: Color,
        /// Entries found.
        length: usize,
        /// Entries that would fit.
        wanted: usize,
    },
    /// Another type of file, or an unknown reason.
    #[error("{key} is '{found}'; known: {known}")]
    Word {
        /// The key.
        key: &'static str,
        /// Value in the file.
        found: String,
        /// Values that are allowed.
        known: String,
    },
}

/// Writes a history as one line of JSON.
///
/// # Panics
/// Never: a history has texts and numbers only.
pub fn write_history(history: &History) -> String {
    let mut file = File {
        r#type: "GameHistory".to_owned(),
        white_name: Some(history.names[0].clone()),
        black_name: Some(history.names[1].clone()),
        winner_color: history
            .outcome
            .and_then(|outcome| outcome.winner)
            .map(Color::is_white),
        win_reason: history
            .outcome
            .map(|outcome| Tagged::new("WinReason", outcome.ending)),
        ..File::default()
    };
    for color in SIDES {
        for turn in &history.turns[side(color)] {
            file.senses
                .of_mut(color)
                .push(turn.sense.0.map(Square::to_u32));
            let piece = |piece: Piece| Tagged::new("Piece", piece.letter());
            let seen = turn
                .seen
                .iter()
                .map(|&(square, man)| (square.to_u32(), man.map(piece)));
            file.sense_results.of_mut(color).push(seen.collect());
            let Some(moved) = &turn.moved else { continue };
            let request = |request: Request| request.0.map(|asked| Tagged::new("Move", asked));
            file.requested_moves
                .of_mut(color)
                .push(request(moved.asked));
            file.taken_moves.of_mut(color).push(request(moved.taken));
            file.capture_squares
                .of_mut(color)
                .push(moved.capture.map(Square::to_u32));
            file.fens_before_move
                .of_mut(color)
                .push(moved.before.clone());
            file.fens_after_move.of_mut(color).push(moved.after.clone());
        }
    }
    serde_json::to_string(&file).expect("texts and numbers only")
}

/// Reads a history. The moves are not replayed: [`check`](super::check()) does that.
///
/// # Errors
/// The text is not JSON of this format, or a value in it means nothing.
pub fn read_history(text: &str) -> Result<History, ReadHistoryError> {
    let file: File = serde_json::from_str(text)?;
    if file.r#type != "GameHistory" {
        return Err(ReadHistoryError::Word {
            key: "type",
            found: file.r#type,
            known: "GameHistory".to_owned(),
        });
    }
    let mut history = History {
        names: [&file.white_name, &file.black_name].map(|name| name.clone().unwrap_or_default()),
        turns: Default::default(),
        outcome: outcome(&file)?,
    };
    for color in SIDES {
        history.turns[side(color)] = turns(&file, color)?;
    }
    Ok(history)
}

fn outcome(file: &File) -> Result<Option<Outcome>, ReadHistoryError> {
    let Some(reason) = &file.win_reason else {
        return Ok(None);
    };
    let ending = Ending::named(&reason.value).ok_or_else(|| ReadHistoryError::Word {
        key: "win_reason",
        found: reason.value.clone(),
        known: Ending::ALL.map(Ending::name).join(", "),
    })?;
    let winner = file.winner_color.map(Color::from_white);
    Ok(Some(Outcome { winner, ending }))
}

fn turns(file: &File, color: Color) -> Result<Vec<Turn>, ReadHistoryError> {
    let senses = file.senses.of(color);
    let moves = file.requested_moves.of(color).len();
    let same = |key, length, wanted| {
        if length == wanted {
            return Ok(());
        }
        Err(ReadHistoryError::Length {
            key,
            color,
            length,
            wanted,
        })
    };
    same(
        "sense_results",
        file.sense_results.of(color).len(),
        senses.len(),
    )?;
    same("taken_moves", file.taken_moves.of(color).len(), moves)?;
    same(
        "capture_squares",
        file.capture_squares.of(color).len(),
        moves,
    )?;
    same(
        "fens_before_move",
        file.fens_before_move.of(color).len(),
        moves,
    )?;
    same(
        "fens_after_move",
        file.fens_after_move.of(color).len(),
        moves,
    )?;
    if senses.len() != moves && senses.len() != moves + 1 {
        same("requested_moves", moves, senses.len())?;
    }
    (0..senses.len())
        .map(|place| read_turn(file, color, place, place < moves))
        .collect()
}

fn read_turn(
    file: &File,
    color: Color,
    place: usize,
    has_move: bool,
) -> Result<Turn, ReadHistoryError> {
    let turn = place + 1;
    let wrong = |key, what: String| ReadHistoryError::Value {
        key,
        color,
        turn,
        what,
    };
    let square = |key, number: u32| match number {
        0..64 => Ok(Square::new(number)),
        _ => Err(wrong(key, format!("{number} is not a square (0 to 63)"))),
    };
    let request = |key, tagged: &Option<Tagged>| match tagged {
        None => Ok(Request::PASS),
        Some(tagged) => match tagged.value.parse::<darkforge_board::Try>() {
            Ok(asked) => Ok(asked.into()),
            Err(error) => Err(wrong(key, error.to_string())),
        },
    };
    let optional = |key, number: Option<u32>| number.map(|number| square(key, number)).transpose();
    let mut seen = Vec::new();
    for (number, tagged) in &file.sense_results.of(color)[place] {
        let key = "sense_results";
        let piece = match tagged {
            None => None,
            Some(tagged) => {
                let mut letters = tagged.value.chars();
                let piece = letters.next().and_then(Piece::lettered);
                let piece = piece.filter(|_| letters.next().is_none());
                let what = || format!("'{}' is not a man's letter", tagged.value);
                Some(piece.ok_or_else(|| wrong(key, what()))?)
            }
        };
        seen.push((square(key, *number)?, piece));
    }
    let moved = if has_move {
        Some(Moved {
            asked: request("requested_moves", &file.requested_moves.of(color)[place])?,
            taken: request("taken_moves", &file.taken_moves.of(color)[place])?,
            capture: optional("capture_squares", file.capture_squares.of(color)[place])?,
            before: file.fens_before_move.of(color)[place].clone(),
            after: file.fens_after_move.of(color)[place].clone(),
        })
    } else {
        None
    };
    let sense = Sense(optional("senses", file.senses.of(color)[place])?);
    Ok(Turn { sense, seen, moved })
}
