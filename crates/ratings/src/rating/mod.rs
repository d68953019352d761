//! Ratings of a pool of players from all their games: Bradley-Terry, Davidson and
//! Rao-Kupper by maximum likelihood, with White's advantage, anchors and intervals.
//!
//! An Elo difference of `d` means a factor of 10^(d/400) in the odds. Pools that never met are
//! rated apart. If some players won or lost everything against the rest, one game is added for each
//! pairing between those and the rest, half won by each side, and [`Rated::prior`] says so. Added
//! games place those players and leave the other ratings unchanged.

mod pool; // players and their games
mod options; // model, anchors, prior; errors
mod graph; // players that can be compared
mod model; // likelihood of one pairing
mod likelihood; // likelihood of all games of a pool
mod profile_likelihood; // intervals
mod fit; // maximum likelihood
mod prior; // games supposed where the played ones give no finite rating
mod ratings; // ratings of all pools
mod expected; // scores that ratings expect
mod monte_carlo; // tournaments drawn from ratings
mod transitivity; // test of whether strength is one number

pub use model::RatingModel;
pub use options::{MOST_PLAYERS, RatingError, RatingOptions};
pub use pool::Pool;
pub use ratings::{Rated, Ratings};
pub use transitivity::{Cycle, Transitivity};

#[cfg(test)]
mod tests;
