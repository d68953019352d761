//! Named weights of players: a list of names, defaults and ranges for each player that has some, sets
//! of values, and their files.
//!
//! A weight file is a TOML table of names and numbers; missing ones have their defaults. The key
//! `player` may name the player that the weights were tuned for.
//!
//! ```
//! use darkforge_engine::darkboard;
//! use darkforge_engine::weights::Weights;
//!
//! let weights = Weights::default_of(&darkboard::LIST);
//! let text = weights.to_file("the hand-made set", None, None);
//! assert!(Weights::parse(&darkboard::LIST, "weights.toml", &text)? == weights);
//! assert!(Weights::parse(&darkboard::LIST, "weights.toml", "rok = 5").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod list;
mod named;
mod set;

pub use error::WeightsError;
pub use list::{WeightInfo, WeightList};
pub use named::Weights;
pub use set::{CHAMPION, WeightSet, WeightTable};
