//! Parallel play: games on all cores, each journalled as it ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::RunError;
use crate::bout::{Fixture, PlayedGame};
use crate::game::Game;
use crate::journal::{Journal, JournalError};

/// Plays `missing`: every thread of the current pool takes the next of them until there are no
/// more, so that they begin in order. `over` is called from any thread with each game now in the
/// journal.
///
/// # Errors
/// See [`RunError`].
pub(super) fn play<'b>(
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
    let keeper = Mutex::new(Keeper {
        journal,
        synced: Instant::now(),
    });
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
struct Keeper<'a> {
    journal: &'a mut Journal,
    /// Time of the last write that is safe from a power cut.
    synced: Instant,
}

impl Keeper<'_> {
    /// Puts a game into the journal; returns it without its tries.
    fn keep(&mut self, game: PlayedGame) -> Result<PlayedGame, JournalError> {
        let game = self.journal.append(game)?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.journal.sync()?;
            self.synced = Instant::now();
        }
        Ok(game)
    }
}
