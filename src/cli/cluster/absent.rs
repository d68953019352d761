//! Builds without the feature `cluster`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::cli::cluster::Work;
use crate::cli::errors::usage;
use crate::cli::output::progress::Progress;
use darkforge_lab::config::RunFile;
use darkforge_lab::journal::Journal;
use darkforge_lab::rules::RunGame;
use darkforge_lab::run::{Arena, Batch, RunError};

/// The error for all that needs the feature.
fn without() -> anyhow::Error {
    usage(
        "this build has no cluster feature: it plays on this machine alone; build it with `cargo build \
         --release --features cluster`",
    )
}

/// The coordinator of a run; there is none in this build.
pub(crate) enum Remote {}

impl Remote {
    /// Refuses every server.
    pub(crate) fn check(_url: &str) -> anyhow::Result<()> {
        Err(without())
    }

    /// No coordinator.
    pub(crate) fn open(
        _url: &str,
        _audit: f64,
        _name: &str,
        _file: &RunFile,
        _game: &RunGame,
        _folder: &Path,
    ) -> anyhow::Result<Remote> {
        Err(without())
    }

    /// Never called.
    pub(crate) fn catch_up(&mut self, _journal: &mut Journal) -> anyhow::Result<usize> {
        match *self {}
    }

    /// Never called.
    pub(crate) fn show_in(&self, _progress: &Arc<Progress>) {
        match *self {}
    }

    /// Never called.
    pub(crate) fn end(self, _is_finished: bool) {
        match self {}
    }
}

impl Arena for Remote {
    fn play(&mut self, _batch: Batch<'_>) -> Result<(), RunError> {
        match *self {}
    }

    fn finish(&mut self, _journal: &mut Journal, _stop: &AtomicBool) -> Result<(), RunError> {
        match *self {}
    }
}

/// Whether an error means that the run has to be begun again without a worker's games.
pub(crate) fn is_excluded(_error: &RunError) -> bool {
    false
}

/// Refuses to work.
pub(crate) fn work(_: &Work<'_>) -> anyhow::Result<()> {
    Err(without())
}
