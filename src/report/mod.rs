//! Reports of a run: CSV files, the champion's weights, plots. Each is made from the
//! journal's games and what the tuner made of them, so that all can be drawn again.

mod bouts;
mod champion;
pub mod collection;
mod crosstable;
mod descent;
mod diversity;
pub mod endgame;
mod endings;
mod evolution;
pub mod faults;
mod games;
mod generations;
mod hall_of_fame;
pub mod imitation;
mod individuals;
mod lengths;
mod lineage;
mod llr;
mod piece_values;
pub mod plot;
mod pool;
mod proof;
mod purposes;
mod ratings;
pub mod refused;
mod seats;
mod standings;
mod superiority;
mod table;
mod tournament;
pub mod transcripts;
mod versus;
pub mod view;
mod weight_correlation;

pub use champion::champion;
pub use crosstable::Crosstable;
pub use evolution::evolution;
pub use pool::{pool, rated};
pub use standings::Standing;
pub use table::{LEFT_BESIDE, write_whole};
pub use tournament::{tournament, tournament_standings};
pub use versus::versus;
