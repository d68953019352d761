//! Programs: a process with what is said to it and by it, and its fault.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::dialogue::Dialogue;
use super::spec::ProcessSpec;
use crate::player::{Fault, FaultKind};
use darkforge_board::Color;
use darkforge_kriegspiel::protocol::{self, LONGEST_LINE, Order, Reply, Thought, shown};
use darkforge_programs::{Deadline, Deaf, Leave, NoStart, Running};
use darkforge_streams::{self as streams, Stream};

/// Greatest number of messages for people before an answer.
const MOST_INFO: usize = 1000;

/// The program of one game, whatever the game is.
pub(super) struct Program {
    pub(super) spec: ProcessSpec,
    pub(super) seed: u64,
    pub(super) stream: u64,
    pub(super) color: Color,
    running: Option<Running>,
    /// Whether it has asked anything in this game.
    pub(super) has_asked: bool,
    pub(super) fault: Option<Fault>,
    /// The resource that this machine lacked for it; the fault is then not the program's.
    pub(super) shortage: Option<String>,
    /// Its statement on its last question.
    pub(super) thought: Thought,
    dialogue: Option<Dialogue>,
}

impl Program {
    /// A program that is given the name of `stream`.
    pub(super) fn new(spec: ProcessSpec, stream: &Stream) -> Program {
        let (seed, stream) = streams::name_of(stream);
        Program {
            spec,
            seed,
            stream,
            color: Color::White,
            running: None,
            has_asked: false,
            fault: None,
            shortage: None,
            thought: Thought::default(),
            dialogue: None,
        }
    }

    /// Keeps the dialogue of this game in a new file.
    pub(super) fn keep_dialogue(&mut self, path: &Path) {
        self.dialogue = Dialogue::create(path);
    }

    /// Sends a line, if there is a process.
    pub(super) fn send(&mut self, line: &impl ToString) {
        if let Some(running) = &self.running {
            let line = line.to_string();
            if let Some(dialogue) = &mut self.dialogue {
                dialogue.said(&line);
            }
            running.send(&line);
        }
    }

    /// Starts a process and waits until it is ready for its game.
    fn start(&mut self) -> Result<(), Fault> {
        let running = Running::start(&self.spec.words, LONGEST_LINE).map_err(|none| {
            let says = none.to_string();
            if matches!(none, NoStart::Host(_)) {
                self.shortage = Some(says.clone());
            }
            Fault::new(FaultKind::Start, says)
        })?;
        self.running = Some(running);
        self.send(&Order::Protocol(protocol::VERSION));
        match self.reply(self.spec.deadlines.start, "that it is ready")? {
            Reply::Ready(Some(protocol::VERSION)) => Ok(()),
            Reply::Ready(other) => {
                let other = other.map_or_else(|| "none".to_owned(), |version| version.to_string());
                let says = format!("it speaks version {other} of the protocol, not 1");
                Err(Fault::new(FaultKind::Garbage, says))
            }
            _ => Err(Fault::new(
                FaultKind::Garbage,
                "it says something else than 'ready 1'",
            )),
        }
    }

    /// Its reply within `time`, without messages for people.
    pub(super) fn reply<R: FromStr>(&mut self, time: Duration, of: &str) -> Result<R, Fault> {
        self.timed_reply(time, of).0
    }

    /// Its reply within `time`, and what is left of that.
    pub(super) fn timed_reply<R: FromStr>(
        &mut self,
        time: Duration,
        of: &str,
    ) -> (Result<R, Fault>, Duration) {
        let mut deadline = Deadline::lasting(time);
        let reply = self.reply_by(&mut deadline, time, of);
        (reply, deadline.left())
    }

    fn reply_by<R: FromStr>(
        &mut self,
        deadline: &mut Deadline,
        time: Duration,
        of: &str,
    ) -> Result<R, Fault> {
        for _ in 0..=MOST_INFO {
            let Some(running) = &mut self.running else {
                return Err(Fault::new(FaultKind::Crash, "it does not run"));
            };
            let heard = running.line(deadline);
            if let (Some(dialogue), Ok(line)) = (&mut self.dialogue, &heard) {
                dialogue.heard(line);
            }
            match heard {
                Ok(line) if is_info(&line) => self.thought.hear(&line),
                Ok(line) => {
                    return line.parse().map_err(|_| {
                        let says = format!("it says '{}'", shown(&line));
                        Fault::new(FaultKind::Garbage, says)
                    });
                }
                // A child may hold its output open, which hides its end.
                Err(Deaf::Late) if !running.is_alive() => {
                    return Err(Fault::new(FaultKind::Crash, running.last_words()));
                }
                Err(Deaf::Ended) => {
                    return Err(Fault::new(FaultKind::Crash, running.last_words()));
                }
                Err(deaf) => return Err(self.unheard(deaf, time, of)),
            }
        }
        let says = format!("it says more than {MOST_INFO} lines without an answer");
        Err(Fault::new(FaultKind::Flood, says))
    }

    fn unheard(&self, deaf: Deaf, time: Duration, of: &str) -> Fault {
        match deaf {
            Deaf::Ended => Fault::new(FaultKind::Crash, "it has ended"),
            Deaf::Late => {
                let kind = if self.has_asked {
                    FaultKind::Time
                } else {
                    FaultKind::Silence
                };
                let seconds = time.as_secs_f64();
                Fault::new(kind, format!("it does not say {of} within {seconds} s"))
            }
            Deaf::TooLong => {
                let says = format!("it says a line of more than {LONGEST_LINE} bytes");
                Fault::new(FaultKind::Flood, says)
            }
            Deaf::NotText => Fault::new(FaultKind::Garbage, "it says a line that is not UTF-8"),
        }
    }

    /// Starts it, or takes a waiting process, and announces the game by the line `newgame`.
    pub(super) fn open(&mut self, newgame: &str) -> Result<(), Fault> {
        self.running = self.spec.kept.take();
        if self.running.is_some() {
            match self.greet(newgame) {
                // It ended since its last game; that is no fault in this one.
                Err(fault) if fault.kind == FaultKind::Crash => {
                    self.put_away(&format!(", kept from an earlier game: {}", fault.detail));
                }
                greeted => return greeted,
            }
        }
        let greeted = self.start().and_then(|()| self.greet(newgame));
        // A program that ends before it is ready has not started.
        greeted.map_err(|fault| match fault.kind {
            FaultKind::Crash => Fault::new(FaultKind::Start, fault.detail),
            _ => fault,
        })
    }

    /// Announces the game and waits until the program is ready for it.
    fn greet(&mut self, newgame: &str) -> Result<(), Fault> {
        self.send(&newgame);
        let ready = self.reply::<Said>(self.spec.deadlines.start, "that it is ready for the game");
        match ready?.0.as_str() {
            ready if ready.split_whitespace().next() == Some("ready") => Ok(()),
            other => {
                let says = format!("it says '{other}' before it is ready");
                Err(Fault::new(FaultKind::Garbage, says))
            }
        }
    }

    /// Ends the process for `fault`.
    pub(super) fn fail(&mut self, fault: Fault) {
        if let Some(dialogue) = &mut self.dialogue {
            dialogue.note(&fault.to_string());
        }
        self.put_away(&format!(": {fault}"));
        self.fault = Some(fault);
    }

    /// Ends the process and keeps its standard error.
    pub(super) fn put_away(&mut self, note: &str) {
        let Some(mut running) = self.running.take() else {
            return;
        };
        running.end();
        let color = self.color.fold_wb("white", "black");
        let title = format!("seed {}, {color}{note}", self.seed);
        self.spec.kept.errors.add(&title, &running.errors());
    }

    /// Announces the end of the game and ends the process, or keeps it for the next one.
    pub(super) fn leave(&mut self, gameover: &str) {
        self.send(&gameover);
        if self.spec.keep
            && let Some(running) = self.running.take()
        {
            self.running = self.spec.kept.put_back(running);
        }
        let mut deadline = Deadline::lasting(self.spec.deadlines.quit);
        let Some(running) = &mut self.running else {
            return;
        };
        if let Some(dialogue) = &mut self.dialogue {
            dialogue.said(&Order::Quit.to_string());
        }
        let says = match running.take_leave(&Order::Quit, &mut deadline) {
            Leave::Well => return self.put_away(""),
            Leave::Badly(how) => format!("after the game it ended with {how}"),
            Leave::Stays => {
                let seconds = self.spec.deadlines.quit.as_secs_f64();
                format!("it does not end within {seconds} s")
            }
        };
        self.fail(Fault::new(FaultKind::Quit, says));
    }
}

impl Drop for Program {
    /// Runs also when the umpire found the fault, or this program's own panic ended the game.
    fn drop(&mut self) {
        self.put_away("");
    }
}

/// A whole line.
struct Said(String);

impl FromStr for Said {
    type Err = std::convert::Infallible;

    fn from_str(line: &str) -> Result<Said, Self::Err> {
        Ok(Said(shown(line)))
    }
}

/// Whether a line is a message for people, which the umpire ignores.
fn is_info(line: &str) -> bool {
    matches!(line.split_whitespace().next(), None | Some("info" | "id"))
}
