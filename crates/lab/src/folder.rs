//! Folders that commands write to. Each is made before the work, by one command alone.
//!
//! The folder of a run is made for a new run and opened again to resume it. The journal in it is
//! made and locked before anything else, and so marks the owner of the folder. Folders of other
//! commands contain the file [`UNFINISHED`] until everything is written.
//!
//! ```
//! use darkforge_lab::folder::NewFolder;
//!
//! let parent = tempfile::tempdir()?;
//! let path = parent.path().join("statistics");
//! let folder = NewFolder::make(&path)?;
//! assert!(NewFolder::make(&path).is_err(), "one command at a time");
//! std::fs::write(path.join("table.csv"), "game\n")?;
//! folder.finish()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::config::{ChangedConfig, ConfigError, EvolvePlan, Job, MatchPlan, RunFile};
use crate::draft::{LEFT_BESIDE, is_at, write_whole};
use crate::journal::{Journal, JournalError, packed_name};
use crate::run::Run;
use crate::tuner::{Change, End, Evolution};
use darkforge_kriegspiel::text;

/// Name of the file that marks an unfinished folder.
pub const UNFINISHED: &str = "unfinished.txt";

/// Text of [`UNFINISHED`].
const UNFINISHED_TEXT: &str = "darkforge is writing to this folder. If it is no longer running, it was stopped, and the files here are incomplete.\n";

/// Errors of a run's folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder of a new run exists.
    #[error("{} exists: a run never overwrites another", .0.display())]
    Exists(PathBuf),
    /// Another command is using the folder.
    #[error("{}: another command is using it", .0.display())]
    InUse(PathBuf),
    /// A command was stopped while it wrote there.
    #[error(
        "{} was left unfinished by a command that was stopped: remove it",
        .0.display()
    )]
    Unfinished(PathBuf),
    /// It cannot be made.
    #[error("{}: cannot make it: {source}", folder.display())]
    Make {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Its `run.toml` cannot be read.
    #[error(transparent)]
    RunFile(#[from] ConfigError),
    /// The folder has another run.
    #[error("cannot resume {}: {difference}", folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The difference, as a sentence.
        difference: String,
    },
    /// The folder has a run of another command.
    #[error("{} is a run of darkforge {kind}", folder.display())]
    OtherKind {
        /// The folder.
        folder: PathBuf,
        /// The command.
        kind: &'static str,
    },
    /// Its journal is wrong or in use.
    #[error(transparent)]
    Journal(JournalError),
    /// Its journal cannot be made.
    #[error(transparent)]
    NoJournal(JournalError),
    /// A file in it cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// A new folder before its content is complete. If dropped before that, it is removed if nothing
/// was written there, and marked as unfinished otherwise.
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    /// Folders that were made for it; it is the last.
    made: Vec<PathBuf>,
    /// [`UNFINISHED`], locked; `None` once the folder is finished.
    mark: Option<File>,
}

impl NewFolder {
    /// Makes the folder at `path`, and those above it. An empty one that a stopped command left is
    /// used.
    ///
    /// # Errors
    /// If it exists, another command is using it, or it cannot be made.
    pub fn make(path: &Path) -> Result<NewFolder, FolderError> {
        let failed = |source| FolderError::Make {
            folder: path.to_owned(),
            source,
        };
        let above = path.ancestors().skip(1);
        let missing = above.take_while(|one| !one.as_os_str().is_empty() && !one.exists());
        let mut new = NewFolder {
            path: path.to_owned(),
            made: missing.map(Path::to_owned).collect(),
            mark: None,
        };
        new.made.reverse();
        if let Some(parent) = new.made.last() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        let mark_path = path.join(UNFINISHED);
        let mut options = File::options();
        options.write(true);
        match fs::create_dir(path) {
            Ok(()) => {
                options.create_new(true);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !mark_path.is_file() {
                    return Err(FolderError::Exists(path.to_owned()));
                }
            }
            Err(error) => return Err(failed(error)),
        }
        let mark = options.open(&mark_path).map_err(failed)?;
        match mark.try_lock() {
            Ok(()) if is_at(&mark_path, &mark) => {}
            Ok(()) | Err(fs::TryLockError::WouldBlock) => {
                return Err(FolderError::InUse(path.to_owned()));
            }
            Err(fs::TryLockError::Error(source)) => return Err(failed(source)),
        }
        if !is_empty(path) {
            return Err(FolderError::Unfinished(path.to_owned()));
        }
        new.made.push(path.to_owned());
        (&mark)
            .write_all(UNFINISHED_TEXT.as_bytes())
            .map_err(failed)?;
        new.mark = Some(mark);
        Ok(new)
    }

    /// Marks the content as complete.
    ///
    /// # Errors
    /// If the mark cannot be removed.
    pub fn finish(mut self) -> Result<(), FolderError> {
        let path = self.path.join(UNFINISHED);
        if self.mark.take().is_some() {
            fs::remove_file(&path).map_err(|source| FolderError::Write { path, source })?;
        }
        self.made.clear();
        Ok(())
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if self.mark.is_some() && is_empty(&self.path) {
            let _ = fs::remove_file(self.path.join(UNFINISHED));
        }
        for folder in self.made.iter().rev() {
            // A folder with content stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Whether the folder at `path` has only what a killed command leaves.
fn is_empty(path: &Path) -> bool {
    fs::read_dir(path).is_ok_and(|entries| entries.flatten().all(|entry| is_left(&entry)))
}

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    /// Name of the journal in it.
    pub const JOURNAL: &str = "journal.jsonl";

    /// The run's folder at `path`, which may not exist yet.
    pub fn at(path: impl Into<PathBuf>) -> RunFolder {
        RunFolder { path: path.into() }
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The journal in it: `journal.jsonl`, or `journal.jsonl.zst` if there is only that.
    pub fn journal(&self) -> PathBuf {
        let journal = self.path.join(RunFolder::JOURNAL);
        let packed = packed_name(&journal);
        if !journal.exists() && packed.is_file() {
            return packed;
        }
        journal
    }

    /// Makes the folder for a new run and writes its `run.toml`.
    ///
    /// # Errors
    /// If it exists, or cannot be written.
    pub fn create(&self, run: &RunFile) -> Result<Journal, FolderError> {
        let new = NewFolder::make(&self.path)?;
        let journal = self.begin(run)?;
        new.finish()?;
        Ok(journal)
    }

    /// The same in a [`NewFolder`] that was made for it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(&self, run: &RunFile) -> Result<Journal, FolderError> {
        let journal = Journal::create(&self.journal()).map_err(FolderError::NoJournal)?;
        self.write(run)?;
        Ok(journal)
    }

    /// Opens the run again; `run` must be the run that was begun there.
    ///
    /// # Errors
    /// If there is no such run, it is another one, or its journal is wrong.
    pub fn resume(&self, run: &RunFile) -> Result<Journal, FolderError> {
        if !self.is_bare() {
            // A folder of something else stays unchanged.
            RunFile::load(&self.path)?;
        }
        let mut journal = Journal::claim(&self.journal()).map_err(FolderError::Journal)?;
        // From here on no other run writes here.
        if self.path.join(RunFile::NAME).exists() {
            self.refuse_other(run)?;
        } else {
            self.write(run)?;
        }
        journal.catch_up().map_err(FolderError::Journal)?;
        self.tidy();
        Ok(journal)
    }

    /// Checks that the run of this folder is `run`.
    fn refuse_other(&self, run: &RunFile) -> Result<(), FolderError> {
        let before = RunFile::load(&self.path)?;
        let other = |difference| FolderError::Other {
            folder: self.path.clone(),
            difference,
        };
        let kind = before.job.name();
        if kind != run.job.name() {
            return Err(FolderError::OtherKind {
                folder: self.path.clone(),
                kind,
            });
        }
        if let Some([here, wanted]) = before.difference(run) {
            let advice = match before.job {
                Job::Evolve(_) => self.advice(),
                Job::Match(_) if here.starts_with("games ") => {
                    "; a match may get more games, not fewer".to_owned()
                }
                Job::Match(_) if here == "keep_tries = true" => "; add --keep-tries".to_owned(),
                Job::Match(_) | Job::Tournament(_) => String::new(),
            };
            return Err(other(format!(
                "the run there has '{here}', not '{wanted}'{advice}"
            )));
        }
        if before.share != run.share {
            let what = |run: &RunFile| match &run.share {
                Some(share) => format!("share {share}"),
                None => "the whole run".to_owned(),
            };
            let (here, wanted) = (what(&before), what(run));
            return Err(other(format!("{here} is played there, not {wanted}")));
        }
        Ok(())
    }

    /// Advice on a difference: the values that may change, and how to search otherwise.
    fn advice(&self) -> String {
        format!(
            "; a run may get more generations, another reference.every or [stop], and a [proof] or more \
             of it; to search otherwise, begin a new run from this one's champion: start = {:?} and \
             another name",
            self.path.display().to_string()
        )
    }

    /// Opens an evolution again, which may have other rules by which champions are measured and it
    /// ends. Its earlier ends and rules become part of `plan`, and of its `run.toml`, which is
    /// returned.
    ///
    /// # Errors
    /// Those of [`RunFolder::resume`]; a journal with games of another run.
    pub fn resume_evolution(
        &self,
        plan: &mut EvolvePlan,
    ) -> Result<(RunFile, Journal), FolderError> {
        let journal = self.resume(&RunFile::of_evolution(plan))?;
        let before = RunFile::load(&self.path)?;
        let Some(old) = before.evolution().transpose()? else {
            return Ok((before, journal));
        };
        let rules = |config| ChangedConfig::of(config, 0);
        let is_changed = rules(&old.config) != rules(&plan.config);
        plan.parent.clone_from(&old.parent);
        plan.changes.clone_from(&old.changes);
        plan.settings.ends.clone_from(&old.settings.ends);
        plan.settings.changes.clone_from(&old.settings.changes);
        if !is_changed {
            return Ok((before, journal));
        }
        let mut run = Run::new(Evolution::new(old.settings), journal);
        run.replay().map_err(FolderError::Journal)?;
        let told = run.schedule.results().iter();
        let told: u64 = told.map(|bout| bout.tally.games()).sum();
        let further = run.journal.len() as u64 > told;
        let until = run.schedule.decided(further);
        let end = run.schedule.ended_after(further).map(End::planned);
        let settings = run.schedule.settings();
        plan.settings.ends.clone_from(&settings.ends);
        let is_new = |end: &End| settings.ends.iter().all(|one| one.after != end.after);
        plan.settings.ends.extend(end.filter(is_new));
        plan.settings.changes.push(Change {
            until,
            generations: settings.generations,
            every: settings.reference.every,
            proof: settings.proof.clone(),
            stop: settings.stop.clone(),
        });
        plan.changes.push(ChangedConfig::of(&old.config, until));
        let changed = RunFile::of_evolution(plan);
        self.write(&changed)?;
        Ok((changed, run.journal))
    }

    /// Opens a match again, which may have more games, unless its test is decided.
    ///
    /// # Errors
    /// Those of [`RunFolder::resume`]; more games after a decision.
    pub fn resume_match(&self, plan: &MatchPlan) -> Result<Journal, FolderError> {
        let run = RunFile::of_match(plan);
        let journal = self.resume(&run)?;
        let before = RunFile::load(&self.path)?;
        let old = match before.r#match().transpose()? {
            Some(old) if before != run => old,
            _ => return Ok(journal),
        };
        let mut played = Run::new(old.schedule, journal);
        played.replay().map_err(FolderError::Journal)?;
        if let Some(games) = played.schedule.decided_after() {
            return Err(FolderError::Other {
                folder: self.path.clone(),
                difference: format!(
                    "its test was decided after {games} games, so more have no part in it"
                ),
            });
        }
        self.write(&run)?;
        Ok(played.journal)
    }

    /// Resumes the run if the folder exists, and begins it otherwise.
    ///
    /// # Errors
    /// Those of [`RunFolder::create`] and [`RunFolder::resume`].
    pub fn open(&self, run: &RunFile) -> Result<Journal, FolderError> {
        if self.path.exists() {
            self.resume(run)
        } else {
            self.create(run)
        }
    }

    /// Writes `run.toml`, in place of the previous one; afterwards it is safe from a power cut.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, run: &RunFile) -> Result<(), FolderError> {
        let path = self.path.join(RunFile::NAME);
        let text = run.to_toml().map_err(io::Error::other);
        let written = text.and_then(|text| {
            text::refuse_long(text.len())?;
            write_whole(&path, |out| out.write_all(text.as_bytes()))?;
            // The name is stored in the folder, which is a file of its own on these systems.
            #[cfg(unix)]
            fs::File::open(&self.path)?.sync_all()?;
            Ok(())
        });
        written.map_err(|source| FolderError::Write { path, source })
    }

    /// Whether a run was killed between making the folder and writing anything that counts.
    fn is_bare(&self) -> bool {
        let counts_not = |entry: &fs::DirEntry| {
            let is_journal = entry.file_name() == RunFolder::JOURNAL;
            let is_empty = || entry.metadata().is_ok_and(|journal| journal.len() == 0);
            is_left(entry) || is_journal && is_empty()
        };
        let entries = fs::read_dir(&self.path);
        entries.is_ok_and(|entries| entries.flatten().all(|entry| counts_not(&entry)))
    }

    /// Whether this is the folder of a run that was killed before its first game: there may be a
    /// `run.toml`, but no journal.
    pub fn never_began(&self) -> bool {
        let named = self.path.join(RunFile::NAME).is_file();
        self.path.is_dir() && (named && !self.journal().exists() || self.is_bare())
    }

    /// Removes partial files of a killed run, so that the folder has the files of an uninterrupted
    /// run. The journal is locked: no other run writes here.
    fn tidy(&self) {
        for folder in [self.path.clone(), self.path.join("plots")] {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            for entry in entries.filter(is_left) {
                // A file that cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn is_left(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    name == UNFINISHED || name.to_string_lossy().starts_with(LEFT_BESIDE)
}

#[cfg(test)]
mod run_tests;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_commands_with_one_folder_one_has_it() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("b");
        for _ in 0..50 {
            let start = std::sync::Barrier::new(4);
            let claim = || {
                start.wait();
                NewFolder::make(&path)
            };
            let made = std::thread::scope(|scope| {
                let threads = [(); 4].map(|()| scope.spawn(claim));
                threads.map(|thread| thread.join().unwrap())
            });
            assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1);
            drop(made);
            assert!(!path.exists(), "nothing was written");
        }
    }

    #[test]
    fn folders_above_go_again_with_the_folder_for_which_they_were_made() {
        let desk = tempfile::tempdir().unwrap();
        drop(NewFolder::make(&desk.path().join("a/b/c")).unwrap());
        assert!(!desk.path().join("a").exists());
        let new = NewFolder::make(&desk.path().join("a/b/c")).unwrap();
        fs::write(desk.path().join("a/b/other"), "").unwrap();
        drop(new);
        assert!(desk.path().join("a/b/other").exists());
    }

    #[test]
    fn the_folder_of_a_stopped_command_is_taken_over_or_marked() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("stats");
        let mut stopped = NewFolder::make(&path).unwrap();
        stopped.made.clear();
        drop(stopped.mark.take());
        drop(stopped);
        assert!(path.join(UNFINISHED).exists(), "as a kill leaves it");
        let new = NewFolder::make(&path).unwrap();
        let refused = NewFolder::make(&path).unwrap_err();
        assert!(matches!(refused, FolderError::InUse(_)), "{refused}");
        fs::write(path.join("figures.csv"), "half").unwrap();
        drop(new);
        assert!(path.join(UNFINISHED).exists(), "it is marked");
        let refused = NewFolder::make(&path).unwrap_err();
        assert!(matches!(refused, FolderError::Unfinished(_)), "{refused}");
        fs::remove_file(path.join("figures.csv")).unwrap();
        let new = NewFolder::make(&path).unwrap();
        fs::write(path.join("figures.csv"), "whole").unwrap();
        new.finish().unwrap();
        assert!(!path.join(UNFINISHED).exists());
        let refused = NewFolder::make(&path).unwrap_err();
        assert!(matches!(refused, FolderError::Exists(_)), "{refused}");
    }
}
