#![doc = include_str!("../README.md")]

pub mod options;
pub mod weights;
pub mod darkboard;
pub mod darkboard_2006;
pub mod endgame;
pub mod sampling;
pub mod opponent;
pub mod player;
mod table_error;
mod table_reader;

pub use table_error::TableError;
pub use table_reader::TableReader;
