//! What was run in a folder: from `about.toml` where there is one, else from `run.toml`.

use std::path::Path;

use anyhow::{Context, bail};
use toml::{Table, Value};

use super::About;
use crate::report::artifact::ABOUT;
use darkforge_lab::config::RunFile;

/// Name of the file of a run.
const RUN: &str = RunFile::NAME;

/// Kinds of runs that `run.toml` tells, each with the key that has its config.
const JOBS: [&str; 3] = ["evolve", "match", "tournament"];

/// What was run.
#[derive(Debug)]
pub(super) struct Source {
    /// The command: `evolve`, `stats`...
    pub(super) job: String,
    /// Name of the run.
    pub(super) title: String,
    /// Version of the program.
    pub(super) version: String,
    /// Seed of all randomness.
    pub(super) seed: Option<u64>,
    /// What else there is to say.
    pub(super) kind: Kind,
}

/// Where it is from.
#[derive(Debug)]
pub(super) enum Kind {
    /// `run.toml`: the whole of it, as text and as a table, and the config in it.
    Run {
        text: String,
        config: Table,
        /// Names of the weight sets that players have.
        weights: Vec<String>,
        /// The share of a tournament that was played here.
        share: Option<String>,
    },
    /// `about.toml`, and `run.toml` as text where the command wrote its own.
    Other { about: About, run: Option<String> },
}

impl Source {
    /// Reads what was run in `folder`.
    ///
    /// # Errors
    /// Nothing there says so, or what says so cannot be read.
    pub(super) fn read(folder: &Path) -> anyhow::Result<Source> {
        let path = folder.join(RUN);
        let run = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            text => Some(text.with_context(|| format!("cannot read {}", path.display()))?),
        };
        match (About::read(folder)?, run) {
            (Some(about), run) => Ok(Source {
                job: about.job.clone(),
                title: about.title.clone(),
                version: about.version.clone(),
                seed: about.seed,
                kind: Kind::Other { about, run },
            }),
            (None, Some(run)) => {
                Source::of_run(run).with_context(|| format!("cannot read {}", path.display()))
            }
            (None, None) => bail!(
                "there is no {RUN} and no {} in {}: is this a run's folder?",
                ABOUT,
                folder.display()
            ),
        }
    }

    fn of_run(text: String) -> anyhow::Result<Source> {
        let mut whole: Table = text.parse()?;
        let job = JOBS.into_iter().find(|job| whole.contains_key(*job));
        let job = job.context("it is of no kind of run that has a page")?;
        let Some(Value::Table(config)) = whole.remove(job) else {
            bail!("{job} is no table");
        };
        let text_of = |table: &Table, key: &str| -> Option<String> {
            Some(table.get(key)?.as_str()?.to_owned())
        };
        let weights = whole.get("weights").and_then(Value::as_table);
        let mut source = Source {
            job: job.to_owned(),
            title: text_of(&config, "name").unwrap_or_default(),
            version: text_of(&whole, "version").unwrap_or_default(),
            seed: whole
                .get("seed")
                .and_then(Value::as_integer)
                .map(|seed| seed as u64),
            kind: Kind::Run {
                text,
                weights: weights.map_or_else(Vec::new, |sets| sets.keys().cloned().collect()),
                share: text_of(&whole, "share"),
                config,
            },
        };
        if job == "match" {
            source.title = source.players().join(" against ");
        }
        Ok(source)
    }

    /// Both players of a match, as they were named.
    pub(super) fn players(&self) -> Vec<String> {
        let players = self.value("players").and_then(Value::as_array);
        let names = players.into_iter().flatten().filter_map(Value::as_str);
        names.map(str::to_owned).collect()
    }

    /// A value of the config, by its keys from the outermost.
    pub(super) fn value(&self, keys: &str) -> Option<&Value> {
        let Kind::Run { config, .. } = &self.kind else {
            return None;
        };
        let mut keys = keys.split('.');
        let first = config.get(keys.next()?)?;
        keys.try_fold(first, |value, key| value.get(key))
    }

    /// The same as a whole number.
    pub(super) fn integer(&self, keys: &str) -> Option<u64> {
        let number = self.value(keys)?.as_integer()?;
        u64::try_from(number).ok()
    }
}
