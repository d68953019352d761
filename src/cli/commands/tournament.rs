//! `darkforge tournament`: players meet by a format; standings, and the probability of being the
//! best.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use crate::cli::config_help::config_to_play;
use crate::cli::errors::{Stopped, usage};
use crate::cli::flags::{Common, RunFlags};
use crate::cli::output::command_line::CommandLine;
use crate::cli::output::faults::{self, refuse_forfeits};
use crate::cli::output::games_cost;
use crate::cli::output::histories::Histories;
use crate::cli::output::progress::Progress;
use crate::cli::output::tournament_progress::TournamentProgress;
use crate::cli::output::tournament_result;
use crate::cli::playing::{Playing, folder_of, open, tell_untuned, until_played};
use crate::cli::programs::{self, Programs};
use crate::cli::redraw::{replayed, write_tournament};
use crate::cli::terminal::{print_json, show, stop_flag};
use crate::cli::terms::TermsFlags;
use crate::cli::watch::Watch;
use crate::report::Drawn;
use crate::report::faults::rows;
use crate::report::format::{duration, plural, thousands};
use crate::report::page::{self, State};
use darkforge_lab::bout::Entrant;
use darkforge_lab::config::{
    ConfigError, ConfigKeys, Job, RunFile, TournamentConfig, TournamentPlan,
};
use darkforge_lab::games_cost::GamesCost;
use darkforge_lab::run::{Run, Schedule as _};
use darkforge_lab::tournament::formats::Format;
use darkforge_lab::tournament::{Shard, Tournament};

/// Play a tournament: round robin, gauntlet, knockout, Swiss or adaptive.
#[derive(Args)]
#[command(
    after_help = "Formats: round-robin, gauntlet, knockout, swiss, adaptive. Only round robin and gauntlet can be played in shares (--shard); `darkforge merge` joins them.\n\n\
Examples:\n  \
darkforge tournament configs/versions.toml --shard 3/16 --out shards/3\n  \
darkforge tournament configs/versions.toml --out results/versions --resume"
)]
pub(crate) struct Options {
    #[command(flatten)]
    run: RunFlags,
    /// Play only share K of N of a fixed schedule [default of --out: results/NAME-shard-K-of-N].
    #[arg(long, value_name = "K/N", conflicts_with = "workers")]
    shard: Option<Shard>,
    /// Also write each game in reconchess' format, in a new folder (rbc).
    #[arg(long, value_name = "DIR")]
    history: Option<PathBuf>,
    /// Print the number of games, time and disk space of the tournament. Play only a few games, to time
    /// them.
    #[arg(long, visible_alias = "cost")]
    dry_run: bool,
    #[command(flatten)]
    terms: TermsFlags,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    until_played(options.run.resume, |resume| play(options, resume))
}

fn play(options: &Options, resume: bool) -> anyhow::Result<()> {
    let keys = ConfigKeys::of_tournament;
    let Some(config_file) = config_to_play(&options.run, keys, options.common.json)? else {
        return Ok(());
    };
    let (mut plan, seed_of_config) = understand(options, config_file)?;
    if options.dry_run {
        return tell_cost(options, &plan);
    }
    let workers = options.run.cluster.workers.as_ref();
    TermsFlags::refuse_workers(&plan.game.terms, workers)?;
    let players = plan.schedule.entrants().iter();
    let players = players.map(|entrant| &entrant.spec);
    plan.game.terms.dialogues = options.terms.log_folder(players, resume)?;
    let plan = plan;
    let entrants = plan.schedule.entrants();
    let players = || entrants.iter().map(|entrant| &entrant.spec);
    let (config, quiet) = (&plan.config, options.common.quiet);
    programs::check(players())?;
    options.run.cluster.check(players())?;
    tell_untuned(players(), quiet);
    let name = match options.shard {
        Some(Shard { number, of }) => format!("{}-shard-{number}-of-{of}", config.name),
        None => config.name.clone(),
    };
    let folder = folder_of(&options.run, &name, seed_of_config);
    let file = RunFile {
        share: options.shard.map(|shard| shard.to_string()),
        ..RunFile::of_tournament(&plan)
    };
    let histories = options.history.as_deref().map(Histories::begin);
    let histories = histories.transpose()?;
    let pool = options.run.threads.pool()?;
    let flags = &options.run;
    let drawn = Drawn::unless(flags.no_plots);
    let watched = flags.watch.then_some(drawn);
    let mut watch = Watch::prepare(Some(folder.path()), watched, flags.serve, quiet)?;
    let journal = open(&folder, &file, resume)?;
    let stop = stop_flag("games")?;
    let (name, schedule) = (&config.name, plan.schedule.clone());
    let cluster = &flags.cluster;
    let (remote, journal) =
        cluster.open(name, &file, &plan.game, folder.path(), schedule, journal)?;
    let mut run = replayed(plan.schedule.clone(), journal)?;
    let share = options.shard.map(|shard| shard.bouts(&plan.schedule));
    let games = match &share {
        Some(share) => share.bouts.iter().map(|bout| bout.games).sum(),
        None => plan.schedule.expected_games(),
    };
    let left = games.saturating_sub(run.schedule.told_games());
    let progress = Progress::new(left, None, quiet).keeping_time(Some(folder.path()));
    let progress = Arc::new(progress);
    announce(options, &plan, games, folder.path(), &progress);
    let playing = Playing {
        pool: &pool,
        stop: &stop,
        progress: &progress,
        programs: Programs::prepare(entrants, Some(folder.path()), quiet)?,
        folder: Some(folder.path()),
        remote,
    };
    let finished = match share {
        None => {
            let mut observer = TournamentProgress::new(&progress, entrants);
            playing.play(&mut run, &plan.game, &mut watch, &mut observer)?
        }
        Some(share) => {
            let mut part = Run::new(share, run.journal);
            let mut observer = TournamentProgress::new(&progress, entrants);
            let finished = playing.play(&mut part, &plan.game, &mut watch, &mut observer)?;
            run = replayed(plan.schedule.clone(), part.journal)?;
            finished
        }
    };
    write_tournament(folder.path(), &plan, &run, drawn)?;
    watch.end();
    page::write(folder.path(), State::Still)?;
    if !finished {
        let command = again(options, folder.path());
        let (played, games) = (run.journal.len(), expected(&plan, games));
        let how = format!("stopped after {played} of {games}; continue with: {command}");
        return Err(Stopped(how).into());
    }
    if let Some(histories) = histories {
        histories.write(&run.journal, plan.game.ply_limit)?;
    }
    tell(options, folder.path(), &plan, &run, &progress)
}

/// Tells the result of a finished tournament.
fn tell(
    options: &Options,
    folder: &Path,
    plan: &TournamentPlan,
    run: &Run<Tournament>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let Run {
        schedule, journal, ..
    } = run;
    if options.common.json {
        print_json(&tournament_result::figures(
            folder, plan, schedule, journal,
        )?)?;
        return refuse_forfeits(journal.outcomes(), "game");
    }
    let (now, speed) = progress.speed();
    let mut screen = tournament_result::screen(plan, schedule, journal)?;
    screen.append(faults::screen(&rows(journal)?));
    screen.line(format!(
        "{} ({} played now in {}, {speed:.1} games/s)",
        plural(journal.len() as u64, "game"),
        thousands(now),
        duration(progress.seconds())
    ));
    screen.line(format!("files: {}", folder.display()));
    show(&screen)?;
    refuse_forfeits(journal.outcomes(), "game")
}

/// Tells what the tournament would cost: the games of its first round are timed.
fn tell_cost(options: &Options, plan: &TournamentPlan) -> anyhow::Result<()> {
    let entrants = plan.schedule.entrants();
    programs::check(entrants.iter().map(|entrant| &entrant.spec))?;
    let programs = Programs::prepare(entrants, None, options.common.quiet)?;
    let pool = options.run.threads.pool()?;
    let bouts = plan.schedule.ask();
    let pairings: Vec<_> = bouts
        .iter()
        .map(|bout| [&bout.first, &bout.second])
        .collect();
    let games = plan.schedule.expected_games();
    let cost = GamesCost::of(&plan.game, plan.config.seed, &pairings, games, &pool)?;
    drop(programs);
    let name = &plan.config.name;
    if options.common.json {
        return print_json(&games_cost::figures(name, &cost));
    }
    let bound = bound(plan.schedule.format());
    show(&games_cost::screen(name, bound, &cost))
}

/// The tournament of the config, or of the `run.toml` of one that was begun, and the seed that
/// stands there.
fn understand(options: &Options, path: &Path) -> anyhow::Result<(TournamentPlan, u64)> {
    let (tournament, seed) = if path.ends_with(RunFile::NAME) {
        let mut run = RunFile::load(path.with_file_name("").as_path()).map_err(usage)?;
        let seed = run.seed;
        if let Job::Tournament(config) = &mut run.job {
            config.seed = options.run.seed.unwrap_or(seed);
            config.history |= options.history.is_some();
            options.terms.put(&mut config.terms);
        }
        let none = || usage(format!("{}: this run is not a tournament", path.display()));
        (run.tournament().ok_or_else(none)?, seed)
    } else {
        let mut config = TournamentConfig::load(path).map_err(usage)?;
        let seed = config.seed;
        config.seed = options.run.seed.unwrap_or(seed);
        config.history |= options.history.is_some();
        options.terms.put(&mut config.terms);
        (config.check(&path.display().to_string()), seed)
    };
    let tournament = tournament.map_err(|error| usage(flag_of(options, &error)))?;
    let (terms, entrants) = (&tournament.config.terms, tournament.schedule.entrants());
    let entrants: Vec<&Entrant> = entrants.iter().collect();
    if !options.run.resume {
        options.terms.refuse_vain(path, terms, &entrants)?;
    }
    TermsFlags::tell_without_scores(terms, &entrants, options.common.quiet);
    if let Some(shard) = options.shard
        && !tournament.schedule.format().is_fixed()
    {
        return Err(usage(format!(
            "--shard {shard}: in format = \"{}\" results decide who plays next, so it has no \
             shares; round-robin and gauntlet have",
            tournament.config.format.as_str()
        )));
    }
    Ok((tournament, seed))
}

/// An error of a config as one of the flag that set its key, if one did.
fn flag_of(options: &Options, error: &ConfigError) -> String {
    let problem = error.problem();
    let key = problem.split([' ', ':']).next().unwrap_or_default();
    let is_given = options.terms.is_given(key) || (key == "history" && options.history.is_some());
    match problem.split_once(": ") {
        Some((_, what)) if is_given => format!("--{}: {what}", key.replace('_', "-")),
        _ => error.to_string(),
    }
}

/// Number of games in words: pairs are added to a knockout until it is decided, and an adaptive
/// tournament may end early.
fn expected(plan: &TournamentPlan, games: u64) -> String {
    let games = plural(games, "game");
    format!("{}{games}", bound(plan.schedule.format()))
}

fn bound(format: &Format) -> &'static str {
    match format {
        Format::Knockout(_) => "at least ",
        Format::Adaptive(_) => "at most ",
        Format::RoundRobin(_) | Format::Gauntlet(_) | Format::Swiss(_) => "",
    }
}

fn announce(
    options: &Options,
    tournament: &TournamentPlan,
    games: u64,
    folder: &Path,
    progress: &Progress,
) {
    if options.common.quiet {
        return;
    }
    let config = &tournament.config;
    let share = options
        .shard
        .map_or_else(String::new, |shard| format!(", share {shard}"));
    progress.set_stage(&config.name);
    progress.note(&format!(
        "{}: {} of {}{share}, {} under {} rules, to {}",
        config.name,
        config.format.as_str(),
        plural(config.players.len() as u64, "player"),
        expected(tournament, games),
        tournament.game.rules.title(),
        folder.display()
    ));
}

/// The command that continues the run: its `run.toml` has the config with all that flags changed in it.
fn again(options: &Options, folder: &Path) -> String {
    CommandLine::of("tournament")
        .words([folder.join(RunFile::NAME).display()])
        .flag("out", [folder.display()])
        .flag("shard", options.shard)
        .flag("workers", options.run.cluster.workers.as_ref())
        .flag(
            "history",
            options.history.iter().map(|folder| folder.display()),
        )
        .words(["--resume"])
        .line()
}
