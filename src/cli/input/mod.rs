//! Input of several commands: times of day, and recorded games.

pub(crate) mod deadline;
pub(crate) mod gathering;
pub(crate) mod rated_games;
pub(crate) mod recorded;
