//! Flags of the commands that play what a config says.

use std::path::PathBuf;

use clap::Args;

/// Which config is played, and where its files go.
#[derive(Args)]
pub(super) struct RunFlags {
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
