//! `darkforge stats`: statistics of game collections.

use std::path::PathBuf;

use clap::Args;

use super::gathering::{Request, gather};
use super::{Common, folder, print, usage};
use crate::stats::collection::{Reason, Wanted};
use crate::umpire::Ruleset;

/// The command's flags.
#[derive(Args)]
pub(super) struct Options {
    /// PGN files, transcripts and run folders.
    #[arg(required = true)]
    input: Vec<PathBuf>,
    /// Folder for tables and plots; must not exist.
    #[arg(long)]
    out: Option<PathBuf>,
    #[arg(long, default_value_t = 2000)]
    knowledge_sample: u64,
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let wanted = Wanted::default();
    let request = Request {
        wanted: &wanted,
        ruleset: &crate::umpire::ICC,
        sample: options.knowledge_sample,
        threads: options.threads.unwrap_or(2),
        quiet: options.common.quiet,
    };
    let gathered = gather(&options.input, &request)?;
    print(&format!(
        "{} games {:?}\n",
        gathered.collection.games, gathered.counts
    ))
}
