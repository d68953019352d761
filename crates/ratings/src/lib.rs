//! Statistics of matches: from counted results to scores, intervals, Elo and verdicts.
//!
//! A [`Tally`] counts what happened, an [`Estimate`] is a share with its 95 % interval, an
//! [`EloEstimate`] is the same on the Elo scale, and [`Sprt`] decides between two Elo values
//! while the games are still being played. Everything is seen from the first player's side.
//!
//! ```
//! use darkforge_ratings::{GameScore, Model, Sprt, Tally, Verdict};
//!
//! let mut tally = Tally::default();
//! for _ in 0..20 {
//!     tally.add_pair(GameScore::Win, GameScore::Draw { stalemate: true });
//!     tally.add_pair(GameScore::Loss, GameScore::Win);
//! }
//! assert_eq!(tally.score(), 0.625);
//! assert_eq!(tally.elo().to_string(), "+88.7 (+57.4..+120.1)");
//!
//! let sprt = Sprt::new(0.0, 50.0, Model::Logistic)?;
//! assert_eq!(sprt.verdict(sprt.llr_pairs(&tally.pairs)), Verdict::AcceptH1);
//! # Ok::<(), darkforge_ratings::SprtError>(())
//! ```

mod elo;
mod interval;
mod player_index;
mod rating;
mod sprt;
mod strengths;
mod tally;

pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use interval::{Estimate, Z95, wilson};
pub use player_index::PlayerIndex;
pub use rating::{
    Cycle, MOST_PLAYERS, Pool, Rated, RatingError, RatingModel, RatingOptions, Ratings,
    Transitivity,
};
pub use sprt::{Model, Sprt, SprtError, Verdict};
pub use strengths::{HeadToHead, Strengths, normal};
pub use tally::{GameScore, Tally};
