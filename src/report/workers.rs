//! `workers.csv`: the workers of a run with `--workers`.
//!
//! It depends on who played what, so it differs between repetitions, as `clock.csv` does.

use std::path::Path;

use super::table::{FileRow as _, Fixed, row};

row! {
    /// A row for each worker.
    Row in "workers.csv" {
        /// Name of the worker.
        worker: String,
        /// Its threads.
        threads: u64,
        /// Jobs whose result counted.
        jobs: u64,
        /// Games of them.
        games: u64,
        /// Play of all its threads, in seconds.
        seconds: Fixed<1>,
        /// Games of one thread in a second.
        games_per_s: Fixed<3>,
        /// Times that its jobs were given to other workers before.
        redelivered: u64,
        /// Results that came after that of another worker.
        refused: u64,
        /// Results that another worker played again, with the same bytes.
        audited: u64,
        /// Whether it is excluded from the run: 1 if so.
        excluded: u64,
    }
}

/// Writes the file.
///
/// # Errors
/// Those of the file.
#[cfg_attr(not(feature = "cluster"), allow(dead_code))] // written by coordinators alone
pub(crate) fn write(folder: &Path, rows: impl Iterator<Item = Row>) -> anyhow::Result<()> {
    Row::write(folder, rows)
}
