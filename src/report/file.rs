//! Whole files: named when they are written, so that nobody ever reads half of one.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

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

/// The folder of the plots in `folder`, made if need be; `folder` itself must be there.
///
/// # Errors
/// It cannot be made.
pub fn plots_folder(folder: &Path) -> anyhow::Result<PathBuf> {
    let plots = folder.join(PLOTS);
    match std::fs::create_dir(&plots) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(error).with_context(|| format!("cannot make {}", plots.display()))
        }
        _ => Ok(plots),
    }
}
