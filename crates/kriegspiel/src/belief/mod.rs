//! Beliefs of one side about the enemy: boards that agree with all that it has heard.
//!
//! There are two. A [`BeliefState`] is the information set itself: every position that agrees,
//! while they fit a given number, and a sample of them beyond it. It takes no view of how an
//! enemy plays. [`Particles`] are for players: a fixed number of whole boards, drawn by playing
//! enemy moves that the umpire would have announced in the same words, with a model of which
//! moves an enemy likes, and repaired when none is left (reinvigoration). They say how likely
//! something is (T 9 wishes for it), where a metaposition says what *could* be.
//!
//! Boards are in the umpire's frame.

mod belief_state;
mod bounded_set;
mod common_state;
mod hidden_state;
mod marginals;
mod opponent_model;
mod particles;
mod reinvigoration;

pub use belief_state::{BeliefError, BeliefState};
pub use common_state::would_go_on;
pub use hidden_state::{HiddenState, MOST_MEN};
pub use marginals::Marginals;
pub use opponent_model::OpponentModel;
pub use particles::Particles;
