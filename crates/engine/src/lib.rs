//! The players of Kriegspiel.
//!
//! Modules stand in the order in which data flows.

pub mod darkboard;
pub mod endgame;
pub mod montecarlo;
pub mod player;
