//! Commands: one file each.

pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod endgame;
pub(crate) mod endgame_infinite;
pub(crate) mod engine;
pub(crate) mod evolve;
pub(crate) mod imitate;
pub(crate) mod man;
pub(crate) mod r#match;
pub(crate) mod merge;
pub(crate) mod rate;
pub(crate) mod report;
pub(crate) mod solve;
pub(crate) mod sprt;
pub(crate) mod stats;
pub(crate) mod tournament;
pub(crate) mod view;
