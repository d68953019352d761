//! Models of single opponents: what one player does with its men, counted in its games, as a model of
//! its choice among the legal moves.
//!
//! The model is a conditional logit. The probability of a legal move is proportional to
//! exp(w1 t1 + ... + w10 t10). The terms are log frequencies with add-one smoothing ([`Terms`]), taken
//! from the counts of the player's games ([`Habits`]). The last is the logarithm of the
//! move's likelihood in the belief's move model, with [`Factors`] of this player. Factors and weights
//! are fitted (`darkforge model`).
//!
//! | file | content |
//! |---|---|
//! | `habits` | counts of one player's moves |
//! | `terms` | terms of a move: logarithms of the counts |
//! | `factors` | factors of the belief's move model |
//! | `model` | [`Opponent`]: counts, factors, weights and trust, as the belief's model of the enemy's choice |
//! | `file` | the TOML file |
//! | `squares` | tables of 64 numbers in the file |
//!
//! ```
//! use darkforge_board::{Board, Role};
//! use darkforge_engine::opponent::Habits;
//! use darkforge_kriegspiel::belief::Before;
//!
//! let board = Board::start();
//! let legal = board.legal_moves();
//! let mut habits = Habits::default();
//! for played in legal.iter().filter(|played| played.role() == Role::Knight) {
//!     habits.add(&board, &Before::default(), &legal, *played);
//! }
//! assert_eq!(habits.openings[0][0].len(), 4, "of White, first moves");
//! ```
//!
//! T is the thesis, see [the crate](crate): T 9 wishes for models of opponents.

mod error;
mod factors;
mod file;
mod habits;
mod model;
mod squares;
mod terms;
#[cfg(test)]
mod tests;

pub use error::OpponentError;
pub use factors::Factors;
pub use habits::{DANGERS, Habits, KINDS, Kind, OPENING, PHASES, Pair, Situation, Table, phase_of};
pub use model::{MODEL_FILE, Opponent, TRUST};
pub use terms::{TERMS, Terms};
