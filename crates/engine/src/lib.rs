#![doc = include_str!("../README.md")]

pub mod options;
pub mod darkboard;
pub mod endgame;
pub mod sampling;
pub mod player;
mod table_error;

pub use table_error::TableError;
