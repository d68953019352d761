//! Games as lines of text: `WHITE BLACK TRANSCRIPT`.

use std::fmt;
use std::str::FromStr;

use darkforge_board::Color;
use darkforge_recon::record::{
    History, ReadTranscriptError, play_transcript, transcript, turns_of,
};
use darkforge_streams as streams;

/// A game: the names of White and Black, its transcript, and who won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Names of White and Black.
    pub names: [String; 2],
    /// Senses and requests, as [`transcript`] writes them.
    pub transcript: String,
    /// The winner.
    pub winner: Option<Color>,
}

impl Game {
    /// The game of a history; nothing is refereed again.
    pub fn of(history: &History) -> Game {
        Game {
            names: history.names.clone(),
            transcript: transcript(history),
            winner: history.outcome.and_then(|outcome| outcome.winner),
        }
    }

    /// Whether the game is kept for validation: a tenth of all, by a hash of their moves.
    pub fn is_validation(&self) -> bool {
        streams::fnv1a(turns_of(&self.transcript).as_bytes()).is_multiple_of(10)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = &self.names;
        write!(f, "{white} {black} {}", self.transcript)
    }
}

/// A line that is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadGameError {
    /// No two names and a transcript.
    #[error("not a game: WHITE BLACK, then turns such as e7:e2e4")]
    Names,
    /// A transcript with a mistake.
    #[error(transparent)]
    Transcript(#[from] ReadTranscriptError),
}

impl FromStr for Game {
    type Err = ReadGameError;

    fn from_str(line: &str) -> Result<Game, ReadGameError> {
        let mut words = line.trim_end().splitn(3, ' ');
        let mut word = || {
            words
                .next()
                .filter(|word| !word.is_empty() && !word.contains(':'))
        };
        let names = [word(), word()];
        let [Some(white), Some(black)] = names.map(|name| name.map(str::to_owned)) else {
            return Err(ReadGameError::Names);
        };
        let transcript = words.next().ok_or(ReadGameError::Names)?.to_owned();
        let played = play_transcript(&transcript)?;
        Ok(Game {
            names: [white, black],
            transcript,
            winner: played.outcome.and_then(|outcome| outcome.winner),
        })
    }
}
