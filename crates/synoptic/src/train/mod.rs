//! Training: from recorded games to a network.
//!
//! | module | contents |
//! |---|---|
//! | [`recipe`] | [`Recipe`](recipe::Recipe): everything that decides the network |
//! | [`game`] | [`Game`](game::Game): a game as a line of text |
//! | [`extract`] | examples of a game, with fresh subsets of the believed positions each time |
//! | [`data`] | [`Data`](data::Data): games sorted by headset, and those kept for validation |
//! | [`pool`] | [`Pools`](pool::Pools): shuffled examples of a headset |
//! | [`turns`] | which headset learns in a step |
//! | [`trainer`] | [`Trainer`](trainer::Trainer): steps, checkpoints, accuracy |

pub mod recipe;
pub mod game;
pub mod extract;
pub mod data;
pub mod pool;
pub mod turns;
pub mod trainer;
#[cfg(test)]
mod tests;
