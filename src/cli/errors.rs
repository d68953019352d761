//! Errors that decide the exit status of the program.

use darkforge_lab::folder::FolderError;
use darkforge_lab::journal::JournalError;
use darkforge_lab::run::RunError;

/// Something that the user can put right before anything is run: exit status 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(String);

/// A run that was stopped from outside: exit status 1, with how to go on.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Stopped(pub(crate) String);

/// Records that are wrong: exit status 1, with nothing more to say.
#[derive(Debug, thiserror::Error)]
#[error("the records are wrong")]
pub(crate) struct Disagreed;

/// An error as a [`Usage`] error.
pub(crate) fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    Usage(error.to_string()).into()
}

/// An error of a run: a journal that is not this run's is something to put right.
pub(crate) fn run_error(error: RunError) -> anyhow::Error {
    match error {
        RunError::Journal(error @ (JournalError::Foreign { .. } | JournalError::Untrue { .. })) => {
            usage(error)
        }
        error => error.into(),
    }
}

/// An error of a run's folder: what the user can put right names the flags for that.
pub(crate) fn folder_error(error: FolderError) -> anyhow::Error {
    match error {
        FolderError::Exists(_) => usage(format!(
            "{error}; choose another --out, move it away, or continue it with --resume"
        )),
        FolderError::Make { .. } | FolderError::InUse(_) | FolderError::Unfinished(_) => {
            usage(format!("--out {error}"))
        }
        FolderError::NoJournal(_) | FolderError::Write { .. } => error.into(),
        error => usage(error),
    }
}
