//! The laboratory of basic endings: own men against a lone king that could be anywhere.
//!
//! A game starts from the greatest uncertainty: the king may stand on every square that
//! our men do not attack. A [`Method`] chooses tries from what is known, which is exact here
//! ([`State`]); an [`Opponent`] moves the king or, for the worst case, chooses the
//! umpire's answers. [`Start`]s are all placements, or a sample of them.
//!
//! Everything is in the own frame: own men go up the board.
//!
//! How to add a method: a file with the trait, its name in [`MethodSpec`].

mod ending;
mod game;
mod method;
mod network;
mod opponent;
mod state;

pub use ending::{Ending, Start, UnknownEnding, UnknownStart};
pub use game::{Game, Outcome, Rules, Step, play};
pub use method::Method;
pub use network::Network;
pub use opponent::King;
pub use state::{Answer, State};
