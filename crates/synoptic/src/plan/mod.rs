//! Plans: the paper's Algorithms 1 to 4.
//!
//! ```
//! use darkforge_streams as streams;
//! use darkforge_synoptic::plan::{Arm, Bandit, Bonus};
//!
//! let tree = Bandit { exploration: 2.0, mixing: f64::INFINITY, paranoia: 0.0, bonus: Bonus::Ucb1 };
//! let tried = Arm { visits: 9.0, total: 3.0, least: -1.0 };
//! let chosen = tree.choose(&[0.9, 0.1], &[tried, Arm::NEW], 0.0, true, &mut streams::open(1, "example", 0));
//! assert_eq!(chosen, 0, "its mean is a third, and the policy likes it");
//! ```
//!
//! | algorithm | here |
//! |---|---|
//! | 1 Bandit | [`Bandit::choose`](Bandit::choose) |
//! | 2 `DrawSample` | `Filter::fill` |
//! | 3 `ChooseAction` | `Planner::choose` |
//! | 4 `PlayGame` | [`Dsmcp`](crate::player::Dsmcp) |

mod bandit;
mod tree;
mod judge;
mod filter;
mod playout;
mod choose;
#[cfg(test)]
mod tests;

pub use bandit::{Arm, Bandit, Bonus};
pub use choose::PlanOptions;
pub use filter::FilterOptions;

pub(crate) use choose::{Planner, Root};
pub(crate) use filter::Filter;
pub(crate) use judge::Judge;
pub(crate) use tree::Tree;
