//! The players of Kriegspiel.
//!
//! Modules stand in the order in which data flows.

pub mod options;
pub mod darkboard;
pub mod endgame;
pub mod sampling;
pub mod player;
