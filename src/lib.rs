//! The program: commands, reports and pages over the library crates.

pub mod report;
pub mod cli;
