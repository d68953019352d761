//! Input of several commands: deadlines, recorded games, and those that are left out.

pub(crate) mod deadline;
pub(crate) mod gathering;
pub(crate) mod histories;
pub(crate) mod history_gathering;
pub(crate) mod named_once;
pub(crate) mod passed_over;
pub(crate) mod players;
pub(crate) mod rated_games;
pub(crate) mod recorded;
pub(crate) mod tries;

#[cfg(test)]
mod test_run;
