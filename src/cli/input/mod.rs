//! Input of several commands: deadlines, and recorded games.

pub(crate) mod deadline;
pub(crate) mod gathering;
pub(crate) mod rated_games;
pub(crate) mod recorded;
