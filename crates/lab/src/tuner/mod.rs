//! Tuners search for better weights by games. One file each, behind ask and tell: the
//! evolution asks for meetings, plays them, and tells their games.

mod bowl;
mod clop;
mod cma_es;
mod duels;
mod evolution;
mod guide;
mod individual;
mod knockout;
mod meeting;
mod noise;
mod opponents;
mod proof;
mod space;
mod spsa;
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod trial;

pub use clop::{Clop, ClopSettings};
pub use cma_es::{CmaEs, CmaEsSettings};
pub use evolution::{BoutResult, Evolution, Ground, Method, Reference, Settings};
pub use guide::{Guide, drive};
pub use individual::{Generation, Individual};
pub use knockout::{Knockout, KnockoutSettings, Mutation, Title};
pub use meeting::{Meeting, Purpose, Settled, Told};
pub use noise::{Noise, Racing};
pub use opponents::Shares;
pub use proof::{Candidate, Proof, ProofSettings, START};
pub use space::{Space, SpaceSettings};
pub use spsa::{Spsa, SpsaSettings};

use crate::tournament::PlayedGame;

/// A search for weights that is driven from outside, so that the same meetings can be
/// played, or read again from a journal. It goes on for ever: who drives it decides after
/// which generation it is enough, and measures how far it came.
pub trait Tuner: Send {
    /// The meetings that must be played next, at least one. Asking again before telling
    /// gives the same.
    fn ask(&self) -> Vec<Meeting>;

    /// Takes the games of each meeting asked for, in the same order, and says what became of
    /// them.
    fn tell(&mut self, games: &[Vec<PlayedGame>]) -> Told;

    /// Pairs that a generation takes in the mean, as far as that is known before it is played.
    fn expected_pairs(&self) -> f64;
}
