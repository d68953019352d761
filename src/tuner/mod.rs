//! Tuners search for better weights by bouts. One file each, behind ask and tell: the run
//! asks for bouts, plays them, and tells their games.

pub mod imitate;
mod knockout;
mod mutation;

pub use knockout::{BoutResult, Generation, Individual, Knockout, Reference, Settings};
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
/// `told` is called with the tuner and the number of games in the journal each time.
///
/// # Errors
/// Those of the arena; at the end, a journal with games that were never asked for.
pub fn drive<T: Tuner>(
    tuner: &mut T,
    arena: &mut Arena<'_>,
    mut told: impl FnMut(&T, usize),
) -> Result<(), ArenaError> {
    let mut games_told = 0;
    loop {
        let bouts = tuner.ask();
        if bouts.is_empty() {
            break;
        }
        let games = arena.play(&bouts)?;
        games_told += games.iter().map(Vec::len).sum::<usize>();
        tuner.tell(&games);
        told(tuner, arena.journal.len());
    }
    // Numbers are given in order, so what is left over comes after what was played.
    match arena.journal.games().nth(games_told) {
        Some(game) => Err(arena.journal.stranger(game.game).into()),
        None => Ok(()),
    }
}
