//! Whole files: named when they are complete, so that no reader sees a partial file.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::names::PLOTS;
use crate::bad_input::OrBadInput as _;
use darkforge_lab::draft;
use darkforge_plots as plot;

/// Writes `path` by `fill`; after an error the earlier content stays.
///
/// # Errors
/// If the folder cannot be written to, or `fill` fails.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    draft::write_whole(path, fill).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes `text` to `path`; after an error the earlier content stays.
///
/// # Errors
/// Those of the file.
pub fn write_text(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))
}

/// Whether a report has plots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// All that its tables allow.
    Plots,
    /// None: an earlier report's are removed.
    Nothing,
}

impl Drawn {
    /// Plots, unless they are `left_out`.
    pub fn unless(left_out: bool) -> Drawn {
        if left_out {
            Drawn::Nothing
        } else {
            Drawn::Plots
        }
    }
}

/// The folder of the plots in a run's `folder`, made if needed, if any are to be drawn; `folder`
/// itself must exist.
///
/// # Errors
/// If it cannot be made, or is a link: a run's files stay in its folder.
pub fn plots_folder(folder: &Path, drawn: Drawn) -> anyhow::Result<Option<PathBuf>> {
    let plots = folder.join(PLOTS);
    if plots.is_symlink() {
        bail!(
            "{} is a symbolic link, and a run writes only into its own folder; remove the link",
            plots.display()
        );
    }
    if drawn == Drawn::Nothing {
        plot::remove(&plots).with_context(|| format!("cannot remove {}", plots.display()))?;
        return Ok(None);
    }
    match fs::create_dir(&plots) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            Err(error).with_context(|| format!("cannot make {}", plots.display()))
        }
        _ => Ok(Some(plots)),
    }
}

/// Whether a path in a run's folder is a file of its own, and not a link.
///
/// # Errors
/// If it cannot be examined.
pub fn is_own_file(path: &Path) -> anyhow::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(found.is_file()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).or_bad_input(|| format!("cannot read {}", path.display())),
    }
}
