//! Statistics of games: who won by the greatest number of possible positions (paper, Fig. 1), numbers
//! of positions before and after senses, sensed squares, lengths and endings.
//!
//! ```
//! use darkforge_recon::record::play_transcript;
//! use darkforge_recon::statistics::Statistics;
//!
//! let game = play_transcript("g6:e2e4 e7:f7f6 h8:d1h5 -:pass -:h5e8")?;
//! let mut statistics = Statistics::default();
//! statistics.add(&game, Some(1_000_000));
//! assert_eq!((statistics.games, statistics.wins), (1, [1, 0]));
//!
//! // Black's first sense leaves one of 21 positions.
//! let first = &statistics.sizes[&1];
//! assert_eq!(first.before.quantile(1.0).map(|size| size.positions), Some(21));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *Paper* is Clark, "Deep Synoptic Monte Carlo Planning in Reconnaissance Blind Chess" (2021).

mod follow;
mod size;
mod games;
#[cfg(test)]
mod tests;

pub use follow::{Event, Moment, follow};
pub use games::{Bucket, PlayerGames, SquareCounts, Statistics, TurnSizes};
pub use size::{Size, Sizes};
