//! `trout`: one board and a chess program, by the rules of reconchess' player of this name. The board
//! is the player's guess: men that it saw stand there until it sees, loses or captures something
//! else.

mod board;
#[cfg(test)]
mod tests;

use std::time::Duration;

use super::Player;
use super::program::{Broken, Program, ProgramLimit};
use crate::referee::{Request, Sense, View};
use board::Board;
use darkforge_board::{Color, Square};
use darkforge_streams::{self as streams, Stream};

/// Options of `trout`.
#[derive(Clone, Debug, PartialEq)]
pub struct TroutOptions {
    /// The chess program, which speaks UCI: a path, or a name that the system finds.
    pub program: String,
    /// Its limit for one move.
    pub limit: ProgramLimit,
}

impl Default for TroutOptions {
    /// Stockfish with half a second, as in reconchess.
    fn default() -> TroutOptions {
        TroutOptions {
            program: "stockfish".to_owned(),
            limit: ProgramLimit::Time(Duration::from_millis(500)),
        }
    }
}

/// The player with one board. The program is started when it is first asked for a move. A program
/// that cannot be started is the player's [`fault`](Player::fault), and so is one that ends or does
/// not answer, if its position could be one of chess.
#[derive(Debug)]
pub struct Trout {
    color: Color,
    options: TroutOptions,
    board: Board,
    program: Option<Program>,
    /// Whether the program ended on a position that chess does not have. Then the player passes in
    /// all turns, as in reconchess: Stockfish ends on a board without a king.
    has_ended: bool,
    fault: Option<Broken>,
    heard: Option<Square>,
    stream: Stream,
}

impl Trout {
    /// A player whose senses are drawn from `stream`.
    pub fn new(color: Color, options: TroutOptions, stream: Stream) -> Trout {
        Trout {
            color,
            options,
            board: Board::start(),
            program: None,
            has_ended: false,
            fault: None,
            heard: None,
            stream,
        }
    }

    /// The move that the board suggests: a capture of the king, or the program's move.
    fn choose(&mut self) -> Request {
        let king = self.board.king(!self.color);
        // In reconchess the number of a1 counts as no square.
        if let Some(king) = king.filter(|&square| square != Square::A1)
            && let Some(from) = self.board.attackers(self.color, king).first()
        {
            return darkforge_board::Try::new(from, king).into();
        }
        self.board.turn = self.color;
        if self.has_ended || self.fault.is_some() {
            return Request::PASS;
        }
        match self.ask() {
            Ok(request) => request,
            Err(fault) => {
                self.has_ended = self.program.take().is_some() && !self.board.is_of_chess();
                self.fault = (!self.has_ended).then_some(fault);
                Request::PASS
            }
        }
    }

    fn ask(&mut self) -> Result<Request, Broken> {
        let program = match &mut self.program {
            Some(program) => program,
            none => none.insert(Program::start(&self.options.program)?),
        };
        Ok(program.find(&self.board.fen(), self.options.limit)?.best)
    }
}

impl Player for Trout {
    fn enemy_moved(&mut self, view: &View) {
        self.heard = view.heard();
        if let Some(square) = self.heard {
            self.board.remove(square);
        }
    }

    fn sense(&mut self, _view: &View) -> Sense {
        if let Some(square) = self.heard.filter(|&square| square != Square::A1) {
            return Sense::at(square);
        }
        if let Some(asked) = self.choose().0
            && self.board.piece_on(asked.to).is_some()
        {
            return Sense::at(asked.to);
        }
        let own = |&square: &Square| {
            let piece = self.board.piece_on(square);
            piece.is_none_or(|piece| piece.color != self.color)
        };
        let free: Vec<Square> = Square::ALL.into_iter().filter(own).collect();
        Sense::at(free[streams::below(&mut self.stream, free.len())])
    }

    fn sensed(&mut self, view: &View) {
        if let Some(seen) = view.seen() {
            for (square, piece) in seen.squares() {
                self.board.set(square, piece);
            }
        }
    }

    fn request(&mut self, view: &View) -> Request {
        let chosen = self.choose();
        // A king that was not where the board had it leaves a board that reconchess' player cannot
        // play on.
        let allowed = chosen.0.is_none_or(|asked| view.is_allowed(asked));
        if allowed { chosen } else { Request::PASS }
    }

    fn moved(&mut self, _view: &View, report: &crate::referee::Report) {
        if let Some(taken) = report.taken.0 {
            self.board.push(taken);
        }
    }

    fn fault(&self) -> Option<&str> {
        self.fault.as_ref().map(|broken| broken.says.as_str())
    }

    fn is_shortage(&self) -> bool {
        self.fault.as_ref().is_some_and(|broken| broken.is_shortage)
    }
}
