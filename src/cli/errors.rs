//! Errors that decide the exit status of the program.

use std::error::Error;
use std::path::Path;

use anyhow::anyhow;

use crate::bad_input::BadInput;
use darkforge_engine::darkboard::BookError;
use darkforge_engine::player::SpecError;
use darkforge_engine::weights::WeightsError;
use darkforge_kriegspiel::protocol::ProtocolError;
use darkforge_kriegspiel::record::read::ReadError;
use darkforge_lab::config::{ConfigError, RunFile};
use darkforge_lab::folder::FolderError;
use darkforge_lab::journal::JournalError;
use darkforge_lab::run::RunError;
use darkforge_research::problem::ProblemError;

/// A run that was stopped from outside: exit status 1, with the way to continue.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Stopped(pub(crate) String);

/// A run that has to be begun again as with `--resume`, because games were taken out of its journal.
#[derive(Debug, thiserror::Error)]
#[error("games are played again")]
pub(crate) struct PlayAgain;

/// Wrong records: exit status 1, without a further message.
#[derive(Debug, thiserror::Error)]
#[error("the records are wrong")]
pub(crate) struct Disagreed;

/// An error as [`BadInput`].
pub(crate) fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    BadInput::new(error).into()
}

/// Whether bad input is among the causes of `error`: by the program's own readers, or by those of
/// the libraries, whose errors say nothing else.
pub(crate) fn is_of_input(error: &anyhow::Error) -> bool {
    let is_of_input = |cause: &(dyn Error + 'static)| {
        let journal = match cause.downcast_ref() {
            Some(RunError::Journal(error)) => Some(error),
            _ => cause.downcast_ref(),
        };
        cause.is::<ConfigError>()
            || cause.is::<ReadError>()
            || cause.is::<ProblemError>()
            || cause.is::<ProtocolError>()
            || cause.is::<SpecError>()
            || cause.is::<WeightsError>()
            || cause.is::<BookError>()
            || journal.is_some_and(is_wrong)
    };
    error.is::<BadInput>() || error.chain().any(is_of_input)
}

/// Whether a journal is wrong, and not the machine.
fn is_wrong(error: &JournalError) -> bool {
    matches!(
        error,
        JournalError::Line { .. } | JournalError::Foreign { .. } | JournalError::Untrue { .. }
    )
}

/// An error of a run. A journal of another run is a user's mistake. A run that failed on the way
/// says which games its `folder` keeps, and how to continue; without a folder it cannot continue.
pub(crate) fn run_error(error: RunError, folder: Option<&Path>) -> anyhow::Error {
    let first = match &error {
        RunError::Journal(JournalError::Foreign { .. } | JournalError::Untrue { .. }) => {
            return usage(error);
        }
        RunError::Journal(JournalError::Full { .. }) => "make room",
        RunError::Shortage(_) => "make room (ulimit, fewer --threads)",
        RunError::End(_) | RunError::Arena(_) => "put that right",
        _ => return error.into(),
    };
    match folder {
        Some(folder) => anyhow!(
            "{error}; the games before are kept in {}: {first} and continue with the same command \
             and --resume",
            folder.display()
        ),
        None => {
            anyhow!("{error}; without --out there is no run to continue: {first} and start again")
        }
    }
}

/// An error of the folder of a run, which can be continued if it exists; a user's mistake names the
/// flags for that.
pub(crate) fn run_folder_error(error: FolderError) -> anyhow::Error {
    match &error {
        FolderError::Exists(folder) if folder.join(RunFile::NAME).is_file() => usage(format!(
            "{error}; choose another --out, move it away, or continue it with --resume"
        )),
        _ => folder_error(error),
    }
}

/// The same for a command that continues nothing.
pub(crate) fn folder_error(error: FolderError) -> anyhow::Error {
    match error {
        FolderError::Exists(_) => usage(format!("{error}; choose another --out, or move it away")),
        FolderError::Unfinished(_) => usage(format!("{error}, or choose another --out")),
        FolderError::Make { .. } | FolderError::InUse(_) => {
            usage(format!("{error}; choose another --out"))
        }
        FolderError::NoJournal(_) | FolderError::Write { .. } => error.into(),
        error => usage(error),
    }
}

/// The same for a command whose argument is the folder.
pub(crate) fn named_folder_error(error: FolderError) -> anyhow::Error {
    match error {
        FolderError::Exists(folder) => usage(format!(
            "{} exists; name a folder that does not",
            folder.display()
        )),
        FolderError::Unfinished(_) => usage(format!("{error}, or name another")),
        error => folder_error(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> RunError {
        RunError::Journal(JournalError::Full {
            path: "journal.jsonl".into(),
            problem: "no space".to_owned(),
        })
    }

    #[test]
    fn errors_of_readers_are_bad_input_and_those_of_the_machine_are_not() {
        let config = darkforge_lab::config::TournamentConfig::parse("c.toml", "sed = 1");
        let line = JournalError::Line {
            path: "journal.jsonl".into(),
            line: 1,
            problem: "torn".to_owned(),
        };
        let order: Result<darkforge_kriegspiel::protocol::Order, _> = "what".parse();
        for error in [
            usage("no such file"),
            config.unwrap_err().into(),
            order.map(drop).unwrap_err().into(),
            RunError::Journal(line).into(),
        ] {
            assert!(is_of_input(&error), "{error:?}");
            assert!(is_of_input(&error.context("the page")));
        }
        let gone = JournalError::Gone { path: "j".into() };
        let disk = std::io::Error::other("the disk is full");
        for error in [
            full().into(),
            gone.into(),
            disk.into(),
            anyhow!("a thread has ended"),
        ] {
            assert!(!is_of_input(&error), "{error:?}");
        }
    }

    #[test]
    fn resume_is_advised_where_there_is_something_to_resume() {
        let kept = run_error(full(), Some(Path::new("r"))).to_string();
        assert!(kept.contains("kept in r: make room and continue"), "{kept}");
        assert!(kept.contains("--resume"), "{kept}");
        let lost = run_error(full(), None).to_string();
        assert!(
            lost.contains("no run to continue") && !lost.contains("--resume"),
            "{lost}"
        );
        let run = tempfile::tempdir().unwrap();
        let exists = || FolderError::Exists(run.path().to_owned());
        let none = run_folder_error(exists()).to_string();
        assert!(!none.contains("--resume"), "no run is there: {none}");
        std::fs::write(run.path().join(RunFile::NAME), "").unwrap();
        assert!(run_folder_error(exists()).to_string().contains("--resume"));
        assert!(!folder_error(exists()).to_string().contains("--resume"));
        let named = named_folder_error(exists()).to_string();
        assert!(
            named.ends_with("exists; name a folder that does not"),
            "{named}"
        );
        let left = folder_error(FolderError::Unfinished("r".into())).to_string();
        assert!(
            left.ends_with("remove it, or choose another --out"),
            "{left}"
        );
    }
}
