//! Config files: exactly what a user may write, then checked and turned into what the
//! other layers work with. A config that is wrong is refused with the file, the key and
//! what would be right.

mod defaults;
mod evolve;
mod proof;
mod read;
mod run_file;
mod section;
mod sections;
mod tournament;
mod tuner;
mod versus;

use std::path::Path;

use darkforge_kriegspiel::text;

pub use evolve::{EvolveConfig, EvolvePlan};
pub use proof::ProofConfig;
pub use run_file::{Job, RunFile};
pub use sections::{
    BoutConfig, BreedingConfig, NoiseConfig, OpponentsConfig, PopulationConfig, ReferenceConfig,
    TitleConfig, WeightsConfig,
};
pub use tournament::{
    Asked, FormatConfig, PlayerConfig, Seeding, TournamentConfig, TournamentPlan,
};
pub use versus::{MatchConfig, MatchPlan, SprtConfig};

/// Games of a run at most; all of its journal's games are in memory.
pub const MOST_GAMES: u64 = 10_000_000;
/// Plies after which a game is drawn, unless a config or flag says otherwise.
pub const PLY_LIMIT: u32 = 1000;
/// Version of the program, as files name it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is wrong with a config, in a sentence that names file and key.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct ConfigError {
    file: String,
    problem: String,
}

impl ConfigError {
    fn new(file: &str, problem: impl Into<String>) -> ConfigError {
        ConfigError {
            file: file.to_owned(),
            problem: problem.into(),
        }
    }

    /// That the value of `key` must be `right`.
    fn value(file: &str, key: &str, value: &dyn std::fmt::Display, right: &str) -> ConfigError {
        ConfigError::new(file, format!("{key} = {value}: must be {right}"))
    }
}

/// Reads the text of a config file.
fn text_of(path: &Path) -> Result<String, ConfigError> {
    text::read(path).map_err(|error| {
        ConfigError::new(
            &path.display().to_string(),
            format!("cannot read it: {error}"),
        )
    })
}
