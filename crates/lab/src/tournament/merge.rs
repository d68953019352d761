//! Merging of journals: shares of one run that were played in several places.

use std::path::PathBuf;

use crate::journal::{Journal, JournalError};

/// Errors of merging journals.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One of them cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Two journals differ in the same game.
    #[error(
        "journal {}, line {}, and journal {}, line {}: game {game} differs; the same \
         version of the program repeats a game exactly, so one of them was changed",
        .one.0.display(), .one.1, .other.0.display(), .other.1
    )]
    Conflict {
        /// The game's number.
        game: u64,
        /// File and line of one.
        one: (PathBuf, usize),
        /// File and line of the other.
        other: (PathBuf, usize),
    },
}

/// Appends to `into`, which is empty, the games of all `journals`: each once, in the order of their
/// numbers. The result does not depend on the order of the journals.
///
/// # Errors
/// See [`MergeError`].
pub fn merge(into: &mut Journal, journals: &[Journal]) -> Result<(), MergeError> {
    let mut games: Vec<(u64, usize)> = journals
        .iter()
        .enumerate()
        .flat_map(|(index, journal)| journal.outcomes().map(move |(game, _)| (game, index)))
        .collect();
    games.sort_unstable();
    for same in games.chunk_by(|a, b| a.0 == b.0) {
        let (game, first) = same[0];
        let line = journals[first].read_line(game)?;
        for &(_, other) in &same[1..] {
            if journals[other].read_line(game)? != line {
                let place = |index: usize| {
                    let journal: &Journal = &journals[index];
                    (journal.path().to_owned(), journal.line(game))
                };
                return Err(MergeError::Conflict {
                    game,
                    one: place(first),
                    other: place(other),
                });
            }
        }
        into.append_line(&line)?;
    }
    Ok(())
}
