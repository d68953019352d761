//! Source of a folder's job and config: `about.toml` if it exists, else `run.toml`.

use std::path::Path;

use super::about::About;
use crate::bad_input::{BadInput, OrBadInput as _};
use crate::report::names::ABOUT;
use darkforge_kriegspiel::text;
use darkforge_lab::config::{Job, RunFile};

/// The job of a folder.
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
    /// Its source.
    pub(super) kind: Kind,
}

/// Source of a job.
#[derive(Debug)]
pub(super) enum Kind {
    /// `run.toml`, as text and as a value.
    Run {
        /// Text.
        text: String,
        /// Content.
        run: Box<RunFile>,
    },
    /// `about.toml`, with `run.toml` as text if the command wrote its own.
    Other {
        /// Content.
        about: About,
        /// Text.
        run: Option<String>,
    },
}

impl Source {
    /// Reads the job in `folder`.
    ///
    /// # Errors
    /// If no file there names it, or the file cannot be read.
    pub(super) fn read(folder: &Path) -> anyhow::Result<Source> {
        let path = folder.join(RunFile::NAME);
        let text = match text::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            text => Some(text.or_bad_input(|| format!("cannot read {}", path.display()))?),
        };
        match (About::read(folder)?, text) {
            (Some(about), run) => Ok(Source {
                job: about.job.clone(),
                title: about.title.clone(),
                version: about.version.clone(),
                seed: about.seed,
                kind: Kind::Other { about, run },
            }),
            (None, Some(text)) => {
                let run = RunFile::load(folder)?;
                let title = match &run.job {
                    Job::Evolve(config) => config.name.clone(),
                    Job::Match(config) => config.players.join(" against "),
                    Job::Tournament(config) => config.name.clone(),
                };
                Ok(Source {
                    job: run.job.name().to_owned(),
                    title,
                    version: run.version.clone(),
                    seed: Some(run.seed),
                    kind: Kind::Run {
                        text,
                        run: Box::new(run),
                    },
                })
            }
            (None, None) => Err(BadInput::new(format!(
                "there is no {} and no {ABOUT} in {}: is this a run's folder?",
                RunFile::NAME,
                folder.display()
            ))
            .into()),
        }
    }
}
