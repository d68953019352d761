//! Kriegspiel problems: "mate in n, whatever happens" (T 4.3).
//!
//! A [`Problem`] is a set of positions of which one is true, and a number of moves. A [`Solver`]
//! searches for a [`Plan`]: a tree of tries that mates in every position, whatever the enemy plays,
//! by the umpire's answers alone. [`verify()`] replays a plan with the umpire, and shares no code
//! with the solver.
//!
//! ```
//! use darkforge_board::{Color, Diagram};
//! use darkforge_kriegspiel::umpire::ICC;
//! use darkforge_research::problem::{Mode, Problem, Solver, verify};
//!
//! // The rook mates on e8, wherever else nothing is hidden.
//! let board = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1".parse::<Diagram>()?.board()?;
//! let problem = Problem {
//!     name: "back rank".to_owned(),
//!     source: String::new(),
//!     ruleset: &ICC,
//!     color: Color::White,
//!     moves: 1,
//!     material: false,
//!     boards: vec![board],
//!     keys: None,
//! };
//! let solution = Solver::new(&problem, Mode::Incremental, 1000).solve();
//! assert_eq!(solution.keys.len(), 1);
//! assert_eq!(verify(&problem, &solution.keys[0].1), Ok(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod file;
mod leaf;
mod material;
mod mine;
mod plan;
mod solve;
mod solve_turn;
mod turn;
mod verify;

pub use file::{ProblemError, parse, read, write};
pub use material::is_material_mate;
pub use mine::{Mined, mine};
pub use plan::{Branch, Plan, Step, tree};
pub use solve::{Mode, Solution, Solver};
pub use verify::verify;

use darkforge_board::{Board, Color};
use darkforge_kriegspiel::umpire::Ruleset;

/// Mate in a number of moves, whatever the enemy plays, from the knowledge of one side.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// Its source.
    pub source: String,
    /// Ruleset.
    pub ruleset: &'static Ruleset,
    /// The side that mates, and is to move.
    pub color: Color,
    /// Number of moves.
    pub moves: u32,
    /// Whether a material mate counts as a mate (Berkeley IV.C).
    pub material: bool,
    /// The positions of which one is true; the own men are the same in all.
    pub boards: Vec<Board>,
    /// First tries of all solutions, if the file has them.
    pub keys: Option<Vec<String>>,
}
