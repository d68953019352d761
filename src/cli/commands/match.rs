//! `darkforge match`: two players, colour-swapped pairs, a verdict.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::errors::{Stopped, stranger_is_usage, usage};
use crate::cli::flags::{Common, check_seed, pool};
use crate::cli::meeting::Meeting;
use crate::cli::output::match_progress::Live;
use crate::cli::output::page_refresh::Watching;
use crate::cli::output::progress::Progress;
use crate::cli::output::{records, verdict};
use crate::cli::programs::Stage;
use crate::cli::terminal::stop_flag;
use crate::cli::{folder, programs as stage};
use crate::report;
use crate::report::page::{self, State};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::record::pgn::Filter;
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::config::{MatchConfig, PLY_LIMIT, RunFile, SprtConfig};
use darkforge_lab::tournament::{Arena, ArenaError, Journal};
use darkforge_ratings::Model;

/// The command's flags.
#[derive(Args)]
#[command(
    after_help = format!(
        "{}\n\n\
Examples:\n  darkforge match darkboard random --games 400\n  \
darkforge match darkboard:weights=a.toml darkboard --games 2000 --sprt 0,20 --out results/a-vs-default\n  \
darkforge match random random --games 100 --transcript games.jsonl --pgn games.pgn",
        PlayerSpec::help()
    )
)]
pub(crate) struct Options {
    /// The player whose score is shown; White in the first game of each pair.
    a: String,
    /// Its opponent.
    b: String,
    /// Games to play, in colour-swapped pairs; with --sprt, at most so many.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Rules to play under.
    #[arg(long, default_value = "icc")]
    ruleset: String,
    /// Seed of all randomness.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play [default: one for each core].
    #[arg(long)]
    threads: Option<usize>,
    /// Plies after which a game is drawn.
    #[arg(long, default_value_t = PLY_LIMIT)]
    ply_limit: u32,
    /// Folder for the match's files (CSV, plots, journal); must not exist. Without it
    /// nothing is kept.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Continue the match in --out from where it was stopped.
    #[arg(long, requires = "out")]
    resume: bool,
    /// Make the page of the match (report.html in --out) again while it is played; open in a
    /// browser, it reads itself again.
    #[arg(long, requires = "out")]
    watch: bool,
    /// Also write the games as extended PGN; the file must not exist.
    #[arg(long)]
    pgn: Option<PathBuf>,
    /// Whose point of view --pgn is written from: no (the umpire's), white, black, semi-white
    /// or semi-black (all moves, one side's tries).
    #[arg(long, requires = "pgn")]
    filter: Option<Filter>,
    /// Also write every try and answer as JSON Lines; the file must not exist.
    #[arg(long)]
    transcript: Option<PathBuf>,
    /// Stop when it is decided whether A is stronger by E0 or by E1 Elo (errors of 5 %).
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Units of --sprt: Elo of the score, or normalized Elo.
    #[arg(long, value_name = "M", default_value = "logistic", value_parser = ["logistic", "normalized"])]
    model: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let (meeting, specs) = understand(options)?;
    records::check(
        options.out.as_deref(),
        &[
            ("--pgn", &options.pgn),
            ("--transcript", &options.transcript),
        ],
    )?;
    stage::check(&specs)?;
    let pool = pool(options.threads)?;
    let run = RunFile::of_match(&meeting.config, &specs);
    let journal = match &options.out {
        None => Journal::temporary()?,
        Some(out) if options.resume => folder::resume(out, &run)?,
        Some(out) => folder::create(out, &run)?,
    };
    let stop = stop_flag()?;
    let entrants = [&meeting.bout.first, &meeting.bout.second];
    let players = entrants.map(|entrant| (entrant.name.as_str(), &entrant.spec));
    let stage = Stage::set(players, options.out.as_deref(), options.common.quiet)?;
    let progress = Progress::new(meeting.config.games, options.common.quiet)
        .keeping_time(options.out.as_deref());
    progress.set_stage(format!(
        "{} vs {}",
        meeting.bout.first.name, meeting.bout.second.name
    ));
    let live = Live::new(&progress, &meeting.bout.first.name);
    let mut arena = Arena {
        ruleset: meeting.ruleset,
        ply_limit: meeting.config.ply_limit,
        seed: meeting.config.seed,
        keep_tries: meeting.config.keep_tries,
        playing: true,
        pool: &pool,
        stop: &stop,
        watch: &live,
        journal,
    };
    let out = options.out.as_deref().unwrap_or(Path::new("."));
    let watching = Watching::start(out, options.watch);
    let played = meeting.play(&mut arena, &live);
    drop(watching);
    progress.end();
    drop(stage);
    let decision = match played {
        Ok(decision) => decision,
        Err(ArenaError::Stopped) => {
            let how = match &options.out {
                Some(out) => format!(
                    "; continue with the same command and --resume (--out {})",
                    out.display()
                ),
                None => ", and nothing was kept: there was no --out".to_owned(),
            };
            let games = arena.journal.len();
            if let Some(out) = &options.out {
                meeting.write_report(out, &arena.journal)?;
                page::write(out, State::Still)?;
            }
            if games > 0 {
                let decision = meeting.so_far(&arena.journal);
                verdict::tell(
                    options,
                    &meeting,
                    &arena.journal,
                    decision.as_ref(),
                    &progress,
                )?;
            }
            return Err(Stopped(format!("stopped after {games} games{how}")).into());
        }
        Err(error) => return Err(stranger_is_usage(error)),
    };
    arena.journal.sort()?;
    write_files(options, &meeting, &arena.journal)?;
    verdict::tell(
        options,
        &meeting,
        &arena.journal,
        decision.as_ref(),
        &progress,
    )
}

fn understand(options: &Options) -> anyhow::Result<(Meeting, [PlayerSpec; 2])> {
    let spec = |text: &str| -> anyhow::Result<PlayerSpec> {
        text.parse()
            .map_err(|error| usage(format!("player '{text}': {error}")))
    };
    let specs = [spec(&options.a)?, spec(&options.b)?];
    let ruleset: &'static Ruleset = options
        .ruleset
        .parse()
        .map_err(|error| usage(format!("--ruleset: {error}")))?;
    if options.games == 0 {
        return Err(usage("--games 0: must be at least 1"));
    }
    if !(2..=100_000).contains(&options.ply_limit) {
        return Err(usage(format!(
            "--ply-limit {}: must be from 2 to 100000",
            options.ply_limit
        )));
    }
    check_seed(options.seed)?;
    let sprt = options
        .sprt
        .as_deref()
        .map(|bounds| read_sprt(bounds, &options.model))
        .transpose()?;
    let config = MatchConfig {
        players: [options.a.clone(), options.b.clone()],
        games: options.games,
        seed: options.seed,
        ruleset: options.ruleset.clone(),
        ply_limit: options.ply_limit,
        keep_tries: options.pgn.is_some() || options.transcript.is_some(),
        sprt,
    };
    let meeting = Meeting::new(config, ruleset, &specs).map_err(|error| {
        usage(format!(
            "--sprt {}: {error}",
            options.sprt.as_deref().unwrap_or("")
        ))
    })?;
    Ok((meeting, specs))
}

fn read_sprt(bounds: &str, model: &str) -> anyhow::Result<SprtConfig> {
    let wrong = || usage(format!("--sprt {bounds}: write two numbers, such as 0,10"));
    let (elo0, elo1) = bounds.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
    Ok(SprtConfig {
        elo0: number(elo0)?,
        elo1: number(elo1)?,
        model: match model {
            "normalized" => Model::Normalized,
            _ => Model::Logistic,
        },
    })
}

fn write_files(options: &Options, meeting: &Meeting, journal: &Journal) -> anyhow::Result<()> {
    let (ruleset, ply_limit) = (meeting.ruleset, meeting.config.ply_limit);
    if let Some(out) = &options.out {
        meeting.write_report(out, journal)?;
        page::write(out, State::Still)?;
    }
    if let Some(path) = &options.transcript {
        report::transcripts::write_transcript(path, journal, ruleset, ply_limit)?;
    }
    if let Some(path) = &options.pgn {
        let filter = options.filter.unwrap_or_default();
        report::transcripts::write_pgn(path, journal, ruleset, ply_limit, filter)?;
    }
    Ok(())
}
