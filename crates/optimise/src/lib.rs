//! Optimisers that are told the scores of duels: knockout, CMA-ES, SPSA and CLOP.
//!
//! An optimiser searches a [`Space`]. [`Optimiser::ask`] gives duels, each between two points;
//! [`Optimiser::tell`] takes their scores. What a duel is played with is the caller's business:
//! games between two players, or two evaluations of a function.
//!
//! ```
//! use darkforge_optimise::{CmaEsSettings, Method, Space};
//!
//! let sphere = |x: &[f64]| x.iter().map(|x| (x - 0.3) * (x - 0.3)).sum::<f64>();
//! let method = Method::CmaEs(CmaEsSettings {
//!     size: 10,
//!     pairs: 1,
//!     max_pairs: Some(1),
//!     sigma: 0.2,
//! });
//! let mut search = method.start(Space::unit(4), &[0.8; 4], 1);
//! for _generation in 0..100 {
//!     let duels = search.ask();
//!     let scores: Vec<_> = duels.iter().map(|duel| duel.evaluate(sphere)).collect();
//!     search.tell(&scores);
//! }
//! assert!(sphere(&search.best()) < 1e-8);
//! ```
//!
//! Every random draw comes from a stream named by (seed, purpose, index), so that the same
//! scores give the same questions.

mod clop;
mod cma_es;
mod duel;
mod generation;
mod knockout;
mod method;
mod quadratic;
mod settings;
mod space;
mod spsa;

pub use clop::{Clop, ClopSettings};
pub use cma_es::{CmaEs, CmaEsSettings};
pub use duel::{Decision, Duel, DuelKind, DuelScore, Individual, Score, Settled, Told};
pub use knockout::{Knockout, KnockoutSettings, Mutation, Title};
pub use method::Method;
pub use settings::{OutOfRange, Ranges, in_words, within};
pub use space::{Axis, Space};
pub use spsa::{Spsa, SpsaSettings};

/// A search that is driven from outside, so that the same duels can be played, or read again
/// from a journal. It goes on for ever: the caller decides after which generation it is enough.
pub trait Optimiser: Send {
    /// The individuals of the generation under way.
    fn population(&self) -> &[Individual];

    /// The duels that must be played next, at least one. Asking again before telling gives the
    /// same.
    fn ask(&self) -> Vec<Duel>;

    /// Takes the score of each duel asked for, in the same order.
    fn tell(&mut self, scores: &[DuelScore]) -> Told;

    /// The best guess so far, as a point.
    fn best(&self) -> Vec<f64>;

    /// Pairs that an individual plays in a generation, about.
    fn pairs_each(&self) -> u64;

    /// Pairs that a generation takes in the mean, as far as that is known before it is played.
    fn expected_pairs(&self) -> f64;
}
