//! Transcripts: a game in one line, each turn as `sense:request`.

use super::history::History;
use crate::play::{record_move, record_sense};
use crate::referee::{Ending, Outcome, Referee, RefereeError, Request, Rules, Sense};
use darkforge_board::Color;

/// Results before the colon of a last word.
const RESULTS: [(&str, Option<Color>); 3] = [
    ("1-0", Some(Color::White)),
    ("0-1", Some(Color::Black)),
    ("1/2-1/2", None),
];

/// The senses and requests of a game, as in `g6:e2e4 e3:h7h5`; `-` is no sense, `pass` no move. A game
/// that ended by resignation, time or a limit of turns has a last word, as in `0-1:RESIGN`; its last turn may
/// have no request (`e3:`). All else follows.
pub fn transcript(history: &History) -> String {
    let mut words: Vec<String> = history
        .in_order()
        .map(|(_, _, turn)| match &turn.moved {
            Some(moved) => format!("{}:{}", turn.sense, moved.asked),
            None => format!("{}:", turn.sense),
        })
        .collect();
    if let Some(outcome) = history.outcome.filter(|outcome| is_told(outcome.ending)) {
        let result = RESULTS.iter().find(|(_, winner)| *winner == outcome.winner);
        words.extend(result.map(|(result, _)| format!("{result}:{}", outcome.ending)));
    }
    words.join(" ")
}

/// The turns of a transcript, without the word that tells its end.
pub fn turns_of(transcript: &str) -> &str {
    match transcript.rsplit_once(' ') {
        Some((turns, last)) if told_end(last).is_some() => turns,
        _ => transcript,
    }
}

/// Whether an ending does not follow from senses and requests.
const fn is_told(ending: Ending) -> bool {
    matches!(ending, Ending::Resign | Ending::Timeout | Ending::TurnLimit)
}

/// The end that a word tells, such as `1-0:RESIGN`.
fn told_end(word: &str) -> Option<Outcome> {
    let (result, reason) = word.split_once(':')?;
    let (_, winner) = RESULTS.iter().find(|(name, _)| *name == result)?;
    let ending = Ending::named(reason).filter(|ending| is_told(*ending))?;
    // A limit of turns is a draw, the others have a winner.
    let is_draw = ending == Ending::TurnLimit;
    (winner.is_none() == is_draw).then_some(Outcome {
        winner: *winner,
        ending,
    })
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
    let mut words = text.split_ascii_whitespace().enumerate().peekable();
    let mut end = None;
    while let Some((place, word)) = words.next() {
        let ply = place + 1;
        let wrong = |reason: String| ReadTranscriptError::Turn {
            ply,
            text: word.to_owned(),
            reason,
        };
        let is_last = words.peek().is_none();
        if is_last && let Some(told) = told_end(word) {
            end = Some(told);
            break;
        }
        let (sense, request) = word
            .split_once(':')
            .ok_or_else(|| wrong("no colon".to_owned()))?;
        let sense: Sense = sense.parse().map_err(|error| wrong(format!("{error}")))?;
        let ends_here = is_last
            || words
                .peek()
                .is_some_and(|(_, next)| told_end(next).is_some());
        let refused = |error| ReadTranscriptError::Refused { ply, error };
        if request.is_empty() && ends_here {
            record_sense(&mut referee, &mut history, sense).map_err(refused)?;
            continue;
        }
        let request: Request = request.parse().map_err(|error| wrong(format!("{error}")))?;
        record_sense(&mut referee, &mut history, sense)
            .and_then(|()| record_move(&mut referee, &mut history, request))
            .map_err(refused)?;
    }
    history.outcome = end.or(referee.outcome());
    Ok(history)
}
