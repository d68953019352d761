//! Darkboard: the metaposition engine of T 7.4-7.7, with evaluation, umpire prediction and search.
//!
//! ```
//! use darkforge_board::Square;
//! use darkforge_engine::darkboard::{Evaluator, Weights, predict};
//! use darkforge_kriegspiel::metaposition::Metaposition;
//!
//! let before = Metaposition::start(25);
//! let after = predict::after_own_move(&before, "e2e4".parse()?, true);
//! let value = Evaluator::new(Weights::default()).evaluate(&after, Square::E4);
//! assert!(value.is_finite());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod evaluate;
mod history;
pub(crate) mod move_table;
pub mod openings;
mod options;
pub mod predict;
mod search;
pub(crate) mod attacks;
mod stalemate;
mod material;
mod tactics;
pub mod weights;

pub use evaluate::{Evaluator, has_mating_material};
pub use history::History;
pub use openings::{Book, BookError};
pub use options::{Algorithm, Effort, EnemyMoves, EngineOptions};
pub use search::Search;
pub use stalemate::hidden_king;
pub use tactics::Tactics;
pub use weights::{LIST, Weight, Weights};
