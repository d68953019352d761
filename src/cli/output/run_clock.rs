//! Run clock: records the playing time of a run in its folder, at intervals and at the end. A
//! killed run loses seconds.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use darkforge_lab::draft::is_at;
use jiff::Timestamp;

use crate::report::clock::{self, Sitting};

/// Time between two records.
const KEEP_EVERY: Duration = Duration::from_secs(10);

/// One session of a run.
pub(crate) struct RunClock {
    folder: PathBuf,
    /// The folder as it was opened; `None` on systems where folders cannot be opened.
    open: Option<File>,
    before: Vec<Sitting>,
    began: String,
    kept: Mutex<Instant>,
}

impl RunClock {
    /// Begins a session.
    pub(crate) fn new(folder: &Path) -> RunClock {
        RunClock {
            folder: folder.to_owned(),
            open: File::open(folder).ok(),
            before: clock::read(folder),
            began: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            kept: Mutex::new(Instant::now()),
        }
    }

    /// Records the time unless that was done recently.
    pub(crate) fn now_and_then(&self, seconds: f64, games: u64) {
        let Ok(mut kept) = self.kept.try_lock() else {
            return; // somebody does it just now
        };
        if kept.elapsed() >= KEEP_EVERY {
            *kept = Instant::now();
            self.keep(seconds, games);
        }
    }

    /// Records that the games took this time. A session without a game is not recorded.
    pub(crate) fn keep(&self, seconds: f64, games: u64) {
        // Another folder of the same name has a clock of its own.
        let is_there = |open: &File| is_at(&self.folder, open);
        if games == 0 || !self.open.as_ref().is_none_or(is_there) {
            return;
        }
        let mut sittings = self.before.clone();
        sittings.push(Sitting {
            began: self.began.clone(),
            seconds,
            games,
        });
        // No game is lost without it, so it must not stop the run.
        let _ = clock::write(&self.folder, &sittings);
    }
}
