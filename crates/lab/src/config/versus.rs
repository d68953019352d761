//! Config of `darkforge match`, as its run keeps it.

use serde::{Deserialize, Serialize};

use super::defaults::{PLY_LIMITS, SEEDS};
use super::section::within;
use super::{ConfigError, MOST_GAMES};
use crate::matches::Match;
use crate::rules::{Rules, RunGame};
use darkforge_engine::player::PlayerSpec;
use darkforge_ratings::{Model, Sprt, SprtError};

/// A match between two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchConfig {
    /// Specs of the players.
    pub players: [String; 2],
    /// Greatest number of games.
    pub games: u64,
    /// Seed of all randomness.
    pub seed: u64,
    /// Ruleset.
    pub ruleset: String,
    /// Plies after which a game is drawn.
    pub ply_limit: u32,
    /// Whether the journal keeps the tries.
    pub keep_tries: bool,
    /// Bounds of a sequential test and its model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
}

/// A sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtConfig {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative.
    pub elo1: f64,
    /// Units.
    pub model: Model,
}

/// A checked match.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The config.
    pub config: MatchConfig,
    /// The game of the match.
    pub game: RunGame,
    /// The match before its first game.
    pub schedule: Match,
}

impl MatchConfig {
    /// Checks all values and reads the weights and books of players.
    ///
    /// # Errors
    /// If a value is wrong, or a text is not a player; `file` is for messages.
    pub fn check(self, file: &str) -> Result<MatchPlan, ConfigError> {
        self.check_with(file, |text| {
            text.parse()
                .map_err(|error| ConfigError::new(file, format!("player '{text}': {error}")))
        })
    }

    /// The same with players from `player`.
    pub(super) fn check_with(
        self,
        file: &str,
        player: impl Fn(&str) -> Result<PlayerSpec, ConfigError>,
    ) -> Result<MatchPlan, ConfigError> {
        within(file, "games", &self.games, &(1..=MOST_GAMES))?;
        within(file, "seed", &self.seed, &SEEDS)?;
        within(file, "ply_limit", &self.ply_limit, &PLY_LIMITS)?;
        let rules = self.ruleset.parse::<Rules>();
        let rules = rules.map_err(|e| ConfigError::new(file, format!("ruleset: {e}")))?;
        let players = [player(&self.players[0])?, player(&self.players[1])?];
        for (spec, text) in players.iter().zip(&self.players) {
            rules
                .check(spec)
                .map_err(|e| ConfigError::new(file, format!("player '{text}': {e}")))?;
        }
        let planned = self.plan(rules, players);
        planned.map_err(|error| ConfigError::new(file, format!("sprt: {error}")))
    }

    /// The match of `players` under `rules`, which they play.
    ///
    /// # Errors
    /// If the bounds of its test are wrong.
    pub fn plan(self, rules: Rules, players: [PlayerSpec; 2]) -> Result<MatchPlan, SprtError> {
        let test = self.sprt.as_ref();
        let test = test.map(|test| Sprt::new(test.elo0, test.elo1, test.model));
        Ok(MatchPlan {
            schedule: Match::new(self.seed, self.games, players, test.transpose()?),
            game: RunGame {
                rules,
                ply_limit: self.ply_limit,
                keep_tries: self.keep_tries,
            },
            config: self,
        })
    }
}
