//! `darkforge man`: manual pages.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use crate::cli::command;
use crate::cli::flags::{finish_folder, new_folder};
use crate::cli::terminal::tell;

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
    let folder = new_folder(Some(&options.dir))?;
    clap_mangen::generate_to(command(), &options.dir)
        .with_context(|| format!("cannot write to {}", options.dir.display()))?;
    finish_folder(folder)?;
    tell(&format!("pages: {}", options.dir.display()));
    Ok(())
}
