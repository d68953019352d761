//! Which tuner a config of `darkforge evolve` names, with its settings.

use serde::{Deserialize, Serialize};

use super::{ConfigError, EvolveConfig};
use crate::tuner::{
    ClopSettings, CmaEsSettings, KnockoutSettings, Method, Mutation, SpsaSettings, Title,
};

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
        /// Pairs at most between two samples, when noise drowns what they tell; left out,
        /// those of a bout.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_pairs: Option<u64>,
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
    /// A bowl fitted to all games, for few weights.
    Clop {
        /// Standard errors below the mean at which a place counts e times less.
        #[serde(default = "confidence")]
        confidence: f64,
        /// How far from the start is searched, as a share of a weight's range.
        #[serde(default = "reach")]
        reach: f64,
    },
}

fn sigma() -> f64 {
    0.2
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

fn confidence() -> f64 {
    1.5
}

fn reach() -> f64 {
    1.0
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

/// The same for numbers that need not be whole.
pub(super) fn check_shares(
    file: &str,
    values: &[(&str, f64, f64, f64)],
) -> Result<(), ConfigError> {
    for &(key, value, least, most) in values {
        if !(least..=most).contains(&value) {
            let right = format!("from {least} to {most}");
            return Err(ConfigError::value(file, key, &value, &right));
        }
    }
    Ok(())
}

impl EvolveConfig {
    /// The tuner with its settings, for a search of so many `weights`. What was left out is
    /// written into the config.
    pub(super) fn method(&mut self, file: &str, weights: usize) -> Result<Method, ConfigError> {
        let knockout = self.breeding.is_some() || self.title.is_some();
        // The best of them by docs/tuners.md and docs/experiments.md.
        let tuner = self.tuner.get_or_insert(if knockout {
            TunerConfig::Knockout {}
        } else if weights <= ClopSettings::MOST_WEIGHTS {
            TunerConfig::Clop {
                confidence: confidence(),
                reach: reach(),
            }
        } else {
            TunerConfig::CmaEs {
                sigma: sigma(),
                max_pairs: None,
            }
        });
        if let TunerConfig::CmaEs { max_pairs, .. } = tuner {
            max_pairs.get_or_insert(self.bout.pairs);
        }
        let tuner = tuner.clone();
        if let TunerConfig::Knockout {} = tuner {
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
        let most = ClopSettings::MOST_WEIGHTS;
        if matches!(tuner, TunerConfig::Clop { .. }) && weights > most {
            let problem = format!(
                "tuner.kind = \"clop\" searches at most {most} weights, and {weights} are left to \
                 search: name those that matter in weights.only, or use cma-es"
            );
            return Err(ConfigError::new(file, problem));
        }
        match tuner {
            TunerConfig::CmaEs { sigma, max_pairs } => {
                check_shares(file, &[("tuner.sigma", sigma, 0.001, 0.5)])?;
                let pairs = self.bout.pairs;
                let max_pairs = max_pairs.unwrap_or(pairs);
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
            TunerConfig::Clop { confidence, reach } => {
                let shares = [
                    ("tuner.confidence", confidence, 0.1, 100.0),
                    ("tuner.reach", reach, 0.001, 1.0),
                ];
                check_shares(file, &shares)?;
                Ok(Method::Clop(ClopSettings {
                    duels: size / 2,
                    pairs: self.bout.pairs,
                    confidence,
                    reach,
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
