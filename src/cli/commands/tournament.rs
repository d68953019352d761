//! `darkforge tournament`: players meet by a format; standings, and who is the best.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;

use crate::cli::errors::{Stopped, stranger_is_usage, usage};
use crate::cli::flags::RunFlags;
use crate::cli::flags::{Common, check_seed, pool};
use crate::cli::output::page_refresh::Watching;
use crate::cli::output::progress::{Progress, duration};
use crate::cli::output::standings;
use crate::cli::programs::{Stage, fault_table};
use crate::cli::terminal::{print, stop_flag};
use crate::cli::{folder, programs as stage, redraw as replay};
use crate::report::faults;
use crate::report::page::{self, State};
use darkforge_lab::config::{RunFile, Tournament, TournamentConfig};
use darkforge_lab::tournament::formats::Format;
use darkforge_lab::tournament::{Arena, ArenaError, Bout, Contest, Shard};

/// The command's flags.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  darkforge tournament configs/versions.toml --threads 2\n  \
darkforge tournament configs/versions.toml --shard 3/16 --out shards/3\n  \
darkforge tournament configs/versions.toml --out results/versions --resume\n\n\
Formats: round-robin, gauntlet, knockout, swiss, adaptive. A share (--shard) is one of a\n\
fixed schedule, that is of a round robin or a gauntlet; `darkforge merge` joins them."
)]
pub(crate) struct Options {
    #[command(flatten)]
    run: RunFlags,
    /// Play only the Kth of N shares of a fixed schedule, in the folder results/NAME-shard-K-of-N
    /// unless --out says otherwise.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let tournament = understand(options)?;
    let entrants = tournament.contest.entrants();
    stage::check(entrants.iter().map(|entrant| &entrant.spec))?;
    let config = &tournament.config;
    let folder = match (&options.run.out, options.shard) {
        (None, Some(Shard { number, of })) => {
            folder::of_run(None, &format!("{}-shard-{number}-of-{of}", config.name))
        }
        (out, _) => folder::of_run(out.as_deref(), &config.name),
    };
    let run = RunFile {
        share: options.shard.map(|shard| shard.to_string()),
        ..RunFile::of_tournament(&tournament)
    };
    let pool = pool(options.run.threads)?;
    let journal = if options.run.resume {
        folder::resume(&folder, &run)?
    } else {
        folder::create(&folder, &run)?
    };
    let stop = stop_flag()?;
    let (mut contest, journal) = replay::tournament(&tournament, journal)?;
    let (share, games) = share(&tournament, options.shard);
    let left = games.saturating_sub(contest.told_games());
    let progress = Progress::new(left, options.common.quiet).keeping_time(Some(&folder));
    announce(options, &tournament, games, &folder, &progress);
    let players = entrants.iter().map(|e| (e.name.as_str(), &e.spec));
    let set = Stage::set(players, Some(&folder), options.common.quiet)?;
    let mut arena = Arena {
        ruleset: tournament.ruleset,
        ply_limit: config.ply_limit,
        seed: config.seed,
        keep_tries: config.pgn,
        playing: true,
        pool: &pool,
        stop: &stop,
        watch: &progress,
        journal,
    };
    let watching = Watching::start(&folder, options.run.watch);
    let played = match options.shard {
        Some(shard) => arena.play_games(&shard.fixtures(&share, config.seed)),
        None => contest.play(&mut arena, |contest| show(contest, &progress)),
    };
    drop(watching);
    progress.end();
    drop(set);
    if !matches!(played, Ok(()) | Err(ArenaError::Stopped)) {
        return played.map_err(stranger_is_usage);
    }
    let mut journal = arena.journal;
    if played.is_ok() {
        journal.sort()?;
    }
    replay::write_tournament(&folder, &tournament, &contest, &journal)?;
    page::write(&folder, State::Still)?;
    if played.is_err() {
        return Err(Stopped(how_to_go_on(options, &folder, journal.len(), games)).into());
    }
    let (now, speed) = progress.speed();
    let text = if options.common.json {
        standings::json(&folder, &tournament, &contest, &journal)?
    } else {
        let mut text = standings::table(&tournament, &contest, &journal);
        text += &fault_table(&faults::count(journal.games()));
        let (seconds, games) = (duration(progress.seconds()), journal.len());
        let _ = writeln!(
            text,
            "{games} games ({now} played now in {seconds}, {speed:.1} games/s)\nfiles: {}",
            folder.display()
        );
        text
    };
    print(&text)
}

fn understand(options: &Options) -> anyhow::Result<Tournament> {
    let mut config = TournamentConfig::load(&options.run.config).map_err(usage)?;
    if let Some(seed) = options.run.seed {
        check_seed(seed)?;
        config.seed = seed;
    }
    let file = options.run.config.display().to_string();
    let tournament = config.check(&file).map_err(usage)?;
    if let Some(shard) = options.shard
        && !tournament.contest.format().is_fixed()
    {
        return Err(usage(format!(
            "--shard {shard}: in format = \"{}\" results decide who plays next, so it has no \
             shares; round-robin and gauntlet have",
            tournament.config.format.as_str()
        )));
    }
    Ok(tournament)
}

/// The bouts of which a share is played, and the number of games that this run has.
fn share(tournament: &Tournament, shard: Option<Shard>) -> (Vec<Bout>, u64) {
    let Some(shard) = shard else {
        return (Vec::new(), tournament.contest.expected_games());
    };
    let asked = tournament.contest.ask();
    let bouts: Vec<Bout> = asked.into_iter().map(|(bout, _)| bout).collect();
    let games = shard.fixtures(&bouts, tournament.config.seed).len();
    (bouts, games as u64)
}

fn announce(
    options: &Options,
    tournament: &Tournament,
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
    progress.set_stage(config.name.clone());
    progress.note(&format!(
        "{}: {} of {} players{share}, about {games} games under {} rules, to {}",
        config.name,
        config.format.as_str(),
        config.players.len(),
        tournament.ruleset.title,
        folder.display()
    ));
}

/// Says where a tournament is whose meetings depend on results.
fn show(contest: &Contest, progress: &Progress) {
    if let Format::Adaptive(adaptive) = contest.format() {
        let answer = adaptive.answer();
        let best = &contest.entrants()[answer.ranking[0]].name;
        let leads = format!("{best} leads, {:.1} % sure", 100.0 * answer.confidence);
        progress.set_standing(leads.clone(), &format!("  {leads}"));
    }
    if let Some((_, meeting)) = contest.ask().first() {
        progress.set_stage(format!("round {}", meeting.round));
    }
}

fn how_to_go_on(options: &Options, folder: &Path, played: usize, games: u64) -> String {
    let seed = options.run.seed.map(|seed| format!(" --seed {seed}"));
    let shard = options.shard.map(|shard| format!(" --shard {shard}"));
    format!(
        "stopped after {played} of about {games} games; continue with: darkforge tournament {} --out {}{}{} --resume",
        options.run.config.display(),
        folder.display(),
        seed.unwrap_or_default(),
        shard.unwrap_or_default()
    )
}
