//! What one side can believe of the enemy: boards that agree with all that it has heard.
//!
//! There are two. A [`Belief`] is the information set itself: every position that agrees,
//! while they fit a given number, and a sample of them beyond it. It takes no view of how an
//! enemy plays. A [`Pool`] is for players: a fixed number of whole boards (particles), drawn
//! by playing enemy moves that the umpire would have announced in the same words, with a
//! model of which moves an enemy likes, and repaired when none is left. It says how likely
//! something is (T 9 wishes for it), where a metaposition says what *could* be.
//!
//! Boards are in the umpire's frame.

mod gather;
mod hidden;
mod marginals;
mod opponent;
mod pool;
mod repair;
mod scene;
mod set;

pub use hidden::{Hidden, MOST_MEN};
pub use marginals::Marginals;
pub use opponent::Opponent;
pub use pool::Pool;
pub use set::{Belief, BeliefError, would_go_on};
