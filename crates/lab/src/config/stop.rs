//! `[stop]` of a config of `darkforge evolve`.

use super::ConfigError;
use super::section::{check, section};
use crate::tuner::{Stop, lead_of_elo};

section! {
    /// `[stop]`: the run ends by itself when nothing is left to gain. For cma-es and spsa.
    pub struct StopConfig {
        /// Least step of the search: standard deviation of its samples, as a share of an axis' range.
        /// With shorter ones it has converged. 0 for no such condition.
        step: f64 = 0.01, 0.0..=0.5;
        /// Least Elo that a step of one standard deviation straight uphill may gain. If the games of the
        /// later half of the generations exclude (95 %) that it gains as much, the search has converged.
        /// 0 for no such condition.
        gain: f64 = 10.0, 0.0..=500.0;
    }
}

impl StopConfig {
    /// Checks all values.
    pub(super) fn check(&self, file: &str) -> Result<Stop, ConfigError> {
        check(file, "stop.", self)?;
        let if_any = |value: f64| (value > 0.0).then_some(value);
        if self.step + self.gain <= 0.0 {
            let problem = "[stop] has neither condition: stop.step or stop.gain must be above 0";
            return Err(ConfigError::new(file, problem));
        }
        Ok(Stop {
            step: if_any(self.step),
            gain: if_any(self.gain).map(lead_of_elo),
        })
    }
}
