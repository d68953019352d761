//! Processes: a player in another program, which speaks the protocol (`docs/protocol.md`) on its
//! standard input and output. A failure costs it one game: it is killed with all that it started,
//! and the next game has a new process.
//!
//! Its lines are taken in their order, whatever their times: time decides only whether a deadline
//! has passed.
//!
//! ```
//! use darkforge_engine::player::PlayerSpec;
//!
//! let spec: PlayerSpec = "process[deadline=5]:./my-engine --fast".parse()?;
//! let program = spec.process().expect("a program");
//! assert_eq!(program.command, "./my-engine --fast");
//! assert_eq!(program.deadlines.answer.as_secs(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod errors;
mod group;
mod deadline;
mod running;
mod spec;
mod kept;
mod uci;
mod watchdog;

use std::time::Duration;

pub use spec::{Deadlines, ProcessSpec};
pub use uci::{Uci, UciLimits};
pub use watchdog::{Watchdog, watch};

use self::deadline::Deadline;
use self::running::{Deaf, Leave, NoStart, Running};
use super::{Fault, FaultKind, Player};
use darkforge_board::Color;
use darkforge_kriegspiel::protocol::{self, LONGEST_LINE, NewGame, Order, Reply, shown};
use darkforge_kriegspiel::umpire::{Announcement, Answer, Outcome, Question, View};
use darkforge_streams::{self as streams, Stream};

/// Greatest number of messages for people before an answer.
const MOST_INFO: usize = 1000;

/// One game of a program.
pub struct Process {
    spec: ProcessSpec,
    seed: u64,
    stream: u64,
    color: Color,
    running: Option<Running>,
    /// Whether its turn was announced to it.
    on_turn: bool,
    /// Whether it has asked anything in this game.
    has_asked: bool,
    fault: Option<Fault>,
    /// The resource that this machine lacked for it; the fault is then not the program's.
    shortage: Option<String>,
}

impl Process {
    /// A player that is given the name of `stream`.
    pub fn new(spec: ProcessSpec, stream: &Stream) -> Process {
        let (seed, stream) = streams::name_of(stream);
        Process {
            spec,
            seed,
            stream,
            color: Color::White,
            running: None,
            on_turn: false,
            has_asked: false,
            fault: None,
            shortage: None,
        }
    }

    /// Sends `order`, if there is a process.
    fn send(&self, order: &Order) {
        if let Some(running) = &self.running {
            running.send(order);
        }
    }

    /// Starts a process and waits until it is ready for its game.
    fn start(&mut self) -> Result<(), Fault> {
        let running = Running::start(&self.spec.words).map_err(|none| {
            let (NoStart::Program(error) | NoStart::Host(error)) = &none;
            let says = format!("cannot start it: {error}");
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
    fn reply(&mut self, time: Duration, of: &str) -> Result<Reply, Fault> {
        let mut deadline = Deadline::lasting(time);
        for _ in 0..=MOST_INFO {
            let Some(running) = &mut self.running else {
                return Err(Fault::new(FaultKind::Crash, "it does not run"));
            };
            match running.line(&mut deadline) {
                Ok(line) => match line.parse() {
                    Ok(Reply::Info) => {}
                    Ok(reply) => return Ok(reply),
                    Err(_) => {
                        let says = format!("it says '{}'", shown(&line));
                        return Err(Fault::new(FaultKind::Garbage, says));
                    }
                },
                // A child may hold its output open, which hides its end.
                Err(Deaf::Late) if !running.is_alive() => {
                    return Err(Fault::new(FaultKind::Crash, running.last_words()));
                }
                Err(Deaf::Ended) => {
                    return Err(Fault::new(FaultKind::Crash, running.last_words()));
                }
                Err(deaf) => return Err(self.unheard(&deaf, time, of)),
            }
        }
        let says = format!("it says more than {MOST_INFO} lines without an answer");
        Err(Fault::new(FaultKind::Flood, says))
    }

    fn unheard(&self, deaf: &Deaf, time: Duration, of: &str) -> Fault {
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

    fn open(&mut self, view: &View, plies: u32) -> Result<(), Fault> {
        self.running = self.spec.kept.take();
        if self.running.is_some() {
            match self.greet(view, plies) {
                // It ended since its last game; that is no fault in this one.
                Err(fault) if fault.kind == FaultKind::Crash => {
                    self.put_away(&format!(", kept from an earlier game: {}", fault.detail));
                }
                greeted => return greeted,
            }
        }
        let greeted = self.start().and_then(|()| self.greet(view, plies));
        // A program that ends before it is ready has not started.
        greeted.map_err(|fault| match fault.kind {
            FaultKind::Crash => Fault::new(FaultKind::Start, fault.detail),
            _ => fault,
        })
    }

    /// Announces the game and waits until the program is ready for it.
    fn greet(&mut self, view: &View, plies: u32) -> Result<(), Fault> {
        self.send(&Order::NewGame(NewGame {
            ruleset: view.ruleset(),
            color: view.color(),
            seed: self.seed,
            stream: self.stream,
            plies,
            limits: self.spec.limits,
        }));
        let ready = self.reply(self.spec.deadlines.start, "that it is ready for the game");
        match ready? {
            Reply::Ready(_) => Ok(()),
            other => {
                let says = format!("it says '{other}' before it is ready");
                Err(Fault::new(FaultKind::Garbage, says))
            }
        }
    }

    fn question(&mut self) -> Result<Question, Fault> {
        if !self.on_turn {
            self.send(&Order::YourMove);
            self.on_turn = true;
        }
        match self.reply(self.spec.deadlines.answer, "what it asks")? {
            Reply::Ask(question) => {
                self.has_asked = true;
                Ok(question)
            }
            Reply::None => Err(Fault::new(FaultKind::NoTry, "it has no try left")),
            other => {
                let says = format!("it says '{other}' instead of a question");
                Err(Fault::new(FaultKind::Garbage, says))
            }
        }
    }

    /// Ends the process for `fault`.
    fn fail(&mut self, fault: Fault) {
        self.put_away(&format!(": {fault}"));
        self.fault = Some(fault);
    }

    /// Ends the process and keeps its standard error.
    fn put_away(&mut self, note: &str) {
        let Some(mut running) = self.running.take() else {
            return;
        };
        running.end();
        let color = self.color.fold_wb("white", "black");
        let title = format!("seed {}, {color}{note}", self.seed);
        self.spec.kept.errors.add(&title, &running.errors());
    }
}

impl Drop for Process {
    /// Runs also when the umpire found the fault, or this program's own panic ended the game.
    fn drop(&mut self) {
        self.put_away("");
    }
}

impl Player for Process {
    fn begin(&mut self, view: &View, ply_limit: u32) {
        self.color = view.color();
        if let Err(fault) = self.open(view, ply_limit) {
            self.fail(fault);
        }
    }

    fn choose(&mut self, _view: &View) -> Option<Question> {
        match self.question() {
            Ok(question) => Some(question),
            Err(fault) => {
                self.fail(fault);
                None
            }
        }
    }

    fn answered(&mut self, _view: &View, _question: Question, answer: &Answer) {
        self.send(&Order::Answer(*answer));
        self.on_turn = !matches!(answer, Answer::Played(_));
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.send(&Order::Moved(view.overheard(), *said));
    }

    fn ended(&mut self, view: &View, last: Option<&Announcement>, outcome: Outcome) {
        if let Some(&said) = last {
            // Odd plies are White's.
            let own = view.plies().is_multiple_of(2) == (view.color() == Color::Black);
            self.send(&if own {
                Order::Answer(Answer::Played(said))
            } else {
                Order::Moved(view.overheard(), said)
            });
        }
        self.send(&Order::GameOver(outcome));
        if self.spec.keep
            && let Some(running) = self.running.take()
        {
            self.running = self.spec.kept.put_back(running);
        }
        let mut deadline = Deadline::lasting(self.spec.deadlines.quit);
        let Some(running) = &mut self.running else {
            return;
        };
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

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    fn shortage(&self) -> Option<&str> {
        self.shortage.as_deref()
    }
}
