//! Program: a chess program that speaks UCI, for one game.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::referee::Request;
use crate::search::WIN;
use darkforge_kriegspiel::protocol::Deadline;

/// Time to be ready, and beyond the limit of a move.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time for a move that is limited in nodes.
const LONGEST: Duration = Duration::from_mins(10);
/// Time to end after `quit`.
const QUIT: Duration = Duration::from_secs(1);
/// Longest line, in bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// Greatest number of lines before an answer.
const MOST_LINES: usize = 100_000;
/// Lines that wait to be read.
const WAITING: usize = 64;

/// Limit of a chess program for one question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ProgramLimit {
    /// Time, as in reconchess; a game can then not be repeated.
    Time(Duration),
    /// Nodes: the same game each time, if the program repeats its searches.
    Nodes(u64),
}

/// A program's answer to a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    /// Its move; a pass if it names none.
    pub(super) best: Request,
    /// Its last score for the side to move, in hundredths of a pawn.
    pub(super) score: Option<i32>,
}

/// Why a program cannot go on.
#[derive(Debug)]
pub(super) struct Failure {
    /// A sentence about the program.
    pub(super) says: String,
    /// The system's error, if the program could not be started.
    pub(super) unstarted: Option<io::Error>,
}

impl From<String> for Failure {
    fn from(says: String) -> Failure {
        Failure {
            says,
            unstarted: None,
        }
    }
}

impl Failure {
    fn unstarted(error: io::Error) -> Failure {
        Failure {
            says: format!("it cannot be started: {error}"),
            unstarted: Some(error),
        }
    }

    /// The same about a program of this name.
    pub(super) fn of(mut self, name: &str) -> Failure {
        self.says = format!("{name}: {}", self.says);
        self
    }
}

/// A running program.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    /// Starts a program and waits until it is ready.
    ///
    /// # Errors
    /// It cannot be started, or does not answer as UCI wants it.
    pub(super) fn start(mut command: Command) -> Result<Program, Failure> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // A group of its own: Ctrl-C on the terminal ends darkforge, which ends the program.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(Failure::unstarted)?;
        let (heard, lines) = sync_channel(WAITING);
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| "it has no input and output".to_owned())?;
        let mut program = Program {
            child,
            input,
            lines,
        };
        // Without the thread, the program ends when `program` is dropped.
        let reader = thread::Builder::new().spawn(move || read_lines(output, &heard));
        reader.map_err(Failure::unstarted)?;
        program.say("uci")?;
        program.wait_for("uciok", PATIENCE)?;
        program.say("ucinewgame")?;
        program.say("isready")?;
        program.wait_for("readyok", PATIENCE)?;
        Ok(program)
    }

    /// Its answer to a position.
    ///
    /// # Errors
    /// A sentence: it has ended, does not answer in time, or answers something that is no move.
    pub(super) fn find(&mut self, fen: &str, limit: ProgramLimit) -> Result<Found, String> {
        self.say(&format!("position fen {fen}"))?;
        let time = match limit {
            ProgramLimit::Time(time) => {
                self.say(&format!("go movetime {}", time.as_millis().max(1)))?;
                time + PATIENCE
            }
            ProgramLimit::Nodes(nodes) => {
                self.say(&format!("go nodes {nodes}"))?;
                LONGEST
            }
        };
        let mut score = None;
        let line = self.wait(time, "bestmove", |line| score = score_of(line).or(score))?;
        let word = line.split_ascii_whitespace().nth(1).unwrap_or_default();
        let best = match word {
            "(none)" | "NULL" | "0000" | "" => Request::PASS,
            _ => {
                let asked = word.to_ascii_lowercase().parse();
                asked.map_err(|_| format!("it says '{line}', which is no move"))?
            }
        };
        Ok(Found { best, score })
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| self.ended(line))
    }

    /// The next line that begins with `word`.
    fn wait_for(&mut self, word: &str, time: Duration) -> Result<String, String> {
        self.wait(time, word, |_| ())
    }

    /// The next line that begins with `word`; those before it are shown to `other`.
    fn wait(
        &mut self,
        time: Duration,
        word: &str,
        mut other: impl FnMut(&str),
    ) -> Result<String, String> {
        let mut lines = 0;
        let mut deadline = Deadline::lasting(time);
        while lines < MOST_LINES {
            let Some(piece) = deadline.piece() else {
                let seconds = time.as_secs_f64();
                return Err(format!("it does not say {word} within {seconds} s"));
            };
            match self.lines.recv_timeout(piece) {
                Ok(line) if line.split_ascii_whitespace().next() == Some(word) => return Ok(line),
                Ok(line) => {
                    other(&line);
                    // A line of information begins the wait again: the program works.
                    deadline = Deadline::lasting(time);
                    lines += 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(word)),
            }
        }
        Err(format!("it says {MOST_LINES} lines without {word}"))
    }

    fn ended(&mut self, at: &str) -> String {
        let status = self.ends_within(QUIT).then(|| self.child.wait().ok());
        match status.flatten() {
            Some(status) => format!("it ended at '{at}' ({status})"),
            None => format!("it closed its output at '{at}'"),
        }
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        const NAP: Duration = Duration::from_millis(2);
        let naps = time.as_millis() / NAP.as_millis();
        for _ in 0..naps {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(NAP);
        }
        false
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        if !self.ends_within(QUIT) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// The score in a line of information; a mate counts as a captured king, less its distance.
fn score_of(line: &str) -> Option<i32> {
    let mut words = line.split_ascii_whitespace();
    words.find(|&word| word == "score")?;
    let (unit, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match unit {
        "cp" => Some(number.clamp(100 - WIN, WIN - 100)),
        "mate" if number > 0 => Some(WIN - number.min(99)),
        "mate" => Some(-WIN - number.max(-99)),
        _ => None,
    }
}

/// Reads lines until the program ends or says one that is too long or no text.
fn read_lines(output: ChildStdout, heard: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || line.last() != Some(&b'\n') {
            return;
        }
        let Ok(line) = String::from_utf8(line) else {
            return;
        };
        if heard.send(line.trim().to_owned()).is_err() {
            return;
        }
    }
}
