//! The players of the other school (T 6.2): they draw boards, or the umpire's words, at
//! random and ask what they are worth on average. See `docs/players.md`.

mod follower;
mod information_set;
mod options;
mod sampling;
mod tree;

pub use information_set::{InformationSetOptions, InformationSetPlayer};
pub use sampling::{Method, Sampling, SamplingOptions};
pub use tree::{Approach, TreeOptions, TreePlayer};
