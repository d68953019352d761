//! Input of several commands: deadlines, recorded games, and those that are passed over.

pub(crate) mod deadline;
pub(crate) mod gathering;
pub(crate) mod passed_over;
pub(crate) mod rated_games;
pub(crate) mod recorded;

#[cfg(test)]
mod test_run;
