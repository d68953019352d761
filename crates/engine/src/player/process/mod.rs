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

mod error_file;
mod dialogue;
mod spec;
mod kept;
mod program;
mod recon;
mod uci;

pub use recon::ReconProcess;
pub(super) use spec::find;
pub use spec::{Deadlines, ProcessSpec};
pub use uci::{Uci, UciLimits};

use std::path::Path;
use std::time::Duration;

use self::program::Program;
use super::{Fault, FaultKind, Player, TimeLeft};
use darkforge_board::{Board, Color};
use darkforge_kriegspiel::protocol::{NewGame, Order, Reply, Thought};
use darkforge_kriegspiel::umpire::{Announcement, Answer, Outcome, Question, View};
use darkforge_streams::Stream;

/// One game of Kriegspiel of a program.
pub struct Process {
    program: Program,
    /// Whether its turn was announced to it.
    on_turn: bool,
    /// Its clock, if it has one.
    time: Option<TimeLeft>,
    /// Its statement on its last question, with the time that it took.
    thought: Option<Thought>,
}

impl Process {
    /// A player that is given the name of `stream`.
    pub fn new(spec: ProcessSpec, stream: &Stream) -> Process {
        Process {
            program: Program::new(spec, stream),
            on_turn: false,
            time: None,
            thought: None,
        }
    }

    fn question(&mut self) -> Result<Question, Fault> {
        self.program.thought = Thought::default();
        if !self.on_turn {
            let left = self.time.map(|time| time.left);
            self.program.send(&Order::YourMove(left));
            self.on_turn = true;
        }
        let most = self.most_time();
        let (reply, unused) = self.program.timed_reply(most, "what it asks");
        self.thought = Some(Thought {
            time: Some(most.saturating_sub(unused)),
            ..self.program.thought
        });
        let reply = reply.map_err(|fault| match (fault.kind, self.time) {
            (FaultKind::Time | FaultKind::Silence, Some(time)) if self.is_by_clock() => {
                let clock = time.clock;
                Fault::new(FaultKind::Time, format!("its clock of {clock} s ran out"))
            }
            _ => fault,
        });
        match reply? {
            Reply::Ask(question) => {
                self.program.has_asked = true;
                Ok(question)
            }
            Reply::None => Err(Fault::new(FaultKind::NoTry, "it has no try left")),
            other => {
                let says = format!("it says '{other}' instead of a question");
                Err(Fault::new(FaultKind::Garbage, says))
            }
        }
    }
}

impl Process {
    /// Whether the clock, and not the deadline, ends the wait for an answer. The usual deadline is
    /// one for games without a clock.
    fn is_by_clock(&self) -> bool {
        let deadline = self.program.spec.deadlines.answer;
        let clock = self.time.map(|time| time.left + time.margin);
        clock.is_some_and(|clock| clock < deadline || deadline == Deadlines::default().answer)
    }

    /// Greatest time to wait for an answer.
    fn most_time(&self) -> Duration {
        match self.time {
            Some(time) if self.is_by_clock() => time.left + time.margin,
            _ => self.program.spec.deadlines.answer,
        }
    }
}

impl Player for Process {
    fn time_left(&mut self, time: &TimeLeft) {
        self.time = Some(*time);
    }

    fn thought(&self) -> Option<Thought> {
        self.thought
    }

    fn keep_dialogue(&mut self, path: &Path) {
        self.program.keep_dialogue(path);
    }

    fn begin(&mut self, view: &View, ply_limit: u32) {
        let program = &mut self.program;
        program.color = view.color();
        let newgame = Order::NewGame(Box::new(NewGame {
            ruleset: view.ruleset(),
            color: view.color(),
            seed: program.seed,
            stream: program.stream,
            plies: ply_limit,
            limits: program.spec.limits,
            clock: self.time.map(|time| time.clock),
            start: view.start().cloned(),
        }));
        if let Err(fault) = program.open(&newgame.to_string()) {
            program.fail(fault);
        }
    }

    fn choose(&mut self, _view: &View) -> Option<Question> {
        match self.question() {
            Ok(question) => Some(question),
            Err(fault) => {
                self.program.fail(fault);
                None
            }
        }
    }

    fn answered(&mut self, _view: &View, _question: Question, answer: &Answer) {
        self.program.send(&Order::Answer(*answer));
        self.on_turn = !matches!(answer, Answer::Played(_));
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.program.send(&Order::Moved(view.overheard(), *said));
    }

    fn ended(&mut self, view: &View, last: Option<&Announcement>, outcome: Outcome) {
        if let Some(&said) = last {
            let began = view.start().map_or(Color::White, Board::turn);
            let last = if view.plies().is_multiple_of(2) {
                !began
            } else {
                began
            };
            let own = last == view.color();
            self.program.send(&if own {
                Order::Answer(Answer::Played(said))
            } else {
                Order::Moved(view.overheard(), said)
            });
        }
        self.program.leave(&Order::GameOver(outcome).to_string());
    }

    fn fault(&self) -> Option<Fault> {
        self.program.fault.clone()
    }

    fn shortage(&self) -> Option<&str> {
        self.program.shortage.as_deref()
    }
}
