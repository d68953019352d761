//! `darkforge evolve`: the main job.

use std::path::Path;

use clap::Args;

use crate::cli::config_help::config_to_play;
use crate::cli::errors::{Stopped, run_folder_error, usage};
use crate::cli::flags::{Common, RunFlags};
use crate::cli::input::deadline::Deadline;
use crate::cli::output::command_line::CommandLine;
use crate::cli::output::cost;
use crate::cli::output::evolution_progress::EvolutionProgress;
use crate::cli::output::evolution_result::{figures, summary};
use crate::cli::output::faults::refuse_forfeits;
use crate::cli::output::progress::Progress;
use crate::cli::playing::{Playing, folder_of, tell_untuned};
use crate::cli::programs::{self, Programs};
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show, stop_flag, tell_all};
use crate::report;
use crate::report::format::plural;
use crate::report::page::{self, State};
use darkforge_lab::bout::{Entrant, PlayedGame};
use darkforge_lab::config::{ConfigKeys, EvolveConfig, EvolvePlan, RunFile, VERSION};
use darkforge_lab::cost::Cost;
use darkforge_lab::run::Run;
use darkforge_lab::tuner::{Evolution, Purpose};

/// Evolve evaluation weights by real games: knockout, CMA-ES, SPSA or CLOP.
#[derive(Args)]
#[command(
    after_help = "With --resume the config may have more generations than before, another reference.every, another\n\
[stop], and a [proof] or more of it; nothing else may differ. A new run begins from the champion of\n\
another with start = \"results/night\".\n\n\
Examples:\n  darkforge evolve configs/overnight.toml --out results/night --until 07:00\n  \
darkforge evolve configs/overnight.toml --out results/night --resume"
)]
pub(crate) struct Options {
    #[command(flatten)]
    run: RunFlags,
    /// End at the generation with which all, the proof included, is done by then: the next
    /// time that the local clock shows HH:MM.
    #[arg(long, value_name = "HH:MM", conflicts_with = "for_", value_parser = Deadline::until)]
    until: Option<Deadline>,
    /// The same by how long it may take from now: 8h, 90m, 1h30m, 45s.
    #[arg(long = "for", id = "for_", value_name = "TIME", value_parser = Deadline::after)]
    for_: Option<Deadline>,
    /// Say what the run will cost in games, time and disk, and play nothing but the few games
    /// that are timed for that.
    #[arg(long, visible_alias = "cost")]
    dry_run: bool,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let keys = ConfigKeys::of_evolution;
    let Some(config) = config_to_play(&options.run, keys, options.common.json)? else {
        return Ok(());
    };
    let deadline = options.until.clone().or_else(|| options.for_.clone());
    let config_file = config.display().to_string();
    let mut config = EvolveConfig::load(config).map_err(usage)?;
    let folder = folder_of(&options.run, &config.name, config.seed);
    if let Some(seed) = options.run.seed {
        config.seed = seed;
    }
    let mut plan = config.check(&config_file).map_err(usage)?;
    let players = || outsiders(&plan).map(|entrant| &entrant.spec);
    programs::check(players())?;
    tell_untuned(players(), options.common.quiet);
    let pool = options.run.threads.pool()?;
    if options.dry_run {
        let cost = Cost::of(&plan, &pool, 0)?;
        if options.common.json {
            return print_json(&cost::figures(&cost, &plan));
        }
        let mut screen = Screen::of(format!("{}:", plan.config.name));
        screen.append(cost::screen(&cost, deadline.as_ref()));
        return show(&screen);
    }
    let (file, journal) = if options.run.resume {
        folder
            .resume_evolution(&mut plan)
            .map_err(run_folder_error)?
    } else {
        let file = RunFile::of_evolution(&plan);
        let journal = folder.create(&file).map_err(run_folder_error)?;
        (file, journal)
    };
    let (stop, quiet) = (stop_flag("games")?, options.common.quiet);
    let programs = Programs::prepare(outsiders(&plan), Some(folder.path()), quiet)?;
    let proof = plan.settings.proof.as_ref();
    let is_heavier = proof.is_some_and(|proof| proof.player.is_some());
    let mut proof_factor = 1.0;
    if !quiet {
        tell_all(&announcement(&plan, folder.path()));
    }
    if !quiet || (is_heavier && deadline.is_some()) {
        let cost = Cost::of(&plan, &pool, journal.len() as u64)?;
        proof_factor = cost.proof_factor();
        if !quiet {
            tell_all(&cost::screen(&cost, deadline.as_ref()));
        }
    }
    let mut run = Run::new(Evolution::new(plan.settings.clone()), journal);
    let games = run.schedule.expected_games();
    let progress = Progress::new(games, deadline.clone(), quiet).keeping_time(Some(folder.path()));
    let mut observer = EvolutionProgress::new(&progress, deadline, &folder, file, proof_factor);
    observer.begin(&run.schedule);
    let playing = Playing {
        pool: &pool,
        stop: &stop,
        progress: &progress,
        programs,
        folder: Some(folder.path()),
        watch: options.run.watch,
    };
    let finished = playing.play(&mut run, &plan.game, &mut observer)?;
    let Run {
        schedule: evolution,
        journal,
        ..
    } = &run;
    report::evolution(
        folder.path(),
        plan.game.ruleset,
        evolution,
        journal,
        VERSION,
    )?;
    page::write(folder.path(), State::Still)?;
    let again = again(options, &config_file, folder.path());
    if !finished {
        return Err(Stopped(format!(
            "stopped after {} of {}; continue with: {again}",
            evolution.generation(),
            plural(u64::from(plan.settings.generations), "generation"),
        ))
        .into());
    }
    if options.common.json {
        print_json(&figures(folder.path(), &plan, evolution, journal))?;
    } else {
        let (path, progress) = (folder.path(), &progress);
        show(&summary(path, &plan, evolution, journal, progress, &again))?;
    }
    let measuring = |game: &&PlayedGame| {
        let result = evolution.results().get(game.bout as usize);
        result.is_some_and(|result| result.purpose == Purpose::Reference)
    };
    let measured = journal.games().filter(measuring);
    refuse_forfeits(measured, "game against the reference")
}

/// The run, its folder and its reference.
fn announcement(plan: &EvolvePlan, folder: &Path) -> Screen {
    let mut screen = Screen::of(format!(
        "{}: {} of {} under {} rules, to {}",
        plan.config.name,
        plural(u64::from(plan.settings.generations), "generation"),
        plan.config.population.size,
        plan.game.ruleset.title,
        folder.display()
    ));
    let reference = &plan.settings.reference.entrant.name;
    screen.line(format!(
        "  the reference, against which champions score: {reference}"
    ));
    screen
}

/// The command that continues the run.
fn again(options: &Options, file: &str, folder: &Path) -> String {
    CommandLine::of("evolve")
        .words([file])
        .flag("out", [folder.display()])
        .flag("seed", options.run.seed)
        .words(["--resume"])
        .line()
}

/// Players of the run that do not evolve.
fn outsiders(plan: &EvolvePlan) -> impl Iterator<Item = &Entrant> {
    let proof = plan.settings.proof.iter();
    let opponents = proof.flat_map(|proof| &proof.opponents);
    std::iter::once(&plan.settings.reference.entrant).chain(opponents)
}
