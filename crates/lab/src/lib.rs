//! Runs: games, bouts, journals, tournaments and evolutions.
//!
//! Modules stand in the order in which data flows.

pub mod game;
pub mod tournament;
pub mod tuner;
pub mod config;
