//! Transcripts: JSON Lines, one line for each try and one for the end of each game.
//!
//! ```
//! use darkforge_kriegspiel::record::{read, transcript};
//!
//! let games = read::games(b"1. f3 e5 2. g4 Qh4# 0-1");
//! let record = games[0].as_ref().ok().and_then(|game| game.record()).expect("a mate");
//! let mut out = Vec::new();
//! transcript::write(&mut out, 0, &record)?;
//! let text = String::from_utf8(out)?;
//! assert!(text.starts_with(r#"{"game":0,"ply":0,"side":"white","try":"f2f3","answer":"played""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Write};

use serde::Serialize;

use super::{Entry, GameRecord};
use crate::umpire::{Answer, Captured, Direction, Ending, GameResult, PawnTries};
use darkforge_board::Color;

/// A try and its answer. Fields that the ruleset does not announce are left out.
#[derive(Serialize)]
pub(super) struct TryLine {
    game: u64,
    ply: u32,
    side: &'static str,
    r#try: String,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    capture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<Captured>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    en_passant: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<Vec<Direction>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pawn_tries: Option<Tries>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    promotion: bool,
}

/// The fields of a [`TryLine`].
pub(super) const FIELDS: [&str; 11] = [
    "game",
    "ply",
    "side",
    "try",
    "answer",
    "capture",
    "captured",
    "en_passant",
    "checks",
    "pawn_tries",
    "promotion",
];

/// Pawn tries as the ruleset announces them: their number, whether there are any, or the squares of
/// the pawns.
#[derive(Serialize)]
#[serde(untagged)]
enum Tries {
    Number(u8),
    Whether(bool),
    Squares(Vec<String>),
}

impl From<PawnTries> for Tries {
    fn from(words: PawnTries) -> Tries {
        match words {
            PawnTries::Number(number) => Tries::Number(number),
            PawnTries::Whether(any) => Tries::Whether(any),
            PawnTries::Squares(squares) => Tries::Squares(
                squares
                    .into_iter()
                    .map(|square| square.to_string())
                    .collect(),
            ),
        }
    }
}

/// The first line of a game that does not begin from the initial position.
#[derive(Serialize)]
struct StartLine {
    game: u64,
    start: String,
}

/// The last line of a game.
#[derive(Serialize)]
struct EndLine {
    game: u64,
    result: GameResult,
    ending: Ending,
    plies: u32,
}

/// The line of a question; `ply` moves were played before.
pub(super) fn line(game: u64, ply: u32, entry: &Entry) -> TryLine {
    let said = match entry.answer {
        Answer::Played(said) => Some(said),
        _ => None,
    };
    TryLine {
        game,
        ply,
        side: match entry.side {
            Color::White => "white",
            Color::Black => "black",
        },
        r#try: entry.question.to_string(),
        answer: match entry.answer {
            Answer::Played(_) => "played",
            Answer::Refused => "refused",
            Answer::Nonsense => "nonsense",
            Answer::Any(true) => "yes",
            Answer::Any(false) => "no",
        },
        capture: said.and_then(|said| Some(said.capture?.square.to_string())),
        captured: said.and_then(|said| said.capture?.kind),
        checks: said.map(|said| said.checks.iter().collect()),
        pawn_tries: said.and_then(|said| said.pawn_tries).map(Tries::from),
        promotion: said.is_some_and(|said| said.promotion),
        en_passant: said.is_some_and(|said| said.capture.is_some_and(|c| c.en_passant)),
    }
}

/// Writes the transcript of game number `game`; one from another position than the initial one has
/// it in FEN in a line before the tries. `ply` counts played moves from 0; a
/// refused try has the ply of the move that was to be played.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, game: u64, record: &GameRecord) -> io::Result<()> {
    if let Some(start) = &record.start {
        let start = start.fen();
        serde_json::to_writer(&mut *out, &StartLine { game, start })?;
        out.write_all(b"\n")?;
    }
    let mut ply = 0;
    for entry in &record.entries {
        serde_json::to_writer(&mut *out, &line(game, ply, entry))?;
        out.write_all(b"\n")?;
        ply += u32::from(entry.played().is_some());
    }
    let end = EndLine {
        game,
        result: record.outcome.result,
        ending: record.outcome.ending,
        plies: record.plies,
    };
    serde_json::to_writer(&mut *out, &end)?;
    out.write_all(b"\n")
}
