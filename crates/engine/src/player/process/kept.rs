//! Kept processes: processes of one player that wait for their next game, and the file for their
//! standard error.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::error_file::ErrorFile;
use darkforge_kriegspiel::protocol::Order;
use darkforge_programs::{Deadline, Leave, Running};

/// Greatest number of waiting processes of all players together: each holds three open files.
const MOST_IDLE: usize = 64;
/// Number of waiting processes.
static IDLE: AtomicUsize = AtomicUsize::new(0);
const ORDER: Ordering = Ordering::Relaxed;

/// Waiting processes of one player.
#[derive(Default)]
pub(super) struct KeptProcesses {
    idle: Mutex<Vec<Running>>,
    pub(super) errors: ErrorFile,
}

impl fmt::Debug for KeptProcesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptProcesses")
    }
}

impl KeptProcesses {
    /// A waiting process that still runs.
    pub(super) fn take(&self) -> Option<Running> {
        loop {
            let mut next = self
                .idle
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop()?;
            IDLE.fetch_sub(1, ORDER);
            if next.is_alive() {
                return Some(next);
            }
            let title = format!("kept from game to game: it ended with {}", next.end());
            self.errors.add(&title, &next.errors());
        }
    }

    /// Keeps a process for another game; returns it if too many wait already.
    pub(super) fn put_back(&self, running: Running) -> Option<Running> {
        let one_more = |idle| (idle < MOST_IDLE).then_some(idle + 1);
        if IDLE.fetch_update(ORDER, ORDER, one_more).is_err() {
            return Some(running);
        }
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(running);
        None
    }

    /// Ends all waiting processes; returns the number that had to be killed after `time`.
    pub(super) fn retire(&self, time: Duration) -> usize {
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        IDLE.fetch_sub(idle.len(), ORDER);
        for running in &idle {
            running.send(&Order::Quit);
        }
        let mut deadline = Deadline::lasting(time);
        let mut killed = 0;
        for mut running in idle {
            let leave = running.take_leave(&"", &mut deadline);
            killed += usize::from(matches!(leave, Leave::Stays));
            let title = format!("kept from game to game: it ended with {}", running.end());
            self.errors.add(&title, &running.errors());
        }
        killed
    }
}

impl Drop for KeptProcesses {
    fn drop(&mut self) {
        self.retire(Duration::from_secs(1));
    }
}
