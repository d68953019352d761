//! Views of a game of reconnaissance blind chess: after every sense and every move the true board and
//! the beliefs of both sides, as a page or as text.

mod follow;
mod page;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use page::page;
pub(crate) use text::boards;

use darkforge_board::{Color, side};
use darkforge_recon::record::Turn;
use darkforge_recon::referee::{Ending, Outcome};
use darkforge_recon::statistics::Size;

/// A game for viewing, half a turn at a step.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Names of White and Black; "White" and "Black" if the record has none.
    pub(crate) players: [String; 2],
    /// The end.
    pub(crate) outcome: Option<Outcome>,
    /// Name of the record.
    pub(crate) record: String,
    /// The start, then for each ply the moment after the sense and the one after the move.
    pub(crate) steps: Vec<Step>,
}

/// A moment of a game.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Moves made by both sides, passes included.
    pub(crate) ply: usize,
    /// The half of a turn that was just done; `None` at the start.
    pub(crate) done: Option<Done>,
    /// The true position in FEN.
    pub(crate) fen: String,
    /// Beliefs of White and Black.
    pub(crate) known: [Known; 2],
}

/// Half a turn.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// Its side.
    pub(crate) color: Color,
    /// The turn.
    pub(crate) turn: Turn,
    /// Whether it is the move; otherwise it is the sense.
    pub(crate) is_move: bool,
}

/// The belief of one side at a moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Known {
    /// Number of possible positions.
    pub(crate) size: Size,
    /// Number of placements of men among them.
    pub(crate) placements: usize,
    /// Positions of the belief.
    all: u32,
    /// Those that have an enemy man of each kind on each square, a1 to h8.
    counts: [[u32; 6]; 64],
}

impl Known {
    /// Share of the positions that have an enemy man of each kind on the square.
    fn chances(&self, square: usize) -> [f64; 6] {
        self.counts[square].map(|count| f64::from(count) / f64::from(self.all.max(1)))
    }

    /// Share of the positions in which no enemy man stands on the square.
    fn empty(&self, square: usize) -> f64 {
        let men: u32 = self.counts[square].iter().sum();
        f64::from(self.all - men) / f64::from(self.all.max(1))
    }
}

impl Game {
    /// Moves made by both sides.
    pub(crate) fn plies(&self) -> usize {
        self.steps.last().map_or(0, |step| step.ply)
    }

    /// Number of the step after the move with this number; 0 is the start.
    pub(crate) fn step_of_ply(&self, ply: usize) -> Option<usize> {
        let after = |step: &Step| step.done.as_ref().is_none_or(|done| done.is_move);
        self.steps
            .iter()
            .position(|step| step.ply == ply && after(step))
    }

    /// The belief of the side to move before the sense of this step.
    pub(crate) fn before(&self, step: usize) -> Option<&Known> {
        let done = self.steps[step].done.as_ref()?;
        Some(&self.steps[step - 1].known[side(done.color)])
    }

    /// Whether a belief of the game is a sample.
    pub(crate) fn is_sampled(&self) -> bool {
        let mut known = self.steps.iter().flat_map(|step| &step.known);
        known.any(|known| known.size.at_least)
    }
}

/// An ending in words.
pub(crate) const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Resign => "resignation",
        Ending::Timeout => "time",
        Ending::KingCapture => "capture of the king",
        Ending::TurnLimit => "limit of turns",
        Ending::MoveLimit => "100 plies without a capture or a pawn move",
    }
}

/// The result as points.
pub(crate) fn result(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}
