//! Tuners search for better weights by bouts. One file each, behind ask and tell: the run
//! asks for bouts, plays them, and tells their games.

mod knockout;
mod mutation;

pub use knockout::{BoutResult, Decision, Generation, Individual, Knockout, Reference, Settings};
pub use mutation::{Mutation, fathers};

use crate::tournament::{Arena, ArenaError, Bout, PlayedGame};

/// A search for weights that is driven from outside, so that the same bouts can be played,
/// or read again from a journal.
pub trait Tuner {
    /// The bouts that must be played next; none when the search is over. Asking again
    /// before telling gives the same bouts.
    fn ask(&self) -> Vec<Bout>;

    /// The games of each bout asked for, in the same order.
    fn tell(&mut self, games: &[Vec<PlayedGame>]);
}

/// Drives `tuner` to its end, or to where the arena stops it: what was told before counts.
///
/// # Errors
/// Those of the arena.
pub fn drive(tuner: &mut dyn Tuner, arena: &mut Arena<'_>) -> Result<(), ArenaError> {
    loop {
        let bouts = tuner.ask();
        if bouts.is_empty() {
            return Ok(());
        }
        let games = arena.play(&bouts)?;
        tuner.tell(&games);
    }
}
