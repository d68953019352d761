//! The command line: commands, one file each; their input and output.
//!
//! Exit status 0 for a run that ended, 1 for one that failed or was stopped, 2 for wrong
//! usage and for input that cannot be read, is too long or is wrong.
//!
//! ```
//! use darkforge::cli::OUTPUTS;
//!
//! let bench = OUTPUTS.iter().find(|output| output.command == "bench").ok_or("no bench")?;
//! let fields = (bench.fields)();
//! assert!(fields.iter().any(|field| field.names == ["signature"]));
//! # Ok::<(), &str>(())
//! ```

// These macros panic if the output is closed; `print` and `tell` do not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cluster;
mod commands;
mod config_help;
mod errors;
mod flags;
mod input;
mod output;
mod outputs;
mod play;
mod playing;
mod programs;
mod redraw;
mod screen;
mod server;
mod terminal;
mod terms;
mod watch;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _, Parser};

use commands::Command;
use darkforge_kriegspiel::text::one_line;
use errors::{Disagreed, Stopped, is_of_input};
pub use outputs::{OUTPUTS, Output};
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

/// A batch toolkit for Kriegspiel, chess in which each player sees only its own men, and for
/// reconnaissance blind chess.
#[derive(Parser)]
#[command(name = "darkforge", version, long_version = LONG_VERSION)]
struct Cli {
    #[command(subcommand)]
    command: Command,
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
            if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
                // Help, not the text of an error.
                error.render().to_string().lines().for_each(tell);
                return ExitCode::from(2);
            }
            match problem_of_value(&error) {
                Some(problem) => tell_error(&one_line(&problem)),
                None => tell_error(&problem_of_line(error)),
            }
            return ExitCode::from(2);
        }
    };
    let Err(error) = cli.command.run() else {
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
    ExitCode::from(if is_of_input(&error) { 2 } else { 1 })
}

/// The command line. A negative number is the value of a flag, not a flag; the flag's parser names
/// the allowed values.
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

/// Problem of a flag's value in the words of this program: the flag as written, and the allowed
/// values.
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
