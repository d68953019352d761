//! `darkforge evolve`: the main job.

use std::path::Path;

use clap::Args;

use crate::cli::errors::{Stopped, stranger_is_usage, usage};
use crate::cli::flags::RunFlags;
use crate::cli::flags::{Common, check_seed, pool};
use crate::cli::input::deadline::Deadline;
use crate::cli::output::cost::{self, Cost};
use crate::cli::output::evolution_progress::Night;
use crate::cli::output::evolved::{json, summary};
use crate::cli::output::page_refresh::Watching;
use crate::cli::output::progress::Progress;
use crate::cli::programs::Stage;
use crate::cli::terminal::{print, stop_flag};
use crate::cli::{folder, programs as stage, redraw as replay};
use crate::report;
use crate::report::page::{self, State};
use darkforge_lab::config::{EvolveConfig, EvolvePlan, Job, RunFile, VERSION};
use darkforge_lab::tournament::{Arena, ArenaError, Entrant, Journal};
use darkforge_lab::tuner::{Evolution, drive};

/// The command's flags.
#[derive(Args)]
#[command(
    after_help = "Example:\n  darkforge evolve configs/overnight.toml --out results/night --until 07:00\n\n\
With --resume the config may have more generations than before, and nothing else may differ."
)]
pub(crate) struct Options {
    #[command(flatten)]
    run: RunFlags,
    /// End at the generation with which all, the proof included, is done by then: the next
    /// time that the local clock shows HH:MM.
    #[arg(long, value_name = "HH:MM", conflicts_with = "for_")]
    until: Option<String>,
    /// The same by how long it may take from now: 8h, 90m, 1h30m, 45s.
    #[arg(long = "for", id = "for_", value_name = "TIME")]
    for_: Option<String>,
    /// Say what the run will cost in games, time and disk, and play nothing but the few games
    /// that are timed for that.
    #[arg(long, visible_alias = "cost")]
    dry_run: bool,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let deadline = Deadline::of(options.until.as_deref(), options.for_.as_deref())?;
    let file = options.run.config.display().to_string();
    let mut config = EvolveConfig::load(&options.run.config).map_err(usage)?;
    if let Some(seed) = options.run.seed {
        check_seed(seed)?;
        config.seed = seed;
    }
    let mut plan = config.check(&file).map_err(usage)?;
    let folder = folder::of_run(options.run.out.as_deref(), &plan.config.name);
    stage::check(outsiders(&plan).map(|entrant| &entrant.spec))?;
    let pool = pool(options.run.threads)?;
    if options.dry_run {
        let cost = Cost::of(&plan, &pool, 0)?;
        return print(&cost::shown(&cost, &plan, options.common.json)?);
    }
    let (run, journal) = open(&folder, &mut plan, options.run.resume)?;
    let stop = stop_flag()?;
    let outsiders = outsiders(&plan).map(|entrant| (entrant.name.as_str(), &entrant.spec));
    let stage = Stage::set(outsiders, Some(&folder), options.common.quiet)?;
    let mut evolution = Evolution::new(plan.settings.clone());
    let proof = plan.settings.proof.as_ref();
    let is_heavier = proof.is_some_and(|proof| proof.player.is_some());
    let mut proof_factor = 1.0;
    if !options.common.quiet {
        crate::cli::terminal::tell(&format!(
            "{}: {} generations of {} under {} rules, to {}",
            plan.config.name,
            plan.settings.generations,
            plan.config.population.size,
            plan.ruleset.title,
            folder.display()
        ));
    }
    if !options.common.quiet || (is_heavier && deadline.is_some()) {
        let cost = Cost::of(&plan, &pool, journal.len() as u64)?;
        proof_factor = cost.proof_factor();
        if !options.common.quiet {
            crate::cli::terminal::tell(cost::text(&cost).trim_end());
        }
    }
    let progress =
        Progress::new(evolution.expected_games(), options.common.quiet).keeping_time(Some(&folder));
    let mut arena = Arena {
        ruleset: plan.ruleset,
        ply_limit: plan.config.ply_limit,
        seed: plan.settings.ground.seed,
        keep_tries: false,
        playing: true,
        pool: &pool,
        stop: &stop,
        watch: &progress,
        journal,
    };
    let mut night = Night::new(&progress, deadline, &folder, run, proof_factor);
    night.begin(&evolution);
    let watching = Watching::start(&folder, options.run.watch);
    let played = drive(&mut evolution, &mut arena, &mut night);
    drop(watching);
    progress.end();
    drop(stage);
    if played.is_ok() {
        arena.journal.sort()?;
    }
    if matches!(played, Ok(()) | Err(ArenaError::Stopped)) {
        report::evolution(&folder, plan.ruleset, &evolution, &arena.journal, VERSION)?;
        page::write(&folder, State::Still)?;
    }
    let again = again(options, &file, &folder);
    match played {
        Ok(()) => {}
        Err(ArenaError::Stopped) => {
            return Err(Stopped(format!(
                "stopped in generation {} of {}; continue with: {again}",
                evolution.generation(),
                plan.settings.generations,
            ))
            .into());
        }
        Err(error) => return Err(stranger_is_usage(error)),
    }
    print(&if options.common.json {
        json(&folder, &plan, &evolution)?
    } else {
        summary(
            &folder,
            &plan,
            &evolution,
            &arena.journal,
            &progress,
            &again,
        )
    })
}

/// The command that continues the run.
fn again(options: &Options, file: &str, folder: &Path) -> String {
    format!(
        "darkforge evolve {file} --out {}{} --resume",
        folder.display(),
        options
            .run
            .seed
            .map_or_else(String::new, |seed| format!(" --seed {seed}")),
    )
}

/// Players of the run that do not evolve.
fn outsiders(plan: &EvolvePlan) -> impl Iterator<Item = &Entrant> {
    let proof = plan.settings.proof.iter();
    let opponents = proof.flat_map(|proof| &proof.opponents);
    std::iter::once(&plan.settings.reference.entrant).chain(opponents)
}

/// Makes the run's folder, or opens it again. Where the run ended before becomes part of
/// the plan.
fn open(folder: &Path, plan: &mut EvolvePlan, resume: bool) -> anyhow::Result<(RunFile, Journal)> {
    let run = RunFile::of_evolution(plan);
    if !resume {
        let journal = folder::create(folder, &run)?;
        return Ok((run, journal));
    }
    let journal = folder::resume(folder, &run)?;
    let before = RunFile::load(folder).map_err(usage)?;
    plan.settings.ends.clone_from(&before.ends);
    let longer = match &before.job {
        Job::Evolve(config) => config.population.generations < plan.settings.generations,
        _ => false,
    };
    if !longer {
        return Ok((before, journal));
    }
    let mut journal = journal;
    if let Some(old) = before.evolution() {
        let old = old.map_err(usage)?;
        let evolution;
        (evolution, journal) = replay::evolution(&old, journal)?;
        let told: u64 = evolution
            .results()
            .iter()
            .map(|bout| bout.tally.games())
            .sum();
        if let Some(end) = evolution.ended_after(journal.len() as u64 > told)
            && !plan.settings.ends.contains(&end)
        {
            plan.settings.ends.push(end);
        }
    }
    let run = RunFile::of_evolution(plan);
    folder::rewrite(folder, &run)?;
    Ok((run, journal))
}
