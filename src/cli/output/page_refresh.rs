//! `--watch`: a thread that makes the page of a run again from its journal while games are played,
//! as `darkforge report` would.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::cli::redraw::redraw;
use crate::cli::terminal::tell;
use crate::report::page::State;

/// Time until the first page.
const FIRST: Duration = Duration::from_secs(2);
/// Least time between two pages...
const EVERY: Duration = Duration::from_secs(10);
/// ...and least multiple of the last page's time: one part in this number is spent on pages.
const SHARE: u32 = 25;

/// Whether the run has ended, with a condition variable for it.
type Ended = Arc<(Mutex<bool>, Condvar)>;

/// Makes pages until it is dropped.
pub(crate) struct PageRefresh {
    ended: Ended,
    thread: Option<JoinHandle<()>>,
}

impl PageRefresh {
    /// Begins to make pages of the run in `folder`.
    pub(crate) fn start(folder: &Path) -> PageRefresh {
        let ended = Ended::default();
        let (folder, flag) = (folder.to_owned(), Arc::clone(&ended));
        let thread = std::thread::spawn(move || draw_until(&flag, &folder));
        PageRefresh {
            ended,
            thread: Some(thread),
        }
    }
}

impl Drop for PageRefresh {
    fn drop(&mut self) {
        let (ended, woken) = &*self.ended;
        *ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        woken.notify_all();
        if let Some(thread) = self.thread.take() {
            // A failing page must not lose the work after it.
            let _ = thread.join();
        }
    }
}

fn draw_until(ended: &Ended, folder: &Path) {
    let (ended, woken) = &**ended;
    let (mut wait, mut told) = (FIRST, false);
    let mut guard = ended.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let waited = woken.wait_timeout_while(guard, wait, |ended| !*ended);
        guard = waited.unwrap_or_else(PoisonError::into_inner).0;
        if *guard {
            return;
        }
        drop(guard);
        let began = Instant::now();
        if let Err(error) = redraw(folder, State::UnderWay, true)
            && !told
        {
            tell(&format!("the page cannot be made just now: {error:#}"));
            told = true;
        }
        wait = EVERY.max(SHARE * began.elapsed());
        guard = ended.lock().unwrap_or_else(PoisonError::into_inner);
    }
}
