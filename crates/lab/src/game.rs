//! The seam behind which a game stands: runs know players as specs and games as results.

use crate::bout::{Fixture, PlayedGame};

/// A game for two players under certain rules.
pub trait Game: Sync {
    /// Plays `fixture` to its end. All randomness comes from the fixture's seed.
    ///
    /// # Errors
    /// This machine cannot hold both players: the game does not count.
    fn play(&self, fixture: &Fixture<'_>) -> Result<PlayedGame, Shortage>;

    /// Confirms a game of a journal by the tries that were kept of it; one without is taken as
    /// it is.
    ///
    /// # Errors
    /// A sentence about what the tries do not lead to.
    fn confirm(&self, played: &PlayedGame) -> Result<(), String>;
}

/// This machine lacks what a player needs, which is nobody's fault.
#[derive(Debug, thiserror::Error)]
#[error(
    "game {game}, player {player}: {problem}; this machine is short of processes, open files \
     or memory"
)]
pub struct Shortage {
    /// The game's number.
    pub game: u64,
    /// Name of the player that could not be started.
    pub player: String,
    /// The system's message.
    pub problem: String,
}
