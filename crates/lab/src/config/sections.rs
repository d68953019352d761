//! Sections of a config of `darkforge evolve`: the population, its bouts, opponents and
//! weights.

use std::collections::BTreeMap;

use super::ConfigError;
use super::section::{check, section};
use crate::tuner::{Noise, Racing, Ratios, Space, SpaceSettings};
use darkforge_engine::darkboard::Weights;
use darkforge_ratings::{Model, Sprt};

section! {
    /// `[population]`
    pub struct PopulationConfig {
        /// Individuals in a generation: a power of two for the knockout, else even.
        size: usize;
        /// Generations.
        generations: u32, 1..=100_000;
    }
}

section! {
    /// `[bout]`
    pub struct BoutConfig {
        /// Colour-swapped pairs of games.
        pairs: u64 = 3, 1..=10_000;
        /// Pairs added to a drawn bout at a time.
        extra_pairs: u64 = 1, 0..=10_000;
        /// Number of additions before a coin decides.
        max_extra: u32 = 1, 0..=100;
    }
}

section! {
    /// `[breeding]`
    pub struct BreedingConfig {
        /// Share of the children that the champion fathers.
        champion_share: f64 = 0.8, 0.0..=1.0;
        /// Share of a child's weights that mutate.
        mutated_share: f64 = 1.0, 0.0..=1.0;
        /// Greatest change of a weight in the champion's children.
        scale: f64 = 2.0, 0.001..=20.0;
        /// Greatest change of a weight in the first generation.
        first_scale: f64 = 2.0, 0.001..=20.0;
        /// Growth of the scale for each round that a father fell short of the championship.
        widening: f64 = 0.5, 0.0..=20.0;
        /// Whether children are mirror images of each other, who meet in the first round.
        twins: bool = true;
        /// Share of the way from the champion to the mean of a generation's better half.
        blend: f64 = 0.3, 0.0..=1.0;
    }
}

section! {
    /// `[title]`
    pub struct TitleConfig {
        /// Greatest number of pairs between the challenger and the previous champion; 0 for no
        /// match.
        pairs: u64 = 0, 0..=100_000;
        /// Probability of being stronger that the challenger must reach.
        confidence: f64 = 0.5, 0.0..=0.9999;
    }
}

section! {
    /// `[noise]`
    pub struct NoiseConfig {
        /// Whether all bouts of a round have the same seeds.
        common_seeds: bool = true;
        /// Knockout: whether bouts stop when they are decided.
        racing: bool = true;
        /// Pairs between two checks of a bout.
        slice: u64 = 2, 1..=10_000;
        /// Difference, in normalized Elo, that a bout should distinguish from its opposite.
        racing_elo: f64 = 100.0, 1.0..=500.0;
        /// Probability of a wrong decision.
        racing_error: f64 = 0.1, 0.001..=0.49;
    }
}

section! {
    /// `[opponents]`: shares of an individual's games.
    pub struct OpponentsConfig {
        /// Others of the generation.
        population: f64 = 1.0, 0.01..=1000.0;
        /// An earlier champion.
        hall_of_fame: f64 = 0.0, 0.0..=1000.0;
        /// The player `random`.
        random: f64 = 0.0, 0.0..=1000.0;
        /// The player `semi-random`.
        semi_random: f64 = 0.0, 0.0..=1000.0;
        /// The reference.
        reference: f64 = 0.0, 0.0..=1000.0;
    }
}

section! {
    /// `[weights]`
    pub struct WeightsConfig {
        /// The only searched weights; all if empty.
        only: Vec<String> = Vec::new();
        /// Weights that keep their values.
        frozen: Vec<String> = Vec::new();
        /// Weights with whole values.
        integer: Vec<String> = vec!["age_cap".to_owned()];
        /// Weights searched on a linear scale; others have a logarithmic one.
        linear: Vec<String> = Vec::new();
        /// Narrower ranges: least and greatest value.
        range: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    }
}

section! {
    /// `[reference]`
    pub struct ReferenceConfig {
        /// The fixed player.
        player: String;
        /// Colour-swapped pairs of fresh games that a champion plays against it.
        pairs: u64, 1..=100_000;
        /// Number of generations between measurements.
        #[serde(default = "one")]
        every: u32, 1..=100_000;
    }
}

fn one() -> u32 {
    1
}

impl WeightsConfig {
    /// Space of the searched weights, around `base`.
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
        check(file, "noise.", self)?;
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
    pub(super) fn check(&self, file: &str) -> Result<Ratios, ConfigError> {
        check(file, "opponents.", self)?;
        Ok(Ratios {
            population: self.population,
            hall_of_fame: self.hall_of_fame,
            random: self.random,
            semi_random: self.semi_random,
            reference: self.reference,
        })
    }
}
