//! What `darkforge match` was asked for, as its run keeps it.

use serde::{Deserialize, Serialize};

use darkforge_ratings::Model;

/// A match between two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchConfig {
    /// The players as they were named.
    pub players: [String; 2],
    /// Games at most.
    pub games: u64,
    /// Seed of all randomness.
    pub seed: u64,
    /// Rules.
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
