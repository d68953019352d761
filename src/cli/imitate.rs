//! `darkforge imitate`: weights that choose what a player chose.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::recorded::{Recorded, read};
use super::{Common, check_seed, folder, pool, print, stop_flag, tell, usage};
use crate::config::VERSION;
use crate::darkboard::weights::WEIGHTS;
use crate::darkboard::{Options as Student, Weights};
use crate::player::PlayerSpec;
use crate::report::imitation::{self, Imitation, Measured};
use crate::stats::Estimate;
use crate::tuner::imitate::{Agreement, Chooser, Fit, Settings, Split, fit, games_of};
use crate::umpire::Ruleset;

/// The command's flags.
#[derive(Args)]
#[command(
    after_help = "GAMES are extended PGN files, transcripts beside the journal of their run, or run folders with\neither. Every try of the player is a decision, a refused one too, among what the engine could have\ntried at that moment. Agreement is counted on games that were not used before, with the engine\nitself choosing: whether it would have chosen the same, and whether the choice is among its first\nfive. Weights are fitted for the student (--as) and are best played so.\n\nExample:\n  darkforge imitate games.pgn --player Paoletta --out results/paoletta\n  darkforge match darkboard:weights=results/paoletta/weights.toml,depth=1,particles=0 darkboard"
)]
pub(super) struct Options {
    /// PGN files, transcripts and run folders.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The player to imitate, as the games name it.
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Folder for weights.toml, CSV files and plots; must not exist.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The engine that is to imitate, with the options that it will play with.
    #[arg(
        long = "as",
        value_name = "PLAYER",
        default_value = "darkboard:depth=1,particles=0"
    )]
    student: String,
    /// Weights to start from [default: those of --as].
    #[arg(long, value_name = "WEIGHTS")]
    start: Option<String>,
    /// Another engine whose agreement is measured too; may be repeated.
    #[arg(long, value_name = "PLAYER")]
    compare: Vec<String>,
    /// Share of the games that only the final measurement sees.
    #[arg(long, value_name = "SHARE", default_value_t = 0.25)]
    held_out: f64,
    /// Rounds of fitting at most; 0 measures --start and --compare alone.
    #[arg(long, value_name = "N", default_value_t = 20)]
    iterations: u32,
    /// Decisions that each round is fitted to, about; more are slower and surer.
    #[arg(long, value_name = "N", default_value_t = 6000)]
    decisions: usize,
    /// Rules of games that do not say theirs.
    #[arg(long, value_name = "RULESET", default_value = "icc")]
    ruleset: String,
    /// Seed of all draws.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core].
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    common: Common,
}

/// An engine as a user named it.
struct Engine {
    name: String,
    weights: Weights,
    options: Student,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let student = engine("--as", &options.student)?;
    let compared = options.compare.iter();
    let compared: Vec<Engine> = compared
        .map(|text| engine("--compare", text))
        .collect::<anyhow::Result<_>>()?;
    let settings = understand(options, &student)?;
    let ruleset = options.ruleset.parse::<&'static Ruleset>();
    let ruleset = ruleset.map_err(|error| usage(format!("--ruleset: {error}")))?;
    let pool = pool(options.threads)?;
    if let Some(out) = &options.out {
        folder::refuse_existing(out)?;
    }
    let recorded = read(
        &options.games,
        &names(&options.player),
        ruleset,
        options.common.quiet,
    )?;
    if !options.common.quiet {
        recorded.tell_what_is_left_out();
    }
    let found = games_of(&recorded.samples);
    if found < Split::LEAST {
        return Err(usage(format!(
            "{found} games of '{}': at least {} are needed, to fit, to choose and to hold out",
            options.player,
            Split::LEAST
        )));
    }
    let split = Split::draw(recorded.samples.clone(), options.held_out, settings.seed);
    let stop = stop_flag()?;
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
            !stop.load(std::sync::atomic::Ordering::Relaxed)
        })
    });
    let measured = pool.install(|| measure(&settings, &split, &fitted, &compared));
    let mut done = Imitation {
        player: options.player.clone(),
        start: settings.start.clone(),
        fit: fitted,
        measured,
        heading: String::new(),
    };
    done.heading = heading(options, &recorded, &split, &done);
    if let Some(out) = &options.out {
        std::fs::create_dir_all(out)
            .map_err(|error| usage(format!("--out {}: cannot make it: {error}", out.display())))?;
        imitation::imitation(out, &done)?;
    }
    if options.common.json {
        return print(&(figures(options, &split, &done).to_string() + "\n"));
    }
    print(&text(options, &split, &done))
}

/// The engine that `text` names.
fn engine(flag: &str, text: &str) -> anyhow::Result<Engine> {
    let spec: PlayerSpec = text
        .parse()
        .map_err(|error| usage(format!("{flag} {text}: {error}")))?;
    let name = spec.to_string();
    match spec {
        PlayerSpec::Darkboard { book: Some(_), .. } => Err(usage(format!(
            "{flag} {text}: a book chooses without weights; leave book= out"
        ))),
        PlayerSpec::Darkboard {
            weights, options, ..
        } => Ok(Engine {
            name,
            weights: *weights,
            options,
        }),
        _ => Err(usage(format!(
            "{flag} {text}: it should be darkboard, the player that has weights"
        ))),
    }
}

/// The player's name, and as it names itself in the games of this program if it is one of
/// its players: `darkboard:depth=2` plays as `darkboard`.
fn names(player: &str) -> Vec<String> {
    let spec = player.parse::<PlayerSpec>();
    let mut names = vec![player.to_owned()];
    names.extend(spec.map(|spec| spec.to_string()));
    names
}

fn understand(options: &Options, student: &Engine) -> anyhow::Result<Settings> {
    check_seed(options.seed)?;
    if !(options.held_out > 0.0 && options.held_out < 1.0) {
        return Err(usage(format!(
            "--held-out {}: must be between 0 and 1, such as 0.25",
            options.held_out
        )));
    }
    if options.decisions == 0 {
        return Err(usage("--decisions 0: must be at least 1"));
    }
    let start = match &options.start {
        Some(name) => Weights::load(name).map_err(usage)?,
        None => student.weights.clone(),
    };
    Ok(Settings {
        start,
        options: student.options,
        seed: options.seed,
        iterations: options.iterations,
        decisions: options.decisions,
    })
}

fn measure(settings: &Settings, split: &Split, fit: &Fit, compared: &[Engine]) -> Vec<Measured> {
    let of = |name: &str, weights: &Weights, options: Student| {
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

/// By how much the fitted weights agree more with held-out choices than the start does.
fn gain(done: &Imitation, k: usize) -> Estimate {
    let [start, fitted] = [0, 1].map(|place| &done.measured[place].agreement[2]);
    fitted.gain(start, k)
}

/// Weights on which no choice depends; nothing is known of that before a round.
fn unidentified(fit: &Fit) -> Vec<&'static str> {
    if fit.rounds.len() < 2 {
        return Vec::new();
    }
    let weights = WEIGHTS.iter().zip(fit.identified);
    weights
        .filter(|(_, identified)| !identified)
        .map(|(info, _)| info.name)
        .collect()
}

fn percent(share: Estimate) -> String {
    let [value, lo, hi] = [share.value, share.lo, share.hi].map(|share| 100.0 * share);
    format!("{value:.1} % ({lo:.1}..{hi:.1})")
}

fn games_in_words(split: &Split) -> String {
    format!(
        "{} to fit, {} to choose, {} held out",
        games_of(&split.train),
        games_of(&split.validation),
        games_of(&split.held_out)
    )
}

fn heading(options: &Options, recorded: &Recorded, split: &Split, done: &Imitation) -> String {
    let files: Vec<String> = (options.games.iter())
        .map(|path| path.display().to_string())
        .collect();
    let held_out = &done.measured[1].agreement[2];
    let start = &done.measured[0].agreement[2];
    let mut text = format!(
        "Imitates {} (darkforge {VERSION}, seed {}), to be played as {}.\n{} games from {}: {}.\n",
        done.player,
        options.seed,
        options.student,
        games_of(&recorded.samples),
        files.join(", "),
        games_in_words(split),
    );
    let _ = write!(
        text,
        "The same choice in {} of {} held-out decisions, among the first five in {};\nthe weights \
         started from: {} and {}.",
        percent(held_out.share(1, Chooser::Student)),
        held_out.decisions(),
        percent(held_out.share(5, Chooser::Student)),
        percent(start.share(1, Chooser::Student)),
        percent(start.share(5, Chooser::Student)),
    );
    let unknown = unidentified(&done.fit);
    if !unknown.is_empty() {
        let _ = write!(
            text,
            "\nLeft as they were, for no choice depends on them: {}.",
            unknown.join(", ")
        );
    }
    text
}

fn figures(options: &Options, split: &Split, done: &Imitation) -> serde_json::Value {
    let lines = done.lines().into_iter().map(|line| {
        json!({
            "set": line.set, "player": line.player, "decisions": line.decisions,
            "top1": line.top1.value, "top1_lo": line.top1.lo, "top1_hi": line.top1.hi,
            "top5": line.top5.value, "top5_lo": line.top5.lo, "top5_hi": line.top5.hi,
        })
    });
    let lines: Vec<_> = lines.collect();
    let gain = gain(done, 1);
    json!({
        "player": done.player,
        "as": options.student,
        "games": {
            "train": games_of(&split.train), "validation": games_of(&split.validation),
            "held_out": games_of(&split.held_out),
        },
        "iterations": done.fit.rounds.len() - 1,
        "best_iteration": done.fit.best,
        "agreement": lines,
        "gain_top1": gain.value, "gain_top1_lo": gain.lo, "gain_top1_hi": gain.hi,
        "impossible": done.measured[1].agreement[2].unknown(),
        "not_identified": unidentified(&done.fit),
        "weights": done.fit.weights().to_table(),
        "out": options.out.as_deref().map(Path::display).map(|path| path.to_string()),
    })
}

fn text(options: &Options, split: &Split, done: &Imitation) -> String {
    let mut text = format!(
        "{} as {}: {}; iteration {} of {} taken\n",
        done.player,
        options.student,
        games_in_words(split),
        done.fit.best,
        done.fit.rounds.len() - 1
    );
    let lines = done.lines();
    let width = lines.iter().map(|line| line.player.chars().count()).max();
    let width = width.unwrap_or(0);
    for line in lines.iter().filter(|line| line.set == "held_out") {
        let _ = writeln!(
            text,
            "  {:width$}  the same choice {}  among the first five {}  ({} held-out decisions)",
            line.player,
            percent(line.top1),
            percent(line.top5),
            line.decisions
        );
    }
    let gain = gain(done, 1);
    let _ = writeln!(
        text,
        "  fitted less start: {:+.1} points ({:+.1}..{:+.1})",
        100.0 * gain.value,
        100.0 * gain.lo,
        100.0 * gain.hi
    );
    let impossible = done.measured[1].agreement[2].unknown();
    if impossible > 0 {
        let _ = writeln!(
            text,
            "  {impossible} held-out choices are ones that the engine knows to be impossible"
        );
    }
    let unknown = unidentified(&done.fit);
    if !unknown.is_empty() {
        let _ = writeln!(
            text,
            "  no choice of this student depends on: {}",
            unknown.join(", ")
        );
    }
    match &options.out {
        Some(out) => {
            let _ = writeln!(text, "  files: {}", out.display());
        }
        None => text += "  nothing is written without --out\n",
    }
    text
}
