//! Whole files: written beside first, then renamed, so that nobody ever reads half of one.

use std::io::Write;
use std::path::Path;

use anyhow::Context;

use darkforge_lab::folder;

/// Writes `path` by `fill`; an error leaves what was there before.
///
/// # Errors
/// The folder cannot be written to, or what `fill` returns.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    folder::write_whole(path, fill).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes `text` to `path`; an error leaves what was there before.
///
/// # Errors
/// Those of the file.
pub fn write_text(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))
}
