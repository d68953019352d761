//! Exact endings against a lone king: the least number of own moves in which mate is certain,
//! wherever in a set of squares the king stands and however it plays.
//!
//! [`Solver`] grows the won sets of an ending backwards from mate. A [`Proof`] is the play
//! from chosen starts, [`check()`] replays it with the umpire and shares nothing with the
//! solver, and a [`Policy`] plays it.
//!
//! ```
//! use darkforge_board::Square;
//! use darkforge_engine::endgame::exact::{Ending, Start, read_men};
//!
//! let start = Start::unseen(read_men("Ka1Qb3")?);
//! assert_eq!(Ending::of(&start.men), Some(Ending::Queen));
//! assert!(!start.king.contains(Square::B8), "the queen attacks b8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod ending;
mod growth;
mod maximal;
mod placements;
mod policy;
mod proof;
mod proof_file;
mod solver;
mod symmetry;
#[cfg(test)]
mod tests;

pub use check::{CheckError, check};
pub use ending::{Ending, ParseMenError, ShowMen, Start, UnknownEnding, read_men};
pub use policy::Policy;
pub use proof::{Claim, Line, Proof};
pub use proof_file::{ReadProofError, read, write};
pub use solver::{Layer, Solver, Worth};
