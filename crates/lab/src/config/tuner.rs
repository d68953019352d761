//! Tuner of a config of `darkforge evolve`, with its settings.

use super::section::{check, within};
use super::{ConfigError, EvolveConfig};
use crate::tuner::Stop;
use darkforge_optimise::{ClopSettings, CmaEsSettings, KnockoutSettings, Method, Mutation, Title};

/// Greatest number of individuals in a generation after the last restart.
const MOST_INDIVIDUALS: usize = 1 << 16;

impl EvolveConfig {
    /// The tuner with its settings, for a search of `weights` weights. Defaults are written into
    /// the config.
    pub(super) fn method(&mut self, file: &str, weights: usize) -> Result<Method, ConfigError> {
        let knockout = self.breeding.is_some() || self.title.is_some();
        // The best defaults by docs/results.md.
        let mut tuner = self.tuner.take().unwrap_or_else(|| match weights {
            _ if knockout => Method::Knockout(KnockoutSettings::default()),
            few if few <= ClopSettings::MOST_WEIGHTS => Method::Clop(ClopSettings::default()),
            _ => Method::CmaEs(CmaEsSettings::default()),
        });
        let (size, pairs) = (self.population.size, self.bout.pairs);
        if let Method::CmaEs(cma_es) = &mut tuner {
            let max_pairs = *cma_es.max_pairs.get_or_insert(pairs);
            within(file, "tuner.max_pairs", &max_pairs, &(pairs..=10_000))?;
        }
        self.tuner = Some(tuner.clone());
        if let Method::Knockout(_) = tuner {
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
        if !(4..=4096).contains(&size) || !size.is_multiple_of(2) {
            let right = "an even number from 4 to 4096: individuals come in pairs";
            return Err(ConfigError::value(file, "population.size", &size, right));
        }
        let (kind, most) = (tuner.kind(), tuner.most_dimensions());
        if weights > most {
            let problem = format!(
                "tuner.kind = \"{kind}\" searches at most {most} weights, and {weights} are left \
                 to search: name those that matter in weights.only, or use cma-es"
            );
            return Err(ConfigError::new(file, problem));
        }
        check(file, "tuner.", &tuner)?;
        tuner.play(size, pairs);
        Ok(tuner)
    }

    /// The conditions of `[stop]` for a search by `method`. A search with restarts has the section
    /// with its defaults if it is left out.
    pub(super) fn stopping(
        &mut self,
        file: &str,
        method: &Method,
    ) -> Result<Option<Stop>, ConfigError> {
        if let Method::CmaEs(settings) = method
            && settings.restarts > 0
        {
            let most = self.population.size << settings.restarts;
            if most > MOST_INDIVIDUALS {
                let problem = format!(
                    "tuner.restarts = {}: each doubles population.size = {}, and {most} individuals \
                     are more than {MOST_INDIVIDUALS}",
                    settings.restarts, self.population.size
                );
                return Err(ConfigError::new(file, problem));
            }
            self.stop.get_or_insert_default();
        }
        let Some(stop) = &self.stop else {
            return Ok(None);
        };
        if !method.tells_convergence() {
            let problem = format!(
                "[stop]: tuner.kind = \"{}\" cannot tell that it has converged; leave the section \
                 out, or use cma-es or spsa",
                method.kind()
            );
            return Err(ConfigError::new(file, problem));
        }
        stop.check(file).map(Some)
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
        check(file, "breeding.", breeding)?;
        check(file, "title.", title)?;
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
