//! UCI: a chess program that values each move on a board. It judges sampled boards if the user has
//! a stronger one than the built-in search (T 6.2).
//!
//! One process serves a worker from game to game. Its work is limited in nodes, so a program with
//! repeatable searches gives repeatable games.
//!
//! T is the thesis, see [the crate](crate).

use std::time::Duration;

use super::running::{Deaf, NoStart, Running};
use super::spec::ProcessSpec;
use crate::player::{Fault, FaultKind};
use darkforge_board::{Board, MoveList, as_try};
use darkforge_kriegspiel::protocol::{Deadline, LONGEST_LINE};

/// Greatest number of lines of a program in one search.
const MOST_LINES: usize = 100_000;
/// Number of moves that a program is asked to value; no position has more.
const MULTI_PV: u32 = 218;
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
    running: Option<Running>,
    shortage: Option<String>,
}

impl Uci {
    /// A program that is started on first use.
    pub fn new(spec: ProcessSpec) -> Uci {
        Uci {
            spec,
            running: None,
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
        self.open()?;
        self.send(&format!("position fen {}", board.fen()));
        let depth = limits
            .depth
            .map_or_else(String::new, |depth| format!(" depth {depth}"));
        self.send(&format!("go nodes {}{depth}", limits.nodes));
        let mut told: Vec<Option<f32>> = vec![None; legal.len()];
        let place = |name: &str| legal.iter().position(|&m| as_try(m).to_string() == name);
        let mut best = None;
        self.listen(self.spec.deadlines.answer, "its best move", |line| {
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("bestmove") => {
                    best = words.next().and_then(place);
                    true
                }
                Some("info") => {
                    if let Some((name, worth)) = read_info(line)
                        && let Some(place) = place(name)
                    {
                        told[place] = Some(worth);
                    }
                    false
                }
                _ => false,
            }
        })?;
        if best.is_none() && !legal.is_empty() {
            let says = format!("its best move is not legal on {}", board.fen());
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

    /// Starts it if it does not run.
    fn open(&mut self) -> Result<(), Fault> {
        if self.running.is_some() {
            return Ok(());
        }
        self.running = self.spec.kept.take();
        if self.running.is_some() && self.new_game().is_ok() {
            return Ok(());
        }
        self.running = None;
        let running = Running::start(&self.spec.words).map_err(|none| {
            let (NoStart::Program(error) | NoStart::Host(error)) = &none;
            let says = format!("cannot start '{}': {error}", self.spec.command);
            if matches!(none, NoStart::Host(_)) {
                self.shortage = Some(says.clone());
            }
            Fault::new(FaultKind::Start, says)
        })?;
        self.running = Some(running);
        self.send("uci");
        let start = self.spec.deadlines.start;
        self.listen(start, "uciok", |line| line.trim() == "uciok")
            .and_then(|()| {
                self.send(&format!("setoption name MultiPV value {MULTI_PV}"));
                self.new_game()
            })
            .map_err(|fault| match fault.kind {
                FaultKind::Crash => Fault::new(FaultKind::Start, fault.detail),
                _ => fault,
            })
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.send("ucinewgame");
        self.send("isready");
        self.listen(self.spec.deadlines.start, "readyok", |line| {
            line.trim() == "readyok"
        })
    }

    fn send(&self, line: &str) {
        if let Some(running) = &self.running {
            running.send(&line);
        }
    }

    /// Reads lines until one is the `last`, within `time`.
    fn listen(
        &mut self,
        time: Duration,
        of: &str,
        mut last: impl FnMut(&str) -> bool,
    ) -> Result<(), Fault> {
        let name = self.spec.command.clone();
        let fault = |kind, says: String| Err(Fault::new(kind, format!("'{name}' {says}")));
        let mut deadline = Deadline::lasting(time);
        for _ in 0..MOST_LINES {
            let Some(running) = &mut self.running else {
                return fault(FaultKind::Crash, "does not run".to_owned());
            };
            match running.line(&mut deadline) {
                Ok(line) if last(&line) => return Ok(()),
                Ok(_) => {}
                Err(Deaf::Late) if running.is_alive() => {
                    let seconds = time.as_secs_f64();
                    return fault(
                        FaultKind::Time,
                        format!("does not say {of} within {seconds} s"),
                    );
                }
                Err(Deaf::Late | Deaf::Ended) => {
                    return fault(FaultKind::Crash, running.last_words());
                }
                Err(Deaf::TooLong) => {
                    let says = format!("says a line of more than {LONGEST_LINE} bytes");
                    return fault(FaultKind::Flood, says);
                }
                Err(Deaf::NotText) => {
                    return fault(
                        FaultKind::Garbage,
                        "says a line that is not UTF-8".to_owned(),
                    );
                }
            }
        }
        let says = format!("says more than {MOST_LINES} lines without {of}");
        fault(FaultKind::Flood, says)
    }

    /// Ends the game: the process waits for the next one.
    pub fn rest(&mut self) {
        if let Some(running) = self.running.take()
            && let Some(mut unwanted) = self.spec.kept.put_back(running)
        {
            unwanted.end();
        }
    }
}

impl Drop for Uci {
    /// Ends the process if a game was broken off, because its next lines are unknown.
    fn drop(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.end();
            self.spec
                .kept
                .errors
                .add("a game broken off", &running.errors());
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
