//! A program that plays reconnaissance blind chess.

use std::path::Path;
use std::time::Duration;

use super::ProcessSpec;
use super::program::Program;
use crate::player::recon::late;
use crate::player::{Fault, FaultKind, ReconAnswer, ReconPlayer};
use darkforge_kriegspiel::protocol::Clock;
use darkforge_kriegspiel::umpire::Outcome;
use darkforge_recon::protocol::{NewGame, Order, Reply};
use darkforge_recon::referee::{Report, Sense, View};
use darkforge_streams::Stream;

/// One game of reconnaissance blind chess of a program.
pub struct ReconProcess {
    program: Program,
    /// Time left on its clock, if it has one.
    left: Option<Duration>,
    /// Time beyond it.
    margin: Duration,
    /// Own moves so far.
    moves: u32,
}

impl ReconProcess {
    /// A player that is given the name of `stream`.
    pub fn new(spec: ProcessSpec, stream: &Stream) -> ReconProcess {
        ReconProcess {
            left: spec.clock.map(|clock| clock.start),
            margin: Duration::ZERO,
            moves: 0,
            program: Program::new(spec, stream),
        }
    }

    /// Its reply within the deadline and the time on its clock.
    fn reply(&mut self, of: &str) -> Result<Reply, Fault> {
        let deadline = self.program.spec.deadlines.answer;
        let Some(left) = self.left else {
            return self.program.reply(deadline, of);
        };
        let allowed = left + self.margin;
        let time = allowed.min(deadline);
        let (reply, unused) = self.program.timed_reply(time, of);
        self.left = Some(left.saturating_sub(time.saturating_sub(unused)));
        reply.map_err(|fault| match (fault.kind, self.program.spec.clock) {
            (FaultKind::Time | FaultKind::Silence, Some(clock)) if allowed <= deadline => {
                late(clock)
            }
            _ => fault,
        })
    }

    /// Its answer; a fault if there is none, or `right` finds that it answers something else.
    fn answer<T>(&mut self, of: &str, right: impl Fn(Reply) -> Option<T>) -> Option<T> {
        let answered = self.reply(of).and_then(|reply: Reply| {
            right(reply).ok_or_else(|| {
                let says = format!("it says '{reply}' instead of {of}");
                Fault::new(FaultKind::Garbage, says)
            })
        });
        match answered {
            Ok(answer) => {
                self.program.has_asked = true;
                Some(answer)
            }
            Err(fault) => {
                self.program.fail(fault);
                None
            }
        }
    }
}

impl ReconPlayer for ReconProcess {
    fn allow(&mut self, clock: Option<Clock>, margin: Duration) {
        let own = &mut self.program.spec.clock;
        *own = own.or(clock);
        self.left = own.map(|clock| clock.start);
        self.margin = margin;
    }

    fn keep_dialogue(&mut self, path: &Path) {
        self.program.keep_dialogue(path);
    }

    fn begin(&mut self, view: &View, ply_limit: u32) {
        let program = &mut self.program;
        program.color = view.color();
        let newgame = Order::NewGame(NewGame {
            color: view.color(),
            seed: program.seed,
            stream: program.stream,
            plies: ply_limit,
            clock: program.spec.clock,
        });
        if let Err(fault) = program.open(&newgame.to_string()) {
            program.fail(fault);
        }
    }

    fn enemy_moved(&mut self, view: &View) {
        self.program.send(&Order::Moved(view.heard()));
    }

    fn sense(&mut self, _view: &View) -> Option<Sense> {
        self.program.send(&Order::YourMove);
        self.answer("what it senses", |reply| match reply {
            Reply::Sense(sense) => Some(sense),
            _ => None,
        })
    }

    fn sensed(&mut self, view: &View) {
        if let Some(seen) = view.seen() {
            self.program.send(&Order::seen(seen));
        }
    }

    fn request(&mut self, _view: &View) -> Option<ReconAnswer> {
        self.answer("what it requests", |reply| match reply {
            Reply::Ask(asked) => Some(ReconAnswer::Ask(asked)),
            Reply::Resign => Some(ReconAnswer::Resign),
            _ => None,
        })
    }

    fn nonsense(&mut self, _view: &View) {
        self.program.send(&Order::Nonsense);
    }

    fn moved(&mut self, _view: &View, report: &Report) {
        self.program
            .send(&Order::Played(report.taken, report.capture));
        if let Some((left, clock)) = self.left.as_mut().zip(self.program.spec.clock) {
            self.moves += 1;
            *left += clock.added_after(self.moves);
        }
    }

    fn ended(&mut self, _view: &View, outcome: Outcome) {
        let words = format!("{} {}", outcome.result, outcome.ending);
        self.program.leave(&Order::GameOver(words).to_string());
    }

    fn fault(&self) -> Option<Fault> {
        self.program.fault.clone()
    }

    fn shortage(&self) -> Option<&str> {
        self.program.shortage.as_deref()
    }
}
