//! Keeps in a run's folder how long it was played, now and then and at the end: what a killed
//! run loses is seconds.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use darkforge_lab::draft::is_at;
use jiff::Timestamp;

use crate::report::clock::{self, Sitting};

/// Time between two times of keeping it.
const KEEP_EVERY: Duration = Duration::from_secs(10);

/// One sitting of a run.
pub(crate) struct RunClock {
    folder: PathBuf,
    /// The folder as it was; nothing where folders cannot be opened.
    open: Option<File>,
    before: Vec<Sitting>,
    began: String,
    kept: Mutex<Instant>,
}

impl RunClock {
    /// A sitting that begins now.
    pub(crate) fn new(folder: &Path) -> RunClock {
        RunClock {
            folder: folder.to_owned(),
            open: File::open(folder).ok(),
            before: clock::read(folder),
            began: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            kept: Mutex::new(Instant::now()),
        }
    }

    /// Keeps it if that was not done lately.
    pub(crate) fn now_and_then(&self, seconds: f64, games: u64) {
        let Ok(mut kept) = self.kept.try_lock() else {
            return; // somebody does it just now
        };
        if kept.elapsed() >= KEEP_EVERY {
            *kept = Instant::now();
            self.keep(seconds, games);
        }
    }

    /// Keeps that so many games took so long. A sitting without a game is none.
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
        // No game is lost with it, so it is no reason to stop.
        let _ = clock::write(&self.folder, &sittings);
    }
}
