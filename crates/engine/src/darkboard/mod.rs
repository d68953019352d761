//! The metaposition engine of T 7.4-7.7: evaluation, umpire prediction and search.

pub mod evaluate;
pub mod history;
mod move_table;
pub mod openings;
pub mod options;
pub mod predict;
pub mod search;
mod sight;
mod stalemate;
mod stakes;
pub mod tactics;
pub mod weights;

pub use evaluate::Evaluator;
pub use history::History;
pub use openings::{Book, BookError};
pub use options::{Algorithm, EngineOptions};
pub use search::Search;
pub use tactics::Tactics;
pub use weights::{Weight, Weights};
