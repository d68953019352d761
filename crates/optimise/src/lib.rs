//! Optimisers that receive the scores of duels: knockout, CMA-ES, SPSA and CLOP.
//!
//! An optimiser searches a [`Space`]. [`Optimiser::ask`] gives duels, each between two points;
//! [`Optimiser::tell`] takes their scores. The caller decides how a duel is played: as games
//! between two players, or as two evaluations of a function.
//!
//! ```
//! use darkforge_optimise::{CmaEsSettings, Method, Space};
//!
//! let sphere = |x: &[f64]| x.iter().map(|x| (x - 0.3) * (x - 0.3)).sum::<f64>();
//! let method = Method::CmaEs(CmaEsSettings {
//!     size: 10,
//!     pairs: 1,
//!     sigma: 0.2,
//!     ..CmaEsSettings::default()
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
//! Every random draw comes from a stream named by (seed, purpose, index), so the same scores give
//! the same questions.
//!
//! The modules, each after those that it uses:
//!
//! | module | contents |
//! |---|---|
//! | `settings` | [`settings!`]: keys of a config with types, defaults and ranges |
//! | `space` | [`Space`]: the box that is searched, with ranges and scales of its axes |
//! | `duel` | [`Duel`], [`DuelScore`], [`Told`]: an optimiser's questions, their scores and the outcomes |
//! | `convergence` | [`Stop`], [`Converged`]: whether a search can still gain anything |
//! | `generation` | generations of mirrored points, for the searches by duels |
//! | `knockout` | [`Knockout`]: a population in knockout tournaments |
//! | `cma_es` | [`CmaEs`]: adaptation of a normal distribution |
//! | `spsa` | [`Spsa`]: perturbations of all parameters at once |
//! | `quadratic`, `clop` | [`Clop`]: a quadratic model fitted to all duels |
//! | `method` | [`Method`]: the optimisers by name |
//!
//! T is the thesis on Darkboard (Bologna, 2006), see `docs/bibliography.md`.

mod clop;
mod cma_es;
mod convergence;
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
pub use convergence::{Converged, Stop};
pub use duel::{Decision, Duel, DuelKind, DuelScore, Individual, Score, Settled, Told};
pub use knockout::{Knockout, KnockoutSettings, Mutation, Title};
pub use method::Method;
pub use settings::{Key, KeyKind, OutOfRange, Ranges, in_words, within};
pub use space::{Axis, Space};
pub use spsa::{Spsa, SpsaSettings};

/// A search controlled by its caller, so that duels can be played or read from a journal. It has no
/// end of its own: the caller decides after which generation to stop.
pub trait Optimiser: Send {
    /// Individuals of the current generation.
    fn population(&self) -> &[Individual];

    /// Duels to play next, at least one. Asking again before telling gives the same duels.
    fn ask(&self) -> Vec<Duel>;

    /// Duels of the next generation, if they do not depend on the results of this one: they may be
    /// played now, and are asked for next. None as a rule.
    fn ahead(&self) -> Vec<Duel> {
        Vec::new()
    }

    /// Takes the score of each duel asked for, in the same order.
    fn tell(&mut self, scores: &[DuelScore]) -> Told;

    /// The best guess so far, as a point.
    fn best(&self) -> Vec<f64>;

    /// Approximate number of pairs that an individual plays in a generation.
    fn pairs_each(&self) -> u64;

    /// Expected number of pairs in a generation, as far as it is known in advance.
    fn expected_pairs(&self) -> f64;

    /// Reason for which the search has converged by `stop` after a generation, if it has. An
    /// optimiser that cannot tell never has.
    fn converged(&self, _stop: &Stop) -> Option<Converged> {
        None
    }

    /// Begins the search again with a larger population, at the end of a generation. The best guess
    /// is the start's again. `false` if no restart is left.
    fn restart(&mut self) -> bool {
        false
    }
}
