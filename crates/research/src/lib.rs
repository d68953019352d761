#![doc = include_str!("../README.md")]

pub mod laboratory;
pub mod problem;
pub mod collection;
pub mod imitate;
pub mod opponent;
pub mod move_fit;
pub mod practice;
pub mod training;
