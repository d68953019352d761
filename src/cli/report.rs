//! `darkforge report`: everything that is made from a run's journal, made again, and its page.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{Common, evolve, folder, print, tournament, usage, versus};
use crate::config::{Job, RunFile};
use crate::report;
use crate::report::page::{self, About, State};
use crate::tournament::Journal;

/// The command's flags.
#[derive(Args)]
#[command(
    after_help = "Example:\n  darkforge report results/quickstart      # then open results/quickstart/report.html"
)]
pub(super) struct Options {
    /// A run's folder, also of a run under way; or one that another command wrote with --out.
    dir: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// What was drawn from a journal.
#[derive(Default)]
pub(super) struct Drawn {
    /// Games of the journal.
    games: Option<usize>,
    /// Finished generations of an evolution.
    generations: Option<usize>,
}

/// Runs the command. A run that is under way or was stopped is reported as far as it got.
pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let dir = &options.dir;
    let state = if Journal::is_in_use(&dir.join(folder::JOURNAL)) {
        State::UnderWay
    } else {
        State::Still
    };
    let Drawn { games, generations } = redraw(dir, state)?;
    let file = dir.join(page::PAGE);
    if options.common.json {
        let object = serde_json::json!({
            "folder": dir.display().to_string(),
            "page": file.display().to_string(),
            "under_way": state == State::UnderWay,
            "games": games,
            "generations": generations,
        });
        return print(&(serde_json::to_string(&object)? + "\n"));
    }
    if options.common.quiet {
        return Ok(());
    }
    let of = generations.map_or_else(String::new, |n| format!(" of {n} finished generations"));
    let from = match games {
        Some(games) => format!("{games} games{of}"),
        None => "its tables and plots (there is no journal)".to_owned(),
    };
    print(&format!(
        "{}: drawn again from {from}\n{}\n",
        dir.display(),
        file.display()
    ))
}

/// Makes the files of the run in `dir` again from its journal, and the page from them. Where
/// there is no journal, the page is made from the files that are there.
///
/// # Errors
/// It is no run's folder, a file of it is wrong, or one cannot be written.
pub(super) fn redraw(dir: &Path, state: State) -> anyhow::Result<Drawn> {
    let path = dir.join(folder::JOURNAL);
    let named = dir.join(RunFile::NAME).is_file();
    let only_page = dir.join(About::NAME).is_file()
        || named && !path.exists() && dir.join("games.csv").is_file();
    let drawn = if only_page {
        Drawn::default()
    } else {
        from_journal(dir, &path)?
    };
    page::write(dir, state)?;
    Ok(drawn)
}

fn from_journal(dir: &Path, path: &Path) -> anyhow::Result<Drawn> {
    let run = RunFile::load(dir).map_err(usage)?;
    let journal = Journal::open(path).map_err(usage)?;
    let mut drawn = Drawn {
        games: Some(journal.len()),
        generations: None,
    };
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
        drawn.generations = Some(evolution.finished().len());
    }
    Ok(drawn)
}
