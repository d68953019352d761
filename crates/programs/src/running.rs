//! A running program: lines to it and from it, each wait with a limit, and its end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use super::deadline::Deadline;
use super::errors::Errors;
use super::group::{has_ended, is_shortage, kill_group, own_group, told};
use super::watchdog;

/// Greatest number of lines that wait to be read. A program that talks without end then has to
/// wait.
const WAITING_LINES: usize = 16;
/// Time for a program to end after it has closed its output.
const CLOSING: Duration = Duration::from_secs(1);

/// A line of a program.
#[derive(PartialEq)]
enum Heard {
    Line(String),
    TooLong,
    NotText,
}

/// Reasons why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deaf {
    /// The deadline has passed.
    Late,
    /// The program has ended or closed its output.
    Ended,
    /// The line is too long.
    TooLong,
    /// The line is not UTF-8.
    NotText,
}

/// Reasons why a program does not run.
#[derive(Debug, thiserror::Error)]
pub enum NoStart {
    /// It cannot be started.
    #[error("it cannot be started: {0}")]
    Program(io::Error),
    /// This machine has no room for another process; not the program's fault.
    #[error("it cannot be started: {0}")]
    Host(io::Error),
}

/// Ways in which a program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    /// It ends with exit status 0.
    Well,
    /// It ends in another way.
    Badly(String),
    /// It does not end.
    Stays,
}

/// A program. It ends when this is dropped.
#[derive(Debug)]
pub struct Running {
    child: Child,
    orders: Option<Sender<String>>,
    lines: Receiver<Heard>,
    errors: Option<Errors>,
    reaped: Option<String>,
}

impl Running {
    /// Starts the program and arguments `words` in a process group of its own. Its lines may have
    /// `longest` bytes, their ends included.
    ///
    /// # Errors
    /// If the system cannot start it, or lacks a resource.
    pub fn start(words: &[String], longest: usize) -> Result<Running, NoStart> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| io::Error::other("no program is named"))
            .map_err(NoStart::Program)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        own_group(&mut command);
        let child = command.spawn().map_err(|error| {
            if is_shortage(&error) {
                NoStart::Host(error)
            } else {
                NoStart::Program(error)
            }
        })?;
        watchdog::begins(child.id());
        let (orders, to_send) = channel();
        let (heard, lines) = sync_channel(WAITING_LINES);
        let mut running = Running {
            child,
            orders: Some(orders),
            lines,
            errors: None,
            reaped: None,
        };
        // Without a thread, the program ends when `running` is dropped.
        running
            .listen(to_send, heard, longest)
            .map_err(NoStart::Host)?;
        Ok(running)
    }

    /// Starts the threads that write to the program and read from it.
    fn listen(
        &mut self,
        to_send: Receiver<String>,
        heard: SyncSender<Heard>,
        longest: usize,
    ) -> io::Result<()> {
        let thread = thread::Builder::new;
        if let Some(stdin) = self.child.stdin.take() {
            thread().spawn(move || write_lines(stdin, &to_send))?;
        }
        if let Some(stdout) = self.child.stdout.take() {
            thread().spawn(move || read_lines(stdout, &heard, longest))?;
        }
        if let Some(stderr) = self.child.stderr.take() {
            self.errors = Some(Errors::read(stderr)?);
        }
        Ok(())
    }

    /// Sends a line without waiting: a program that does not read or has ended is noticed when it
    /// does not answer.
    pub fn send(&self, line: &impl ToString) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(line.to_string() + "\n");
        }
    }

    /// The next line, which must come before the `deadline`.
    ///
    /// # Errors
    /// If there is none.
    pub fn line(&self, deadline: &mut Deadline) -> Result<String, Deaf> {
        let mut heard = Err(RecvTimeoutError::Timeout);
        while heard == Err(RecvTimeoutError::Timeout) {
            // One more look at the end, for a line that came in the meantime.
            let piece = deadline.piece();
            heard = self.lines.recv_timeout(piece.unwrap_or_default());
            if piece.is_none() {
                break;
            }
        }
        match heard {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::TooLong) => Err(Deaf::TooLong),
            Ok(Heard::NotText) => Err(Deaf::NotText),
            Err(RecvTimeoutError::Timeout) => Err(Deaf::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Deaf::Ended),
        }
    }

    /// Whether it still runs.
    pub fn is_alive(&self) -> bool {
        self.reaped.is_none() && !has_ended(&self.child)
    }

    /// The reason why the output of a program has ended.
    pub fn last_words(&mut self) -> String {
        if self.ends_within(&mut Deadline::lasting(CLOSING)) {
            format!("it ended with {}", self.end())
        } else {
            "it closed its output".to_owned()
        }
    }

    /// Sends the last line and closes the program's input; returns whether and how it ends before
    /// the `deadline`.
    pub fn take_leave(&mut self, line: &impl ToString, deadline: &mut Deadline) -> Leave {
        self.send(line);
        self.orders = None;
        // Its last lines do not matter, its end does. A program that talks on always has a line
        // ready, so only the clock ends this loop.
        while deadline.piece().is_some()
            && !matches!(self.line(deadline), Err(Deaf::Late | Deaf::Ended))
        {}
        if !self.ends_within(deadline) {
            return Leave::Stays;
        }
        match self.end() {
            how if how == told(ExitStatus::default()) => Leave::Well,
            how => Leave::Badly(how),
        }
    }

    fn ends_within(&mut self, deadline: &mut Deadline) -> bool {
        let mut nap = Duration::from_micros(50);
        loop {
            if self.reaped.is_some() || has_ended(&self.child) {
                return true;
            }
            if cfg!(not(unix)) && matches!(self.child.try_wait(), Ok(Some(_))) {
                return true;
            }
            let Some(piece) = deadline.piece() else {
                return false;
            };
            thread::sleep(nap.min(piece));
            nap = (2 * nap).min(Duration::from_millis(5));
        }
    }

    /// Ends the program and all that it started, if they still run; returns how it ended.
    pub fn end(&mut self) -> String {
        if let Some(how) = &self.reaped {
            return how.clone();
        }
        self.orders = None;
        kill_group(self.child.id());
        let _ = self.child.kill(); // where there are no groups
        let how = self
            .child
            .wait()
            .map_or_else(|_| "an unknown status".to_owned(), told);
        watchdog::ends(self.child.id());
        self.reaped.insert(how).clone()
    }

    /// Its standard error, once it has ended.
    pub fn errors(&mut self) -> Vec<u8> {
        self.errors
            .take()
            .map_or_else(Vec::new, |errors| errors.rest())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes lines until there are no more, or the reader is gone.
fn write_lines(mut to: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if to.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads lines until the program ends, an invalid line comes, or the receiver is gone.
fn read_lines(from: ChildStdout, heard: &SyncSender<Heard>, longest: usize) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let most = longest as u64 + 1;
        match from.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let heard_now = if line.pop() == Some(b'\n') {
            String::from_utf8(line).map_or(Heard::NotText, Heard::Line)
        } else if line.len() >= longest {
            Heard::TooLong
        } else {
            return; // it ended in the middle of a line
        };
        let more = matches!(heard_now, Heard::Line(_));
        if heard.send(heard_now).is_err() || !more {
            return;
        }
    }
}
