//! The parallel run: plays the games of bouts on all cores and journals each as it ends.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Bout, Fixture, Journal, JournalError, PlayedGame};
use crate::game;
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_streams as streams;

/// Who watches a run: called from any thread, for each game as it becomes known.
pub trait Watch: Sync {
    /// A game was played just now and is in the journal, or, if `replayed`, was read from
    /// it. The game comes without its tries.
    fn game_over(&self, game: &PlayedGame, replayed: bool);
}

/// Nobody watches.
impl Watch for () {
    fn game_over(&self, _game: &PlayedGame, _replayed: bool) {}
}

/// Where games are played.
pub struct Arena<'a> {
    /// Rules of all games.
    pub ruleset: &'static Ruleset,
    /// Plies after which a game is drawn.
    pub ply_limit: u32,
    /// Seed of the run; games draw theirs from it.
    pub seed: u64,
    /// Whether the journal keeps every try.
    pub keep_tries: bool,
    /// Whether games that the journal lacks are played. If not, they end the run.
    pub playing: bool,
    /// Threads that play.
    pub pool: &'a rayon::ThreadPool,
    /// Set from outside to stop after the games under way.
    pub stop: &'a AtomicBool,
    /// Told of each game.
    pub watch: &'a dyn Watch,
    /// Where games go as they end.
    pub journal: Journal,
}

/// Why bouts were not played to their end.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// Asked to stop; the games that had begun were finished and journalled.
    #[error("stopped after the games under way")]
    Stopped,
    /// The journal ends here and nothing is to be played.
    #[error("the journal ends before the run does")]
    JournalEnds,
    /// This machine lacks what a player needs. Its game is not in the journal.
    #[error(
        "game {game}, player {player}: {problem}; this machine is short of processes, open \
         files or memory: make room (ulimit, fewer --threads) and go on with --resume"
    )]
    Shortage {
        /// The game's number.
        game: u64,
        /// Who could not be started.
        player: String,
        /// What the system says.
        problem: String,
    },
    /// The journal cannot be read or written, or is of another run.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// It could not be kept where the run ends.
    #[error("cannot keep that the run ends here: {0}; go on with --resume")]
    End(std::io::Error),
}

impl Arena<'_> {
    /// Plays `bouts`, or reads from the journal what of them it has: the games of each
    /// bout in the order of their numbers.
    ///
    /// # Errors
    /// See [`ArenaError`].
    pub fn play(&mut self, bouts: &[Bout]) -> Result<Vec<Vec<PlayedGame>>, ArenaError> {
        let fixtures: Vec<Fixture<'_>> = bouts
            .iter()
            .flat_map(|bout| bout.fixtures(self.seed))
            .collect();
        self.play_games(&fixtures)?;
        bouts
            .iter()
            .map(|bout| {
                bout.fixtures(self.seed)
                    .map(|fixture| {
                        let game = self.journal.get(fixture.game).cloned();
                        game.ok_or(ArenaError::Stopped)
                    })
                    .collect()
            })
            .collect()
    }

    /// Makes sure that the journal has no game but `fixtures`.
    ///
    /// # Errors
    /// [`JournalError::Stranger`].
    pub fn refuse_strangers(
        journal: &Journal,
        fixtures: &[Fixture<'_>],
    ) -> Result<(), JournalError> {
        let known: BTreeMap<u64, &Fixture<'_>> = fixtures
            .iter()
            .map(|fixture| (fixture.game, fixture))
            .collect();
        let stranger = journal.games().find(|game| {
            !known
                .get(&game.game)
                .is_some_and(|fixture| game.fits(fixture))
        });
        match stranger {
            Some(game) => Err(journal.stranger(game.game)),
            None => Ok(()),
        }
    }

    /// Makes sure that the journal has the games of `fixtures`.
    ///
    /// # Errors
    /// See [`ArenaError`].
    pub fn play_games(&mut self, fixtures: &[Fixture<'_>]) -> Result<(), ArenaError> {
        let mut missing = Vec::new();
        for fixture in fixtures {
            match self.journal.get(fixture.game) {
                None => missing.push(*fixture),
                Some(game) if game.fits(fixture) => self.watch.game_over(game, true),
                Some(game) => return Err(self.journal.stranger(game.game).into()),
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        if !self.playing {
            return Err(ArenaError::JournalEnds);
        }
        let played = self.play_missing(&missing);
        self.journal.sync()?;
        played
    }

    /// Plays `missing`: every thread takes the next of them until there are no more, so that
    /// they begin in their order.
    fn play_missing(&mut self, missing: &[Fixture<'_>]) -> Result<(), ArenaError> {
        let (ruleset, ply_limit, keep_tries) = (self.ruleset, self.ply_limit, self.keep_tries);
        let (stop, watch) = (self.stop, self.watch);
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let keeper = Mutex::new(Keeper {
            journal: &mut self.journal,
            synced: Instant::now(),
        });
        let keep = |game| {
            let mut keeper = keeper.lock().unwrap_or_else(PoisonError::into_inner);
            keeper.keep(game)
        };
        let play_next = || -> Result<bool, ArenaError> {
            let Some(fixture) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return Ok(false);
            };
            if stop.load(Ordering::Relaxed) {
                return Err(ArenaError::Stopped);
            }
            let game = play(fixture, ruleset, ply_limit, keep_tries)?;
            // First it is kept: whatever becomes of who watches, it is not lost.
            if let Some(game) = keep(game)? {
                watch.game_over(&game, false);
            }
            Ok(true)
        };
        let ends = self.pool.broadcast(|_| {
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
        // What went wrong says more than that it was to stop as well.
        let (stopped, errors): (Vec<_>, Vec<_>) = ends
            .into_iter()
            .filter_map(Result::err)
            .partition(|error| matches!(error, ArenaError::Stopped));
        match errors.into_iter().chain(stopped).next() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// How often at most the system is asked to write a journal to its disk.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// Takes games as they end.
struct Keeper<'a> {
    journal: &'a mut Journal,
    /// When what was appended last became safe from a power cut.
    synced: Instant,
}

impl Keeper<'_> {
    /// Puts a game into the journal; the game as it is there.
    fn keep(&mut self, game: PlayedGame) -> Result<Option<PlayedGame>, JournalError> {
        let number = game.game;
        self.journal.append(game)?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.journal.sync()?;
            self.synced = Instant::now();
        }
        Ok(self.journal.get(number).cloned())
    }
}

/// Plays one game. All its randomness comes from its seed: one stream for the player who
/// begins the pair and one for the other, so that with colours swapped the same draws
/// make another game.
///
/// # Errors
/// This machine could not hold both players: [`ArenaError::Shortage`].
fn play(
    fixture: &Fixture<'_>,
    ruleset: &'static Ruleset,
    ply_limit: u32,
    keep_tries: bool,
) -> Result<PlayedGame, ArenaError> {
    let swapped = fixture.game % 2;
    let stream = |index| streams::open(fixture.seed, "player", index);
    let mut white = fixture.white.spec.build(stream(swapped));
    let mut black = fixture.black.spec.build(stream(1 - swapped));
    let finished = game::play_with_faults(ruleset, ply_limit, white.as_mut(), black.as_mut());
    let players = [(fixture.white, &white), (fixture.black, &black)];
    let short = players.into_iter().find_map(|(entrant, player)| {
        Some(ArenaError::Shortage {
            game: fixture.game,
            player: entrant.name.clone(),
            problem: player.shortage()?.to_owned(),
        })
    });
    match short {
        Some(shortage) => Err(shortage),
        None => Ok(PlayedGame::new(fixture, finished, keep_tries)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Entrant, Openings};
    use darkforge_engine::player::PlayerSpec;
    use darkforge_kriegspiel::umpire::ICC;

    fn played(threads: usize, stop: &AtomicBool) -> (Result<(), ArenaError>, Vec<u64>) {
        let [first, second] = ["a", "b"].map(|name| Entrant {
            name: name.to_owned(),
            spec: PlayerSpec::random(),
        });
        let bout = Bout {
            id: 0,
            first_pair: 0,
            pairs: 6,
            openings: Openings::Own,
            first,
            second,
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let order = Mutex::new(Vec::new());
        let mut arena = Arena {
            ruleset: &ICC,
            ply_limit: 20,
            seed: 1,
            keep_tries: false,
            playing: true,
            pool: &pool.build().unwrap(),
            stop,
            watch: &Order(&order),
            journal: Journal::temporary().unwrap(),
        };
        let played = arena.play(&[bout]).map(|_| ());
        (played, order.into_inner().unwrap())
    }

    /// Notes the numbers of games as they end.
    struct Order<'a>(&'a Mutex<Vec<u64>>);

    impl Watch for Order<'_> {
        fn game_over(&self, game: &PlayedGame, _replayed: bool) {
            self.0.lock().unwrap().push(game.game);
        }
    }

    #[test]
    fn games_begin_in_the_order_of_the_schedule() {
        let (played, order) = self::played(1, &AtomicBool::new(false));
        assert!(played.is_ok());
        assert_eq!(order, (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn all_threads_together_play_each_game_once() {
        let (played, mut order) = self::played(3, &AtomicBool::new(false));
        assert!(played.is_ok());
        order.sort_unstable();
        assert_eq!(order, (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_begins_once_it_is_to_stop() {
        let (played, order) = self::played(2, &AtomicBool::new(true));
        assert!(matches!(played, Err(ArenaError::Stopped)));
        assert!(order.is_empty());
    }
}
