//! Config of a run as workers need it, and its hash.

use serde::{Deserialize, Serialize};

use crate::build::Build;
use crate::digest::digest;
use crate::error::ClusterError;
use darkforge_lab::rules::{Rules, RunGame, UnknownRules};

/// All that decides, with a job, what its seeds play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunInfo {
    /// Name of the run for display.
    pub name: String,
    /// The coordinator's build.
    pub build: Build,
    /// Seed of the run.
    pub seed: u64,
    /// Ruleset.
    pub ruleset: String,
    /// Plies after which a game is drawn.
    pub ply_limit: u32,
    /// Whether all tries are kept.
    pub keep_tries: bool,
    /// Digest of `run.toml`.
    pub config: String,
}

impl RunInfo {
    /// Info of a run: `config` is the text of its `run.toml`.
    pub fn of(name: &str, build: &Build, seed: u64, game: &RunGame, config: &str) -> RunInfo {
        RunInfo {
            name: name.to_owned(),
            build: build.clone(),
            seed,
            ruleset: game.rules.name().to_owned(),
            ply_limit: game.ply_limit,
            keep_tries: game.keep_tries,
            config: digest(&[config.as_bytes()], 32),
        }
    }

    /// The message.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("strings and numbers")
    }

    /// Hash of the run: its name on the server.
    pub(crate) fn hash_of(bytes: &[u8]) -> String {
        digest(&[bytes], 24)
    }

    /// Reads the message of the run `hash`, which must be of `build`.
    ///
    /// # Errors
    /// A message that does not have this hash, or is of another build.
    pub(crate) fn read(bytes: &[u8], hash: &str, build: &Build) -> Result<RunInfo, ClusterError> {
        if RunInfo::hash_of(bytes) != hash {
            let problem = format!("run {hash}: its config does not have this hash");
            return Err(ClusterError::Message(problem));
        }
        let info: RunInfo = serde_json::from_slice(bytes)
            .map_err(|error| ClusterError::Message(format!("run {hash}: {error}")))?;
        if info.build != *build {
            return Err(ClusterError::Message(format!(
                "run {} is of {}, and this is {}",
                info.name,
                info.build.title(),
                build.title()
            )));
        }
        Ok(info)
    }

    /// The game of the run.
    ///
    /// # Errors
    /// An unknown ruleset.
    pub(crate) fn game(&self) -> Result<RunGame, ClusterError> {
        let rules: Rules = self.ruleset.parse().map_err(|error: UnknownRules| {
            ClusterError::Message(format!("run {}: {error}", self.name))
        })?;
        Ok(RunGame {
            rules,
            ply_limit: self.ply_limit,
            keep_tries: self.keep_tries,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_kriegspiel::umpire::ICC;

    #[test]
    fn a_run_is_read_by_its_own_build_and_as_it_was_written() {
        let build = Build {
            protocol: 1,
            version: "1".to_owned(),
            commit: "a".to_owned(),
            probe: 1,
        };
        let game = RunGame {
            rules: (&ICC).into(),
            ply_limit: 40,
            keep_tries: false,
        };
        let info = RunInfo::of("night", &build, 7, &game, "seed = 7");
        let bytes = info.to_bytes();
        let hash = RunInfo::hash_of(&bytes);
        assert_eq!(RunInfo::read(&bytes, &hash, &build).unwrap(), info);
        assert!(RunInfo::read(&bytes, "0", &build).is_err());
        let other = Build { probe: 2, ..build };
        let refused = RunInfo::read(&bytes, &hash, &other).unwrap_err();
        assert!(refused.to_string().contains("run night is of"), "{refused}");
    }
}
