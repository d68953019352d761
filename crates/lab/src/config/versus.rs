//! Config of `darkforge match`, as its run keeps it.

use serde::{Deserialize, Serialize};

use super::defaults::{PLY_LIMITS, SEEDS};
use super::section::within;
use super::{ConfigError, MOST_GAMES, TermsConfig};
use crate::matches::Match;
use crate::openings::Opening;
use crate::rules::{Choice, Rules, RunGame};
use darkforge_engine::player::PlayerSpec;
use darkforge_ratings::{Model, Sprt};

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
    /// Openings, clocks and adjudication.
    #[serde(default, skip_serializing_if = "TermsConfig::is_empty")]
    pub terms: TermsConfig,
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
        let openings = self.terms.openings(file, self.seed)?;
        self.check_with(file, openings, |text| {
            text.parse()
                .map_err(|error| ConfigError::new(file, format!("player '{text}': {error}")))
        })
    }

    /// The same with these openings, and players from `player`.
    pub(super) fn check_with(
        self,
        file: &str,
        openings: Vec<Opening>,
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
                .check(spec, Choice::Key)
                .map_err(|e| ConfigError::new(file, format!("player '{text}': {e}")))?;
        }
        self.planned(file, rules, players, openings)
    }

    /// The match of `players` under `rules`, which they play.
    ///
    /// # Errors
    /// If the bounds of its test or its terms are wrong, or both players were given one name.
    pub fn plan(
        self,
        file: &str,
        rules: Rules,
        players: [PlayerSpec; 2],
    ) -> Result<MatchPlan, ConfigError> {
        let openings = self.terms.openings(file, self.seed)?;
        self.planned(file, rules, players, openings)
    }

    fn planned(
        self,
        file: &str,
        rules: Rules,
        players: [PlayerSpec; 2],
        mut openings: Vec<Opening>,
    ) -> Result<MatchPlan, ConfigError> {
        let wrong = |problem: String| ConfigError::new(file, problem);
        let [first, second] = &players;
        let is_named = first.given_name().is_some() || second.given_name().is_some();
        if is_named && first.shown_name() == second.shown_name() {
            let name = first.shown_name();
            return Err(wrong(format!(
                "both players are called {name}: give them different names"
            )));
        }
        // No pair begins from the others.
        openings.truncate(self.games.div_ceil(2) as usize);
        let terms = self.terms.check(file, rules, &openings)?;
        let test = self.sprt.as_ref();
        let test = test.map(|test| Sprt::new(test.elo0, test.elo1, test.model));
        let test = test
            .transpose()
            .map_err(|error| wrong(format!("sprt: {error}")))?;
        Ok(MatchPlan {
            schedule: Match::new(self.seed, self.games, players, test),
            game: RunGame {
                rules,
                ply_limit: self.ply_limit,
                keep_tries: self.keep_tries,
                terms,
            },
            config: self,
        })
    }
}
