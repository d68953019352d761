//! Names of the files and folders of runs that several reports use.

pub use darkforge_engine::weights::CHAMPION;

/// Name of the page in a run's folder.
pub const PAGE: &str = "report.html";
/// Name of the file that describes a folder without a journal.
pub const ABOUT: &str = "about.toml";
/// Name of the drawing of one game of an ending.
pub const REPLAY: &str = "replay.svg";
/// Name of the weights of the landscape's conservative optimum.
pub const OPTIMUM: &str = "optimum.toml";
/// Folder of the plots.
pub const PLOTS: &str = "plots";
