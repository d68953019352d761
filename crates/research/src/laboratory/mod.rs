//! Endgame laboratory: own men against a lone king that could be anywhere.
//!
//! A game starts from the greatest uncertainty: the king may stand on every square that our men do
//! not attack. A [`Method`] chooses tries from what is known, which is exact here ([`State`]); an
//! [`Opponent`] moves the king or, for the worst case, chooses the umpire's answers. [`Start`]s are
//! all placements, or a sample of them.
//!
//! Everything is in the own frame: own men go up the board.
//!
//! A new method is a file with an implementation of the trait, and a row in the list of
//! [`MethodSpec`].
//!
//! ```
//! use darkforge_research::laboratory::{Ending, Start};
//!
//! let start: Start = Ending::Krk.read_start("Kb4 Rb3 kh8")?;
//! let state = start.state();
//! // White knows only that the king is on no attacked square.
//! assert!(state.king.contains(start.king));
//! assert!(state.king.count() > 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ending;
mod estimate;
mod exact;
mod features;
pub mod fit;
mod game;
pub mod infinite;
mod method;
mod network;
mod opponent;
mod risk;
mod rules;
mod search;
mod series;
mod spec;
mod state;
mod worst;

pub use ending::{Ending, Start, UnknownEnding, UnknownStart, men_in_words};
pub use exact::Exact;
pub use game::{Game, Outcome, PLAIN, PLAIN_FIFTY, Rules, Situation, Step, play, play_on};
pub use method::Method;
pub use network::Network;
pub use opponent::{King, Opponent};
pub use risk::unavoidable;
pub use rules::RuleForm;
pub use search::{Form, History, Meta, Order, Reading, Search, Ties};
pub use series::{Series, draws, placements};
pub use spec::{MethodError, MethodSpec, Plain, SearchSpec};
pub use state::{Answer, State};
