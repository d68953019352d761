//! The folder of a run: made for a new run, opened again to resume it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::errors::usage;
use crate::report::{LEFT_BESIDE, write_whole};
use darkforge_lab::config::RunFile;
use darkforge_lab::tournament::Journal;

/// Name of the journal in a run's folder.
pub(crate) const JOURNAL: &str = "journal.jsonl";

/// Refuses a folder that exists already, before anything is done.
///
/// # Errors
/// It exists.
pub(crate) fn refuse_existing(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        return Err(usage(format!(
            "{} exists: a run never overwrites another; choose another --out, move it away, \
             or continue it with --resume",
            folder.display()
        )));
    }
    Ok(())
}

/// Makes `folder` for a new run and writes its `run.toml`.
///
/// # Errors
/// It exists, or cannot be written.
pub(crate) fn create(folder: &Path, run: &RunFile) -> anyhow::Result<Journal> {
    refuse_existing(folder)?;
    fs::create_dir_all(folder).map_err(|error| {
        usage(format!(
            "--out {}: cannot make it: {error}",
            folder.display()
        ))
    })?;
    begin(folder, run)
}

fn begin(folder: &Path, run: &RunFile) -> anyhow::Result<Journal> {
    rewrite(folder, run)?;
    Ok(Journal::create(&folder.join(JOURNAL))?)
}

/// Writes the `run.toml` of a run, in place of the one before; afterwards it is safe from a
/// power cut.
///
/// # Errors
/// It cannot be written.
pub(crate) fn rewrite(folder: &Path, run: &RunFile) -> anyhow::Result<()> {
    let text = run.to_toml()?;
    write_whole(&folder.join(RunFile::NAME), |out| {
        Ok(out.write_all(text.as_bytes())?)
    })?;
    // The name is in the folder, which is a file of its own on these systems.
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
    Ok(())
}

/// Whether a run was killed after it had made `folder` and before it had written anything
/// that counts.
fn is_bare(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| entries.flatten().all(|entry| is_left(&entry)))
}

fn is_left(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    name.to_string_lossy().starts_with(LEFT_BESIDE)
}

/// Whether `folder` is that of a run that was killed before its first game: there may be a
/// `run.toml`, and there is no journal.
pub(crate) fn never_began(folder: &Path) -> bool {
    let named = folder.join(RunFile::NAME).is_file();
    folder.is_dir() && !folder.join(JOURNAL).exists() && (named || is_bare(folder))
}

/// Removes the files that a killed run was just writing, so that it leaves what one run
/// leaves. The journal is locked: no other run writes here.
fn tidy(folder: &Path) {
    for folder in [folder.to_owned(), folder.join("plots")] {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries.filter(is_left) {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Opens the run in `folder` again; `run` must be what it was begun as.
///
/// # Errors
/// There is no such run, it is another one, or its journal is wrong.
pub(crate) fn resume(folder: &Path, run: &RunFile) -> anyhow::Result<Journal> {
    if is_bare(folder) {
        let journal = begin(folder, run)?;
        tidy(folder);
        return Ok(journal);
    }
    let before = RunFile::load(folder).map_err(usage)?;
    if let Some(difference) = before.difference(run) {
        return Err(usage(format!(
            "cannot resume {}: {difference}",
            folder.display()
        )));
    }
    if before.share != run.share {
        let what = |run: &RunFile| match &run.share {
            Some(share) => format!("share {share}"),
            None => "the whole run".to_owned(),
        };
        return Err(usage(format!(
            "cannot resume {}: {} is played there, not {}",
            folder.display(),
            what(&before),
            what(run)
        )));
    }
    let path = folder.join(JOURNAL);
    let journal = if path.exists() {
        Journal::resume(&path).map_err(usage)?
    } else {
        Journal::create(&path)? // stopped before its first game
    };
    tidy(folder);
    Ok(journal)
}

/// The folder that a run goes to: `out`, or `results/NAME`.
pub(crate) fn of_run(out: Option<&Path>, name: &str) -> PathBuf {
    out.map_or_else(|| Path::new("results").join(name), Path::to_owned)
}
