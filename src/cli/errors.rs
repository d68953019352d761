//! Errors that decide the exit status of the program.

use darkforge_lab::tournament::{ArenaError, JournalError};

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

/// An error of the arena: a journal that is not this run's is something to put right.
pub(crate) fn stranger_is_usage(error: ArenaError) -> anyhow::Error {
    match error {
        ArenaError::Journal(error @ JournalError::Stranger { .. }) => usage(error),
        error => error.into(),
    }
}
