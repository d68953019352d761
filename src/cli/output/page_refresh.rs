//! `--watch`: the page of a run while games are played. One thread makes it again from the run's
//! journal, as `darkforge report` would; another writes it again every ten seconds with the run's
//! pulse, also while the first needs longer.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use crate::cli::output::progress::Progress;
use crate::cli::redraw::redraw_files;
use crate::cli::terminal::tell;
use crate::report::Drawn;
use crate::report::page::{Page, REFRESH, State};

/// Time until the first page.
const FIRST: Duration = Duration::from_secs(2);
/// Time between two pulses, and the least between two drawings...
const EVERY: Duration = Duration::from_secs(REFRESH as u64);
/// ...and least multiple of the last drawing's time: one part in this number is spent on pages.
const SHARE: u32 = 25;

/// Makes pages until it is dropped.
pub(crate) struct PageRefresh {
    shared: Arc<Shared>,
    drawing: Option<JoinHandle<()>>,
    beating: Option<JoinHandle<()>>,
}

struct Shared {
    folder: PathBuf,
    drawn: Drawn,
    progress: Arc<Progress>,
    state: Mutex<Refreshing>,
    woken: Condvar,
}

#[derive(Default)]
struct Refreshing {
    /// The last page, without pulse.
    page: Option<Page>,
    /// No further page is drawn.
    is_drawn: bool,
    /// No further page is written.
    has_ended: bool,
    /// Whether a failure was told.
    told: bool,
}

impl PageRefresh {
    /// Begins to make pages of the run in `folder`, whose progress is `progress`.
    pub(crate) fn start(folder: &Path, drawn: Drawn, progress: Arc<Progress>) -> PageRefresh {
        let shared = Arc::new(Shared {
            folder: folder.to_owned(),
            drawn,
            progress,
            state: Mutex::default(),
            woken: Condvar::new(),
        });
        let spawn = |work: fn(&Shared)| {
            let shared = Arc::clone(&shared);
            let thread = Builder::new().spawn(move || work(&shared));
            // A page that is missing must not lose the games.
            thread.map_err(|error| shared_failure(&error)).ok()
        };
        PageRefresh {
            drawing: spawn(Shared::draw),
            beating: spawn(Shared::beat),
            shared,
        }
    }

    /// Draws no further page; the last one is still written with the run's pulse.
    pub(crate) fn rest(&mut self) {
        self.shared.state().is_drawn = true;
        self.shared.woken.notify_all();
        join(self.drawing.take());
    }
}

impl Drop for PageRefresh {
    fn drop(&mut self) {
        self.rest();
        self.shared.state().has_ended = true;
        self.shared.woken.notify_all();
        join(self.beating.take());
    }
}

/// Waits for a thread; one that failed must not lose the work after it.
fn join(thread: Option<JoinHandle<()>>) {
    if let Some(thread) = thread {
        let _ = thread.join();
    }
}

fn shared_failure(error: &dyn std::fmt::Display) {
    tell(&format!("the page cannot be made just now: {error}"));
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, Refreshing> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, at most for `time` or until `is_over`; returns whether it is.
    fn wait(&self, time: Duration, is_over: fn(&Refreshing) -> bool) -> bool {
        let goes_on = |state: &mut Refreshing| !is_over(state);
        let waited = self.woken.wait_timeout_while(self.state(), time, goes_on);
        is_over(&waited.unwrap_or_else(PoisonError::into_inner).0)
    }

    /// Draws page after page.
    fn draw(&self) {
        let mut wait = FIRST;
        while !self.wait(wait, |state| state.is_drawn) {
            let began = Instant::now();
            let drawn = redraw_files(&self.folder, self.drawn, true);
            let page = drawn.and_then(|_| Page::of(&self.folder, State::Watched));
            let mut state = self.state();
            match page {
                Ok(page) => state.page = Some(page),
                Err(error) => tell_once(&mut state, &error),
            }
            self.write(&mut state);
            drop(state);
            wait = EVERY.max(SHARE * began.elapsed());
        }
    }

    /// Writes the last page again and again.
    fn beat(&self) {
        while !self.wait(EVERY, |state| state.has_ended) {
            self.write(&mut self.state());
        }
    }

    /// Writes the last page, if there is one, with the present pulse.
    fn write(&self, state: &mut Refreshing) {
        let pulse = self.progress.pulse();
        let page = state.page.as_ref();
        let written = page.map_or(Ok(()), |page| page.write(&self.folder, Some(&pulse)));
        if let Err(error) = written {
            tell_once(state, &error);
        }
    }
}

/// Tells the first failure.
fn tell_once(state: &mut Refreshing, error: &anyhow::Error) {
    if !std::mem::replace(&mut state.told, true) {
        shared_failure(&format!("{error:#}"));
    }
}
