//! `darkforge watchdog`: ends programs that play, for a process that was killed. Only darkforge
//! starts it.

use clap::Args;

/// Ends the programs that play when this program is killed.
#[derive(Args)]
#[command(hide = true)]
pub(crate) struct Options {}

/// Runs the command.
#[allow(clippy::unnecessary_wraps)] // the form of every command
pub(crate) fn run(_: &Options) -> anyhow::Result<()> {
    darkforge_programs::watch(std::io::stdin().lock());
    Ok(())
}
