//! Plays an evolution, or reads it again from its journal.

use super::Evolution;
use crate::tournament::{Arena, ArenaError};

/// Who looks on while an evolution is played.
pub trait Guide {
    /// Games were told to `evolution`; the journal has `games`.
    fn told(&mut self, _evolution: &Evolution, _games: usize) {}

    /// Whether the run ends here, at a generation's end ([`Evolution::at_turn`]); asked only
    /// when the journal has nothing that was played after it.
    fn ends(&mut self, _evolution: &Evolution) -> bool {
        false
    }

    /// The run ends after `generations`: this must be kept before anything else is played,
    /// or a resumed run would not know.
    ///
    /// # Errors
    /// It cannot be kept.
    fn keep_end(&mut self, _generations: u32) -> std::io::Result<()> {
        Ok(())
    }
}

/// Nobody looks on, and the run ends when it ends.
impl Guide for () {}

/// Drives `evolution` to its end, or to where the arena stops it: what was told before
/// counts.
///
/// # Errors
/// Those of the arena; at the end, a journal with games that were never asked for; an end
/// that could not be kept.
pub fn drive(
    evolution: &mut Evolution,
    arena: &mut Arena<'_>,
    guide: &mut impl Guide,
) -> Result<(), ArenaError> {
    let mut games_told = 0;
    loop {
        let bouts = evolution.ask();
        if bouts.is_empty() {
            break;
        }
        let games = arena.play(&bouts)?;
        games_told += games.iter().map(Vec::len).sum::<usize>();
        evolution.tell(&games);
        let now = arena.journal.len() == games_told;
        if now && evolution.at_turn() && guide.ends(evolution) {
            let generations = evolution.end_here();
            guide.keep_end(generations).map_err(ArenaError::End)?;
        }
        guide.told(evolution, arena.journal.len());
    }
    // Numbers are given in order, so what is left over comes after what was played.
    match arena.journal.games().nth(games_told) {
        Some(game) => Err(arena.journal.stranger(game.game).into()),
        None => Ok(()),
    }
}
