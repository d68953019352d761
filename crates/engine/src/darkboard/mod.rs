//! The metaposition engine of T 7.4-7.7: evaluation, umpire prediction and search.

mod evaluate;
mod history;
mod move_table;
pub mod openings;
mod options;
pub mod predict;
mod search;
mod attacks;
mod stalemate;
mod material;
mod tactics;
pub mod weights;

pub use evaluate::Evaluator;
pub use history::History;
pub use openings::{Book, BookError};
pub use options::{Algorithm, EngineOptions};
pub use search::Search;
pub use tactics::Tactics;
pub use weights::{Weight, Weights};
