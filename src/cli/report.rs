//! `darkforge report`: everything that is made from a run's journal, made again.

use std::path::PathBuf;

use clap::Args;

use super::{Common, evolve, folder, print, tournament, usage, versus};
use crate::config::{Job, RunFile};
use crate::report;
use crate::tournament::Journal;

/// The command's flags.
#[derive(Args)]
#[command(after_help = "Example:\n  darkforge report results/quickstart")]
pub(super) struct Options {
    /// A run's folder.
    dir: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// Runs the command. A run that is under way or was stopped is reported as far as it got.
pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let dir = &options.dir;
    let run = RunFile::load(dir).map_err(usage)?;
    let journal = Journal::open(&dir.join(folder::JOURNAL)).map_err(usage)?;
    let games = journal.len();
    let mut generations = None;
    if let Job::Match(config) = &run.job {
        versus::redraw(dir, &run, config, &journal)?;
    } else if let Some(tournament) = run.tournament() {
        let tournament = tournament.map_err(usage)?;
        let (contest, journal) = tournament::replay(&tournament, journal)?;
        tournament::write_files(dir, &tournament, &contest, &journal)?;
    } else if let Some(plan) = run.evolution() {
        let plan = plan.map_err(usage)?;
        let (evolution, journal) = evolve::replay(&plan, journal)?;
        report::evolution(dir, plan.ruleset, &evolution, &journal, &run.version)?;
        generations = Some(evolution.finished().len());
    }
    if options.common.json {
        let object = serde_json::json!({
            "folder": dir.display().to_string(),
            "games": games,
            "generations": generations,
        });
        return print(&(serde_json::to_string(&object)? + "\n"));
    }
    if options.common.quiet {
        return Ok(());
    }
    let of = generations.map_or_else(String::new, |n| format!(" of {n} finished generations"));
    print(&format!(
        "{}: drawn again from {games} games{of}\n",
        dir.display()
    ))
}
