//! Equilibrium: mixed strategies for small two-player zero-sum games, by predictive regret
//! matching+.
//!
//! ```
//! use darkforge_engine::equilibrium::BayesianGame;
//!
//! // Matching pennies, in which one match is worth twice the other.
//! let game = BayesianGame::of_matrix(&[&[2.0, -1.0], &[-1.0, 1.0]]);
//! let found = game.solve(1000);
//! assert!((found.value - 0.2).abs() < 1e-3);
//! assert!((found.rows[0] - 0.4).abs() < 1e-2);
//! assert_eq!(game.dominant_row(), None);
//! ```
//!
//! Source of the algorithm: Farina, Kroer, Sandholm, *Faster game solving via predictive Blackwell
//! approachability: connecting regret matching and mirror descent*, 2021. All sums are in a fixed
//! order and need no library, so that a result has the same bits on every machine.

mod bayesian_game;
#[cfg(test)]
mod kuhn_poker;
mod regret_table;

pub use bayesian_game::{BayesianGame, Equilibrium, likeliest};
pub use regret_table::RegretTable;
