//! Endings against a lone king, solved: the least number of own moves in which mate is
//! certain, wherever in a set of squares the king stands and however it plays.
//!
//! [`Solver`] grows the won sets of an ending backwards from mate. A [`Proof`] is the play
//! from chosen starts, [`check()`] replays it with the umpire and shares nothing with the
//! solver, and a [`Policy`] plays it.

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
