//! Arenas: places where the games of a run are played, each journalled as it ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::RunError;
use crate::bout::{Bout, Fixture, PlayedGame};
use crate::game::Game;
use crate::journal::{Journal, JournalError};

/// Bouts that a schedule asked for, and the journal that lacks games of them.
pub struct Batch<'a> {
    /// The bouts.
    pub bouts: &'a [Bout],
    /// Bouts that may follow them ([`Schedule::ahead`](super::Schedule::ahead)).
    pub ahead: &'a [Bout],
    /// Seed of the run.
    pub seed: u64,
    /// The games that are over.
    pub journal: &'a mut Journal,
    /// Request to stop after the games in progress.
    pub stop: &'a AtomicBool,
    /// To be called with each game that is now in the journal; from any thread.
    pub over: &'a (dyn Fn(&PlayedGame) + Sync),
}

/// A place where the games of a run are played: the threads of this machine, or other machines.
pub trait Arena: Send {
    /// Plays the games of `batch` that its journal lacks, and puts each into the journal.
    ///
    /// # Errors
    /// See [`RunError`]. The games before an error are in the journal.
    fn play(&mut self, batch: Batch<'_>) -> Result<(), RunError>;

    /// Ends what is still in progress after the last batch, before the journal is sorted.
    ///
    /// # Errors
    /// See [`RunError`].
    fn finish(&mut self, _journal: &mut Journal, _stop: &AtomicBool) -> Result<(), RunError> {
        Ok(())
    }
}

/// The threads of the current rayon pool.
pub struct Threads<'g> {
    /// The game.
    pub game: &'g dyn Game,
}

impl Arena for Threads<'_> {
    fn play(&mut self, batch: Batch<'_>) -> Result<(), RunError> {
        let Batch {
            bouts,
            seed,
            journal,
            stop,
            over,
            ..
        } = batch;
        let known = journal.numbers();
        let missing = bouts.iter().flat_map(|bout| bout.fixtures(seed));
        let missing = missing.filter(|fixture| !known.contains(fixture.game));
        play(self.game, missing, journal, stop, over)
    }
}

/// Plays `missing`: every thread of the current pool takes the next of them until there are no
/// more, so that they begin in order. `over` is called from any thread with each game now in the
/// journal.
///
/// # Errors
/// See [`RunError`].
fn play<'b>(
    game: &dyn Game,
    missing: impl Iterator<Item = Fixture<'b>> + Send,
    journal: &mut Journal,
    stop: &AtomicBool,
    over: &(dyn Fn(&PlayedGame) + Sync),
) -> Result<(), RunError> {
    let (missing, failed) = (Mutex::new(missing), AtomicBool::new(false));
    let next = || {
        let mut missing = missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.next()
    };
    let keeper = Mutex::new(Keeper::new(journal));
    let keep = |game| {
        let mut keeper = keeper.lock().unwrap_or_else(PoisonError::into_inner);
        keeper.keep(game)
    };
    let play_next = || -> Result<bool, RunError> {
        let Some(fixture) = next() else {
            return Ok(false);
        };
        if stop.load(Ordering::Relaxed) {
            return Err(RunError::Stopped);
        }
        let played = game.play(&fixture)?;
        // The game is kept first, so that a failing observer does not lose it.
        over(&keep(played)?);
        Ok(true)
    };
    let ends = rayon::broadcast(|_| {
        while !failed.load(Ordering::Relaxed) {
            match play_next() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(())
    });
    // An error says more than a stop request.
    let (stopped, errors): (Vec<_>, Vec<_>) = ends
        .into_iter()
        .filter_map(Result::err)
        .partition(|error| matches!(error, RunError::Stopped));
    match errors.into_iter().chain(stopped).next() {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Least time between two requests to write a journal to its disk.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// Writer of games to the journal as they end.
pub struct Keeper<'a> {
    /// The journal.
    pub journal: &'a mut Journal,
    /// Time of the last write that is safe from a power cut.
    synced: Instant,
}

impl<'a> Keeper<'a> {
    /// A writer to `journal`.
    pub fn new(journal: &'a mut Journal) -> Keeper<'a> {
        Keeper {
            journal,
            synced: Instant::now(),
        }
    }

    /// Puts a game into the journal; returns it without its tries.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn keep(&mut self, game: PlayedGame) -> Result<PlayedGame, JournalError> {
        let game = self.journal.append_soon(game)?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.journal.sync()?;
            self.synced = Instant::now();
        }
        Ok(game)
    }
}

impl Drop for Keeper<'_> {
    fn drop(&mut self) {
        // If that fails, it fails again where the journal is synced.
        let _ = self.journal.flush();
    }
}
