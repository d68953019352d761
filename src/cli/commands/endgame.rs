//! `darkforge endgame`: basic endings against a lone king that could be anywhere.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use crate::cli::commands::endgame_infinite as infinite;
use crate::cli::errors::{Stopped, usage};
use crate::cli::flags::{
    Amount, Common, Seed, Threads, finish_folder, kriegspiel, new_folder, whole,
};
use crate::cli::output::command_line::CommandLine;
use crate::cli::output::endgame_files;
use crate::cli::output::endgame_result::{self, EndgameFigures};
use crate::cli::screen::Screen;
use crate::cli::terminal::{print, print_json, show, stop_flag, tell};
use crate::report::endgame::{self, Lot, Played};
use crate::report::object::{Nested, object};
use crate::report::plot::progress::Track;
use darkforge_engine::options::parse;
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::config::VERSION;
use darkforge_research::laboratory::{
    Ending, Game, King, MethodSpec, Opponent, PLAIN, PLAIN_FIFTY, Rules, Series, Start, Step,
    draws, placements, play, unavoidable,
};

/// Method unless others are named.
const METHOD: &str = "search";
/// First side lengths of the infinite board unless others are named.
const SIZES: [u64; 3] = [16, 32, 64];

/// Play basic endings against a lone king at an unknown square.
#[derive(Args)]
#[command(
    after_help = format!("White knows only its own men; the king may stand on any square on which it is not in check. A start is a text such as 'Kb1 Ra1 kh8', with the hidden king last. Of starts that are rotated or mirrored images of each other one is played. Methods are {}; docs/endgames.md explains them.\n\nExamples:\n  darkforge endgame krk kqk --starts 1000 --out results/basic\n  darkforge endgame krk --replay 'Kb1 Ra1 kh8'\n  darkforge endgame infinite --size 16 --opponent flees", MethodSpec::known())
)]
pub(crate) struct Options {
    /// Endings: krk, kqk, kbbk, kbnk, kpk; or only infinite, a rook on an infinite board.
    #[arg(required = true)]
    ending: Vec<String>,
    /// Method of White; may be repeated.
    #[arg(long, value_name = "METHOD", default_value = METHOD)]
    method: Vec<String>,
    /// Number of starts, drawn by the seed; or `all`.
    #[arg(
        long,
        value_name = "all|N",
        default_value = "all",
        value_parser = Amount::parser(1, "write all, or a number of starts from 1")
    )]
    starts: Amount,
    /// Black's king: random, greedy, or worst (the worst case over all squares); may be repeated.
    #[arg(long, value_name = "OPPONENT", default_value = "random")]
    opponent: Vec<String>,
    /// Depth of a search in own moves, 1 to 4.
    #[arg(long, value_name = "N", value_parser = whole(1..=4_u32, "from 1 to 4"))]
    depth: Option<u32>,
    /// Draw after fifty moves without a capture or a pawn move.
    #[arg(long, conflicts_with = "ruleset")]
    fifty: bool,
    /// Use the draw rules of a ruleset [default: only stalemate and lost material].
    #[arg(long, value_name = "RULESET", value_parser = kriegspiel("rbc has no endings"))]
    ruleset: Option<&'static Ruleset>,
    /// Own moves after which a game is given up [default: 300; infinite: 100000].
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// With infinite: first side length of the board; may be repeated [default: 16, 32 and 64].
    /// Opponents are then random, flees and hunts.
    #[arg(
        long,
        value_name = "N",
        value_parser = whole(8..=1_000_000_u64, "from 8 to 1000000")
    )]
    size: Vec<u64>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    /// Folder for moves.csv, summary.csv, plots and their page; must not exist.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Play only this start, and show the squares on which the king could stand after each move.
    #[arg(long, value_name = "START", conflicts_with = "starts")]
    replay: Option<String>,
    #[command(flatten)]
    common: Common,
}

/// Checked flags.
struct Plan {
    endings: Vec<Ending>,
    methods: Vec<MethodSpec>,
    opponents: Vec<Opponent>,
    /// Number of starts; `None` for all.
    starts: Option<usize>,
    rules: Rules,
}

object! {
    /// One game of an ending.
    ReplayFigures {
        ending: String, method: String,
        /// Model of the lone king.
        opponent: String,
        /// Position from which the game began.
        start: String,
        /// Outcome of the game.
        outcome: String,
        /// White's moves.
        moves: u32,
        /// White's tries.
        tries: u32,
    }
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    if options.ending == ["infinite"] {
        return run_infinite(options);
    }
    if options.ending.iter().any(|ending| ending == "infinite") {
        return Err(usage("infinite is played alone: name no other ending"));
    }
    if !options.size.is_empty() {
        return Err(usage("--size is for the ending infinite"));
    }
    let plan = understand(options)?;
    let folder = new_folder(options.out.as_deref())?;
    if let Some(start) = &options.replay {
        replay(options, &plan, start)?;
        return finish_folder(folder);
    }
    let pool = options.threads.pool()?;
    let stop = stop_flag("games")?;
    let mut lots = Vec::new();
    let mut tracks = Vec::new();
    for &ending in &plan.endings {
        let starts = match plan.starts {
            None => ending.starts(),
            Some(number) => ending.sample(number, options.seed.seed),
        };
        for &method in &plan.methods {
            for &opponent in &plan.opponents {
                let series = plan.series(ending, method, opponent, options.seed.seed);
                let starts = match opponent {
                    Opponent::King(_) => starts.clone(),
                    Opponent::Worst => placements(&starts),
                };
                let lot = pool.install(|| lot(&series, &starts, &stop))?;
                if !options.common.quiet {
                    tell(&endgame_result::line(&lot));
                }
                lots.push(lot);
            }
            let king = Opponent::King(King::Random);
            let series = plan.series(ending, method, king, options.seed.seed);
            tracks.extend(starts.first().map(|start| track(&series, start)));
        }
    }
    if let Some(out) = &options.out {
        endgame_files::write(
            out,
            &played(options, &plan),
            command(options),
            &lots,
            &tracks,
        )?;
    }
    finish_folder(folder)?;
    if options.common.json {
        let endings = lots.iter().map(endgame_result::figures);
        return print_json(&EndgameFigures {
            seed: options.seed.seed,
            ruleset: plan.rules.ruleset.name.to_owned(),
            endings: endings.map(Nested).collect(),
        });
    }
    show(&endgame_result::screen(options.out.as_deref(), &lots))
}

fn run_infinite(options: &Options) -> anyhow::Result<()> {
    let others = [
        ("--method", options.method != [METHOD]),
        ("--depth", options.depth.is_some()),
        ("--fifty", options.fifty),
        ("--ruleset", options.ruleset.is_some()),
        ("--replay", options.replay.is_some()),
    ];
    if let Some((flag, _)) = others.iter().find(|(_, is_given)| *is_given) {
        return Err(usage(format!(
            "{flag} is for the other endings; infinite has --size, --opponent, --starts and --limit"
        )));
    }
    refuse_repeats("--size", &options.size)?;
    refuse_repeats("--opponent", &options.opponent)?;
    let sizes = if options.size.is_empty() {
        &SIZES[..]
    } else {
        &options.size
    };
    infinite::run(&infinite::Asked {
        sizes,
        starts: options.starts,
        kings: &options.opponent,
        limit: options.limit,
        seed: options.seed.seed,
        threads: options.threads,
        out: options.out.as_deref(),
        json: options.common.json,
    })
}

impl Plan {
    fn series(&self, ending: Ending, method: MethodSpec, opponent: Opponent, seed: u64) -> Series {
        Series {
            ending,
            method,
            opponent,
            rules: self.rules,
            seed,
        }
    }
}

fn understand(options: &Options) -> anyhow::Result<Plan> {
    let endings = options.ending.iter().map(|name| name.parse());
    let endings: Vec<Ending> = endings.collect::<Result<_, _>>().map_err(usage)?;
    refuse_repeats("ending", &endings)?;
    refuse_repeats("--opponent", &options.opponent)?;
    let methods = methods(options)?;
    refuse_repeats("--method", &methods)?;
    for method in &methods {
        if let Some(ending) = endings.iter().find(|ending| !method.plays(**ending)) {
            let known = Ending::ALL
                .into_iter()
                .filter(|ending| method.plays(*ending));
            let known: Vec<&str> = known.map(Ending::as_str).collect();
            return Err(usage(format!(
                "--method {method}: it does not play {ending}, only {}",
                known.join(", ")
            )));
        }
    }
    let opponents = options.opponent.iter().map(|name| {
        let found = Opponent::ALL
            .into_iter()
            .find(|found| found.as_str() == name);
        found.ok_or_else(|| usage(format!("--opponent {name}: write random, greedy or worst")))
    });
    let opponents = opponents.collect::<anyhow::Result<_>>()?;
    let starts = match options.starts {
        Amount::All => None,
        Amount::Number(number) => Some(usize::try_from(number).unwrap_or(usize::MAX)),
    };
    let limit = options.limit.unwrap_or(300);
    if !(1..=10_000).contains(&limit) {
        return Err(usage(format!(
            "--limit {limit}: must be from 1 to 10000 own moves"
        )));
    }
    let ruleset: &'static Ruleset = match options.ruleset {
        Some(ruleset) => ruleset,
        None if options.fifty => &PLAIN_FIFTY,
        None => &PLAIN,
    };
    Ok(Plan {
        endings,
        methods,
        opponents,
        starts,
        rules: Rules { ruleset, limit },
    })
}

/// The methods with the depth of `--depth`.
fn methods(options: &Options) -> anyhow::Result<Vec<MethodSpec>> {
    let methods = options.method.iter().map(|text| {
        let method: MethodSpec = text
            .parse()
            .map_err(|error| usage(format!("--method: {error}")))?;
        let Some(depth) = options.depth else {
            return Ok(method);
        };
        let written = text.split_once(':').map_or("", |(_, written)| written);
        if parse(written).is_ok_and(|written| written.contains_key("depth")) {
            return Err(usage(format!(
                "--depth {depth}: the method {text} has its own depth; leave one of them out"
            )));
        }
        Ok(method.with_depth(depth))
    });
    let methods: Vec<MethodSpec> = methods.collect::<anyhow::Result<_>>()?;
    match options.depth {
        Some(depth)
            if !methods
                .iter()
                .any(|one| matches!(one, MethodSpec::Search(_))) =>
        {
            Err(usage(format!(
                "--depth {depth}: it is for the method search"
            )))
        }
        _ => Ok(methods),
    }
}

/// Refuses a thing that is named twice.
fn refuse_repeats(what: &str, named: &[impl Display]) -> anyhow::Result<()> {
    let mut seen = HashSet::new();
    let repeated = named.iter().map(ToString::to_string);
    match repeated.into_iter().find(|one| !seen.insert(one.clone())) {
        Some(one) => Err(usage(format!("{what} {one}: it is named twice"))),
        None => Ok(()),
    }
}

/// Description of the run, for its files.
fn played(options: &Options, plan: &Plan) -> Played {
    let opponents = plan.opponents.iter().map(|one| one.as_str().to_owned());
    Played {
        version: VERSION.to_owned(),
        seed: options.seed.seed,
        ruleset: plan.rules.ruleset.name.to_owned(),
        limit: plan.rules.limit,
        starts: options.starts.to_string(),
        endings: plan.endings.iter().map(ToString::to_string).collect(),
        methods: plan.methods.iter().map(ToString::to_string).collect(),
        opponents: opponents.collect(),
    }
}

fn command(options: &Options) -> String {
    let command = CommandLine::of("endgame")
        .words(&options.ending)
        .flag("method", &options.method)
        .flag("depth", options.depth)
        .flag("opponent", &options.opponent);
    let command = match &options.replay {
        Some(start) => command.flag("replay", [start]),
        None => command.flag("starts", [options.starts]),
    };
    let command = command.flag("ruleset", options.ruleset.map(|ruleset| ruleset.name));
    let command = if options.fifty {
        command.words(["--fifty"])
    } else {
        command
    };
    command
        .flag("limit", options.limit)
        .flag("seed", [options.seed.seed])
        .again()
}

fn lot(series: &Series, starts: &[Start], stop: &AtomicBool) -> anyhow::Result<Lot> {
    let games = series.play(starts, || !stop.load(Ordering::Relaxed));
    let games: Option<Vec<_>> = games.into_iter().collect();
    let Some(games) = games else {
        return Err(Stopped("stopped: nothing was written; run it again".to_owned()).into());
    };
    let risks: Vec<f64> = starts
        .iter()
        .map(|start| unavoidable(&start.state()))
        .collect();
    let names = starts.iter().map(ToString::to_string);
    Ok(Lot {
        ending: series.ending,
        method: series.method.to_string(),
        opponent: series.opponent.as_str(),
        stalemate_wins: series.rules.ruleset.stalemate_loses,
        unavoidable: risks.iter().sum::<f64>() / risks.len().max(1) as f64,
        games: names.zip(games).collect(),
    })
}

/// One game, try by try.
fn steps(series: &Series, king: King, start: &Start) -> (Vec<Step>, Game) {
    let mut steps = Vec::new();
    let mut method = series.method.build();
    let game = play(
        start,
        method.as_mut(),
        king,
        series.rules,
        &draws(series.seed, start),
        Some(&mut |step| steps.push(step)),
    );
    (steps, game)
}

fn track(series: &Series, start: &Start) -> Track {
    let (steps, game) = steps(series, King::Random, start);
    let method = series.method.to_string();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let file: String = format!("{}_{method}", series.ending)
        .chars()
        .map(plain)
        .collect();
    Track {
        file,
        title: format!(
            "Evaluation over one game, {} {method}, from {start}: {} after {} moves",
            series.ending,
            game.outcome.as_str(),
            game.moves
        ),
        values: steps.iter().map(|step| step.value).collect(),
    }
}

fn replay(options: &Options, plan: &Plan, start: &str) -> anyhow::Result<()> {
    let (&[ending], &[method], &[Opponent::King(king)]) = (
        plan.endings.as_slice(),
        plan.methods.as_slice(),
        plan.opponents.as_slice(),
    ) else {
        return Err(usage(
            "--replay shows one game: name one ending, one method, and one opponent that is random or greedy",
        ));
    };
    let start = ending
        .read_start(start)
        .map_err(|error| usage(format!("--replay: {error}")))?;
    let opponent = Opponent::King(king);
    let series = plan.series(ending, method, opponent, options.seed.seed);
    let (steps, game) = steps(&series, king, &start);
    let title = format!(
        "{ending} {method} against the {} king from {start}: {} after {} moves, {} tries",
        opponent.as_str(),
        game.outcome.as_str(),
        game.moves,
        game.tries
    );
    if let Some(out) = &options.out {
        endgame_files::write_replay(
            out,
            &played(options, plan),
            command(options),
            &title,
            &steps,
        )?;
    }
    if options.common.json {
        return print_json(&ReplayFigures {
            ending: ending.as_str().to_owned(),
            method: method.to_string(),
            opponent: opponent.as_str().to_owned(),
            start: start.to_string(),
            outcome: game.outcome.as_str().to_owned(),
            moves: game.moves,
            tries: game.tries,
        });
    }
    let mut screen = Screen::new();
    screen.headline(title);
    screen.line("");
    show(&screen)?;
    print(&endgame::text(&steps))
}
