//! Output of commands: progress, text for people, JSON, and files.

pub(crate) mod command_line;
pub(crate) mod cost;
pub(crate) mod endgame_files;
pub(crate) mod endgame_text;
pub(crate) mod evolution_progress;
pub(crate) mod evolved;
pub(crate) mod faults;
pub(crate) mod figures;
pub(crate) mod games_in_short;
pub(crate) mod imitate_text;
pub(crate) mod match_progress;
pub(crate) mod page_refresh;
pub(crate) mod progress;
pub(crate) mod rating_table;
pub(crate) mod reading_progress;
pub(crate) mod records;
pub(crate) mod run_clock;
pub(crate) mod standings;
pub(crate) mod stats_text;
pub(crate) mod verdict;
