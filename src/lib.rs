//! darkforge: a batch toolkit for Kriegspiel, chess in which you see only your own men.
//!
//! The modules stand in the order in which data flows: a module names only modules above
//! it, and `tests/layers.rs` holds that.

pub mod stream;
pub mod chess;
pub mod umpire;
pub mod record;
pub mod metaposition;
pub mod belief;
pub mod problem;
pub mod darkboard;
pub mod endgame;
pub mod montecarlo;
pub mod protocol;
pub mod player;
pub mod game;
pub mod stats;
pub mod tournament;
pub mod tuner;
pub mod report;
pub mod config;
pub mod cli;
