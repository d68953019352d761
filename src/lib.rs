//! darkforge: a batch toolkit for Kriegspiel, chess in which you see only your own men.
//!
//! The modules stand in the order in which data flows: a module uses only modules above it.

pub mod chess;
pub mod darkboard;
pub mod game;
pub mod metaposition;
pub mod player;
pub mod record;
pub mod report;
pub mod stats;
pub mod stream;
pub mod umpire;
