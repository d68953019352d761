//! `[proof]` of a config of `darkforge evolve`.

use super::ConfigError;
use super::section::{check, section};
use crate::bout::Entrant;
use crate::tuner::ProofSettings;
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::weights::WeightList;
use darkforge_ratings::{Model, Sprt};

section! {
    /// `[proof]`: the chosen champion plays fresh games against the start.
    pub struct ProofConfig {
        /// Player of the proof; by default the evolving player. It may be the same engine with
        /// larger limits.
        #[serde(skip_serializing_if = "Option::is_none")]
        player: Option<String> = None;
        /// Number of generations between proofs; 0 for only one proof, at the end.
        every: u32 = 0, 0..=100_000;
        /// Greatest number of candidates.
        candidates: usize = 4, 1..=100;
        /// Number of last champions whose geometric mean is a candidate; 0 or 1 for none.
        mean_of: usize = 8, 0..=1000;
        /// Whether the weights half way from the start to the last champion, rounded to four
        /// digits, are a candidate.
        halfway: bool = false;
        /// Number of pairs of each candidate in the screening, against the start and against each
        /// of `screening_opponents`.
        screening_pairs: u64 = 100, 1..=100_000;
        /// Players that candidates also meet in the screening: the best mean of the scores is
        /// chosen.
        screening_opponents: Vec<String> = Vec::new();
        /// Number of pairs of fresh games of the chosen candidate.
        pairs: u64 = 1000, 1..=1_000_000;
        /// Elo differences of the sequential test over these games: H0 and H1.
        sprt: [f64; 2] = [0.0, 10.0];
        /// Unit of the differences: `logistic` or `normalized`.
        model: String = "logistic".to_owned();
        /// Additional opponents.
        opponents: Vec<String> = Vec::new();
        /// Number of pairs against each additional opponent.
        opponent_pairs: u64 = 250, 1..=1_000_000;
    }
}

impl ProofConfig {
    /// Checks all values; `bare` reads a player that is given its weights, `player` one that has
    /// its own.
    pub(super) fn check(
        &self,
        file: &str,
        bare: impl Fn(&str) -> Result<PlayerSpec, String>,
        player: impl Fn(&str) -> Result<PlayerSpec, String>,
        list: &'static WeightList,
    ) -> Result<ProofSettings, ConfigError> {
        check(file, "proof.", self)?;
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
            let is_own = spec.weights().is_some_and(|own| own.list() == list);
            if !is_own || PlayerSpec::sets(text, "weights") || spec.changes_weights() {
                let player = list.player;
                let problem = format!(
                    "\"{text}\": a {player} without 'weights=': it plays with those that evolved"
                );
                return Err(wrong("player", &problem));
            }
            Ok(spec)
        });
        let screens = self.halfway || !self.screening_opponents.is_empty();
        if self.candidates < 2 && screens {
            let problem =
                "1 is too few: halfway and screening_opponents choose among at least 2 candidates";
            return Err(wrong("candidates", &problem));
        }
        let entrants = |key: &str, names: &[String]| {
            let mut entrants: Vec<Entrant> = Vec::new();
            for name in names {
                let spec = player(name).map_err(|error| wrong(key, &error))?;
                if entrants.iter().any(|other| other.name == *name) {
                    return Err(wrong(key, &format!("\"{name}\" is there twice")));
                }
                let name = name.clone();
                entrants.push(Entrant { name, spec });
            }
            Ok(entrants)
        };
        Ok(ProofSettings {
            player: own.transpose()?,
            every: self.every,
            candidates: self.candidates,
            mean_of: self.mean_of,
            halfway: self.halfway,
            screening_pairs: self.screening_pairs,
            screening_opponents: entrants("screening_opponents", &self.screening_opponents)?,
            pairs: self.pairs,
            test,
            opponents: entrants("opponents", &self.opponents)?,
            opponent_pairs: self.opponent_pairs,
        })
    }
}
