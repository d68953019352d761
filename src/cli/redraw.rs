//! Runs read again from their journals, and their files made again, playing nothing.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::cli::errors::{stranger_is_usage, usage};
use crate::cli::flags::pool;
use crate::cli::folder;
use crate::cli::meeting::Meeting;
use crate::report;
use crate::report::artifact::ABOUT;
use crate::report::page::{self, State};
use darkforge_kriegspiel::record::pgn::Filter;
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::config::{EvolvePlan, Job, MatchConfig, RunFile, Tournament};
use darkforge_lab::tournament::{Arena, ArenaError, Contest, Journal};
use darkforge_lab::tuner::{Evolution, drive};

/// What was drawn from a journal.
#[derive(Default)]
pub(crate) struct Drawn {
    /// Games of the journal.
    pub(crate) games: Option<usize>,
    /// Finished generations of an evolution.
    pub(crate) generations: Option<usize>,
}

/// Makes the files of the run in `dir` again from its journal, and the page from them. Where
/// there is no journal, the page is made from the files that are there.
///
/// # Errors
/// It is no run's folder, a file of it is wrong, or one cannot be written.
pub(crate) fn redraw(dir: &Path, state: State) -> anyhow::Result<Drawn> {
    let path = dir.join(folder::JOURNAL);
    let named = dir.join(RunFile::NAME).is_file();
    let only_page =
        dir.join(ABOUT).is_file() || named && !path.exists() && dir.join("games.csv").is_file();
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
        redraw_match(dir, &run, config, &journal)?;
    } else if let Some(tournament) = run.tournament() {
        let tournament = tournament.map_err(usage)?;
        let (contest, journal) = self::tournament(&tournament, journal)?;
        write_tournament(dir, &tournament, &contest, &journal)?;
    } else if let Some(plan) = run.evolution() {
        let plan = plan.map_err(usage)?;
        let (evolution, journal) = self::evolution(&plan, journal)?;
        report::evolution(dir, plan.ruleset, &evolution, &journal, &run.version)?;
        drawn.generations = Some(evolution.finished().len());
    }
    Ok(drawn)
}

/// Draws the files of the match in `folder` again.
fn redraw_match(
    folder: &Path,
    run: &RunFile,
    config: &MatchConfig,
    journal: &Journal,
) -> anyhow::Result<()> {
    let ruleset: &'static Ruleset = config.ruleset.parse().map_err(usage)?;
    let [a, b] = &config.players;
    let specs = [run.player(a).map_err(usage)?, run.player(b).map_err(usage)?];
    let meeting = Meeting::new(config.clone(), ruleset, &specs).map_err(usage)?;
    Arena::refuse_strangers(journal, &meeting.fixtures()).map_err(usage)?;
    meeting.write_report(folder, journal)
}

/// The tournament as far as `journal` has it whole rounds, playing nothing; the journal
/// must have no games of others.
///
/// # Errors
/// The journal has games of another run.
pub(crate) fn tournament(
    tournament: &Tournament,
    journal: Journal,
) -> anyhow::Result<(Contest, Journal)> {
    let pool = pool(Some(1))?;
    let mut contest = tournament.contest.clone();
    let mut arena = Arena {
        ruleset: tournament.ruleset,
        ply_limit: tournament.config.ply_limit,
        seed: tournament.config.seed,
        keep_tries: false,
        playing: false,
        pool: &pool,
        stop: &AtomicBool::new(false),
        watch: &(),
        journal,
    };
    match contest.play(&mut arena, |_| {}) {
        Ok(()) | Err(ArenaError::JournalEnds) => {}
        Err(error) => return Err(stranger_is_usage(error)),
    }
    contest.refuse_strangers(&arena.journal).map_err(usage)?;
    Ok((contest, arena.journal))
}

/// Writes all files of the tournament in `folder`.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_tournament(
    folder: &Path,
    tournament: &Tournament,
    contest: &Contest,
    journal: &Journal,
) -> anyhow::Result<()> {
    let ruleset = tournament.ruleset;
    report::tournament(folder, ruleset, contest, journal)?;
    if tournament.config.pgn {
        let (path, limit) = (folder.join("games.pgn"), tournament.config.ply_limit);
        report::transcripts::write_pgn(&path, journal, ruleset, limit, Filter::default())?;
    }
    Ok(())
}

/// Reads a finished or interrupted evolution from its journal, playing nothing.
///
/// # Errors
/// The journal has games of another run.
pub(crate) fn evolution(
    plan: &EvolvePlan,
    journal: Journal,
) -> anyhow::Result<(Evolution, Journal)> {
    let pool = pool(Some(1))?;
    let mut evolution = Evolution::new(plan.settings.clone());
    let mut arena = Arena {
        ruleset: plan.ruleset,
        ply_limit: plan.config.ply_limit,
        seed: plan.settings.ground.seed,
        keep_tries: false,
        playing: false,
        pool: &pool,
        stop: &AtomicBool::new(false),
        watch: &(),
        journal,
    };
    match drive(&mut evolution, &mut arena, &mut ()) {
        Ok(()) | Err(ArenaError::JournalEnds) => Ok((evolution, arena.journal)),
        Err(error) => Err(stranger_is_usage(error)),
    }
}
