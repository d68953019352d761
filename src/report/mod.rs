//! Reports of a run: CSV files, the champion's weights, plots. Each is made from the journal's
//! games and the tuner's state, so that all can be made again.
//!
//! ```
//! use darkforge::report::Crosstable;
//! use darkforge_ratings::{GameScore, RatingOptions, Ratings};
//!
//! let mut table = Crosstable::new(&[]);
//! table.add("a", "b", GameScore::Win);
//! table.add("b", "a", GameScore::Draw { stalemate: false });
//! let ratings = Ratings::fit(&table.pool(), &RatingOptions::default())?;
//! assert_eq!(ratings.players[ratings.ranking()[0]].player, "a");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod about;
pub mod artifact;
mod bouts;
mod champion;
pub(crate) mod clock;
pub(crate) mod collection;
pub mod column;
pub mod comparison;
mod crosstable;
pub(crate) mod data;
mod ancestry;
mod diversity;
pub(crate) mod endgame;
mod endings;
pub mod eta;
mod evolution;
pub(crate) mod faults;
mod file;
pub mod format;
mod games;
mod generations;
mod hall_of_fame;
pub(crate) mod headline;
mod html;
pub(crate) mod imitation;
mod individuals;
mod landscape;
mod lengths;
mod lineage;
pub(crate) mod names;
pub(crate) mod object;
pub(crate) mod opponent;
mod outcomes;
mod llr;
pub mod page;
mod piece_values;
mod rating;
mod proof;
mod purposes;
pub(crate) mod ratings;
pub(crate) mod recon;
pub(crate) mod refused;
pub(crate) mod seats;
pub(crate) mod saliency;
mod source;
pub(crate) mod standings;
pub(crate) mod summary;
mod superiority;
pub(crate) mod table;
pub(crate) mod tournament;
pub(crate) mod training;
pub(crate) mod transcripts;
mod versus;
pub(crate) mod play;
pub mod view;
pub(crate) mod workers;
mod weight_correlation;

pub use champion::champion;
pub use crosstable::Crosstable;
pub use darkforge_plots as plot;
pub use evolution::evolution;
pub use file::{Drawn, is_own_file, plots_folder, write_text, write_whole};
pub use rating::{games_between, results_between};
pub use standings::Standing;
pub use tournament::tournament;
pub use versus::versus;
