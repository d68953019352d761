//! A program that plays reconnaissance blind chess.

use super::ProcessSpec;
use super::program::Program;
use crate::player::{Fault, FaultKind, ReconAnswer, ReconPlayer};
use darkforge_kriegspiel::umpire::Outcome;
use darkforge_recon::protocol::{NewGame, Order, Reply};
use darkforge_recon::referee::{Report, Sense, View};
use darkforge_streams::Stream;

/// One game of reconnaissance blind chess of a program.
pub struct ReconProcess(Program);

impl ReconProcess {
    /// A player that is given the name of `stream`.
    pub fn new(spec: ProcessSpec, stream: &Stream) -> ReconProcess {
        ReconProcess(Program::new(spec, stream))
    }

    /// Its answer; a fault if there is none, or `right` finds that it answers something else.
    fn answer<T>(&mut self, of: &str, right: impl Fn(Reply) -> Option<T>) -> Option<T> {
        let reply = self.0.reply(self.0.spec.deadlines.answer, of);
        let answered = reply.and_then(|reply: Reply| {
            right(reply).ok_or_else(|| {
                let says = format!("it says '{reply}' instead of {of}");
                Fault::new(FaultKind::Garbage, says)
            })
        });
        match answered {
            Ok(answer) => {
                self.0.has_asked = true;
                Some(answer)
            }
            Err(fault) => {
                self.0.fail(fault);
                None
            }
        }
    }
}

impl ReconPlayer for ReconProcess {
    fn begin(&mut self, view: &View, ply_limit: u32) {
        let program = &mut self.0;
        program.color = view.color();
        let newgame = Order::NewGame(NewGame {
            color: view.color(),
            seed: program.seed,
            stream: program.stream,
            plies: ply_limit,
        });
        if let Err(fault) = program.open(&newgame.to_string()) {
            program.fail(fault);
        }
    }

    fn enemy_moved(&mut self, view: &View) {
        self.0.send(&Order::Moved(view.heard()));
    }

    fn sense(&mut self, _view: &View) -> Option<Sense> {
        self.0.send(&Order::YourMove);
        self.answer("what it senses", |reply| match reply {
            Reply::Sense(sense) => Some(sense),
            _ => None,
        })
    }

    fn sensed(&mut self, view: &View) {
        if let Some(seen) = view.seen() {
            self.0.send(&Order::seen(seen));
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
        self.0.send(&Order::Nonsense);
    }

    fn moved(&mut self, _view: &View, report: &Report) {
        self.0.send(&Order::Played(report.taken, report.capture));
    }

    fn ended(&mut self, _view: &View, outcome: Outcome) {
        let words = format!("{} {}", outcome.result, outcome.ending);
        self.0.leave(&Order::GameOver(words).to_string());
    }

    fn fault(&self) -> Option<Fault> {
        self.0.fault.clone()
    }

    fn shortage(&self) -> Option<&str> {
        self.0.shortage.as_deref()
    }
}
