//! Ratings of a pool of players from all their games: Bradley-Terry, Davidson and
//! Rao-Kupper by maximum likelihood, with White's advantage, anchors and intervals.
//!
//! Elo differences of `d` mean a factor of 10^(d/400) in the odds. What no likelihood can
//! tell is told in words: pools that never met are rated apart, and where some players won
//! or lost everything against the rest, one game more for each pairing between those and the
//! rest, half won by either, is supposed, and said ([`Rated::prior`]). It places them and
//! leaves the ratings of the others among themselves as they are.

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
