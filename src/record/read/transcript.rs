//! Transcripts, as [`record::transcript`](crate::record::transcript) writes them.

use serde::Deserialize;

use super::{ReadGame, Unfinished};
use crate::chess::Try;
use crate::umpire::GameResult;

/// What is read of a line: a try with its answer, or the end of a game.
#[derive(Deserialize)]
struct Line {
    game: u64,
    r#try: Option<String>,
    answer: Option<String>,
    result: Option<GameResult>,
    plies: Option<usize>,
}

/// The games of a transcript, each whole or with what is wrong.
pub(super) fn games(content: &[u8]) -> Vec<Result<ReadGame, String>> {
    let mut found = Vec::new();
    let mut open: Option<(u64, Unfinished)> = None;
    let endless = |(_, mut game): (u64, Unfinished)| {
        game.wrong("its end is missing".to_owned());
        game.finish()
    };
    for (index, line) in content.split(|&byte| byte == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let line: Line = match serde_json::from_slice(line) {
            Ok(line) => line,
            Err(error) => {
                let (_, game) = open.get_or_insert_default();
                game.wrong(format!("line {}: {error}", index + 1));
                continue;
            }
        };
        if open.as_ref().is_some_and(|(game, _)| *game != line.game) {
            found.extend(open.take().map(endless));
        }
        let (_, game) = open.get_or_insert_with(|| (line.game, Unfinished::default()));
        if let (Some(asked), Some("played")) = (line.r#try, line.answer.as_deref()) {
            game.play(|_| asked.parse::<Try>().map_err(|error| error.to_string()));
        }
        if line.result.is_some() {
            game.result = line.result;
            if let Some(plies) = line.plies {
                game.expect_plies(plies);
            }
            found.extend(open.take().map(|(_, game)| game.finish()));
        }
    }
    found.extend(open.map(endless));
    found
}
