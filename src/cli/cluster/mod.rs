//! Runs on several machines: flags, and the coordinator of a run if this build has the feature
//! `cluster`.

#[cfg(not(feature = "cluster"))]
mod absent;
#[cfg(feature = "cluster")]
mod remote;
#[cfg(feature = "cluster")]
mod standing;

use std::path::Path;
use std::time::Duration;

use clap::Args;

use crate::cli::errors::usage;
use darkforge_engine::player::PlayerSpec;
use darkforge_lab::config::RunFile;
use darkforge_lab::journal::Journal;
use darkforge_lab::rules::RunGame;
use darkforge_lab::run::{Run, Schedule};

#[cfg(not(feature = "cluster"))]
pub(crate) use absent::{Remote, is_excluded, work};
#[cfg(feature = "cluster")]
pub(crate) use remote::{Remote, is_excluded, work};

/// Flags of runs on several machines.
#[derive(Args)]
pub(crate) struct ClusterFlags {
    /// Let the workers of this NATS server play (needs the feature cluster).
    #[arg(long, value_name = "URL")]
    pub(crate) workers: Option<String>,
    /// Share of the workers' jobs that two of them play, as a check [default: 0%].
    #[arg(long, value_name = "P%", requires = "workers", value_parser = share)]
    audit: Option<f64>,
}

/// A share such as `1%`.
fn share(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').and_then(|text| text.parse().ok());
    let share = number.filter(|percent| (0.0..=100.0).contains(percent));
    share
        .map(|percent: f64| percent / 100.0)
        .ok_or_else(|| "must be a share from 0% to 100%, such as 1%".to_owned())
}

impl ClusterFlags {
    /// Checks, before anything is written, that there is such a server, and that workers can play for
    /// all players.
    ///
    /// # Errors
    /// Wrong usage, or a server that cannot be reached.
    pub(crate) fn check<'a>(
        &self,
        players: impl Iterator<Item = &'a PlayerSpec>,
    ) -> anyhow::Result<()> {
        let Some(url) = &self.workers else {
            return Ok(());
        };
        // A build without the feature has one message for all.
        let mut programs = players.filter(|player| player.starts_program());
        if cfg!(feature = "cluster")
            && let Some(player) = programs.next()
        {
            return Err(usage(format!(
                "--workers {url}: player '{player}' is a program of this machine, and workers start no \
                 programs; play it here, or in shares (tournament --shard)"
            )));
        }
        Remote::check(url)
    }

    /// The coordinator of the run `name` in `folder`, if workers are to play it, and the run's journal.
    /// Games of excluded workers are removed from the latter, with those that follow from them in
    /// `schedule`.
    ///
    /// # Errors
    /// The journal cannot be written, or the server fails.
    pub(crate) fn open<S: Schedule>(
        &self,
        name: &str,
        file: &RunFile,
        game: &RunGame,
        folder: &Path,
        schedule: S,
        mut journal: Journal,
    ) -> anyhow::Result<(Option<Remote>, Journal)> {
        let Some(url) = &self.workers else {
            return Ok((None, journal));
        };
        let mut remote = Remote::open(url, self.audit.unwrap_or(0.0), name, file, game, folder)?;
        if remote.catch_up(&mut journal)? > 0 {
            let mut run = Run::new(schedule, journal);
            run.prune()?;
            journal = run.journal;
        }
        Ok((Some(remote), journal))
    }
}

/// A worker that is asked for.
#[cfg_attr(not(feature = "cluster"), allow(dead_code))] // read by workers alone
pub(crate) struct Work<'a> {
    /// Address of the server.
    pub(crate) url: &'a str,
    /// Number of threads.
    pub(crate) threads: usize,
    /// Its name, if not that of the machine.
    pub(crate) name: Option<&'a str>,
    /// Time without a job after which it ends.
    pub(crate) idle: Option<Duration>,
    /// Whether it says nothing.
    pub(crate) quiet: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_number_of_per_cent() {
        assert_eq!(share("1%"), Ok(0.01));
        assert_eq!(share("12.5%"), Ok(0.125));
        for wrong in ["1", "%", "-1%", "101%", "nan%", "a%"] {
            assert!(share(wrong).unwrap_err().contains("such as 1%"), "{wrong}");
        }
    }
}
