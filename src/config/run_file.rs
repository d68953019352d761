//! `run.toml`: what a run plays, with every weight set in it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ConfigError, Evolution, EvolveConfig, HAND_MADE, MatchConfig, VERSION};
use crate::darkboard::Weights;
use crate::player::PlayerSpec;

/// `run.toml`: a run as it was understood, so that it can be resumed and reported without
/// the files that it was made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// Version of the program that began the run.
    pub version: String,
    /// Seed of the run.
    pub seed: u64,
    /// Rules of the run.
    pub ruleset: String,
    /// What was run.
    #[serde(flatten)]
    pub job: Job,
    /// Every weight set that players of the run have, by the name in its spec.
    pub weights: BTreeMap<String, BTreeMap<String, f64>>,
}

/// What a run does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// An evolution.
    Evolve(EvolveConfig),
    /// A match.
    Match(MatchConfig),
}

impl RunFile {
    /// Name of the file in a run's folder.
    pub const NAME: &'static str = "run.toml";

    /// What an evolution is.
    pub fn of_evolution(evolution: &Evolution) -> RunFile {
        let config = &evolution.config;
        let mut weights = BTreeMap::new();
        weights.insert(config.start.clone(), evolution.settings.start.to_table());
        add_weights(&mut weights, &evolution.settings.reference.entrant.spec);
        RunFile {
            version: VERSION.to_owned(),
            seed: config.seed,
            ruleset: config.ruleset.clone(),
            job: Job::Evolve(config.clone()),
            weights,
        }
    }

    /// What a match is.
    pub fn of_match(config: &MatchConfig, specs: &[PlayerSpec; 2]) -> RunFile {
        let mut weights = BTreeMap::new();
        for spec in specs {
            add_weights(&mut weights, spec);
        }
        RunFile {
            version: VERSION.to_owned(),
            seed: config.seed,
            ruleset: config.ruleset.clone(),
            job: Job::Match(config.clone()),
            weights,
        }
    }

    /// The file's text.
    ///
    /// # Errors
    /// Never for a run that was read from text.
    pub fn to_toml(&self) -> anyhow::Result<String> {
        Ok(format!(
            "# What this run plays, as darkforge {} understood it.\n{}",
            self.version,
            toml::to_string(self)?
        ))
    }

    /// Reads the file in `folder`.
    ///
    /// # Errors
    /// There is none, or it is not one.
    pub fn load(folder: &Path) -> Result<RunFile, ConfigError> {
        let path = folder.join(RunFile::NAME);
        let file = path.display().to_string();
        let text = std::fs::read_to_string(&path).map_err(|error| {
            ConfigError::new(
                &file,
                format!("cannot read it: {error}; is this a run's folder?"),
            )
        })?;
        toml::from_str(&text)
            .map_err(|error| ConfigError::new(&file, error.to_string().trim_end().to_owned()))
    }

    /// The player named `text`, with the weights that are kept here.
    ///
    /// # Errors
    /// The text is no player, or its weights are not kept here.
    pub fn player(&self, text: &str) -> Result<PlayerSpec, ConfigError> {
        let wrong = |problem: String| ConfigError::new(RunFile::NAME, problem);
        let Some((name, rest)) = weights_named(text) else {
            return text.parse().map_err(|error| wrong(format!("{error}")));
        };
        let plain: PlayerSpec = rest.parse().map_err(|error| wrong(format!("{error}")))?;
        Ok(plain.reweighted(&name, &self.weight_set(&name)?))
    }

    fn weight_set(&self, name: &str) -> Result<Weights, ConfigError> {
        let table = self.weights.get(name).ok_or_else(|| {
            ConfigError::new(
                RunFile::NAME,
                format!("there are no weights \"{name}\" in it"),
            )
        })?;
        Weights::from_table(RunFile::NAME, table)
            .map_err(|error| ConfigError::new(RunFile::NAME, error.to_string()))
    }

    /// The evolution that this run is; `None` if it is something else.
    ///
    /// # Errors
    /// A value was changed by hand and is wrong now.
    pub fn evolution(&self) -> Option<Result<Evolution, ConfigError>> {
        let Job::Evolve(config) = &self.job else {
            return None;
        };
        Some((|| {
            let start = self.weight_set(&config.start)?;
            let reference = self.player(&config.reference.player)?;
            config.clone().check_with(RunFile::NAME, &start, &reference)
        })())
    }

    /// The first difference between the run that stands in a folder and the one that is
    /// to continue it, in a sentence; `None` when they are the same.
    pub fn difference(&self, wanted: &RunFile) -> Option<String> {
        let lines = |run: &RunFile| toml::to_string(run).unwrap_or_default();
        let (here, there) = (lines(self), lines(wanted));
        let (here, there): (Vec<&str>, Vec<&str>) =
            (here.lines().collect(), there.lines().collect());
        let at = (0..here.len().max(there.len())).find(|&i| here.get(i) != there.get(i))?;
        let show = |line: Option<&&str>| line.map_or("nothing", |line| line).to_owned();
        Some(format!(
            "the run has '{}' where the config now says '{}'",
            show(here.get(at)),
            show(there.get(at))
        ))
    }
}

fn add_weights(to: &mut BTreeMap<String, BTreeMap<String, f64>>, spec: &PlayerSpec) {
    if let PlayerSpec::Darkboard {
        weights_name,
        weights,
        ..
    } = spec
    {
        to.insert(weights_name.clone(), weights.to_table());
    }
}

/// The weight set that a player's text names, and the text without it. A darkboard that
/// names none has the hand-made set.
fn weights_named(text: &str) -> Option<(String, String)> {
    let (player, options) = text.split_once(':').unwrap_or((text, ""));
    if player != "darkboard" {
        return None;
    }
    let (named, others): (Vec<&str>, Vec<&str>) = options
        .split(',')
        .filter(|part| !part.is_empty())
        .partition(|part| part.trim_start().starts_with("weights="));
    let name = named
        .first()
        .and_then(|part| part.split_once('='))
        .map_or(HAND_MADE, |(_, name)| name.trim())
        .to_owned();
    Some((name, format!("{player}:{}", others.join(","))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICKSTART: &str = include_str!("../../configs/quickstart.toml");

    #[test]
    fn a_run_survives_its_file() {
        let evolution = EvolveConfig::parse("c", QUICKSTART)
            .unwrap()
            .check("c")
            .unwrap();
        let run = RunFile::of_evolution(&evolution);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(RunFile::NAME), run.to_toml().unwrap()).unwrap();
        let again = RunFile::load(folder.path()).unwrap();
        assert_eq!(again, run);
        assert_eq!(again.difference(&run), None);
        let evolved = again.evolution().unwrap().unwrap();
        assert_eq!(evolved.settings.start, evolution.settings.start);
        assert_eq!(
            evolved.settings.reference.entrant.spec,
            evolution.settings.reference.entrant.spec
        );
        let mut other = run.clone();
        other.seed += 1;
        assert!(run.difference(&other).unwrap().contains("seed = "));
    }
}
