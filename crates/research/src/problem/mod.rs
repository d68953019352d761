//! Kriegspiel problems: "mate in n, whatever happens" (T 4.3).
//!
//! A [`Problem`] is a set of positions of which one is true, and a number of moves. A
//! [`Solver`] looks for a [`Plan`]: a tree of tries that mates in every one of them,
//! whatever the enemy plays, by what the umpire says alone. [`verify()`] plays a plan through
//! again with the umpire, and shares nothing with the solver.

mod file;
mod leaf;
mod material;
mod mine;
mod plan;
mod solve;
mod solve_turn;
mod turn;
mod verify;

pub use file::{ProblemError, read, write};
pub use material::is_material_mate;
pub use mine::{Mined, mine};
pub use plan::{Branch, Plan, Step, tree};
pub use solve::{Mode, Solution, Solver};
pub use verify::verify;

use darkforge_board::{Board, Color};
use darkforge_kriegspiel::umpire::Ruleset;

/// Mate in so many moves, whatever happens, from what one side knows.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// Its source.
    pub source: String,
    /// The rules: what the umpire says.
    pub ruleset: &'static Ruleset,
    /// The side that mates, and is to move.
    pub color: Color,
    /// In how many moves.
    pub moves: u32,
    /// Whether a material mate counts as a mate (Berkeley IV.C).
    pub material: bool,
    /// The positions of which one is true; the own men are the same in all.
    pub boards: Vec<Board>,
    /// First tries of all solutions, as far as the file tells them.
    pub keys: Option<Vec<String>>,
}
