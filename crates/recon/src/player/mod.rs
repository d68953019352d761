//! Players of the game.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_recon::player::{Player, Scout, ScoutOptions};
//! use darkforge_recon::referee::View;
//! use darkforge_streams as streams;
//!
//! let mut options = ScoutOptions { moving: 200, ..ScoutOptions::default() };
//! options.weights.risk = 0.1;
//! let mut player = Scout::new(Color::White, options, streams::open(1, "player", 0));
//! let sense = player.sense(&View::start(Color::White));
//! assert!(sense.0.is_some());
//! ```

mod random;
mod attacker;
mod weights;
mod enemy;
mod valuation;
mod sweep;
mod scout;
mod program;
mod deepening;
mod trout;
#[cfg(test)]
mod tests;

pub use attacker::Attacker;
pub use deepening::DeepOptions;
pub use enemy::Liking;
pub use program::ProgramLimit;
pub use random::Random;
pub use scout::{Scout, ScoutOptions};
pub use sweep::Sweep;
pub use trout::{Trout, TroutOptions};
pub use weights::{WeightInfo, Weights};

use crate::belief::Belief;
use crate::referee::{Outcome, Report, Request, Sense, View};

/// A player. In each of its turns these methods are called, in this order: [`enemy_moved`],
/// [`sense`], [`sensed`], [`request`], [`moved`]. A player gets only its [`View`]; it draws from a
/// stream of its own and reads no clock. After a call it may have a [`fault`]; it is then not called again.
///
/// [`enemy_moved`]: Player::enemy_moved
/// [`sense`]: Player::sense
/// [`sensed`]: Player::sensed
/// [`request`]: Player::request
/// [`moved`]: Player::moved
/// [`fault`]: Player::fault
pub trait Player {
    /// Takes the result of the opponent's move ([`View::heard`]). White is called before its first
    /// turn too, though nothing was played.
    fn enemy_moved(&mut self, _view: &View) {}

    /// Chooses a sense.
    fn sense(&mut self, view: &View) -> Sense;

    /// Takes the window ([`View::seen`]).
    fn sensed(&mut self, _view: &View) {}

    /// Chooses a request that the own men allow ([`View::is_allowed`]).
    fn request(&mut self, view: &View) -> Request;

    /// Takes the move that became of the request.
    fn moved(&mut self, _view: &View, _report: &Report) {}

    /// Takes the end of the game.
    fn ended(&mut self, _view: &View, _outcome: Option<Outcome>) {}

    /// The belief, if the player keeps one.
    fn belief(&self) -> Option<&Belief> {
        None
    }

    /// The reason why the player cannot play on, as a sentence. It then loses the game.
    fn fault(&self) -> Option<&str> {
        None
    }

    /// Whether the fault is not the player's: this machine lacks a resource for its program.
    fn is_shortage(&self) -> bool {
        false
    }

    /// Work done so far: positions looked at.
    fn work(&self) -> u64 {
        0
    }
}
