//! `darkforge man`: manual pages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use crate::cli::command;
use crate::cli::errors::named_folder_error;
use crate::cli::flags::finish_folder;
use crate::cli::terminal::tell;
use darkforge_lab::folder::NewFolder;

/// Write manual pages.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  darkforge man pages && man pages/darkforge-evolve.1\n  \
darkforge man pages && sudo install -Dt /usr/local/share/man/man1 -m 644 pages/*"
)]
pub(crate) struct Options {
    /// Folder for the pages; must not exist.
    dir: PathBuf,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let folder = NewFolder::make(&options.dir).map_err(named_folder_error)?;
    write_pages(&options.dir)
        .with_context(|| format!("cannot write to {}", options.dir.display()))?;
    finish_folder(Some(folder))?;
    tell(&format!("pages: {}", options.dir.display()));
    Ok(())
}

/// Writes the pages to `folder`. Their lines are neither hyphenated nor justified, so that examples
/// can be copied.
fn write_pages(folder: &Path) -> std::io::Result<()> {
    clap_mangen::generate_to(command(), folder)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "1") {
            continue;
        }
        let page = fs::read_to_string(&path)?;
        let (title, text) = page.split_once("\n.SH ").unwrap_or((&page, ""));
        fs::write(&path, format!("{title}\n.nh\n.ad l\n.SH {text}"))?;
    }
    Ok(())
}
