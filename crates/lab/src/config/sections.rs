//! Sections of a config of `darkforge evolve`: the population, its bouts, opponents and
//! weights.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::ConfigError;
use super::section::{check, section};
use crate::bout::Entrant;
use crate::tuner::{Noise, Racing, Ratios, Space, SpaceSettings};
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::weights::{WeightList, Weights};
use darkforge_ratings::{Model, Sprt};

section! {
    /// `[population]`
    pub struct PopulationConfig {
        /// Number of individuals in a generation: a power of two for the knockout, otherwise even.
        size: usize;
        /// Number of generations.
        generations: u32, 1..=100_000;
    }
}

section! {
    /// `[bout]`
    pub struct BoutConfig {
        /// Number of colour-swapped pairs of games.
        pairs: u64 = 3, 1..=10_000;
        /// Number of pairs that are added to a drawn bout at a time.
        extra_pairs: u64 = 1, 0..=10_000;
        /// Greatest number of additions; then a coin decides.
        max_extra: u32 = 1, 0..=100;
    }
}

section! {
    /// `[breeding]`
    pub struct BreedingConfig {
        /// Share of the children whose parent is the champion.
        champion_share: f64 = 0.8, 0.0..=1.0;
        /// Share of a child's weights that mutate.
        mutated_share: f64 = 1.0, 0.0..=1.0;
        /// Greatest change of a weight in the champion's children.
        scale: f64 = 2.0, 0.001..=20.0;
        /// Greatest change of a weight in the first generation.
        first_scale: f64 = 2.0, 0.001..=20.0;
        /// Growth of the scale for each round of the knockout that the parent did not reach.
        widening: f64 = 0.5, 0.0..=20.0;
        /// Whether children are twins: mirror images of each other, which meet in the first round.
        twins: bool = true;
        /// Share of the way from the champion to the mean of the generation's better half.
        blend: f64 = 0.3, 0.0..=1.0;
    }
}

section! {
    /// `[title]`
    pub struct TitleConfig {
        /// Greatest number of pairs of the match between the challenger and the previous champion;
        /// 0 for no match.
        pairs: u64 = 0, 0..=100_000;
        /// Probability of being stronger that the challenger needs.
        confidence: f64 = 0.5, 0.0..=0.9999;
    }
}

section! {
    /// `[noise]`
    pub struct NoiseConfig {
        /// Whether all bouts of a round have the same seeds.
        common_seeds: bool = true;
        /// Knockout: whether a bout stops when it is decided.
        racing: bool = true;
        /// Number of pairs between two checks of a bout.
        slice: u64 = 2, 1..=10_000;
        /// Difference in normalized Elo that stops a bout: the test is between this and its
        /// negative.
        racing_elo: f64 = 100.0, 1.0..=500.0;
        /// Probability of a wrong decision by this test.
        racing_error: f64 = 0.1, 0.001..=0.49;
    }
}

/// Share of an individual's games, relative to other shares.
const SHARES: RangeInclusive<f64> = 0.0..=1000.0;

section! {
    /// `[opponents]`: shares of an individual's games, and the worth of a draw.
    pub struct OpponentsConfig {
        /// Games against others of the generation, relative to the other keys.
        population: f64 = 1.0, 0.01..=1000.0;
        /// Games against an earlier champion, relative to the other keys.
        hall_of_fame: f64 = 0.0, SHARES;
        /// Games against the player `random`, relative to the other keys.
        random: f64 = 0.0, SHARES;
        /// Games against the player `semi-random`, relative to the other keys.
        semi_random: f64 = 0.0, SHARES;
        /// Games against the reference, relative to the other keys.
        reference: f64 = 0.0, SHARES;
        /// Games against other players, relative to the other keys: `{ iss = 0.2, hs = 0.1 }`.
        players: BTreeMap<String, f64> = BTreeMap::new();
        /// Worth of a draw in games that are not against the population, in points. Less than half
        /// a point, and many games against earlier champions, keep weights from learning to wait.
        /// Only selection counts so.
        draw: f64 = 0.5, 0.0..=0.5;
    }
}

section! {
    /// `[weights]`
    pub struct WeightsConfig {
        /// Names of the searched weights; all if empty.
        only: Vec<String> = Vec::new();
        /// Names of weights that keep their values.
        frozen: Vec<String> = Vec::new();
        /// Names of weights with whole values. Players without the weight of the default do without.
        integer: Vec<String> = vec!["age_cap".to_owned()];
        /// Names of weights that are searched on a linear scale; others have a logarithmic scale.
        linear: Vec<String> = Vec::new();
        /// Narrower ranges of weights: least and greatest value.
        range: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    }
}

section! {
    /// `[reference]`
    pub struct ReferenceConfig {
        /// The fixed player that champions play against.
        player: String;
        /// Number of colour-swapped pairs of fresh games of a champion against it.
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
            whole: self.whole(base.list()),
            linear: self.linear.clone(),
            range: self.range.clone(),
        };
        Space::new(&settings, base)
            .map_err(|problem| ConfigError::new(file, format!("weights.{problem}")))
    }

    /// Weights with whole values; without those of the default that the player lacks.
    fn whole(&self, list: &WeightList) -> Vec<String> {
        let usual = WeightsConfig::default().integer;
        let mut whole = self.integer.clone();
        if whole == usual {
            whole.retain(|name| list.place(name).is_some());
        }
        whole
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
    /// The shares; `read` reads a player, and `reference` is the name of the reference.
    pub(super) fn check(
        &self,
        file: &str,
        reference: &str,
        read: impl Fn(&str) -> Result<PlayerSpec, String>,
    ) -> Result<Ratios, ConfigError> {
        check(file, "opponents.", self)?;
        let own_keys = [
            (reference, "reference"),
            ("random", "random"),
            ("semi-random", "semi_random"),
        ];
        let mut players = Vec::new();
        for (name, &ratio) in &self.players {
            let wrong = |problem: String| ConfigError::new(file, problem);
            if let Some((_, key)) = own_keys.iter().find(|(known, _)| known == name) {
                return Err(wrong(format!(
                    "opponents.players: \"{name}\": its share is the key opponents.{key}"
                )));
            }
            if !SHARES.contains(&ratio) {
                let key = format!("opponents.players.\"{name}\"");
                let right = format!("from {} to {}", SHARES.start(), SHARES.end());
                return Err(ConfigError::value(file, &key, &ratio, &right));
            }
            let spec = read(name)
                .map_err(|error| wrong(format!("opponents.players: \"{name}\": {error}")))?;
            let name = name.clone();
            players.push((Entrant { name, spec }, ratio));
        }
        Ok(Ratios {
            population: self.population,
            hall_of_fame: self.hall_of_fame,
            random: self.random,
            semi_random: self.semi_random,
            reference: self.reference,
            players,
            draw: self.draw,
        })
    }
}
