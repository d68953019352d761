//! `[proof]` of a config of `darkforge evolve`.

use serde::{Deserialize, Serialize};

use super::ConfigError;
use super::tuner::check_whole;
use crate::tournament::Entrant;
use crate::tuner::ProofSettings;
use darkforge_engine::player::PlayerSpec;
use darkforge_ratings::{Model, Sprt};

/// `[proof]`: who came out of an evolution plays fresh games against its start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProofConfig {
    /// Who plays the proof, if it is not the player that evolves: the same at more work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Every how many generations; 0 is at the end alone.
    pub every: u32,
    /// Candidates at most.
    pub candidates: usize,
    /// Champions whose geometric mean is a candidate; less than 2 for none.
    pub mean_of: usize,
    /// Pairs of each candidate in the screening.
    pub screening_pairs: u64,
    /// Pairs of fresh games of the one that is chosen.
    pub pairs: u64,
    /// Elo differences of the sequential test over them.
    pub sprt: [f64; 2],
    /// What the differences are of: `logistic` or `normalized`.
    pub model: String,
    /// Further opponents.
    pub opponents: Vec<String>,
    /// Pairs against each of them.
    pub opponent_pairs: u64,
}

impl Default for ProofConfig {
    fn default() -> ProofConfig {
        ProofConfig {
            player: None,
            every: 0,
            candidates: 4,
            mean_of: 8,
            screening_pairs: 100,
            pairs: 1000,
            sprt: [0.0, 10.0],
            model: "logistic".to_owned(),
            opponents: Vec::new(),
            opponent_pairs: 250,
        }
    }
}

impl ProofConfig {
    /// Checks all values; `bare` reads a player that is given its weights, `player` one that
    /// has its own.
    pub(super) fn check(
        &self,
        file: &str,
        bare: impl Fn(&str) -> Result<PlayerSpec, String>,
        player: impl Fn(&str) -> Result<PlayerSpec, String>,
    ) -> Result<ProofSettings, ConfigError> {
        let whole = [
            ("proof.every", u64::from(self.every), 0, 100_000),
            ("proof.candidates", self.candidates as u64, 1, 100),
            ("proof.mean_of", self.mean_of as u64, 0, 1000),
            ("proof.screening_pairs", self.screening_pairs, 1, 100_000),
            ("proof.pairs", self.pairs, 1, 1_000_000),
            ("proof.opponent_pairs", self.opponent_pairs, 1, 1_000_000),
        ];
        check_whole(file, &whole)?;
        let wrong = |key: &str, problem: &dyn std::fmt::Display| {
            ConfigError::new(file, format!("proof.{key}: {problem}"))
        };
        let model: Model = match self.model.as_str() {
            "logistic" => Model::Logistic,
            "normalized" => Model::Normalized,
            other => {
                let problem = format!("\"{other}\" is neither \"logistic\" nor \"normalized\"");
                return Err(wrong("model", &problem));
            }
        };
        let [elo0, elo1] = self.sprt;
        let test = Sprt::new(elo0, elo1, model).map_err(|error| wrong("sprt", &error))?;
        let own = self.player.as_deref().map(|text| {
            let spec = bare(text).map_err(|error| wrong("player", &error))?;
            if spec.weights().is_none() || PlayerSpec::sets(text, "weights") {
                let problem = format!(
                    "\"{text}\": a darkboard without 'weights=': it plays with those that evolved"
                );
                return Err(wrong("player", &problem));
            }
            Ok(spec)
        });
        let mut opponents: Vec<Entrant> = Vec::new();
        for name in &self.opponents {
            let spec = player(name).map_err(|error| wrong("opponents", &error))?;
            if opponents.iter().any(|other| other.name == *name) {
                return Err(wrong("opponents", &format!("\"{name}\" is there twice")));
            }
            let name = name.clone();
            opponents.push(Entrant { name, spec });
        }
        Ok(ProofSettings {
            player: own.transpose()?,
            every: self.every,
            candidates: self.candidates,
            mean_of: self.mean_of,
            screening_pairs: self.screening_pairs,
            pairs: self.pairs,
            test,
            opponents,
            opponent_pairs: self.opponent_pairs,
        })
    }
}
