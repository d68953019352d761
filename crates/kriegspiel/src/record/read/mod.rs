//! Games read back from files: PGN, plain or extended (T 4.4), and transcripts.
//!
//! A game follows from its ruleset and its questions. All answers in a file are therefore computed
//! again, and a difference is a [`Disagreement`]. Games come one at a time, and no more than one
//! game of a file is in memory.
//!
//! ```
//! use darkforge_kriegspiel::record::read;
//!
//! let games = read::games(b"1. f3 e5 2. g4 Qh4# 0-1");
//! let game = games[0].as_ref().expect("legal moves");
//! assert_eq!(game.entries.len(), 4);
//! assert!(game.disagreements.is_empty());
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod input;
mod chunks;
mod tokens;
mod pgn;
mod pgn_referee;
mod games;
mod game_texts;
mod read_game;
mod results;
mod transcript;
mod verdict;

use std::io::{self, Read};
use std::path::Path;

pub use game_texts::{GameText, GameTexts};
pub use games::{Found, FoundGame, Games};
pub use input::{is_file, unpacked};
pub use read_game::{DamagedGame, Disagreement, ReadGame};
pub use results::{DamagedTags, Results, TaggedGame, results};
pub use tokens::Place;

use self::input::Input;
use super::notation::Language;
use super::pgn::FilteredGame;
use crate::umpire::Ruleset;

/// Settings for games that do not state them.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Ruleset.
    pub ruleset: &'static Ruleset,
    /// Language of the letters of men. `None` for English, or, if English does not fit a game, for
    /// the one language that does.
    pub language: Option<&'static Language>,
    /// Whether games may begin from another position than the initial one (tag `FEN`).
    pub positions: bool,
}

impl From<&'static Ruleset> for Reading {
    fn from(ruleset: &'static Ruleset) -> Reading {
        Reading {
            ruleset,
            language: None,
            positions: false,
        }
    }
}

/// Error of a file without games.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The reason.
        source: std::io::Error,
    },
    /// It is a transcript, but players' names are needed.
    #[error(
        "{path}: a transcript names no players; give the folder of the run, or its games as PGN"
    )]
    NoPlayers {
        /// The file.
        path: String,
    },
    /// It holds something else.
    #[error("{path}: there is no game in it; it should be PGN, or a transcript in JSON Lines")]
    NoGame {
        /// The file.
        path: String,
    },
}

/// Opens a file whose games come one at a time; `-` is standard input. Files may be packed (gzip,
/// Zstandard), with text in UTF-8, UTF-16 or Latin-1.
///
/// # Errors
/// The file cannot be read.
pub fn open(path: &Path) -> Result<Games<Input<'static>>, ReadError> {
    open_through(path, |file| file)
}

/// The same through a reader of the caller, for instance one that counts bytes.
///
/// # Errors
/// The file cannot be read.
pub fn open_through<'a, R: Read + Send + 'a>(
    path: &Path,
    through: impl FnOnce(Box<dyn Read + Send>) -> R,
) -> Result<Games<Input<'a>>, ReadError> {
    let opened = input::open(path, through).and_then(Games::new);
    opened.map_err(|source| ReadError::File {
        path: path.display().to_string(),
        source,
    })
}

/// Games as text, for threads that referee them.
///
/// # Errors
/// The file cannot be read.
pub fn cut_through<'a, R: Read + Send + 'a>(
    path: &Path,
    through: impl FnOnce(Box<dyn Read + Send>) -> R,
) -> io::Result<GameTexts<Input<'a>>> {
    GameTexts::new(input::open(path, through)?)
}

/// Checks that the file can be read; the content of a pipe is left there.
///
/// # Errors
/// The file cannot be read.
pub fn look_at(path: &Path) -> Result<(), ReadError> {
    if is_file(path) || path.as_os_str() != "-" && path.metadata().is_err() {
        open(path)?;
    }
    Ok(())
}

/// The games of a file in order, with moves and trustworthy results: a game whose result or number
/// of moves contradicts its moves counts as damaged, and so does a filtered one. After a damaged
/// game the others are still read.
///
/// # Errors
/// The file cannot be read, or there is no game in it.
pub fn file(path: &Path) -> Result<Vec<Result<ReadGame, DamagedGame>>, ReadError> {
    let games: Vec<_> = open(path)?.map(Found::believed).collect();
    if games.is_empty() {
        return Err(ReadError::NoGame {
            path: path.display().to_string(),
        });
    }
    Ok(games)
}

/// The games of a file's content, as [`file()`] reads them.
pub fn games(content: &[u8]) -> Vec<Result<ReadGame, DamagedGame>> {
    let games: io::Result<Games<&[u8]>> = Games::new(content);
    games.map_or_else(|_| Vec::new(), |games| games.map(Found::believed).collect())
}

impl Found {
    /// The game, if its result and its number of moves do not contradict its moves.
    ///
    /// # Errors
    /// They do, it is damaged, or it is filtered.
    pub fn believed(self) -> Result<ReadGame, DamagedGame> {
        let damaged = |problem: String| DamagedGame {
            number: self.number,
            ..DamagedGame::new(problem)
        };
        match self.game? {
            FoundGame::Full(game) => match game.contradiction() {
                Some(problem) => Err(damaged(problem)),
                None => Ok(*game),
            },
            FoundGame::Filtered(game) => Err(damaged(unknown_moves(&game))),
        }
    }
}

fn unknown_moves(game: &FilteredGame) -> String {
    format!("it is filtered: it lacks the moves of {:?}", !game.color)
}

#[cfg(test)]
mod tests;
