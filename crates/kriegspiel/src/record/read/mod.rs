//! Games read back from files: PGN, plain or extended (T 4.4), and transcripts.
//!
//! A game follows from its ruleset and its questions. So everything that a file says of the
//! answers is worked out again, and where the file says something else, that is a
//! [`Disagreement`]. Games come one at a time, and no more of a file than one game is held
//! in memory.

mod chunks;
mod follow;
mod games;
mod pgn;
mod pieces;
mod place;
mod results;
mod transcript;
mod verdict;

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

pub use games::{Found, Games, Told};
pub use pieces::{Piece, Pieces};
pub use place::Place;
pub use results::{DamagedTags, Results, TaggedGame, results};

use super::pgn::{Filter, FilteredGame, Kept, Sheet, moves};
use super::{Entry, GameRecord};
use crate::umpire::{Ending, GameResult, Outcome, Ruleset};
use darkforge_board::{Color, Position, SIDES, material};

/// A game as a file tells it, refereed again.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game's number in a transcript; in PGN its place in the file, from 0.
    pub game: u64,
    /// Names and values of its tags; a transcript has none.
    pub tags: Vec<(String, String)>,
    /// Rules it was played under.
    pub ruleset: &'static Ruleset,
    /// Whose refused tries are told: `no` for both.
    pub filter: Filter,
    /// Names of White and Black; empty where the file has none.
    pub players: [String; 2],
    /// Who won, if the file says so.
    pub result: Option<GameResult>,
    /// How it ended, by the rules or by what the file says of a forfeit or a limit.
    pub outcome: Option<Outcome>,
    /// Every question in order, with what the umpire answers.
    pub entries: Vec<Entry>,
    /// What stands beside the entries, each with the entry before which it stands.
    pub kept: Vec<(usize, Kept)>,
    /// Whether the file tells the umpire's words.
    pub annotated: bool,
    /// Who mated with the last move.
    pub mated_by: Option<Color>,
    /// Where the file says something that is not true.
    pub disagreements: Vec<Disagreement>,
    /// The position at the end.
    position: Position,
    /// What ends the movetext.
    end: String,
}

impl ReadGame {
    /// The moves that were played, with what the umpire says of them.
    pub fn moves(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.played().is_some())
    }

    /// Why its result or its number of moves cannot be believed, if they contradict its
    /// moves.
    pub fn contradiction(&self) -> Option<String> {
        verdict::contradiction(self)
    }

    /// The position at the end.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Refused tries that cannot be read, such as `??`.
    pub fn unreadable(&self) -> usize {
        let unreadable = |kept: &&(usize, Kept)| matches!(kept.1, Kept::Unreadable(_));
        self.kept.iter().filter(unreadable).count()
    }

    /// The game's record; `None` if it did not end by the rules, nor by a forfeit or limit
    /// that the file names.
    pub fn record(&self) -> Option<GameRecord> {
        Some(GameRecord {
            ruleset: self.ruleset,
            entries: self.entries.clone(),
            outcome: self.outcome?,
            plies: self.moves().count() as u32,
            material: SIDES.map(|color| material(&self.position.men(color))),
            final_fen: self.position.fen(),
        })
    }

    /// The game as PGN that is true: with its own tags, and with the umpire's words if it
    /// had them.
    pub fn sheet(&self) -> Sheet {
        let mut sheet = Sheet {
            tags: self.tags.clone(),
            moves: moves(self.ruleset, &self.entries, &self.kept, self.filter),
            result: self.end.clone(),
        };
        if !self.annotated {
            for told in &mut sheet.moves {
                told.comment = None;
            }
        }
        verdict::correct(self, &mut sheet);
        sheet
    }
}

/// A place where a file says something that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The move, tag or line.
    pub place: String,
    /// What the file says there.
    pub says: String,
    /// What is true.
    pub truth: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { place, says, truth } = self;
        write!(f, "{place}: the file says {says}; true is {truth}")
    }
}

/// A game that cannot be followed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedGame {
    /// Number of the game in its file, from 1.
    pub number: usize,
    /// What is wrong and where.
    pub problem: String,
    /// In PGN, the number of the move that is wrong, from 0.
    pub ply: Option<usize>,
    /// The place of the move that is wrong, or of a comment without an end; `None` where
    /// the game as a whole is.
    pub place: Option<Place>,
    /// Where the file was wrong before that.
    pub disagreements: Vec<Disagreement>,
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

/// An ending that a file names in the words of this program.
fn ending_of(text: &str) -> Option<Ending> {
    Ending::ALL
        .into_iter()
        .find(|ending| ending.as_str() == text)
}

fn result_of(text: &str) -> Option<GameResult> {
    [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
    ]
    .into_iter()
    .find(|result| result.as_str() == text)
}

#[cfg(test)]
mod tests;
