//! Games read back from files: PGN, plain or extended (T 4.4), and transcripts.
//!
//! A game follows from its ruleset and its questions. So everything that a file says of the
//! answers is worked out again, and where the file says something else, that is a
//! [`Disagreement`]. Games come one at a time, and no more of a file than one game is held
//! in memory.

mod chunks;
mod pgn_referee;
mod games;
mod pgn;
mod game_texts;
mod place;
mod read_game;
mod results;
mod transcript;
mod verdict;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

pub use game_texts::{GameText, GameTexts};
pub use games::{Found, Games, Told};
pub use place::Place;
pub use read_game::{DamagedGame, Disagreement, ReadGame};
pub use results::{DamagedTags, Results, TaggedGame, results};

use super::pgn::FilteredGame;

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

/// Opens a file whose games come one at a time.
///
/// # Errors
/// The file cannot be read.
pub fn open(path: &Path) -> Result<Games<BufReader<File>>, ReadError> {
    open_through(path, |file| file)
}

/// The same through a reader of one's own, for instance one that counts.
///
/// # Errors
/// The file cannot be read.
pub fn open_through<R: Read>(
    path: &Path,
    through: impl FnOnce(File) -> R,
) -> Result<Games<BufReader<R>>, ReadError> {
    let opened = File::open(path).and_then(|file| Games::new(BufReader::new(through(file))));
    opened.map_err(|source| ReadError::File {
        path: path.display().to_string(),
        source,
    })
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
