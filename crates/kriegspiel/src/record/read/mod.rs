//! Games read back from files: PGN, plain or extended (T 4.4), and transcripts.
//!
//! A game follows from its ruleset and its questions. So everything that a file says of the
//! answers is worked out again, and where the file says something else, that is a
//! [`Disagreement`]. Games come one at a time, and no more of a file than one game is held
//! in memory.

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
pub use games::{Found, Games, Told};
pub use input::is_file;
pub use read_game::{DamagedGame, Disagreement, ReadGame};
pub use results::{DamagedTags, Results, TaggedGame, results};
pub use tokens::Place;

use self::input::Input;
use super::notation::Language;
use super::pgn::FilteredGame;
use crate::umpire::Ruleset;

/// How games are read that do not say it themselves.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Rules.
    pub ruleset: &'static Ruleset,
    /// The language whose letters name men; `None` for English, and where that does not fit a
    /// game, for the one language that does.
    pub language: Option<&'static Language>,
    /// Whether games may begin from another than the initial position (tag `FEN`).
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

/// A file without games.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// It is a transcript where players' names are needed.
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
/// Zstandard), and text in UTF-8, UTF-16 or Latin-1.
///
/// # Errors
/// The file cannot be read.
pub fn open(path: &Path) -> Result<Games<Input<'static>>, ReadError> {
    open_through(path, |file| file)
}

/// The same through a reader of one's own, for instance one that counts.
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

/// Looks whether the file can be read at all; what comes through a pipe is left there.
///
/// # Errors
/// The file cannot be read.
pub fn look_at(path: &Path) -> Result<(), ReadError> {
    if is_file(path) || path.as_os_str() != "-" && path.metadata().is_err() {
        open(path)?;
    }
    Ok(())
}

/// The games of a file in its order, for those who want moves and a result that can be
/// believed: a game whose result or number of moves contradicts its moves counts as
/// damaged, and so does a filtered one. A damaged game does not keep the others from being
/// read.
///
/// # Errors
/// The file cannot be read, or there is no game in it.
pub fn file(path: &Path) -> Result<Vec<Result<ReadGame, DamagedGame>>, ReadError> {
    let games: Vec<_> = open(path)?.map(believed).collect();
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
    games.map_or_else(|_| Vec::new(), |games| games.map(believed).collect())
}

fn believed(found: Found) -> Result<ReadGame, DamagedGame> {
    let damaged = |problem: String| DamagedGame {
        number: found.number,
        problem,
        ply: None,
        place: None,
        disagreements: Vec::new(),
    };
    match found.game? {
        Told::Whole(game) => match game.contradiction() {
            Some(problem) => Err(damaged(problem)),
            None => Ok(*game),
        },
        Told::Filtered(game) => Err(damaged(unknown_moves(&game))),
    }
}

fn unknown_moves(game: &FilteredGame) -> String {
    format!(
        "it is filtered: it does not tell the moves of {:?}",
        !game.color
    )
}

#[cfg(test)]
mod tests;
