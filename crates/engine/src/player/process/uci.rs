//! UCI: a chess program that values each move on a board. It judges sampled boards if the user has
//! a stronger one than the built-in search (T 6.2).
//!
//! One process serves a worker from game to game. Its work is limited in nodes, so a program with
//! repeatable searches gives repeatable games.
//!
//! T is the thesis, see [the crate](crate).

use super::spec::ProcessSpec;
use crate::player::{Fault, FaultKind};
use darkforge_board::{Board, MoveList, as_try};
use darkforge_programs::{Failure, NoStart, Running, Uci as Program};

/// Number of moves that a program is asked to value; no position has more.
const MULTI_PV: &str = "218";
/// Greatest value of a move that does not mate, in pawns.
const MOST: f32 = 40.0;
/// Value of a move that mates, in pawns.
const MATE: f32 = 50.0;
/// Distance of a move without a value below the worst valued one, in pawns.
const UNTOLD: f32 = 0.5;

/// Limits of the search of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciLimits {
    /// Nodes.
    pub nodes: u32,
    /// Plies, if they are limited.
    pub depth: Option<u32>,
}

/// A chess program for one game.
pub struct Uci {
    spec: ProcessSpec,
    program: Option<Program>,
    shortage: Option<String>,
}

impl Uci {
    /// A program that is started on first use.
    pub fn new(spec: ProcessSpec) -> Uci {
        Uci {
            spec,
            program: None,
            shortage: None,
        }
    }

    /// The resource that this machine lacked for it, if that is why it does not run.
    pub fn shortage(&self) -> Option<&str> {
        self.shortage.as_deref()
    }

    /// Fills `values` with the value of each of `legal`, the legal moves on `board`, for the side
    /// to move, in pawns.
    ///
    /// # Errors
    /// If the program does not start, does not answer in time, ends, or violates UCI.
    pub fn values(
        &mut self,
        board: &Board,
        legal: &MoveList,
        limits: UciLimits,
        values: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        let depth = limits
            .depth
            .map_or_else(String::new, |depth| format!(" depth {depth}"));
        let mut told: Vec<Option<f32>> = vec![None; legal.len()];
        let place = |name: &str| legal.iter().position(|&m| as_try(m).to_string() == name);
        let time = self.spec.deadlines.answer;
        let limits = format!("nodes {}{depth}", limits.nodes);
        let program = self.running()?;
        let best = program.search(&board.fen(), &limits, time, |line| {
            if let Some((name, worth)) = read_info(line)
                && let Some(place) = place(name)
            {
                told[place] = Some(worth);
            }
        });
        let best = best.map_err(|failure| self.fault(&failure))?;
        let best = place(&best);
        if best.is_none() && !legal.is_empty() {
            let command = &self.spec.command;
            let says = format!("{command}: its best move is not legal on {}", board.fen());
            return Err(Fault::new(FaultKind::Garbage, says));
        }
        if let Some(best) = best {
            told[best].get_or_insert(0.0);
        }
        let least = told.iter().flatten().copied().fold(f32::INFINITY, f32::min);
        values.clear();
        values.extend(told.iter().map(|told| told.unwrap_or(least - UNTOLD)));
        Ok(())
    }

    /// The program, ready for this game.
    fn running(&mut self) -> Result<&mut Program, Fault> {
        let program = match self.program.take() {
            Some(program) => program,
            None => match self.waiting() {
                Some(program) => program,
                None => self.started()?,
            },
        };
        Ok(self.program.insert(program))
    }

    /// One that waited for its next game.
    fn waiting(&self) -> Option<Program> {
        let mut program = Program::from(self.spec.kept.take()?);
        let ready = program.new_game(self.spec.deadlines.start);
        ready.is_ok().then_some(program)
    }

    fn started(&mut self) -> Result<Program, Fault> {
        let started = Program::start(&self.spec.words).map_err(|none| {
            let says = format!("{}: {none}", self.spec.command);
            if matches!(none, NoStart::Host(_)) {
                self.shortage = Some(says.clone());
            }
            Fault::new(FaultKind::Start, says)
        });
        let mut program = started?;
        let time = self.spec.deadlines.start;
        let Err(failure) = program.greet(&[("MultiPV", MULTI_PV)], time) else {
            return Ok(program);
        };
        self.end(program);
        let fault = self.fault(&failure);
        Err(match fault.kind {
            FaultKind::Crash => Fault::new(FaultKind::Start, fault.detail),
            _ => fault,
        })
    }

    fn fault(&self, failure: &Failure) -> Fault {
        let kind = match failure {
            Failure::Late { .. } => FaultKind::Time,
            Failure::Ended(_) => FaultKind::Crash,
            Failure::Flood(_) => FaultKind::Flood,
            Failure::Garbage(_) => FaultKind::Garbage,
        };
        Fault::new(kind, format!("{}: {failure}", self.spec.command))
    }

    /// Ends a program and keeps its standard error.
    fn end(&self, program: Program) {
        let mut running = Running::from(program);
        running.end();
        let errors = &self.spec.kept.errors;
        errors.add("a game broken off", &running.errors());
    }

    /// Ends the game: the process waits for the next one.
    pub fn rest(&mut self) {
        if let Some(program) = self.program.take()
            && let Some(mut unwanted) = self.spec.kept.put_back(program.into())
        {
            unwanted.end();
        }
    }
}

impl Drop for Uci {
    /// Ends the process if a game was broken off, because its next lines are unknown.
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            self.end(program);
        }
    }
}

/// First move of a variation and its value in pawns, from an `info` line with both.
fn read_info(line: &str) -> Option<(&str, f32)> {
    let mut words = line.split_ascii_whitespace();
    let mut worth = None;
    while let Some(word) = words.next() {
        match word {
            "score" => {
                let kind = words.next()?;
                let number: f32 = words.next()?.parse().ok()?;
                worth = match kind {
                    "cp" => Some((number / 100.0).clamp(-MOST, MOST)),
                    "mate" => Some(if number > 0.0 { MATE } else { -MATE }),
                    _ => None,
                };
            }
            "pv" => return Some((words.next()?, worth?)),
            "string" => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_are_read() {
        let read = |line| read_info(line).map(|(name, worth)| (name.to_owned(), worth));
        let line = "info depth 3 seldepth 4 multipv 2 score cp -31 nodes 20 pv e2e4 e7e5";
        assert_eq!(read(line), Some(("e2e4".to_owned(), -0.31)));
        let line = "info depth 3 multipv 1 score mate 2 upperbound pv e7e8q";
        assert_eq!(read(line), Some(("e7e8q".to_owned(), MATE)));
        let line = "info depth 3 multipv 1 score mate -2 pv a1a2";
        assert_eq!(read(line), Some(("a1a2".to_owned(), -MATE)));
        assert_eq!(read("info string score cp 3 pv e2e4"), None);
        assert_eq!(read("info depth 1 currmove e2e4"), None);
    }
}
