//! Ends of an evolution, and its rules before they were changed.
//!
//! A run may be continued after an end, and its rules of measurement may change between two sittings.
//! Both are kept in `run.toml`, so that a replay passes through the same games.

use serde::{Deserialize, Serialize};

use super::{ProofSettings, Settings, Stop};

/// Reason for which an evolution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// All generations of the config were played.
    Generations,
    /// The time was up (`--until`, `--for`).
    Time,
    /// The search had converged (`[stop]`).
    Converged,
}

/// An end of an evolution: games of an end were played there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct End {
    /// Number of generations after which it came.
    pub after: u32,
    /// Its reason.
    pub why: Why,
    /// Evidence of convergence, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// An end as it is written; a number alone in runs of earlier versions.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Written {
    After(u32),
    End {
        after: u32,
        why: Why,
        detail: Option<String>,
    },
}

impl From<Written> for End {
    fn from(written: Written) -> End {
        match written {
            // These did not say why; a run that goes on has passed through them.
            Written::After(after) => End::planned(after),
            Written::End { after, why, detail } => End { after, why, detail },
        }
    }
}

impl End {
    /// The end after the last generation of the config.
    pub const fn planned(after: u32) -> End {
        End {
            after,
            why: Why::Generations,
            detail: None,
        }
    }
}

/// The rules of an evolution until they were changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// Number of generations whose last games were asked for by these rules.
    pub until: u32,
    /// Generations of the config.
    pub generations: u32,
    /// Number of generations between measurements.
    pub every: u32,
    /// Settings of the proof.
    pub proof: Option<ProofSettings>,
    /// Conditions under which the run ended by itself.
    pub stop: Option<Stop>,
}

/// Lead in points per game, from 0 to 1, of the stronger of two players that are `elo` apart.
pub(crate) fn lead_of_elo(elo: f64) -> f64 {
    libm::tanh(elo * std::f64::consts::LN_10 / 800.0)
}

/// Elo of a lead in points per game.
pub(super) fn elo_of_lead(lead: f64) -> f64 {
    800.0 / std::f64::consts::LN_10 * libm::atanh(lead.clamp(-1.0, 1.0))
}

/// Rules by which champions are measured and a run ends. They select nobody.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules<'a> {
    pub(super) generations: u32,
    pub(super) every: u32,
    pub(super) proof: Option<&'a ProofSettings>,
    pub(super) stop: Option<&'a Stop>,
}

impl Settings {
    /// Number of the rules for generation `number`: those of `changes` in order, then the present
    /// ones.
    pub(super) fn sitting(&self, number: u32) -> usize {
        let changed = self.changes.iter().position(|change| number < change.until);
        changed.unwrap_or(self.changes.len())
    }

    /// The rules with this number.
    pub(super) fn rules(&self, sitting: usize) -> Rules<'_> {
        match self.changes.get(sitting) {
            Some(change) => Rules {
                generations: change.generations,
                every: change.every,
                proof: change.proof.as_ref(),
                stop: change.stop.as_ref(),
            },
            None => Rules {
                generations: self.generations,
                every: self.reference.every,
                proof: self.proof.as_ref(),
                stop: self.stop.as_ref(),
            },
        }
    }

    /// The rules for generation `number`.
    pub(super) fn rules_of(&self, number: u32) -> Rules<'_> {
        self.rules(self.sitting(number))
    }

    /// Numbers of the rules that followed those of generation `number` right after it.
    fn sittings_after(&self, number: u32) -> impl Iterator<Item = usize> {
        let next = self.sitting(number) + 1..self.changes.len() + 1;
        next.take_while(move |&sitting| self.changes[sitting - 1].until == number + 1)
    }

    /// Whether a search that has converged in generation `number` has still done so by the present
    /// rules: none was changed that could let it go on.
    pub(super) fn stays_converged(&self, number: u32) -> bool {
        let first = self.sitting(number);
        let last = self.sittings_after(number).last().unwrap_or(first);
        let same = |sitting: usize| self.rules(sitting).stop == self.rules(first).stop;
        last == self.changes.len() && (first..=last).all(same)
    }

    /// Whether the run ends or once ended after generation `number`.
    pub(super) fn is_end(&self, number: u32) -> bool {
        let count = number + 1;
        count == self.generations || self.ends.iter().any(|end| end.after == count)
    }

    /// Settings of the proofs after generation `number`: of its own, if one is due, and, if the run
    /// ended there, of those that continued it.
    pub(super) fn proofs_after(&self, number: u32) -> Vec<&ProofSettings> {
        let count = number + 1;
        let own = self.rules_of(number);
        let is_due = |proof: &&ProofSettings| {
            self.is_end(number) || proof.every > 0 && count.is_multiple_of(proof.every)
        };
        let mut proofs: Vec<&ProofSettings> = own.proof.into_iter().filter(is_due).collect();
        let converged = |end: &&End| end.after == count && end.why == Why::Converged;
        let converged = self.ends.iter().any(|end| converged(&end));
        for sitting in self.sittings_after(number).filter(|_| self.is_end(number)) {
            let rules = self.rules(sitting);
            let stays = converged && rules.stop == self.rules(sitting - 1).stop;
            if rules.generations == count || stays {
                proofs.extend(rules.proof);
            }
        }
        proofs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Ends {
        ends: Vec<End>,
    }

    #[test]
    fn ends_come_back_as_written_and_numbers_of_earlier_versions_are_read() {
        let end = End {
            after: 7,
            why: Why::Converged,
            detail: Some("steps".to_owned()),
        };
        let ends = vec![end, End::planned(9)];
        let text = toml::to_string(&Ends { ends: ends.clone() }).unwrap();
        assert_eq!(toml::from_str::<Ends>(&text).unwrap().ends, ends);
        let old: Ends = toml::from_str("ends = [2, 4]").unwrap();
        assert_eq!(old.ends, [2, 4].map(End::planned));
        assert!(toml::from_str::<Ends>("ends = [{ after = 2, who = 1 }]").is_err());
    }

    #[test]
    fn elo_and_leads_are_each_other() {
        for elo in [0.0, 1.0, 10.0, 200.0] {
            assert!((elo_of_lead(lead_of_elo(elo)) - elo).abs() < 1e-9);
        }
        // 64 % of the points are a lead of 0.28.
        assert!((lead_of_elo(100.0) - 0.28).abs() < 0.001);
    }
}
