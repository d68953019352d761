//! Whole files: named when they are written, so that nobody ever reads half of one.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::artifact::PLOTS;
use darkforge_lab::draft;

/// Writes `path` by `fill`; an error leaves what was there before.
///
/// # Errors
/// The folder cannot be written to, or what `fill` returns.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    draft::write_whole(path, fill).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes `text` to `path`; an error leaves what was there before.
///
/// # Errors
/// Those of the file.
pub fn write_text(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))
}

/// The folder of the plots in a run's `folder`, made if need be; `folder` itself must be there.
///
/// # Errors
/// It cannot be made, or is a link: what a run writes stays in its folder.
pub fn plots_folder(folder: &Path) -> anyhow::Result<PathBuf> {
    let plots = folder.join(PLOTS);
    if plots.is_symlink() {
        bail!(
            "{} is a symbolic link, and a run writes into its own folder alone; remove the link",
            plots.display()
        );
    }
    match fs::create_dir(&plots) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            Err(error).with_context(|| format!("cannot make {}", plots.display()))
        }
        _ => Ok(plots),
    }
}

/// Whether something in a run's folder is a file of its own, and no link to another.
///
/// # Errors
/// It cannot be looked at.
pub fn is_own_file(path: &Path) -> anyhow::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(found.is_file()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}
