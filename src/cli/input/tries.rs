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
        Job::Match(_) => "a match keeps them with --keep-tries, --pgn, --transcript or --history",
        Job::Tournament(_) => "a tournament keeps them with pgn = true or history = true",
        Job::Evolve(_) => {
            "an evolution keeps them with keep = \"proof\", \"champions\" or \"all\" in its config"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_run::play;
    use super::*;

    #[test]
    fn a_run_is_known_by_its_folder_and_by_a_journal_beside_its_config() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("run");
        play(&folder, ["random", "random"], false);
        let journal = folder.join(RunFolder::JOURNAL);
        assert_eq!(run_folder(&folder), Some(folder.clone()));
        let of_journal = run_folder(&journal).unwrap();
        assert!(of_journal.join(RunFile::NAME).is_file(), "{of_journal:?}");
        assert_eq!(run_folder(&folder.join(RunFile::NAME)), None);
        let alone = desk.path().join(RunFolder::JOURNAL);
        std::fs::copy(&journal, &alone).unwrap();
        assert_eq!(run_folder(&alone), None, "no run is beside it");
        let job = RunFile::load(&folder).unwrap().job;
        assert_eq!(
            kept_with(&job),
            "a match keeps them with --keep-tries, --pgn, --transcript or --history"
        );
    }
}
