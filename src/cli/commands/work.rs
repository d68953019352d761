//! `darkforge work`: a worker, which plays for runs with `--workers`.

use std::time::Duration;

use clap::Args;

use crate::cli::cluster::{self, Work};
use crate::cli::flags::Threads;
use crate::cli::input::deadline;

/// Play for runs with --workers: take jobs from a NATS server until told to stop.
#[derive(Args)]
#[command(
    after_help = "Credentials are taken from the URL, or from the variables that the nats program has: NATS_CREDS, NATS_NKEY, \
NATS_CA, NATS_CERT, NATS_KEY. Ctrl-C finishes the jobs in play, or gives them back after 15 seconds.\n\n\
Examples:\n  darkforge work nats://head:4222\n  darkforge work nats://head:4222 --threads 8 --idle 10m"
)]
pub(crate) struct Options {
    /// Address of the NATS server, with its port if that is not 4222.
    pub(crate) url: String,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Name of the worker; no other may have it [default: machine and process].
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// End after this time without a job, such as 10m [default: never].
    #[arg(long, value_name = "TIME", value_parser = deadline::length)]
    pub(crate) idle: Option<Duration>,
    /// No notes and no progress; only errors.
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    cluster::work(&Work {
        url: &options.url,
        threads: options.threads.count(),
        name: options.name.as_deref(),
        idle: options.idle,
        quiet: options.quiet,
    })
}
