//! The folder of a run: made for a new run, opened again to resume it. The journal in it is
//! locked while a run writes there.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::config::{ConfigError, EvolvePlan, RunFile};
use crate::journal::{Journal, JournalError};
use crate::run::Run;
use crate::tuner::Evolution;

/// Prefix of files that are being written: a killed run leaves them behind.
pub const LEFT_BESIDE: &str = ".darkforge-";

/// Errors of a run's folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A new run's folder exists.
    #[error("{} exists: a run never overwrites another", .0.display())]
    Exists(PathBuf),
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
    /// Another run is in it.
    #[error("cannot resume {}: {difference}", folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The difference, in a sentence.
        difference: String,
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

    /// The journal in it.
    pub fn journal(&self) -> PathBuf {
        self.path.join(RunFolder::JOURNAL)
    }

    /// Refuses a folder that exists already, before anything is done.
    ///
    /// # Errors
    /// It exists.
    pub fn refuse_existing(&self) -> Result<(), FolderError> {
        if self.path.exists() {
            return Err(FolderError::Exists(self.path.clone()));
        }
        Ok(())
    }

    /// Makes the folder for a new run and writes its `run.toml`.
    ///
    /// # Errors
    /// It exists, or cannot be written.
    pub fn create(&self, run: &RunFile) -> Result<Journal, FolderError> {
        self.refuse_existing()?;
        fs::create_dir_all(&self.path).map_err(|source| FolderError::Make {
            folder: self.path.clone(),
            source,
        })?;
        self.begin(run)
    }

    fn begin(&self, run: &RunFile) -> Result<Journal, FolderError> {
        self.write(run)?;
        Journal::create(&self.journal()).map_err(FolderError::NoJournal)
    }

    /// Opens the run again; `run` must be what it was begun as.
    ///
    /// # Errors
    /// There is no such run, it is another one, or its journal is wrong.
    pub fn resume(&self, run: &RunFile) -> Result<Journal, FolderError> {
        if self.is_bare() {
            let journal = self.begin(run)?;
            self.tidy();
            return Ok(journal);
        }
        let before = RunFile::load(&self.path)?;
        let other = |difference| FolderError::Other {
            folder: self.path.clone(),
            difference,
        };
        if let Some(difference) = before.difference(run) {
            return Err(other(difference));
        }
        if before.share != run.share {
            let what = |run: &RunFile| match &run.share {
                Some(share) => format!("share {share}"),
                None => "the whole run".to_owned(),
            };
            let (here, wanted) = (what(&before), what(run));
            return Err(other(format!("{here} is played there, not {wanted}")));
        }
        let journal = if self.journal().exists() {
            Journal::resume(&self.journal()).map_err(FolderError::Journal)?
        } else {
            // Stopped before its first game.
            Journal::create(&self.journal()).map_err(FolderError::NoJournal)?
        };
        self.tidy();
        Ok(journal)
    }

    /// Opens an evolution again, which may have more generations than before. Where it ended
    /// before becomes part of `plan`, and of its `run.toml`, which is returned.
    ///
    /// # Errors
    /// Those of [`RunFolder::resume`]; the journal has games of another run.
    pub fn resume_evolution(
        &self,
        plan: &mut EvolvePlan,
    ) -> Result<(RunFile, Journal), FolderError> {
        let mut journal = self.resume(&RunFile::of_evolution(plan))?;
        let before = RunFile::load(&self.path)?;
        plan.settings.ends.clone_from(&before.ends);
        let old = match before.evolution().transpose()? {
            Some(old) if old.settings.generations < plan.settings.generations => old,
            _ => return Ok((before, journal)),
        };
        let mut run = Run::new(Evolution::new(old.settings), journal);
        run.replay().map_err(FolderError::Journal)?;
        let told = run.schedule.results().iter();
        let told: u64 = told.map(|bout| bout.tally.games()).sum();
        let end = run.schedule.ended_after(run.journal.len() as u64 > told);
        plan.settings
            .ends
            .extend(end.filter(|end| !before.ends.contains(end)));
        journal = run.journal;
        let longer = RunFile::of_evolution(plan);
        self.write(&longer)?;
        Ok((longer, journal))
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

    /// Writes `run.toml`, in place of the one before; afterwards it is safe from a power cut.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, run: &RunFile) -> Result<(), FolderError> {
        let path = self.path.join(RunFile::NAME);
        let text = run.to_toml().map_err(io::Error::other);
        let written = text.and_then(|text| {
            write_whole(&path, |out| out.write_all(text.as_bytes()))?;
            // The name is in the folder, which is a file of its own on these systems.
            #[cfg(unix)]
            fs::File::open(&self.path)?.sync_all()?;
            Ok(())
        });
        written.map_err(|source| FolderError::Write { path, source })
    }

    /// Whether a run was killed after it had made the folder and before it had written
    /// anything that counts.
    fn is_bare(&self) -> bool {
        fs::read_dir(&self.path).is_ok_and(|entries| entries.flatten().all(|entry| is_left(&entry)))
    }

    /// Whether this is the folder of a run that was killed before its first game: there may be
    /// a `run.toml`, and there is no journal.
    pub fn never_began(&self) -> bool {
        let named = self.path.join(RunFile::NAME).is_file();
        self.path.is_dir() && !self.journal().exists() && (named || self.is_bare())
    }

    /// Removes the files that a killed run was just writing, so that it leaves what one run
    /// leaves. The journal is locked: no other run writes here.
    fn tidy(&self) {
        for folder in [self.path.clone(), self.path.join("plots")] {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            for entry in entries.filter(is_left) {
                // What cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn is_left(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    name.to_string_lossy().starts_with(LEFT_BESIDE)
}

/// Writes `path` by `fill`; an error leaves what was there before.
///
/// # Errors
/// The folder cannot be written to, or what `fill` returns.
pub fn write_whole<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let file = tempfile::Builder::new()
        .prefix(LEFT_BESIDE)
        .permissions(permissions())
        .tempfile_in(folder)?;
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(io::Error::from)?;
    Ok(())
}

/// The permissions that a file made in the ordinary way would ask for.
#[cfg(unix)]
fn permissions() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(0o666)
}

#[cfg(not(unix))]
fn permissions() -> fs::Permissions {
    // Only read and write matter elsewhere, and a new file has both.
    fs::metadata(".").map_or_else(|_| unreachable!("the working folder"), |m| m.permissions())
}
