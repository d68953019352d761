//! `darkforge evolve`: the main job.

use std::path::Path;
use std::sync::Arc;

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
use crate::cli::playing::{Playing, folder_of, tell_untuned, until_played};
use crate::cli::programs::{self, Programs};
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show, stop_flag, tell_all};
use crate::cli::watch::Watch;
use crate::report;
use crate::report::Drawn;
use crate::report::format::plural;
use crate::report::page::{self, State};
use darkforge_lab::bout::{Entrant, PlayedGame};
use darkforge_lab::config::{ConfigKeys, EvolveConfig, EvolvePlan, RunFile, VERSION};
use darkforge_lab::cost::Cost;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::forecast::Forecast;
use darkforge_lab::journal::Journal;
use darkforge_lab::run::Run;
use darkforge_lab::tuner::{Evolution, Purpose};

/// Evolve evaluation weights by games: knockout, CMA-ES, SPSA or CLOP.
#[derive(Args)]
#[command(
    after_help = "With --resume the config may have more generations than before, another reference.every or [stop], \
and a [proof] or a longer one; nothing else may differ. A new run begins from the champion of another \
with start = \"results/night\".\n\n\
Examples:\n  darkforge evolve configs/overnight.toml --out results/night --until 07:00\n  \
darkforge evolve configs/overnight.toml --out results/night --resume"
)]
pub(crate) struct Options {
    #[command(flatten)]
    run: RunFlags,
    /// Stop in time for the proof to end by HH:MM, local time.
    #[arg(long, value_name = "HH:MM", conflicts_with = "for_", value_parser = Deadline::until)]
    until: Option<Deadline>,
    /// Stop in time for the proof to end within TIME, such as 8h, 90m, 1h30m or 45s.
    #[arg(long = "for", id = "for_", value_name = "TIME", value_parser = Deadline::after)]
    for_: Option<Deadline>,
    /// Print the number of games, time and disk space of the run. Play only a few games, to time
    /// them.
    #[arg(long, visible_alias = "cost")]
    dry_run: bool,
    #[command(flatten)]
    common: Common,
}

impl Options {
    /// The time by which the run should be over.
    fn deadline(&self) -> Option<&Deadline> {
        self.until.as_ref().or(self.for_.as_ref())
    }
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    until_played(options.run.resume, |resume| play(options, resume))
}

fn play(options: &Options, resume: bool) -> anyhow::Result<()> {
    let keys = ConfigKeys::of_evolution;
    let Some(config) = config_to_play(&options.run, keys, options.common.json)? else {
        return Ok(());
    };
    let deadline = options.deadline().cloned();
    let config_file = config.display().to_string();
    let mut config = EvolveConfig::load(config).map_err(usage)?;
    let folder = folder_of(&options.run, &config.name, config.seed);
    if let Some(seed) = options.run.seed {
        config.seed = seed;
    }
    let mut plan = config.check(&config_file).map_err(usage)?;
    let players = || outsiders(&plan).map(|entrant| &entrant.spec);
    programs::check(players())?;
    options.run.cluster.check(players())?;
    tell_untuned(players(), options.common.quiet);
    let pool = options.run.threads.pool()?;
    if options.dry_run {
        let cost = Cost::of(&plan, &pool, 0)?;
        if options.common.json {
            return print_json(&cost::figures(&cost, &plan, deadline.as_ref()));
        }
        let mut screen = Screen::of(format!("{}:", plan.config.name));
        screen.append(cost::screen(&cost, deadline.as_ref()));
        return show(&screen);
    }
    let flags = &options.run;
    let quiet = options.common.quiet;
    let drawn = Drawn::unless(flags.no_plots);
    let watched = flags.watch.then_some(drawn);
    let mut watch = Watch::prepare(Some(folder.path()), watched, flags.serve, quiet)?;
    let (file, journal) = if resume {
        folder
            .resume_evolution(&mut plan)
            .map_err(run_folder_error)?
    } else {
        let file = RunFile::of_evolution(&plan);
        let journal = folder.create(&file).map_err(run_folder_error)?;
        (file, journal)
    };
    let stop = stop_flag("games")?;
    let programs = Programs::prepare(outsiders(&plan), Some(folder.path()), quiet)?;
    let (name, schedule) = (&plan.config.name, Evolution::new(plan.settings.clone()));
    let cluster = &flags.cluster;
    let (remote, journal) =
        cluster.open(name, &file, &plan.game, folder.path(), schedule, journal)?;
    let (proof_factor, forecast) = expected(&plan, options, &pool, journal.len(), &folder)?;
    let mut run = Run::new(Evolution::new(plan.settings.clone()), journal);
    let games = run.schedule.expected_games();
    let progress = Progress::new(games, deadline.clone(), quiet).expecting(forecast);
    let progress = Arc::new(progress.keeping_time(Some(folder.path())));
    let mut observer = EvolutionProgress::new(&progress, deadline, &folder, file, proof_factor);
    observer.begin(&run.schedule);
    let playing = Playing {
        pool: &pool,
        stop: &stop,
        progress: &progress,
        programs,
        folder: Some(folder.path()),
        remote,
    };
    let finished = playing.play(&mut run, &plan.game, &mut watch, &mut observer)?;
    let Run {
        schedule: evolution,
        journal,
        ..
    } = &run;
    report::evolution(
        folder.path(),
        plan.game.rules.name(),
        evolution,
        journal,
        VERSION,
        drawn,
    )?;
    watch.end();
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
        show(&summary(path, &plan, evolution, journal, progress, &again)?)?;
    }
    refuse_failed_reference(evolution, journal)
}

/// Refuses a run in which every game against the reference was forfeited.
fn refuse_failed_reference(evolution: &Evolution, journal: &Journal) -> anyhow::Result<()> {
    let measuring = |game: &PlayedGame| {
        let result = evolution.results().get(game.bout as usize);
        result.is_some_and(|result| result.purpose == Purpose::Reference)
    };
    let mut measured = Vec::new();
    for game in journal.games() {
        let game = game?;
        measured.extend(measuring(&game).then(|| game.scored()));
    }
    refuse_forfeits(measured.into_iter(), "game against the reference")
}

/// Announces the run and its cost, from `there` games on, unless quiet; returns how long a game of the proof
/// lasts relative to others, and the forecast of its time.
fn expected(
    plan: &EvolvePlan,
    options: &Options,
    pool: &rayon::ThreadPool,
    there: usize,
    folder: &RunFolder,
) -> anyhow::Result<(f64, Forecast)> {
    let (quiet, deadline) = (options.common.quiet, options.deadline());
    if !quiet {
        tell_all(&announcement(plan, folder.path()));
    }
    let proof = plan.settings.proof.as_ref();
    let is_heavier = proof.is_some_and(|proof| proof.player.is_some());
    let is_needed = !quiet || options.run.watch || (is_heavier && deadline.is_some());
    // The speed of this machine says nothing about that of its workers.
    if !is_needed || options.run.cluster.workers.is_some() {
        return Ok((1.0, Forecast::default()));
    }
    let cost = Cost::of(plan, pool, there as u64)?;
    if !quiet {
        tell_all(&cost::screen(&cost, deadline));
    }
    Ok((cost.proof_factor(), cost.forecast().clone()))
}

/// The run, its folder and its reference.
fn announcement(plan: &EvolvePlan, folder: &Path) -> Screen {
    let mut screen = Screen::of(format!(
        "{}: {} of {} under {} rules, to {}",
        plan.config.name,
        plural(u64::from(plan.settings.generations), "generation"),
        plan.config.population.size,
        plan.game.rules.title(),
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
        .flag("workers", options.run.cluster.workers.as_ref())
        .words(["--resume"])
        .line()
}

/// Players of the run that do not evolve.
fn outsiders(plan: &EvolvePlan) -> impl Iterator<Item = &Entrant> {
    let proof = plan.settings.proof.iter();
    let opponents = proof.flat_map(|proof| &proof.opponents);
    std::iter::once(&plan.settings.reference.entrant).chain(opponents)
}
