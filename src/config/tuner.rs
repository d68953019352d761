//! What a config of `darkforge evolve` says of the search: the tuner, the population, its
//! bouts and its weights.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ConfigError, EvolveConfig};
use crate::darkboard::Weights;
use crate::stats::{Model, Sprt};
use crate::tuner::{
    CmaEsSettings, KnockoutSettings, Method, Mutation, Noise, Racing, Shares, Space, SpaceSettings,
    SpsaSettings, Title,
};

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

/// `[tuner]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TunerConfig {
    /// The thesis' knockout.
    Knockout {},
    /// Covariance matrix adaptation.
    CmaEs {
        /// First standard deviation, as a share of a weight's range.
        #[serde(default = "sigma")]
        sigma: f64,
        /// Pairs at most between two samples, when noise drowns what they tell.
        #[serde(default = "max_pairs")]
        max_pairs: u64,
    },
    /// Paired perturbations.
    Spsa {
        /// Size of the first perturbations, as a share of a weight's range.
        #[serde(default = "perturbation")]
        perturbation: f64,
        /// Length of the first steps.
        #[serde(default = "step")]
        step: f64,
        /// Generations in which steps hardly shrink.
        #[serde(default = "stability")]
        stability: f64,
        /// How fast steps shrink.
        #[serde(default = "alpha")]
        alpha: f64,
        /// How fast perturbations shrink.
        #[serde(default = "gamma")]
        gamma: f64,
    },
}

impl Default for TunerConfig {
    fn default() -> TunerConfig {
        TunerConfig::Knockout {}
    }
}

fn sigma() -> f64 {
    0.2
}

fn max_pairs() -> u64 {
    8
}

fn perturbation() -> f64 {
    0.3
}

fn step() -> f64 {
    0.1
}

fn stability() -> f64 {
    20.0
}

fn alpha() -> f64 {
    0.602
}

fn gamma() -> f64 {
    0.101
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

/// Makes sure that each value of (key, value, least, most) is in its range.
pub(super) fn check_whole(file: &str, values: &[(&str, u64, u64, u64)]) -> Result<(), ConfigError> {
    for &(key, value, least, most) in values {
        if !(least..=most).contains(&value) {
            let right = format!("from {least} to {most}");
            return Err(ConfigError::value(file, key, &value, &right));
        }
    }
    Ok(())
}

fn check_shares(file: &str, values: &[(&str, f64, f64, f64)]) -> Result<(), ConfigError> {
    for &(key, value, least, most) in values {
        if !(least..=most).contains(&value) {
            let right = format!("from {least} to {most}");
            return Err(ConfigError::value(file, key, &value, &right));
        }
    }
    Ok(())
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

impl EvolveConfig {
    /// The tuner with its settings. Defaults of the knockout's own sections are written into
    /// the config.
    pub(super) fn method(&mut self, file: &str) -> Result<Method, ConfigError> {
        if let TunerConfig::Knockout {} = self.tuner {
            return self.knockout(file);
        }
        for (section, is_there) in [
            ("breeding", self.breeding.is_some()),
            ("title", self.title.is_some()),
        ] {
            if is_there {
                let problem = format!(
                    "[{section}] belongs to the knockout: leave it out, or write kind = \
                     \"knockout\" under [tuner]"
                );
                return Err(ConfigError::new(file, problem));
            }
        }
        let size = self.population.size;
        if !(4..=4096).contains(&size) || !size.is_multiple_of(2) {
            let right = "an even number from 4 to 4096: individuals come in pairs";
            return Err(ConfigError::value(file, "population.size", &size, right));
        }
        match self.tuner {
            TunerConfig::CmaEs { sigma, max_pairs } => {
                check_shares(file, &[("tuner.sigma", sigma, 0.001, 0.5)])?;
                let pairs = self.bout.pairs;
                check_whole(file, &[("tuner.max_pairs", max_pairs, pairs, 10_000)])?;
                Ok(Method::CmaEs(CmaEsSettings {
                    size,
                    pairs,
                    max_pairs,
                    sigma,
                }))
            }
            TunerConfig::Spsa {
                perturbation,
                step,
                stability,
                alpha,
                gamma,
            } => {
                let shares = [
                    ("tuner.perturbation", perturbation, 0.001, 0.5),
                    ("tuner.step", step, 0.0001, 100.0),
                    ("tuner.stability", stability, 0.0, 1e6),
                    ("tuner.alpha", alpha, 0.0, 1.0),
                    ("tuner.gamma", gamma, 0.0, 1.0),
                ];
                check_shares(file, &shares)?;
                Ok(Method::Spsa(SpsaSettings {
                    perturbations: size / 2,
                    pairs: self.bout.pairs,
                    perturbation,
                    step,
                    stability,
                    alpha,
                    gamma,
                }))
            }
            TunerConfig::Knockout {} => self.knockout(file),
        }
    }

    fn knockout(&mut self, file: &str) -> Result<Method, ConfigError> {
        let breeding = self.breeding.get_or_insert_default();
        let title = self.title.get_or_insert_default();
        let size = self.population.size;
        if !size.is_power_of_two() || !(2..=1024).contains(&size) {
            let near = size.clamp(2, 1024).next_power_of_two();
            let right = format!("a power of two from 2 to 1024, for instance {near}");
            return Err(ConfigError::value(file, "population.size", &size, &right));
        }
        let shares = [
            ("breeding.champion_share", breeding.champion_share, 0.0, 1.0),
            ("breeding.mutated_share", breeding.mutated_share, 0.0, 1.0),
            ("breeding.scale", breeding.scale, 0.001, 20.0),
            ("breeding.first_scale", breeding.first_scale, 0.001, 20.0),
            ("breeding.widening", breeding.widening, 0.0, 20.0),
            ("breeding.blend", breeding.blend, 0.0, 1.0),
            ("title.confidence", title.confidence, 0.0, 0.9999),
        ];
        check_shares(file, &shares)?;
        check_whole(file, &[("title.pairs", title.pairs, 0, 100_000)])?;
        if breeding.twins && title.pairs > 0 {
            let right = "0 with breeding.twins: the champion does not play among them";
            return Err(ConfigError::value(file, "title.pairs", &title.pairs, right));
        }
        if breeding.twins && breeding.blend <= 0.0 {
            let right = "above 0 with breeding.twins: the champion stands between them";
            return Err(ConfigError::value(
                file,
                "breeding.blend",
                &breeding.blend,
                right,
            ));
        }
        Ok(Method::Knockout(KnockoutSettings {
            size,
            pairs: self.bout.pairs,
            extra_pairs: self.bout.extra_pairs,
            max_extra: self.bout.max_extra,
            champion_share: breeding.champion_share,
            mutation: Mutation {
                share: breeding.mutated_share,
                scale: breeding.scale,
                widening: breeding.widening,
            },
            first_scale: breeding.first_scale,
            twins: breeding.twins,
            blend: breeding.blend,
            title: Title {
                pairs: title.pairs,
                confidence: title.confidence,
            },
        }))
    }
}
