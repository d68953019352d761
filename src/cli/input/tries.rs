//! Tries in the journals of runs, and what to set where they were not kept.

use std::path::{Path, PathBuf};

use darkforge_lab::config::{Job, RunFile};
use darkforge_lab::folder::RunFolder;

/// The run's folder, if `file` is one or its journal.
pub(crate) fn run_folder(file: &Path) -> Option<PathBuf> {
    if file.is_dir() {
        return Some(file.to_owned());
    }
    let beside = file.with_file_name("");
    let journal = file
        .file_name()
        .is_some_and(|name| name == RunFolder::JOURNAL);
    (journal && beside.join(RunFile::NAME).is_file()).then_some(beside)
}

/// Keys and flags with which a run of this kind keeps its tries.
pub(crate) const fn kept_with(job: &Job) -> &'static str {
    match job {
        Job::Match(_) => "a match keeps them with --pgn or --transcript",
        Job::Tournament(_) => "a tournament keeps them with pgn = true",
        Job::Evolve(_) => {
            "an evolution keeps them with keep = \"proof\", \"champions\" or \"all\" in its config"
        }
    }
}
