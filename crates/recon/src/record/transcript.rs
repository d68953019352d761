//! Transcripts: a game in one line, each turn as `sense:request`.

use super::history::History;
use crate::play::{record_move, record_sense};
use crate::referee::{Referee, RefereeError, Request, Rules, Sense};

/// The senses and requests of a game, as in `g6:e2e4 e3:h7h5`; `-` is no sense, `pass` no move. All
/// else follows from them.
pub fn transcript(history: &History) -> String {
    let turns: Vec<String> = history
        .in_order()
        .map(|(_, _, turn)| match &turn.moved {
            Some(moved) => format!("{}:{}", turn.sense, moved.asked),
            None => format!("{}:", turn.sense),
        })
        .collect();
    turns.join(" ")
}

/// A text that is not a transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadTranscriptError {
    /// Not `sense:request`.
    #[error("ply {ply}: '{text}' is not a turn such as e7:e2e4 ({reason})")]
    Turn {
        /// Number of the ply, from 1.
        ply: usize,
        /// The word.
        text: String,
        /// The mistake.
        reason: String,
    },
    /// A turn that the referee does not accept.
    #[error("ply {ply}: {error}")]
    Refused {
        /// Number of the ply, from 1.
        ply: usize,
        /// The referee's answer.
        error: RefereeError,
    },
}

/// Plays a transcript; returns the whole history.
///
/// # Errors
/// A word is not a turn, or the referee does not accept it.
pub fn play_transcript(text: &str) -> Result<History, ReadTranscriptError> {
    let mut referee = Referee::new(Rules::default());
    let mut history = History::default();
    for (place, word) in text.split_ascii_whitespace().enumerate() {
        let ply = place + 1;
        let wrong = |reason: String| ReadTranscriptError::Turn {
            ply,
            text: word.to_owned(),
            reason,
        };
        let (sense, request) = word
            .split_once(':')
            .ok_or_else(|| wrong("no colon".to_owned()))?;
        let sense: Sense = sense.parse().map_err(|error| wrong(format!("{error}")))?;
        let request: Request = request.parse().map_err(|error| wrong(format!("{error}")))?;
        record_sense(&mut referee, &mut history, sense)
            .and_then(|()| record_move(&mut referee, &mut history, request))
            .map_err(|error| ReadTranscriptError::Refused { ply, error })?;
    }
    history.outcome = referee.outcome();
    Ok(history)
}
