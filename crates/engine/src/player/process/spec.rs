//! How a user names a program that plays: `process:PATH ARG...`, with options in brackets
//! before the colon: `process[deadline=5,positions=1000]:PATH ARG...`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::super::SpecError;
use super::stable::Stable;
use darkforge_kriegspiel::protocol::Limits;

/// Longest deadline, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// How long a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// To say that it is ready: after its start, and for each game.
    pub start: Duration,
    /// For each question.
    pub answer: Duration,
    /// To end when it is told to.
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
#[derive(Clone, Debug)]
pub struct ProcessSpec {
    /// Program and arguments as the user wrote them.
    pub command: String,
    /// Program and arguments.
    pub(super) words: Vec<String>,
    /// How long it may take.
    pub deadlines: Deadlines,
    /// What it is asked to keep to.
    pub limits: Limits,
    /// Whether a process plays one game after another; if not, each game has its own.
    pub keep: bool,
    /// What its processes have in common.
    pub(super) stable: Arc<Stable>,
}

impl PartialEq for ProcessSpec {
    /// Whether the same text names both.
    fn eq(&self, other: &ProcessSpec) -> bool {
        self.to_string() == other.to_string()
    }
}

impl ProcessSpec {
    /// Reads the command and the `options` that stood in the brackets.
    ///
    /// # Errors
    /// An option is wrong, or there is no command.
    pub fn read(
        command: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<ProcessSpec, SpecError> {
        let command = command.trim().to_owned();
        let words = split(&command).map_err(|right| SpecError::Value {
            option: "process".to_owned(),
            value: command.clone(),
            right,
        })?;
        let mut spec = ProcessSpec {
            command,
            words,
            deadlines: Deadlines::default(),
            limits: Limits::default(),
            keep: false,
            stable: Arc::default(),
        };
        for (option, value) in options {
            spec.set(option, value)?;
        }
        Ok(spec)
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), SpecError> {
        let wrong = |right: &str| SpecError::Value {
            option: option.to_owned(),
            value: value.to_owned(),
            right: right.to_owned(),
        };
        let seconds = || {
            let seconds = value.parse::<f64>().ok();
            let seconds = seconds.filter(|seconds| (0.001..=LONGEST).contains(seconds));
            let right = "a number of seconds from 0.001 to 86400";
            seconds
                .map(Duration::from_secs_f64)
                .ok_or_else(|| wrong(right))
        };
        let whole = || {
            let number = value.parse::<u32>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| wrong("a whole number from 1"))
        };
        match option {
            "start" => self.deadlines.start = seconds()?,
            "deadline" => self.deadlines.answer = seconds()?,
            "quit" => self.deadlines.quit = seconds()?,
            "positions" => self.limits.positions = Some(whole()?),
            "movetime" => self.limits.movetime = Some(whole()?),
            "keep" => {
                self.keep = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(wrong("on or off")),
                }
            }
            _ => {
                return Err(SpecError::Option {
                    player: "process".to_owned(),
                    option: option.to_owned(),
                    known: "it has start, deadline, quit, positions, movetime and keep",
                });
            }
        }
        Ok(())
    }

    /// Makes sure that there is such a program on this machine.
    ///
    /// # Errors
    /// A message that names it.
    pub fn find(&self) -> Result<(), SpecError> {
        let program = self.words.first().map_or("", String::as_str);
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

    /// Keeps what its processes write to their standard error in a file at `path`.
    pub fn keep_errors(&self, path: PathBuf) {
        self.stable.errors.keep_at(path);
    }

    /// Ends the processes that wait for a game. How many of them had to be killed, for they
    /// did not end when they were told to.
    pub fn retire(&self) -> usize {
        self.stable.retire(self.deadlines.quit)
    }
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

impl fmt::Display for ProcessSpec {
    /// The shortest text that means this player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Deadlines::default();
        let set = self.deadlines;
        let mut options = Vec::new();
        for (name, time, usual) in [
            ("start", set.start, usual.start),
            ("deadline", set.answer, usual.answer),
            ("quit", set.quit, usual.quit),
        ] {
            if time != usual {
                options.push(format!("{name}={}", time.as_secs_f64()));
            }
        }
        if let Some(positions) = self.limits.positions {
            options.push(format!("positions={positions}"));
        }
        if let Some(movetime) = self.limits.movetime {
            options.push(format!("movetime={movetime}"));
        }
        if self.keep {
            options.push("keep=on".to_owned());
        }
        f.write_str("process")?;
        if !options.is_empty() {
            write!(f, "[{}]", options.join(","))?;
        }
        write!(f, ":{}", self.command)
    }
}

/// The words of a command: separated by spaces, those with spaces in 'quotes' or "quotes".
/// Nothing else has a meaning, as no shell reads it.
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
