//! The integration tests, one program: the library crates over whole games, and the program as its
//! users meet it (`cli`).

mod snapshot;
mod cli;
mod belief;
mod endgame_lab;
mod endings;
mod exact_belief;
mod knowledge;
mod plots;
mod problems;
mod records;
mod sampling;
mod soundness;
