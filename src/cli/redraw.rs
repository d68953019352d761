//! Redrawing: reads runs again from their journals and makes their files again, without playing.

use std::path::Path;

use crate::cli::errors::usage;
use crate::cli::terminal::tell;
use crate::report;
use crate::report::Drawn;
use crate::report::names::{ABOUT, PLOTS};
use crate::report::page::{LeftOut, Page, State};
use darkforge_kriegspiel::record::pgn::Filter;
use darkforge_lab::bout::tally;
use darkforge_lab::config::{MatchPlan, RunFile, TournamentPlan};
use darkforge_lab::folder::RunFolder;
use darkforge_lab::game::Game;
use darkforge_lab::journal::Journal;
use darkforge_lab::run::{Run, Schedule};
use darkforge_lab::tournament::Tournament;
use darkforge_lab::tuner::Evolution;

/// Numbers of what was read from a journal.
#[derive(Default)]
pub(crate) struct Redrawn {
    /// Games of the journal.
    pub(crate) games: Option<usize>,
    /// Finished generations of an evolution.
    pub(crate) generations: Option<usize>,
    /// Files that the page leaves out.
    pub(crate) left_out: Vec<LeftOut>,
}

/// Makes the files of the run in `dir` again from its journal, and the page from them. Without a
/// journal, the page is made from the existing files.
///
/// # Errors
/// It is no run's folder, a file of it is wrong, or one cannot be written.
pub(crate) fn redraw(
    dir: &Path,
    state: State,
    drawn: Drawn,
    quiet: bool,
) -> anyhow::Result<Redrawn> {
    let redrawn = redraw_files(dir, drawn, quiet)?;
    let page = Page::of(dir, state)?;
    page.write(dir, None)?;
    Ok(Redrawn {
        left_out: page.left_out().to_vec(),
        ..redrawn
    })
}

/// The same without the page.
///
/// # Errors
/// Those of [`redraw`].
pub(crate) fn redraw_files(dir: &Path, drawn: Drawn, quiet: bool) -> anyhow::Result<Redrawn> {
    if dir.join(PLOTS).is_symlink() {
        return Err(usage(format!(
            "{}: {PLOTS} is a link to another folder, and a report writes only into its own; \
             remove the link",
            dir.display()
        )));
    }
    let path = RunFolder::at(dir).journal();
    let named = dir.join(RunFile::NAME).is_file();
    let only_page =
        dir.join(ABOUT).is_file() || named && !path.exists() && dir.join("games.csv").is_file();
    if only_page {
        return Ok(Redrawn::default());
    }
    from_journal(dir, &path, drawn, quiet)
}

fn from_journal(dir: &Path, path: &Path, drawn: Drawn, quiet: bool) -> anyhow::Result<Redrawn> {
    let file = RunFile::load(dir).map_err(usage)?;
    let journal = Journal::open(path).map_err(usage)?;
    let mut redrawn = Redrawn {
        games: Some(journal.len()),
        ..Redrawn::default()
    };
    if let Some(plan) = file.r#match() {
        let plan = plan.map_err(usage)?;
        confirm(&journal, &plan.game, quiet)?;
        let run = replayed(plan.schedule.clone(), journal)?;
        write_match(dir, &plan, &run.journal, drawn)?;
    } else if let Some(plan) = file.tournament() {
        let plan = plan.map_err(usage)?;
        confirm(&journal, &plan.game, quiet)?;
        let run = replayed(plan.schedule.clone(), journal)?;
        write_tournament(dir, &plan, &run, drawn)?;
    } else if let Some(plan) = file.evolution() {
        let plan = plan.map_err(usage)?;
        confirm(&journal, &plan.game, quiet)?;
        let Run {
            schedule, journal, ..
        } = &replayed(Evolution::new(plan.settings), journal)?;
        report::evolution(
            dir,
            plan.game.rules.name(),
            schedule,
            journal,
            &file.version,
            drawn,
        )?;
        redrawn.generations = Some(schedule.finished().len());
    }
    Ok(redrawn)
}

/// Referees again the games of a journal that kept their tries. Unless `quiet`, warns if nothing
/// shows whether its lines are unchanged.
///
/// # Errors
/// If a line contradicts its tries.
pub(crate) fn confirm(journal: &Journal, rules: &dyn Game, quiet: bool) -> anyhow::Result<()> {
    if !quiet && !journal.is_checked() {
        tell(&format!(
            "{}: its lines have no check: an early version wrote them, or they were changed since",
            journal.path().display()
        ));
    }
    journal.referee(rules).map_err(usage)
}

/// The run of `schedule` as far as `journal` goes, without playing.
///
/// # Errors
/// The journal has games of another run.
pub(crate) fn replayed<S: Schedule>(schedule: S, journal: Journal) -> anyhow::Result<Run<S>> {
    let mut run = Run::new(schedule, journal);
    run.replay().map_err(usage)?;
    Ok(run)
}

/// Writes the tables and plots of the match in `folder`.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_match(
    folder: &Path,
    plan: &MatchPlan,
    journal: &Journal,
    drawn: Drawn,
) -> anyhow::Result<()> {
    let names = plan.schedule.players().map(|entrant| entrant.name.as_str());
    let games = tally(journal.outcomes());
    report::versus(
        folder,
        plan.game.rules.name(),
        names,
        games,
        plan.schedule.sprt(),
        journal,
        drawn,
    )
}

/// Writes all files of the tournament in `folder`.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_tournament(
    folder: &Path,
    plan: &TournamentPlan,
    Run {
        schedule, journal, ..
    }: &Run<Tournament>,
    drawn: Drawn,
) -> anyhow::Result<()> {
    report::tournament(folder, plan.game.rules.name(), schedule, journal, drawn)?;
    if let Some(ruleset) = plan.game.rules.kriegspiel()
        && plan.config.pgn
    {
        let (path, limit) = (folder.join("games.pgn"), plan.game.ply_limit);
        report::write_whole(&path, |out| {
            report::transcripts::write_pgn(out, journal, ruleset, limit, Filter::default())
        })?;
    }
    Ok(())
}
