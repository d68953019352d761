//! The command line: one file per command. Nothing else prints.
//!
//! Exit status 0 for a run that ended, 1 for one that failed or was stopped, 2 for wrong
//! usage or a wrong config, before anything was written.

// These macros panic where nobody reads; `print` and `tell` do not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod again;
mod bench;
mod book;
mod check;
mod cost;
mod deadline;
mod endgame;
mod endgame_files;
mod endgame_text;
mod engine;
mod evolve;
mod evolved;
mod figures;
mod folder;
mod gathering;
mod games_in_short;
mod imitate;
mod imitate_text;
mod infinite;
mod live;
mod meeting;
mod merge;
mod night;
mod progress;
mod rate;
mod rated_games;
mod rating_table;
mod reading;
mod recorded;
mod records;
mod replay;
mod report;
mod run_flags;
mod solve;
mod sprt;
mod stage;
mod standings;
mod stats;
mod stats_text;
mod timekeeper;
mod tournament;
mod verdict;
mod versus;
mod view;
mod watching;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};

use darkforge_lab::tournament::{ArenaError, JournalError};

/// A batch toolkit for Kriegspiel, chess in which you see only your own men.
#[derive(Parser)]
#[command(name = "darkforge", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Evolve evaluation weights by real games: knockout tournaments, CMA-ES or SPSA.
    Evolve(evolve::Options),
    /// Play a tournament: round robin, gauntlet, knockout, Swiss or adaptive.
    Tournament(tournament::Options),
    /// Join journals of one tournament into one run.
    Merge(merge::Options),
    /// Play a match between two players and say who is stronger, and how sure that is.
    Match(versus::Options),
    /// Draw every CSV file and plot of a run again from its journal, and its page.
    Report(report::Options),
    /// Make an opening book from games.
    Book(book::Options),
    /// Fit weights with which the engine chooses what a player chose in recorded games.
    Imitate(imitate::Options),
    /// Rate all players in journals and PGN files, and say how sure the ratings are.
    Rate(rate::Options),
    /// Judge a match by its counts: sequential test, Elo and its interval.
    Sprt(sprt::Options),
    /// Referee records of games again, and report where they are wrong.
    Check(check::Options),
    /// Statistics of game collections: outcomes, lengths, material, openings, knowledge.
    Stats(stats::Options),
    /// Play basic endings against a lone king that could be anywhere.
    Endgame(endgame::Options),
    /// Solve Kriegspiel problems, or make them from games: mate, whatever happens.
    Solve(solve::Options),
    /// Look at a game: what stood on the board, and what each side could know.
    View(view::Options),
    /// Play for an umpire in another program, by the protocol on standard input and output.
    Engine(engine::Options),
    /// Do a fixed amount of work and print how fast each part is, on one core.
    Bench(bench::Options),
    /// Ends the programs that play when this one is killed.
    #[command(hide = true)]
    Watchdog,
}

/// Flags that every command has.
#[derive(Args)]
struct Common {
    /// No progress and no notes; only results and errors.
    #[arg(long, short)]
    quiet: bool,
    /// Print figures as one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// Something that the user can put right before anything is run: exit status 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

/// A run that was stopped from outside: exit status 1, with how to go on.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Stopped(String);

/// Records that are wrong: exit status 1, with nothing more to say.
#[derive(Debug, thiserror::Error)]
#[error("the records are wrong")]
struct Disagreed;

/// An error as a [`Usage`] error.
fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    Usage(error.to_string()).into()
}

/// Checks a seed given by a flag.
fn check_seed(seed: u64) -> anyhow::Result<()> {
    if seed >= 1 << 53 {
        return Err(usage(format!("--seed {seed}: must be below 2^53")));
    }
    Ok(())
}

/// An error of the arena: a journal that is not this run's is something to put right.
fn stranger_is_usage(error: ArenaError) -> anyhow::Error {
    match error {
        ArenaError::Journal(error @ JournalError::Stranger { .. }) => usage(error),
        error => error.into(),
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        Command::Evolve(options) => evolve::run(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Merge(options) => merge::run(&options),
        Command::Match(options) => versus::run(&options),
        Command::Report(options) => report::run(&options),
        Command::Book(options) => book::run(&options),
        Command::Imitate(options) => imitate::run(&options),
        Command::Rate(options) => rate::run(&options),
        Command::Sprt(options) => sprt::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Stats(options) => stats::run(&options),
        Command::Endgame(options) => endgame::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::View(options) => view::run(&options),
        Command::Engine(options) => engine::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Watchdog => {
            darkforge_engine::player::process::watch(std::io::stdin().lock());
            Ok(())
        }
    };
    let Err(error) = done else {
        return ExitCode::SUCCESS;
    };
    if is_broken_pipe(&error) {
        return ExitCode::SUCCESS; // the reader has what it wanted, as in `| head`
    }
    if error.is::<Disagreed>() {
        return ExitCode::from(1);
    }
    if error.is::<Stopped>() {
        tell(&error.to_string());
        return ExitCode::from(1);
    }
    tell(&format!("error: {error:#}"));
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Prints to standard output, which may be a pipe that is closed early.
fn print(text: &str) -> anyhow::Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Prints a line to standard error. Nobody may be there to read it, if a terminal was closed
/// or a pipe ended: that is no reason to give up games.
fn tell(line: &str) {
    use std::io::Write;
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// A flag that is set by Ctrl-C or a request to terminate. A second one ends the program
/// at once.
fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
        tell("\nstopping after the games under way; once more to stop at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// Threads that play: `threads`, or one for each core.
fn pool(threads: Option<usize>) -> anyhow::Result<rayon::ThreadPool> {
    if threads == Some(0) {
        return Err(usage("--threads 0: must be at least 1"));
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .context("cannot start threads")
}
