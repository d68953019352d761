//! Plans: the paper's Algorithms 1 to 4.
//!
//! | algorithm | here |
//! |---|---|
//! | 1 Bandit | [`Bandit::choose`](bandit::Bandit::choose) |
//! | 2 `DrawSample` | [`Filter::fill`](filter::Filter::fill) |
//! | 3 `ChooseAction` | [`Planner::choose`](choose::Planner::choose) |
//! | 4 `PlayGame` | [`Dsmcp`](crate::player::Dsmcp) |

pub mod bandit;
pub mod tree;
pub mod win;
pub mod judge;
pub mod filter;
pub mod playout;
pub mod choose;
#[cfg(test)]
mod tests;
