//! Flags that several commands have, and their checks.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use crate::cli::errors::usage;

/// Flags that every command has.
#[derive(Args)]
pub(crate) struct Common {
    /// No progress and no notes; only results and errors.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print figures as one JSON object on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which config is played, and where its files go.
#[derive(Args)]
pub(crate) struct RunFlags {
    /// What is played, and how (TOML).
    pub config: PathBuf,
    /// Folder for the run's files; must not exist [default: results/NAME].
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Seed of all randomness, instead of the config's.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Threads that play [default: one for each core].
    #[arg(long)]
    pub threads: Option<usize>,
    /// Continue the run in the folder from where it was stopped.
    #[arg(long)]
    pub resume: bool,
    /// Make the page of the run (report.html) again while it is played; open in a browser, it
    /// reads itself again.
    #[arg(long)]
    pub watch: bool,
}

/// Checks a seed given by a flag.
pub(crate) fn check_seed(seed: u64) -> anyhow::Result<()> {
    if seed >= 1 << 53 {
        return Err(usage(format!("--seed {seed}: must be below 2^53")));
    }
    Ok(())
}

/// Threads that play: `threads`, or one for each core.
pub(crate) fn pool(threads: Option<usize>) -> anyhow::Result<rayon::ThreadPool> {
    if threads == Some(0) {
        return Err(usage("--threads 0: must be at least 1"));
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .context("cannot start threads")
}
