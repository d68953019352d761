//! Output of commands: progress, text for people, JSON, and files.

pub(crate) mod asked_file;
pub(crate) mod command_line;
pub(crate) mod comparison_result;
pub(crate) mod cost;
pub(crate) mod endgame_files;
pub(crate) mod endgame_result;
pub(crate) mod evolution_progress;
pub(crate) mod evolution_result;
pub(crate) mod faults;
pub(crate) mod histories_result;
pub(crate) mod crosstable;
pub(crate) mod imitation_result;
pub(crate) mod games_cost;
pub(crate) mod training_result;
pub(crate) mod histories;
pub(crate) mod match_progress;
pub(crate) mod page_refresh;
pub(crate) mod progress;
pub(crate) mod progress_line;
pub(crate) mod rating_result;
pub(crate) mod reading_progress;
pub(crate) mod run_clock;
pub(crate) mod tournament_progress;
pub(crate) mod tournament_result;
pub(crate) mod collection_result;
pub(crate) mod match_result;
