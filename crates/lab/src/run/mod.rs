//! Runs: a schedule asks for bouts, the run plays them, and the schedule receives their games.
//!
//! The journal is the checkpoint: a stopped run asks and tells again over its journal, and
//! continues where it ends.
//!
//! ```
//! use darkforge_lab::journal::Journal;
//! use darkforge_lab::run::{Bouts, Run};
//!
//! let nothing = Bouts { seed: 1, bouts: Vec::new() };
//! let mut run = Run::new(nothing, Journal::temporary()?);
//! run.replay()?;
//! assert!(run.journal.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arena;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use crate::bout::{Bout, PlayedGame};
use crate::game::{Game, Shortage};
use crate::journal::{Journal, JournalError, Numbers};
pub use arena::{Arena, Batch, Keeper, Threads};
use darkforge_kriegspiel::umpire::Outcome;

/// An order of play: bouts that are asked for, and results that it receives. A schedule is a
/// function of what it received, so a journal contains the whole state of a run.
pub trait Schedule {
    /// Seed of the run; games draw theirs from it.
    fn seed(&self) -> u64;

    /// Bouts to play next; none when all are played. Asking again before telling gives the same
    /// bouts.
    fn ask(&self) -> Vec<Bout>;

    /// Bouts that will be asked for after those of [`Schedule::ask`], as far as they do not depend
    /// on their results: an arena may play them while it waits for the last of those. They change if
    /// the schedule turns out otherwise, so their games count only once they are asked for.
    fn ahead(&self) -> Vec<Bout> {
        Vec::new()
    }

    /// Takes the outcomes of each bout asked for, in the same order: those of all its games, in
    /// theirs.
    fn tell(&mut self, games: &[Vec<Outcome>]);
}

/// A list of bouts known in advance.
#[derive(Clone, Debug)]
pub struct Bouts {
    /// Seed of the run.
    pub seed: u64,
    /// The bouts that are left.
    pub bouts: Vec<Bout>,
}

impl Schedule for Bouts {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn ask(&self) -> Vec<Bout> {
        self.bouts.clone()
    }

    fn tell(&mut self, _games: &[Vec<Outcome>]) {
        self.bouts.clear();
    }
}

/// Observer of a run of the schedule `S`.
pub trait Observer<S>: Sync {
    /// A game was just played and is in the journal, or, if `replayed`, was read from it. Called
    /// from any thread; the game comes without its tries.
    fn game_over(&self, _game: &PlayedGame, _replayed: bool) {}

    /// `schedule` received games; it may be changed here, for instance ended. If
    /// `caught_up`, the journal has no games after them.
    ///
    /// # Errors
    /// An error stops the run: something needed to resume it could not be kept.
    fn told(
        &mut self,
        _schedule: &mut S,
        _journal: &Journal,
        _caught_up: bool,
    ) -> Result<(), std::io::Error> {
        Ok(())
    }
}

/// No observer.
impl<S> Observer<S> for () {}

/// Reasons for which a run did not end. Results that the schedule received count.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A stop was requested; the games in progress were finished and journalled.
    #[error("stopped after the games in progress")]
    Stopped,
    /// This machine lacks a resource for a player. The game is not in the journal.
    #[error(transparent)]
    Shortage(#[from] Shortage),
    /// The journal cannot be read or written, or is of another run.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The end of the run could not be kept.
    #[error("cannot record that the run ends here: {0}")]
    End(std::io::Error),
    /// The place where games are played failed.
    #[error(transparent)]
    Arena(Box<dyn std::error::Error + Send + Sync>),
}

/// A schedule and the journal of its games.
#[derive(Debug)]
pub struct Run<S> {
    /// The schedule.
    pub schedule: S,
    /// The games that are over.
    pub journal: Journal,
    /// Numbers of the games that the schedule has received.
    told: Numbers,
    /// Whether the journal has no game of another run.
    is_pure: bool,
}

impl<S: Schedule> Run<S> {
    /// A run before its first `ask`; `journal` may have games of it.
    pub fn new(schedule: S, journal: Journal) -> Run<S> {
        Run {
            schedule,
            journal,
            told: Numbers::default(),
            is_pure: false,
        }
    }

    /// Tells the schedule the games of the journal, as far as they go, and plays nothing.
    ///
    /// # Errors
    /// [`JournalError::Foreign`].
    pub fn replay(&mut self) -> Result<(), JournalError> {
        loop {
            let bouts = self.schedule.ask();
            if bouts.is_empty() || self.lacks(&bouts, |_| {})? {
                return self.refuse_foreign(&bouts);
            }
            self.tell(&bouts);
        }
    }

    /// Plays to the end on the threads of the current rayon pool, beginning with the journal's
    /// games, which are refereed again; a complete journal is sorted. Set `stop` to stop after the
    /// games in progress.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn play(
        &mut self,
        game: &dyn Game,
        stop: &AtomicBool,
        observer: &mut impl Observer<S>,
    ) -> Result<(), RunError> {
        self.play_in(&mut Threads { game }, game, stop, observer)
    }

    /// The same with games played in `arena`.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn play_in(
        &mut self,
        arena: &mut dyn Arena,
        game: &dyn Game,
        stop: &AtomicBool,
        observer: &mut impl Observer<S>,
    ) -> Result<(), RunError> {
        self.journal.referee(game)?;
        loop {
            let bouts = self.schedule.ask();
            let lacks = self.lacks(&bouts, |game| observer.game_over(game, true))?;
            if bouts.is_empty() || lacks {
                self.refuse_foreign(&bouts)?;
            }
            if bouts.is_empty() {
                arena.finish(&mut self.journal, stop)?;
                return Ok(self.journal.sort()?);
            }
            if lacks {
                let played = arena.play(Batch {
                    bouts: &bouts,
                    ahead: &self.schedule.ahead(),
                    seed: self.schedule.seed(),
                    journal: &mut self.journal,
                    stop,
                    over: &|game: &PlayedGame| observer.game_over(game, false),
                });
                self.journal.sync()?;
                played?;
            }
            self.tell(&bouts);
            let caught_up = self.journal.len() == self.told.len();
            observer
                .told(&mut self.schedule, &self.journal, caught_up)
                .map_err(RunError::End)?;
        }
    }

    /// Removes the games of the journal that the schedule does not ask for, as far as its games go:
    /// after games were removed from the journal, later ones may follow from them. Returns how many
    /// were removed.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn prune(&mut self) -> Result<usize, JournalError> {
        let mut removed = 0;
        let seed = self.schedule.seed();
        loop {
            let bouts = self.schedule.ask();
            let mut unfit = BTreeSet::new();
            for bout in &bouts {
                for game in self.journal.of(bout) {
                    let game = game?;
                    if !game.fits(&bout.fixture(seed, game.game)) {
                        unfit.insert(game.game);
                    }
                }
            }
            removed += self.journal.remove(&unfit)?;
            if !bouts.is_empty() && !self.lacks(&bouts, |_| {})? {
                self.tell(&bouts);
                continue;
            }
            let asked: BTreeSet<u64> = bouts.iter().flat_map(Bout::numbers).collect();
            let games = self.journal.outcomes().map(|(game, _)| game);
            let is_foreign = |game: &u64| !self.told.contains(*game) && !asked.contains(game);
            let foreign: BTreeSet<u64> = games.filter(is_foreign).collect();
            return Ok(removed + self.journal.remove(&foreign)?);
        }
    }

    /// Whether the journal lacks a game of `bouts`; calls `found` with those that it has.
    fn lacks(&self, bouts: &[Bout], found: impl Fn(&PlayedGame)) -> Result<bool, JournalError> {
        let mut lacks = false;
        for bout in bouts {
            let mut there = 0;
            let fixture = bout.fixture_of(self.schedule.seed());
            for game in self.journal.of(bout) {
                let game = game?;
                if !game.fits(&fixture(game.game)) {
                    return Err(self.journal.foreign(game.game));
                }
                found(&game);
                there += 1;
            }
            lacks |= there < bout.games;
        }
        Ok(lacks)
    }

    /// Checks that the journal has only games that the schedule received and games of `asked`, which
    /// [`Run::lacks`] has compared with their fixtures.
    fn refuse_foreign(&mut self, asked: &[Bout]) -> Result<(), JournalError> {
        if self.is_pure {
            return Ok(());
        }
        let mut untold = self.journal.numbers();
        for game in self.told.iter() {
            untold.remove(game);
        }
        for bout in asked {
            for (game, _) in self.journal.outcomes_of(bout) {
                untold.remove(game);
            }
        }
        if let Some(game) = untold.iter().next() {
            return Err(self.journal.foreign(game));
        }
        self.is_pure = true;
        Ok(())
    }

    /// Tells the games of `bouts`, which the journal has.
    fn tell(&mut self, bouts: &[Bout]) {
        let outcomes = |bout: &Bout| {
            let games = self.journal.outcomes_of(bout);
            games.map(|(_, outcome)| outcome).collect()
        };
        let games: Vec<Vec<Outcome>> = bouts.iter().map(outcomes).collect();
        self.told.extend(bouts.iter().flat_map(Bout::numbers));
        self.schedule.tell(&games);
    }
}

#[cfg(test)]
mod tests;
