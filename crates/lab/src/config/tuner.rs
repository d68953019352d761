//! Which tuner a config of `darkforge evolve` names, with its settings.

use serde::{Deserialize, Serialize};

use super::section::{section, within};
use super::{ConfigError, EvolveConfig};
use darkforge_optimise::{
    ClopSettings, CmaEsSettings, KnockoutSettings, Method, Mutation, SpsaSettings, Title,
};

/// `[tuner]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TunerConfig {
    /// The thesis' knockout; its settings are in `[breeding]` and `[title]`.
    Knockout {},
    /// Covariance matrix adaptation.
    CmaEs(CmaEsConfig),
    /// Paired perturbations.
    Spsa(SpsaConfig),
    /// A quadratic model fitted to all games, for few weights.
    Clop(ClopConfig),
}

section! {
    /// `[tuner]` of CMA-ES.
    pub struct CmaEsConfig in "tuner." {
        /// First standard deviation, as a share of a weight's range.
        sigma: f64 = 0.2, 0.001..=0.5;
        /// Pairs at most between two samples, when noise drowns what they tell; left out,
        /// those of a bout.
        #[serde(skip_serializing_if = "Option::is_none")]
        max_pairs: Option<u64> = None;
    }
}

section! {
    /// `[tuner]` of SPSA.
    pub struct SpsaConfig in "tuner." {
        /// Size of the first perturbations, as a share of a weight's range.
        perturbation: f64 = 0.3, 0.001..=0.5;
        /// Length of the first steps.
        step: f64 = 0.1, 0.0001..=100.0;
        /// Generations in which steps hardly shrink.
        stability: f64 = 20.0, 0.0..=1e6;
        /// How fast steps shrink.
        alpha: f64 = 0.602, 0.0..=1.0;
        /// How fast perturbations shrink.
        gamma: f64 = 0.101, 0.0..=1.0;
    }
}

section! {
    /// `[tuner]` of CLOP.
    pub struct ClopConfig in "tuner." {
        /// Standard errors below the mean at which a place counts e times less.
        confidence: f64 = 1.5, 0.1..=100.0;
        /// How far from the start is searched, as a share of a weight's range.
        reach: f64 = 1.0, 0.001..=1.0;
    }
}

impl EvolveConfig {
    /// The tuner with its settings, for a search of so many `weights`. What was left out is
    /// written into the config.
    pub(super) fn method(&mut self, file: &str, weights: usize) -> Result<Method, ConfigError> {
        let knockout = self.breeding.is_some() || self.title.is_some();
        // The best of them by docs/tuners.md and docs/experiments.md.
        let most = ClopSettings::MOST_WEIGHTS;
        let mut tuner = self.tuner.take().unwrap_or_else(|| match weights {
            _ if knockout => TunerConfig::Knockout {},
            few if few <= most => TunerConfig::Clop(ClopConfig::default()),
            _ => TunerConfig::CmaEs(CmaEsConfig::default()),
        });
        if let TunerConfig::CmaEs(cma_es) = &mut tuner {
            cma_es.max_pairs.get_or_insert(self.bout.pairs);
        }
        self.tuner = Some(tuner.clone());
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
        let pairs = self.bout.pairs;
        match tuner {
            TunerConfig::Knockout {} => self.knockout(file),
            TunerConfig::CmaEs(config) => {
                config.check_ranges(file)?;
                let max_pairs = config.max_pairs.unwrap_or(pairs);
                within(file, "tuner.max_pairs", &max_pairs, &(pairs..=10_000))?;
                Ok(Method::CmaEs(CmaEsSettings {
                    size,
                    pairs,
                    max_pairs,
                    sigma: config.sigma,
                }))
            }
            TunerConfig::Spsa(config) => {
                config.check_ranges(file)?;
                Ok(Method::Spsa(SpsaSettings {
                    perturbations: size / 2,
                    pairs,
                    perturbation: config.perturbation,
                    step: config.step,
                    stability: config.stability,
                    alpha: config.alpha,
                    gamma: config.gamma,
                }))
            }
            TunerConfig::Clop(config) => {
                if weights > most {
                    let problem = format!(
                        "tuner.kind = \"clop\" searches at most {most} weights, and {weights} are \
                         left to search: name those that matter in weights.only, or use cma-es"
                    );
                    return Err(ConfigError::new(file, problem));
                }
                config.check_ranges(file)?;
                Ok(Method::Clop(ClopSettings {
                    duels: size / 2,
                    pairs,
                    confidence: config.confidence,
                    reach: config.reach,
                }))
            }
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
        breeding.check_ranges(file)?;
        title.check_ranges(file)?;
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
