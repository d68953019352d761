//! `darkforge imitate`: weights with which the engine chooses like a recorded player.

use std::ops::Bound;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;

use crate::cli::errors::{Stopped, usage};
use crate::cli::flags::{
    Common, RulesOfRecords, Seed, Threads, finish_folder, new_folder, number, whole,
};
use crate::cli::input::recorded::read;
use crate::cli::output::command_line::CommandLine;
use crate::cli::output::imitation_result;
use crate::cli::terminal::{print_json, show, stop_flag, tell};
use crate::report::format::plural;
use crate::report::imitation::{self, Imitation, Measured};
use crate::report::page::{self, About, State};
use darkforge_engine::darkboard::{EngineOptions, Weights};
use darkforge_engine::player::PlayerSpec;
use darkforge_lab::config::VERSION;
use darkforge_research::imitate::{Agreement, Chooser, Fit, Settings, Split, fit, games_of};

/// Fit weights so that the engine makes the choices of a player in recorded games.
#[derive(Args)]
#[command(
    after_help = "GAMES are extended PGN files, transcripts in the folder of their run, run folders with either, or runs that kept their tries. Every try of the player, also a refused one, is a decision among the tries that the engine could make at that moment. Agreement is measured on held-out games: how often the engine would choose the same try, and how often the try is among its first five. Weights are fitted for the options of --as; play with the same options.\n\nExamples:\n  darkforge imitate games.pgn --player Paoletta --out results/paoletta\n  darkforge imitate games.pgn --player Paoletta --as darkboard:depth=1"
)]
pub(crate) struct Options {
    /// PGN files, transcripts and run folders.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Name of the player in the games.
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Folder for weights.toml, CSV files, plots and their page; must not exist.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The engine that imitates, with the options of its later play.
    #[arg(
        long = "as",
        value_name = "PLAYER",
        default_value = "darkboard:weights=hand-made,depth=1,particles=0"
    )]
    student: String,
    /// Weights to start from [default: those of --as].
    #[arg(long, value_name = "WEIGHTS")]
    start: Option<String>,
    /// Also measure the agreement of this engine; may be repeated.
    #[arg(long, value_name = "PLAYER")]
    compare: Vec<String>,
    /// Share of the games that are used only in the final measurement.
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.25,
        value_parser = number(
            (Bound::Excluded(0.0), Bound::Excluded(1.0)),
            "between 0 and 1, such as 0.25"
        )
    )]
    held_out: f64,
    /// Greatest number of rounds of fitting; 0 measures only --start and --compare.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(0..=10_000_u32, "from 0 to 10000"))]
    iterations: u32,
    /// Approximate number of decisions in each round; more are slower and more exact.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 6000,
        value_parser = whole(1..=10_000_000_usize, "from 1 to 10000000")
    )]
    decisions: usize,
    #[command(flatten)]
    rules: RulesOfRecords,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

/// An engine with the name that the user gave.
struct Engine {
    name: String,
    weights: Weights,
    options: EngineOptions,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let student = engine("--as", &options.student)?;
    let compared = options.compare.iter();
    let compared: Vec<Engine> = compared
        .map(|text| engine("--compare", text))
        .collect::<anyhow::Result<_>>()?;
    let settings = understand(options, &student)?;
    let pool = options.threads.pool()?;
    let folder = new_folder(options.out.as_deref())?;
    let recorded = read(
        &options.games,
        &names(&options.player),
        options.rules.reading(),
        options.common.quiet,
    )?;
    if !options.common.quiet {
        recorded.tell_what_is_left_out();
    }
    let found = games_of(&recorded.samples);
    if found < Split::LEAST {
        return Err(usage(format!(
            "{} of '{}': at least {} are needed, to fit, to choose and to hold out",
            plural(found as u64, "game"),
            options.player,
            Split::LEAST
        )));
    }
    let split = Split::draw(recorded.samples.clone(), options.held_out, settings.seed);
    let stop = stop_flag("round of fitting")?;
    let fitted = pool.install(|| {
        fit(&settings, &split, |round| {
            if !options.common.quiet {
                let top = |k| 100.0 * round.validation.share(k, Chooser::Student).value;
                tell(&format!(
                    "iteration {}: {:.1} % the same choice, {:.1} % among the first five",
                    round.number,
                    top(1),
                    top(5)
                ));
            }
            !stop.load(Ordering::Relaxed)
        })
    });
    let stopped = stop.load(Ordering::Relaxed);
    let rounds = fitted.rounds.len() - 1;
    let measured = pool.install(|| measure(&settings, &split, &fitted, &compared));
    let mut done = Imitation {
        player: options.player.clone(),
        student: options.student.clone(),
        seed: options.seed.seed,
        start: settings.start.clone(),
        fit: fitted,
        measured,
        heading: String::new(),
    };
    done.heading = imitation_result::heading(&options.games, &recorded, &split, &done);
    if let Some(out) = &options.out {
        imitation::imitation(out, &done)?;
        // The same weights again need the same number of rounds.
        let iterations = if stopped {
            rounds as u32
        } else {
            options.iterations
        };
        about(options, iterations, &done).write(out)?;
        page::write(out, State::Still)?;
    }
    finish_folder(folder)?;
    let out = options.out.as_deref();
    if options.common.json {
        print_json(&imitation_result::figures(out, &split, &done))?;
    } else {
        show(&imitation_result::screen(out, &split, &done))?;
    }
    if stopped {
        let weights = match rounds {
            0 => "those of the start",
            _ => "the best of these",
        };
        return Err(Stopped(format!(
            "stopped after {rounds} of at most {}: the weights are {weights}",
            plural(u64::from(options.iterations), "iteration")
        ))
        .into());
    }
    Ok(())
}

/// Description of the tables' origin, for the page.
fn about(options: &Options, iterations: u32, done: &Imitation) -> About {
    About {
        job: "imitate".to_owned(),
        title: options.player.clone(),
        headline: None,
        notes: done.doubt().into_iter().collect(),
        command: CommandLine::of("imitate")
            .words(options.games.iter().map(|path| path.display()))
            .flag("player", [&options.player])
            .flag("as", [&options.student])
            .flag("start", &options.start)
            .flag("compare", &options.compare)
            .flag("held-out", [options.held_out])
            .flag("iterations", [iterations])
            .flag("decisions", [options.decisions])
            .flag("ruleset", [options.rules.ruleset().name])
            .flag("language", options.rules.language.map(|known| known.code))
            .flag("seed", [options.seed.seed])
            .again(),
        version: VERSION.to_owned(),
        seed: Some(options.seed.seed),
    }
}

/// The engine that `text` names.
fn engine(flag: &str, text: &str) -> anyhow::Result<Engine> {
    let spec: PlayerSpec = text
        .parse()
        .map_err(|error| usage(format!("{flag} {text}: {error}")))?;
    let engine = spec.engine().ok_or_else(|| {
        usage(format!(
            "{flag} {text}: it should be darkboard, the player that has weights"
        ))
    })?;
    if engine.book.is_some() {
        return Err(usage(format!(
            "{flag} {text}: a book chooses without weights; leave book= out"
        )));
    }
    Ok(Engine {
        name: spec.to_string(),
        weights: engine.weights(),
        options: engine.options,
    })
}

/// Names of the player: the given one, and if it is one of this program's players also its name in
/// games: `darkboard:depth=2` plays as `darkboard`.
fn names(player: &str) -> Vec<String> {
    let spec = player.parse::<PlayerSpec>();
    let mut names = vec![player.to_owned()];
    names.extend(spec.map(|spec| spec.to_string()));
    names
}

fn understand(options: &Options, student: &Engine) -> anyhow::Result<Settings> {
    let start = match &options.start {
        Some(name) => Weights::load(name).map_err(usage)?,
        None => student.weights.clone(),
    };
    Ok(Settings {
        start,
        options: student.options,
        seed: options.seed.seed,
        iterations: options.iterations,
        decisions: options.decisions,
    })
}

fn measure(settings: &Settings, split: &Split, fit: &Fit, compared: &[Engine]) -> Vec<Measured> {
    let of = |name: &str, weights: &Weights, options: EngineOptions| {
        let sets = [&split.train, &split.validation, &split.held_out];
        Measured {
            name: name.to_owned(),
            agreement: sets
                .map(|samples| Agreement::measure(samples, weights, options, settings.seed)),
        }
    };
    let mut measured = vec![
        of("start", &settings.start, settings.options),
        of("fitted", fit.weights(), settings.options),
    ];
    let others = compared.iter();
    measured.extend(others.map(|other| of(&other.name, &other.weights, other.options)));
    measured
}
