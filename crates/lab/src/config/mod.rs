//! Configs: types with exactly the keys that a user may write, then checked and turned into plans.
//! A wrong config is refused with the file, the key and what would be right.
//!
//! ```
//! use darkforge_lab::config::TournamentConfig;
//!
//! let text = r#"
//!     name = "two"
//!     seed = 1
//!     ruleset = "icc"
//!     format = "round-robin"
//!     pairs = 5
//!     [[players]]
//!     name = "a"
//!     spec = "random"
//!     [[players]]
//!     name = "b"
//!     spec = "semi-random"
//! "#;
//! assert!(TournamentConfig::parse("two.toml", text).is_ok());
//! let error = TournamentConfig::parse("two.toml", "sed = 1").unwrap_err();
//! assert!(error.to_string().starts_with("two.toml"));
//! ```

mod defaults;
mod evolve;
mod keys;
mod parent;
mod proof;
mod read;
mod run_file;
mod section;
mod sections;
mod stop;
mod terms;
mod tournament;
mod tuner;
mod versus;

use std::path::Path;

use darkforge_kriegspiel::text;

pub use evolve::{EvolveConfig, EvolvePlan};
pub use keys::{ConfigKey, ConfigKeys, ConfigSection};
pub use parent::{Parent, ParentProof};
pub use proof::ProofConfig;
pub use run_file::{ChangedConfig, Job, RunFile};
pub use sections::{
    BoutConfig, BreedingConfig, NoiseConfig, OpponentsConfig, PopulationConfig, ReferenceConfig,
    TitleConfig, WeightsConfig,
};
pub use stop::StopConfig;
pub use terms::{OPENING_PLIES, OpeningOrder, TermsConfig, Vain};
pub use tournament::{
    Asked, Candidates, FormatConfig, PlayerConfig, Seeding, TournamentConfig, TournamentPlan,
};
pub use versus::{MatchConfig, MatchPlan, SprtConfig};

/// Greatest number of games of a run; all games of its journal are in memory.
pub const MOST_GAMES: u64 = 10_000_000;
/// Default number of plies after which a game is drawn.
pub const PLY_LIMIT: u32 = 1000;
/// Version of the program in files.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Error of a config, as a sentence that names file and key.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct ConfigError {
    file: String,
    problem: String,
}

impl ConfigError {
    /// The problem without the file.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    fn new(file: &str, problem: impl AsRef<str>) -> ConfigError {
        ConfigError {
            file: file.to_owned(),
            problem: text::one_line(problem.as_ref()).into_owned(),
        }
    }

    /// Error for a `key` whose value must be `right`.
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

#[cfg(test)]
mod tests;
