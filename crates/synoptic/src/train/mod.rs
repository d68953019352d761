//! Training: from recorded games to a network.
//!
//! A [`Recipe`] has everything that decides a network. [`Data`] sorts games by headset; a [`Trainer`] draws examples from them, with
//! fresh subsets of the possible positions each time, and takes steps.
//!
//! ```
//! use darkforge_streams as streams;
//! use darkforge_synoptic::train::{Game, extract};
//!
//! let game: Game = "ada ben g6:e2e4 e3:h7h5".parse()?;
//! let examples = extract(&game, 128, &mut streams::open(1, "example", 0));
//! assert_eq!(examples.len(), 4, "a sense and a move of each side");
//! # Ok::<(), darkforge_synoptic::train::ReadGameError>(())
//! ```

mod recipe;
mod game;
mod extract;
mod data;
mod pool;
mod turns;
mod saliency;
mod value;
mod trainer;
#[cfg(test)]
mod tests;

pub use data::{Data, DataError};
pub use extract::{Extracted, extract, loser_missed_a_win};
pub use game::{Game, ReadGameError};
pub use recipe::{Games, Recipe, RecipeError, Sizes, Source, Training};
pub use saliency::Saliency;
pub use trainer::{Lesson, ResumeError, Trainer};
pub use value::Valued;
