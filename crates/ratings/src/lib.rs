#![doc = include_str!("../README.md")]

mod tally; // counted games and pairs
mod interval; // shares and scores with intervals
mod elo; // Elo differences, likelihood of superiority
mod sprt; // sequential test of two Elo differences
mod player_index; // names of players and their numbers
mod rating; // ratings of a pool from all its games
mod strengths; // strengths from however few games, for schedules
mod landscape; // strength as a quadratic function of parameters

pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use interval::{Estimate, Z95, wilson};
pub use landscape::{Importance, Landscape, MOST_MIXED, Meeting, Place};
pub use player_index::PlayerIndex;
pub use rating::{
    Cycle, MOST_PLAYERS, Pool, Rated, RatingError, RatingModel, RatingOptions, Ratings,
    Transitivity,
};
pub use sprt::{Model, Sprt, SprtError, Verdict};
pub use strengths::{HeadToHead, Strengths, normal_cdf};
pub use tally::{GameScore, Tally};
