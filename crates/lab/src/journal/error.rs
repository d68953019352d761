//! Errors of journals, with the file and the line.

use std::io;
use std::path::PathBuf;

/// Errors of a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The disk is full. What the journal had before is whole.
    #[error("journal {path}: {problem}; the line that was being written is lost")]
    Full {
        /// The file.
        path: PathBuf,
        /// The system's message.
        problem: String,
    },
    /// The file cannot be read or written.
    #[error("journal {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line is not a finished game.
    #[error("journal {path}, line {line}: {problem}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The mistake, as a sentence.
        problem: String,
    },
    /// A line is a game that is not in the run.
    #[error(
        "journal {path}, line {line}: game {game} is not one that this run plays: was the \
         journal, the config or the program changed since?"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The game's number.
        game: u64,
    },
    /// A line contradicts its own tries.
    #[error(
        "journal {path}, line {line}: game {game}: {problem}: the line was changed since it was \
         written, or a version of this program with other rules wrote it"
    )]
    Untrue {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The game's number.
        game: u64,
        /// The contradiction.
        problem: String,
    },
    /// The journal was moved, removed or replaced.
    #[error(
        "journal {path}: it was moved, removed or replaced, so the run stops; if its folder was \
         moved, continue it there with --resume"
    )]
    Gone {
        /// The file.
        path: PathBuf,
    },
    /// Another run has it open.
    #[error("journal {path} is in use by another run")]
    InUse {
        /// The file.
        path: PathBuf,
    },
}
