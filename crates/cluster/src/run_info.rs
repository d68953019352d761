//! Config of a run as workers need it, and its hash.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::build::Build;
use crate::digest::digest;
use crate::error::ClusterError;
use darkforge_lab::openings::position;
use darkforge_lab::rules::{Rules, RunGame, UnknownRules};
use darkforge_lab::terms::Terms;

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
    /// Terms of the games, and positions from which the pairs begin, as FEN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<TermsText>,
    /// Digest of `run.toml`.
    pub config: String,
}

/// The terms of a run's games in a message. Workers start no programs, so there are no dialogues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermsText {
    openings: Vec<String>,
    tc: Option<String>,
    margin_ms: u64,
    resign: Option<String>,
    draw: Option<String>,
    thoughts: bool,
}

impl TermsText {
    fn of(terms: &Terms) -> TermsText {
        TermsText {
            openings: terms.written_openings(),
            tc: terms.clock.map(|clock| clock.to_string()),
            margin_ms: terms.margin.as_millis() as u64,
            resign: terms.resign.map(|rule| rule.to_string()),
            draw: terms.draw.map(|rule| rule.to_string()),
            thoughts: terms.thoughts,
        }
    }

    /// The terms.
    fn read(&self) -> Result<Terms, String> {
        fn value<T: FromStr<Err: Display>>(text: Option<&String>) -> Result<Option<T>, String> {
            let read = |text: &String| text.parse::<T>().map_err(|error| error.to_string());
            text.map(read).transpose()
        }
        let boards = self.openings.iter().map(|fen| position(fen));
        Ok(Terms {
            openings: boards.collect::<Result<Vec<_>, String>>()?.into(),
            clock: value(self.tc.as_ref())?,
            margin: Duration::from_millis(self.margin_ms),
            resign: value(self.resign.as_ref())?,
            draw: value(self.draw.as_ref())?,
            thoughts: self.thoughts,
            dialogues: None,
        })
    }
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
            terms: (game.terms != Terms::default()).then(|| TermsText::of(&game.terms)),
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
        let terms = self.terms.as_ref().map(TermsText::read).transpose();
        let wrong = |problem| ClusterError::Message(format!("run {}: {problem}", self.name));
        Ok(RunGame {
            terms: terms.map_err(wrong)?.unwrap_or_default(),
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
        let terms = Terms {
            openings: vec![position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap()].into(),
            resign: Some("score=500,moves=2".parse().unwrap()),
            ..Terms::default()
        };
        let game = RunGame {
            terms: terms.clone(),
            rules: (&ICC).into(),
            ply_limit: 40,
            keep_tries: false,
        };
        let info = RunInfo::of("night", &build, 7, &game, "seed = 7");
        let bytes = info.to_bytes();
        let hash = RunInfo::hash_of(&bytes);
        assert_eq!(RunInfo::read(&bytes, &hash, &build).unwrap(), info);
        assert_eq!(
            info.game().unwrap().terms,
            terms,
            "workers have the same openings"
        );
        assert!(RunInfo::read(&bytes, "0", &build).is_err());
        let other = Build { probe: 2, ..build };
        let refused = RunInfo::read(&bytes, &hash, &other).unwrap_err();
        assert!(refused.to_string().contains("run night is of"), "{refused}");
    }
}
