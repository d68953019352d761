//! `darkforge match`: two players, colour-swapped pairs, a verdict.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use clap::{Args, Command};

use crate::cli::cluster::ClusterFlags;
use crate::cli::errors::{Stopped, run_folder_error, usage};
use crate::cli::flags::{Common, Seed, Threads, elo_model, list, whole};
use crate::cli::output::asked_file::AskedFile;
use crate::cli::output::faults::refuse_forfeits;
use crate::cli::output::games_cost;
use crate::cli::output::histories::{HISTORY, Histories, refuse_other_records, write_transcripts};
use crate::cli::output::match_progress::MatchProgress;
use crate::cli::output::match_result;
use crate::cli::output::progress::Progress;
use crate::cli::playing::{Playing, open, tell_untuned, until_played};
use crate::cli::programs::{self, Programs};
use crate::cli::redraw::write_match;
use crate::cli::server::Address;
use crate::cli::terminal::{print_json, show, stop_flag};
use crate::cli::terms::TermsFlags;
use crate::cli::watch::Watch;
use crate::report::Drawn;
use crate::report::format::plural;
use crate::report::page::{self, State, shell_line};
use crate::report::transcripts;
use crate::report::view::{self, Game, Minds};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::record::pgn::Filter;
use darkforge_kriegspiel::text::one_line;
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::config::{
    Job, MOST_GAMES, MatchConfig, MatchPlan, PLY_LIMIT, RunFile, SprtConfig, TermsConfig,
};
use darkforge_lab::folder::RunFolder;
use darkforge_lab::games_cost::GamesCost;
use darkforge_lab::journal::{Journal, game_of_line};
use darkforge_lab::kriegspiel::{heading, player_streams, record};
use darkforge_lab::rules::{Choice, Rules};
use darkforge_lab::run::Run;
use darkforge_ratings::Model;

/// Flags that name files of records.
const PGN: &str = "--pgn";
const TRANSCRIPT: &str = "--transcript";
const EXPLAIN: &str = "--explain";

/// Examples of the command.
const EXAMPLES: &str = "Examples:\n  darkforge match darkboard random --games 400\n  \
darkforge match darkboard:weights=a.toml darkboard --games 2000 --sprt 0,20\n  \
darkforge match random random --games 100 --pgn games.pgn";

/// Play a match between two players, with score, Elo and their intervals.
#[derive(Args)]
#[command(
    after_help = format!("`darkforge match --help` has all players, and openings, clocks and adjudication.\n\n{EXAMPLES}"),
    after_long_help = format!("{}\n\n{EXAMPLES}", PlayerSpec::help())
)]
#[allow(clippy::struct_excessive_bools)] // flags
pub(crate) struct Options {
    /// The player whose score is shown; White in the first game of each pair.
    a: String,
    /// Its opponent.
    b: String,
    /// Games in colour-swapped pairs [default: 100; with --sprt at most 20000].
    #[arg(long, value_parser = whole(1..=MOST_GAMES, "from 1 to 10000000"))]
    games: Option<u64>,
    /// Ruleset; rbc is reconnaissance blind chess.
    #[arg(long, default_value = "icc")]
    ruleset: Rules,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    cluster: ClusterFlags,
    /// Plies after which a game is drawn.
    #[arg(long, default_value_t = PLY_LIMIT, value_parser = whole(2..=100_000_u32, "from 2 to 100000"))]
    ply_limit: u32,
    /// Folder for the match's files (CSV, plots, journal); must not exist, but for --resume
    /// [default: keep nothing].
    #[arg(long)]
    out: Option<PathBuf>,
    /// Continue a match in --out that was stopped or gets more --games.
    #[arg(long, requires = "out")]
    resume: bool,
    /// Update the page of the match (report.html in --out) while games are played; a browser loads
    /// it again by itself.
    #[arg(long, requires = "out")]
    watch: bool,
    /// Serve the folder over HTTP, read only and without a password: at a port of this machine, or at
    /// an address that others reach too.
    #[arg(long, value_name = "ADDRESS", requires = "watch")]
    serve: Option<Address>,
    /// Write tables and page without plots, and remove earlier ones.
    #[arg(long, requires = "out")]
    no_plots: bool,
    /// Print time and disk space of the match. Play only a few games, to time them.
    #[arg(long, visible_alias = "cost", hide_short_help = true)]
    dry_run: bool,
    /// Keep every try in --out, for `stats`, `view` and `check`.
    #[arg(long, requires = "out")]
    keep_tries: bool,
    /// Also write the games as extended PGN; the file must not exist.
    #[arg(long)]
    pgn: Option<PathBuf>,
    /// Point of view of --pgn: no (the umpire's), white, black, semi-white or semi-black (all
    /// moves, one side's tries).
    #[arg(long, requires = "pgn")]
    filter: Option<Filter>,
    /// Also write all tries to a new file, as JSON Lines (rbc: in words).
    #[arg(long)]
    transcript: Option<PathBuf>,
    /// Also write a page of the first game, in a new file, with what speaks for each try of
    /// `darkboard`, as `darkforge view --explain` does for any game.
    #[arg(long = "explain", value_name = "PAGE", hide_short_help = true)]
    reasons: Option<PathBuf>,
    /// Also write each game in reconchess' format, in a new folder (rbc).
    #[arg(long, value_name = "DIR")]
    history: Option<PathBuf>,
    /// Stop when a sequential test (errors of 5 %) decides between E0 and E1 Elo.
    #[arg(
        long,
        value_name = "E0,E1",
        allow_hyphen_values = true,
        value_parser = list::<f64, 2>("write two numbers, such as 0,10")
    )]
    sprt: Option<[f64; 2]>,
    /// Unit of --sprt: Elo of the score, or normalized Elo.
    #[arg(
        long,
        value_name = "M",
        default_value = "logistic",
        value_parser = elo_model(),
        requires = "sprt"
    )]
    model: Model,
    #[command(flatten)]
    terms: TermsFlags,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    if cfg!(feature = "cluster")
        && let (Some(url), None) = (&options.cluster.workers, &options.out)
    {
        return Err(usage(format!(
            "--workers {url}: a match of workers needs a folder for its games: --out DIR"
        )));
    }
    until_played(options.resume, |resume| play(options, resume))
}

fn play(options: &Options, resume: bool) -> anyhow::Result<()> {
    let mut plan = understand(options)?;
    if options.dry_run {
        return tell_cost(options, &plan);
    }
    TermsFlags::refuse_workers(&plan.game.terms, options.cluster.workers.as_ref())?;
    let players = plan.schedule.players().map(|player| &player.spec);
    plan.game.terms.dialogues = options.terms.log_folder(players.into_iter(), resume)?;
    let plan = plan;
    let records = AskedFile::begin_beside(
        options.out.as_deref(),
        resume,
        &[
            (TRANSCRIPT, options.transcript.as_deref()),
            (PGN, options.pgn.as_deref()),
            (EXPLAIN, options.reasons.as_deref()),
        ],
    )?;
    let histories = options.history.as_deref().map(Histories::begin);
    let histories = histories.transpose()?;
    let players = plan.schedule.players();
    let specs = players.map(|player| &player.spec);
    programs::check(specs)?;
    options.cluster.check(specs.into_iter())?;
    tell_untuned(specs, options.common.quiet);
    let pool = options.threads.pool()?;
    let (out, quiet) = (options.out.as_deref(), options.common.quiet);
    let drawn = Drawn::unless(options.no_plots);
    let watched = options.watch.then_some(drawn);
    let mut watch = Watch::prepare(out, watched, options.serve, quiet)?;
    let file = RunFile::of_match(&plan);
    let journal = journal_of(out, &plan, resume)?;
    let stop = stop_flag("games")?;
    let [first, second] = players.map(|player| player.name.as_str());
    let (remote, journal) = match out {
        Some(out) => {
            let (name, schedule) = (format!("{first} vs {second}"), plan.schedule.clone());
            let cluster = &options.cluster;
            cluster.open(&name, &file, &plan.game, out, schedule, journal)?
        }
        None => (None, journal),
    };
    let progress = Progress::new(plan.config.games, None, quiet).keeping_time(out);
    let progress = Arc::new(progress);
    progress.set_stage(&format!("{first} vs {second}"));
    let playing = Playing {
        pool: &pool,
        stop: &stop,
        progress: &progress,
        programs: Programs::prepare(players, out, quiet)?,
        folder: out,
        remote,
    };
    let mut run = Run::new(plan.schedule.clone(), journal);
    let mut observer = MatchProgress::new(&progress, first);
    let played = playing.play(&mut run, &plan.game, &mut watch, &mut observer);
    let games = run.journal.len();
    let Ok(finished) = played else {
        // Without a folder these files are the only record of the games.
        if out.is_none() && games > 0 {
            write_records(records, histories, options, &plan, &run.journal)?;
        }
        return played.map(drop);
    };
    if let Some(out) = out {
        write_match(out, &plan, &run.journal, drawn)?;
        watch.end();
        page::write(out, State::Still)?;
    }
    let has_records = !records.is_empty() || histories.is_some();
    if finished || (out.is_none() && games > 0) {
        write_records(records, histories, options, &plan, &run.journal)?;
    }
    if finished || games > 0 {
        let test = run.schedule.test(&run.journal);
        match_result::tell(
            options.common.json,
            out,
            &plan,
            &run.journal,
            test.as_ref(),
            &progress,
        )?;
    }
    if finished {
        return refuse_forfeits(run.journal.outcomes(), "game");
    }
    let how = match out {
        Some(out) => format!(
            "; continue with the same command and --resume (--out {})",
            shell_line(&[out.display().to_string()])
        ),
        None if has_records && games > 0 => {
            ", which were written; a match with --out can be continued".to_owned()
        }
        None => ", and nothing was kept: there was no --out".to_owned(),
    };
    let games = plural(games as u64, "game");
    Err(Stopped(format!("stopped after {games}{how}")).into())
}

/// Tells what the match would cost.
fn tell_cost(options: &Options, plan: &MatchPlan) -> anyhow::Result<()> {
    let players = plan.schedule.players();
    programs::check(players.map(|player| &player.spec))?;
    let programs = Programs::prepare(players, None, options.common.quiet)?;
    let pool = options.threads.pool()?;
    let config = &plan.config;
    let cost = GamesCost::of(&plan.game, config.seed, &[players], config.games, &pool)?;
    drop(programs);
    let name = players.map(|player| player.name.as_str()).join(" vs ");
    if options.common.json {
        return print_json(&games_cost::figures(&name, &cost));
    }
    let bound = if config.sprt.is_some() {
        "at most "
    } else {
        ""
    };
    show(&games_cost::screen(&name, bound, &cost))
}

fn understand(options: &Options) -> anyhow::Result<MatchPlan> {
    let spec = |text: &str| -> anyhow::Result<PlayerSpec> {
        text.parse()
            .map_err(|error| usage(format!("player '{}': {error}", one_line(text))))
    };
    let specs = [spec(&options.a)?, spec(&options.b)?];
    for (player, text) in specs.iter().zip([&options.a, &options.b]) {
        options
            .ruleset
            .check(player, Choice::Flag)
            .map_err(|error| usage(format!("player '{}': {error}", one_line(text))))?;
    }
    let flags = [
        (PGN, options.pgn.is_some()),
        (EXPLAIN, options.reasons.is_some()),
        (HISTORY, options.history.is_some()),
    ];
    refuse_other_records(options.ruleset, &flags)?;
    let is_kept = options.out.is_some() || options.pgn.is_some();
    options.terms.refuse_lost_thoughts(is_kept)?;
    if options.reasons.is_some() && !specs.iter().any(|spec| spec.engine().is_some()) {
        return Err(usage(
            "--explain: one of the players should be darkboard, which can give reasons",
        ));
    }
    let sprt = options.sprt.map(|[elo0, elo1]| SprtConfig {
        elo0,
        elo1,
        model: options.model,
    });
    let mut terms = TermsConfig::default();
    options.terms.put(&mut terms);
    let config = MatchConfig {
        terms,
        players: [options.a.clone(), options.b.clone()],
        games: options
            .games
            .or_else(|| begun_with(options))
            .unwrap_or(if sprt.is_some() { 20_000 } else { 100 }),
        seed: options.seed.seed,
        ruleset: options.ruleset.name().to_owned(),
        ply_limit: options.ply_limit,
        keep_tries: options.keep_tries
            || options.pgn.is_some()
            || options.transcript.is_some()
            || options.reasons.is_some()
            || options.history.is_some(),
        sprt,
    };
    let plan = config
        .plan("match", options.ruleset, specs)
        .map_err(|error| {
            let what = error.problem();
            match (what.strip_prefix("sprt: "), options.sprt) {
                (Some(what), Some([elo0, elo1])) => usage(format!("--sprt {elo0},{elo1}: {what}")),
                _ => usage(flag_of(what)),
            }
        })?;
    let (terms, players) = (&plan.config.terms, plan.schedule.players());
    if !options.resume {
        let file = Path::new("match");
        options.terms.refuse_vain(file, terms, &players)?;
    }
    TermsFlags::tell_without_scores(terms, &players, options.common.quiet);
    Ok(plan)
}

/// Number of games of the match that is continued, if one is.
fn begun_with(options: &Options) -> Option<u64> {
    let folder = options.out.as_ref().filter(|_| options.resume)?;
    match RunFile::load(folder).ok()?.job {
        Job::Match(config) => Some(config.games),
        Job::Evolve(_) | Job::Tournament(_) => None,
    }
}

/// A problem with the flag of its key before it, if it names one.
fn flag_of(problem: &str) -> String {
    let key = problem.split([' ', ':']).next().unwrap_or_default();
    let name = key.replace('_', "-");
    let flags = Options::augment_args(Command::new("match"));
    let is_flag = flags
        .get_arguments()
        .any(|flag| flag.get_long() == Some(&name));
    if is_flag {
        format!("--{name}{}", &problem[key.len()..])
    } else {
        problem.to_owned()
    }
}

/// Writes the games into the requested files.
fn write_records(
    records: Vec<AskedFile>,
    histories: Option<Histories>,
    options: &Options,
    plan: &MatchPlan,
    journal: &Journal,
) -> anyhow::Result<()> {
    let ply_limit = plan.game.ply_limit;
    if let Some(histories) = histories {
        histories.write(journal, ply_limit)?;
    }
    let Some(ruleset) = plan.game.rules.kriegspiel() else {
        for file in records {
            file.finish(|out| write_transcripts(out, journal, ply_limit))?;
        }
        return Ok(());
    };
    let filter = options.filter.unwrap_or_default();
    for file in records {
        let flag = file.flag();
        file.finish(|out| match flag {
            PGN => transcripts::write_pgn(out, journal, ruleset, ply_limit, filter),
            EXPLAIN => write_reasons(out, journal, ruleset, plan),
            _ => transcripts::write_transcript(out, journal, ruleset, ply_limit),
        })?;
    }
    Ok(())
}

/// The journal of the match in the folder `out`, or one that is not kept.
fn journal_of(out: Option<&Path>, plan: &MatchPlan, resume: bool) -> anyhow::Result<Journal> {
    match out.map(RunFolder::at) {
        None => Ok(Journal::temporary()?),
        Some(folder) if resume => folder.resume_match(plan).map_err(run_folder_error),
        Some(folder) => open(&folder, &RunFile::of_match(plan), false),
    }
}

/// Writes the page of the first game with reasons.
fn write_reasons(
    out: &mut dyn Write,
    journal: &Journal,
    ruleset: &'static Ruleset,
    plan: &MatchPlan,
) -> anyhow::Result<()> {
    let first = journal.with_tries().next();
    let first = first.ok_or_else(|| anyhow!("{EXPLAIN}: no game is finished"))?;
    let wrong = |problem: String| anyhow!("game {first}: {problem}");
    let played = game_of_line(&journal.read_line(first)?).map_err(wrong)?;
    let record = record(&played, ruleset, plan.game.ply_limit).map_err(wrong)?;
    let heading = heading(&played);
    let [a, b] = plan.schedule.players();
    // Of two players with the same name it does not matter which is which.
    let specs = if heading.white == a.name {
        [a, b]
    } else {
        [b, a]
    };
    let streams = player_streams(played.seed, played.game);
    let minds = Minds::of(specs.map(|player| &player.spec), streams);
    let game = Game::explained_record(&heading, &record, minds);
    Ok(out.write_all(view::page(&game).as_bytes())?)
}
