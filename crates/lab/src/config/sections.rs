//! Sections of a config of `darkforge evolve`: the population, its bouts, opponents and
//! weights.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ConfigError;
use super::tuner::{check_shares, check_whole};
use crate::tuner::{Noise, Racing, Shares, Space, SpaceSettings};
use darkforge_engine::darkboard::Weights;
use darkforge_ratings::{Model, Sprt};

/// `[population]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PopulationConfig {
    /// Individuals in a generation: a power of two for the knockout, else even.
    pub size: usize,
    /// Generations.
    pub generations: u32,
}

/// `[bout]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoutConfig {
    /// Colour-swapped pairs of games.
    pub pairs: u64,
    /// Pairs added to a drawn bout at a time.
    pub extra_pairs: u64,
    /// How often, before a coin decides.
    pub max_extra: u32,
}

impl Default for BoutConfig {
    fn default() -> BoutConfig {
        BoutConfig {
            pairs: 3,
            extra_pairs: 1,
            max_extra: 1,
        }
    }
}

/// `[breeding]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BreedingConfig {
    /// Share of the children that the champion fathers.
    pub champion_share: f64,
    /// Share of a child's weights that mutate.
    pub mutated_share: f64,
    /// Greatest change of a weight in the champion's children.
    pub scale: f64,
    /// Greatest change of a weight in the first generation.
    pub first_scale: f64,
    /// Growth of the scale for each round that a father fell short of the championship.
    pub widening: f64,
    /// Whether children are mirror images of each other, who meet in the first round.
    pub twins: bool,
    /// How far the champion goes towards the mean of a generation's better half.
    pub blend: f64,
}

impl Default for BreedingConfig {
    fn default() -> BreedingConfig {
        BreedingConfig {
            champion_share: 0.8,
            mutated_share: 1.0,
            scale: 2.0,
            first_scale: 2.0,
            widening: 0.5,
            twins: true,
            blend: 0.3,
        }
    }
}

/// `[title]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TitleConfig {
    /// Pairs at most between who would be champion and the champion before; 0 for none.
    pub pairs: u64,
    /// Probability of being the stronger that the challenger must reach.
    pub confidence: f64,
}

impl Default for TitleConfig {
    fn default() -> TitleConfig {
        TitleConfig {
            pairs: 0,
            confidence: 0.5,
        }
    }
}

/// `[noise]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NoiseConfig {
    /// Whether all bouts of a round have the same seeds.
    pub common_seeds: bool,
    /// Knockout: whether bouts stop when they are decided.
    pub racing: bool,
    /// Pairs between two looks at a bout.
    pub slice: u64,
    /// Difference, in normalized Elo, that a bout should tell from its opposite.
    pub racing_elo: f64,
    /// Probability of being wrong about it.
    pub racing_error: f64,
}

impl Default for NoiseConfig {
    fn default() -> NoiseConfig {
        NoiseConfig {
            common_seeds: true,
            racing: true,
            slice: 2,
            racing_elo: 100.0,
            racing_error: 0.1,
        }
    }
}

/// `[opponents]`: shares that count against each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpponentsConfig {
    /// Others of the generation.
    pub population: f64,
    /// An earlier champion.
    pub hall_of_fame: f64,
    /// The player `random`.
    pub random: f64,
    /// The player `semi-random`.
    pub semi_random: f64,
    /// The reference.
    pub reference: f64,
}

impl Default for OpponentsConfig {
    fn default() -> OpponentsConfig {
        OpponentsConfig {
            population: 1.0,
            hall_of_fame: 0.0,
            random: 0.0,
            semi_random: 0.0,
            reference: 0.0,
        }
    }
}

/// `[weights]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WeightsConfig {
    /// The only ones that are searched; all if empty.
    pub only: Vec<String>,
    /// Those that keep their values.
    pub frozen: Vec<String>,
    /// Those that have whole values only.
    pub integer: Vec<String>,
    /// Those that are searched on a linear scale; others on a logarithmic one.
    pub linear: Vec<String>,
    /// Narrower ranges: least and greatest value.
    pub range: BTreeMap<String, [f64; 2]>,
}

impl Default for WeightsConfig {
    fn default() -> WeightsConfig {
        WeightsConfig {
            only: Vec::new(),
            frozen: Vec::new(),
            integer: vec!["age_cap".to_owned()],
            linear: Vec::new(),
            range: BTreeMap::new(),
        }
    }
}

impl WeightsConfig {
    /// The weights that are searched, around `base`.
    pub(super) fn space(&self, file: &str, base: &Weights) -> Result<Space, ConfigError> {
        let settings = SpaceSettings {
            only: self.only.clone(),
            frozen: self.frozen.clone(),
            whole: self.integer.clone(),
            linear: self.linear.clone(),
            range: self.range.clone(),
        };
        Space::new(&settings, base)
            .map_err(|problem| ConfigError::new(file, format!("weights.{problem}")))
    }
}

impl NoiseConfig {
    pub(super) fn check(&self, file: &str) -> Result<Noise, ConfigError> {
        check_whole(file, &[("noise.slice", self.slice, 1, 10_000)])?;
        let shares = [
            ("noise.racing_elo", self.racing_elo, 1.0, 500.0),
            ("noise.racing_error", self.racing_error, 0.001, 0.49),
        ];
        check_shares(file, &shares)?;
        let elo = self.racing_elo;
        let test = Sprt::new(-elo, elo, Model::Normalized)
            .and_then(|test| test.with_error_rates(self.racing_error, self.racing_error))
            .map_err(|error| ConfigError::new(file, format!("noise: {error}")))?;
        Ok(Noise {
            common_seeds: self.common_seeds,
            racing: self.racing.then_some(Racing {
                slice: self.slice,
                test,
            }),
        })
    }
}

impl OpponentsConfig {
    pub(super) fn check(&self, file: &str) -> Result<Shares, ConfigError> {
        let shares = [
            ("opponents.population", self.population, 0.01, 1000.0),
            ("opponents.hall_of_fame", self.hall_of_fame, 0.0, 1000.0),
            ("opponents.random", self.random, 0.0, 1000.0),
            ("opponents.semi_random", self.semi_random, 0.0, 1000.0),
            ("opponents.reference", self.reference, 0.0, 1000.0),
        ];
        check_shares(file, &shares)?;
        Ok(Shares {
            population: self.population,
            hall_of_fame: self.hall_of_fame,
            random: self.random,
            semi_random: self.semi_random,
            reference: self.reference,
        })
    }
}
