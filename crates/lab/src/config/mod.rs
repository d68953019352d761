//! Config files: exactly what a user may write, then checked and turned into what the
//! other layers work with. A config that is wrong is refused with the file, the key and
//! what would be right.

mod defaults;
mod evolve;
mod proof;
mod run_file;
mod section;
mod sections;
mod tournament;
mod tuner;
mod versus;

use std::path::Path;

use serde::de::DeserializeOwned;

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
pub use tuner::TunerConfig;
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
fn read(path: &Path) -> Result<String, ConfigError> {
    text::read(path).map_err(|error| {
        ConfigError::new(
            &path.display().to_string(),
            format!("cannot read it: {error}"),
        )
    })
}

/// Reads a text of the shape of `T`; `file` is for messages, which name line and key.
fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, ConfigError> {
    toml::from_str(text).map_err(|error| toml_error(file, &error))
}

/// What a TOML reader says of a file.
fn toml_error(file: &str, error: &toml::de::Error) -> ConfigError {
    ConfigError::new(file, plain_words(&error.to_string()))
}

/// A TOML reader's message without the names of Rust's types.
fn plain_words(message: &str) -> String {
    let mut plain = message.trim_end().to_owned();
    for whole in ["u64", "u32", "usize"] {
        plain = plain.replace(&format!("expected {whole}"), "expected a whole number");
    }
    plain.replace("expected f64", "expected a number")
}
