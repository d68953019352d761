//! The command line: commands, one file each; their input and output.
//!
//! Exit status 0 for a run that ended, 1 for one that failed or was stopped, 2 for wrong
//! usage or a wrong config, before anything was written.

// These macros panic if the output is closed; `print` and `tell` do not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod commands;
mod config_help;
mod errors;
mod flags;
mod input;
mod output;
mod playing;
mod programs;
mod redraw;
mod screen;
mod terminal;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use commands::{
    bench, book, check, completions, endgame, engine, evolve, imitate, man, r#match, merge, rate,
    report, solve, sprt, stats, tournament, view,
};
use darkforge_kriegspiel::text::one_line;
use errors::{Disagreed, Stopped, Usage};
use terminal::{tell, tell_error};

/// Version, commit and target.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("DARKFORGE_BUILD"),
    ")"
);

/// Columns of help at most.
const HELP_COLUMNS: usize = 100;

/// A batch toolkit for Kriegspiel, chess in which you see only your own men.
#[derive(Parser)]
#[command(name = "darkforge", version, long_version = LONG_VERSION)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Evolve evaluation weights by real games: knockout, CMA-ES, SPSA or CLOP.
    Evolve(evolve::Options),
    /// Play a tournament: round robin, gauntlet, knockout, Swiss or adaptive.
    Tournament(tournament::Options),
    /// Join journals of one tournament into one run.
    Merge(merge::Options),
    /// Play a match between two players and say who is stronger, and how sure that is.
    Match(r#match::Options),
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
    /// Print completions of command lines for a shell.
    Completions(completions::Options),
    /// Write manual pages.
    Man(man::Options),
    /// Ends the programs that play when this program is killed.
    #[command(hide = true)]
    Watchdog,
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    terminal::outlive_file_limits();
    let parsed = command().try_get_matches();
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            if !error.use_stderr() {
                // Help or the version, which are ours.
                let text = error.render();
                let _ = if terminal::is_coloured() {
                    terminal::print_help(&text.ansi().to_string())
                } else {
                    terminal::print_help(&text.to_string())
                };
                return ExitCode::SUCCESS;
            }
            match problem_of_value(&error) {
                Some(problem) => tell_error(&one_line(&problem)),
                None => tell_error(&problem_of_line(error)),
            }
            return ExitCode::from(2);
        }
    };
    let done = match cli.command {
        Command::Evolve(options) => evolve::run(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Merge(options) => merge::run(&options),
        Command::Match(options) => r#match::run(&options),
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
        Command::Completions(options) => completions::run(&options, &command()),
        Command::Man(options) => man::run(&options, command()),
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
    tell_error(&one_line(&format!("{error:#}")));
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// The command line. A negative number is a value of a flag, whose parser says what would be right,
/// and not a flag.
fn command() -> clap::Command {
    let whole = Cli::command().term_width(terminal::columns().min(HELP_COLUMNS));
    whole.mut_subcommands(|command| {
        let command = command.mut_args(|arg| {
            let takes_value = arg.get_long().is_some() && arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_value)
        });
        flags::grouped(command)
    })
}

/// Problem of a flag's value in the words of this program: the flag as written, and what would be
/// right.
fn problem_of_value(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    };
    let right = std::error::Error::source(error)?;
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let flag = context(ContextKind::InvalidArg)?.split(' ').next()?;
    let value = context(ContextKind::InvalidValue)?;
    Some(format!("{flag} {value}: {right}"))
}

/// Problem of a command line in the words of clap, with line ends of its arguments escaped.
fn problem_of_line(mut error: clap::Error) -> String {
    let texts = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, one_line(text).into_owned())),
        _ => None,
    });
    for (kind, text) in texts.collect::<Vec<_>>() {
        error.insert(kind, ContextValue::String(text));
    }
    let text = error.render().to_string();
    text.trim_start_matches("error: ").trim_end().to_owned()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
