//! Beliefs of one side about the enemy: boards that agree with all that it has heard.
//!
//! A [`BeliefState`] is the information set itself: every position that agrees, up to a limit, and
//! a sample beyond it. It assumes nothing of how an enemy plays. [`Particles`] are for players: a
//! fixed number of whole boards. They come from enemy moves that the umpire would have announced in
//! the same words, drawn with a model of the enemy's choice, and are repaired when none is left
//! (reinvigoration). Particles give probabilities, a metaposition gives possibilities.
//!
//! Boards are in the umpire's frame.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_kriegspiel::belief::BeliefState;
//! use darkforge_kriegspiel::umpire::{Answer, ICC, Umpire};
//!
//! let mut umpire = Umpire::new(&ICC, 400);
//! let mut black = BeliefState::start(&ICC, Color::Black, 1000);
//! let Answer::Played(said) = umpire.ask("e2e4".parse()?)? else {
//!     panic!("e2e4 is legal");
//! };
//! black.enemy_move(umpire.view(Color::Black).overheard(), &said);
//! // White has twenty first moves, all of them silent.
//! assert!(black.is_exact());
//! assert_eq!(black.len(), 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod belief_state;
mod bounded_set;
mod common_state;
mod enemy_choice;
mod hidden_state;
mod marginals;
mod move_factors;
pub mod move_model;
mod move_terms;
mod opponent_model;
mod particles;
mod reinvigoration;

pub use belief_state::{BeliefError, BeliefState};
pub use common_state::would_go_on;
pub use enemy_choice::{Before, EnemyChoice};
pub use hidden_state::{HiddenState, MOST_MEN};
pub use marginals::Marginals;
pub use move_model::MoveModel;
pub use opponent_model::OpponentModel;
pub use particles::Particles;
