//! Specs of programs: `process:PATH ARG...`, with options in brackets before the colon:
//! `process[deadline=5,positions=1000]:PATH ARG...`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::super::definition::{GameKind, Settings, SpecError};
use super::super::{Player, ReconPlayer};
use super::kept::KeptProcesses;
use super::{Process, ReconProcess};
use crate::options::{OptionError, OptionRow, Value, number, switch, whole};
use darkforge_board::Color;
use darkforge_kriegspiel::protocol::{Clock, Limits};
use darkforge_streams::Stream;

/// Longest deadline, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// Time limits of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// Time until it is ready, after its start and for each game.
    pub start: Duration,
    /// Time for each question.
    pub answer: Duration,
    /// Time to end after `quit`.
    pub quit: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines {
            start: Duration::from_secs(10),
            answer: Duration::from_secs(10),
            quit: Duration::from_secs(5),
        }
    }
}

/// A program that plays.
#[derive(Clone, Debug, Default)]
pub struct ProcessSpec {
    /// Program and arguments as the user wrote them.
    pub command: String,
    /// Program and arguments.
    pub(super) words: Vec<String>,
    /// Time limits.
    pub deadlines: Deadlines,
    /// Limits that it is asked to keep.
    pub limits: Limits,
    /// Its clock, in the place of the run's.
    pub clock: Option<Clock>,
    /// Whether a process plays one game after another; if not, each game has its own.
    pub keep: bool,
    /// State that its processes share.
    pub(super) kept: Arc<KeptProcesses>,
}

impl ProcessSpec {
    /// The program and its arguments in `command`, without options.
    ///
    /// # Errors
    /// A quote is not closed, or there is no program.
    pub(in crate::player) fn new(command: &str) -> Result<ProcessSpec, SpecError> {
        let command = command.trim().to_owned();
        let words = split(&command).map_err(|right| {
            SpecError::Value(OptionError::Value {
                option: "process".to_owned(),
                value: command.clone(),
                right,
            })
        })?;
        Ok(ProcessSpec {
            command,
            words,
            ..ProcessSpec::default()
        })
    }

    /// Checks that the program exists on this machine.
    ///
    /// # Errors
    /// If it does not exist; the message names it.
    pub fn find(&self) -> Result<(), SpecError> {
        find(self.words.first().map_or("", String::as_str))
    }

    /// Keeps its processes' standard error in a file at `path`.
    pub fn keep_errors(&self, path: PathBuf) {
        self.kept.errors.keep_at(path);
    }

    /// Ends the waiting processes; returns the number that did not end after `quit` and were
    /// killed.
    pub fn retire(&self) -> usize {
        self.kept.retire(self.deadlines.quit)
    }
}

/// Checks that the program of this path, or of this name in `PATH`, exists on this machine.
pub(in crate::player) fn find(program: &str) -> Result<(), SpecError> {
    let place = if program.contains(std::path::is_separator) {
        Some(PathBuf::from(program)).filter(|path| path.exists())
    } else {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let mut places = std::env::split_paths(&paths).map(|folder| folder.join(program));
        places.find(|place| is_executable(place))
    };
    let problem = match place {
        None if cfg!(not(unix)) => return Ok(()), // names lack their endings there
        None => "there is no such program",
        Some(place) if !is_executable(&place) => "it is not executable",
        Some(_) => return Ok(()),
    };
    Err(SpecError::Program {
        program: program.to_owned(),
        problem,
    })
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// Seconds of a deadline.
fn seconds(field: &mut Duration) -> Value<'_> {
    number(field, 0.001..=LONGEST, "a number of seconds", "SECONDS")
}

impl Settings for ProcessSpec {
    fn gives_scores(&self) -> bool {
        true
    }

    const OPTIONS: &'static [OptionRow<ProcessSpec>] = &[
        OptionRow::new(
            "start",
            "time to be ready, for the program and each game",
            |set| seconds(&mut set.deadlines.start),
        ),
        OptionRow::new("deadline", "time for each question", |set| {
            seconds(&mut set.deadlines.answer)
        }),
        OptionRow::new("quit", "time to end", |set| {
            seconds(&mut set.deadlines.quit)
        }),
        OptionRow::new(
            "positions",
            "positions that the program should examine for a move",
            |set| whole(&mut set.limits.positions, 1..=u32::MAX),
        ),
        OptionRow::new("movetime", "the same in milliseconds for a move", |set| {
            whole(&mut set.limits.movetime, 1..=u32::MAX)
        }),
        OptionRow::new(
            "clock",
            "time for a game and added for each turn, in place of --tc",
            |set| {
                let shown = set
                    .clock
                    .map_or_else(String::new, |clock| clock.to_string());
                Value::new(shown, "SECONDS+SECONDS", |text| {
                    let right = |_| "900+5: seconds for a game and for each turn, at most a day";
                    set.clock = Some(text.parse::<Clock>().map_err(right)?);
                    Ok(())
                })
            },
        ),
        OptionRow::new("keep", "one process plays game after game", |set| {
            switch(&mut set.keep)
        }),
    ];

    const GAMES: &'static [GameKind] = &[GameKind::Kriegspiel, GameKind::Recon];

    fn build_recon(&self, _color: Color, stream: Stream) -> Option<Box<dyn ReconPlayer>> {
        Some(Box::new(ReconProcess::new(self.clone(), &stream)))
    }

    fn name(&self) -> &'static str {
        "process"
    }

    fn usual(&self) -> ProcessSpec {
        ProcessSpec::default()
    }

    fn text(&self) -> String {
        match self.options().as_str() {
            "" => format!("process:{}", self.command),
            options => format!("process[{options}]:{}", self.command),
        }
    }

    fn build(&self, stream: Stream) -> Option<Box<dyn Player>> {
        Some(Box::new(Process::new(self.clone(), &stream)))
    }
}

/// The words of a command: separated by spaces, those with spaces in 'quotes' or "quotes". No other
/// character is special, because no shell reads it.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() {
        return Err("a quote is not closed".to_owned());
    }
    if words.first().is_none_or(String::is_empty) {
        return Err("write process:PATH ARG...".to_owned());
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_spaces_outside_quotes() {
        let words = |command| split(command).unwrap();
        assert_eq!(words("a b  c"), ["a", "b", "c"]);
        assert_eq!(
            words("'my engine' --name=\"two words\" ''"),
            ["my engine", "--name=two words", ""]
        );
        assert_eq!(words("a b=c,d:e\\f"), ["a", "b=c,d:e\\f"]);
        assert!(split("a 'b").unwrap_err().contains("not closed"));
        assert!(split(" ").unwrap_err().contains("PATH"));
    }
}
