//! Games: the interface between runs and a game. Runs know players as specs and games as results.
//!
//! ```
//! use darkforge_lab::game::Game;
//! use darkforge_kriegspiel::umpire::ICC;
//! use darkforge_lab::kriegspiel::Kriegspiel;
//! use darkforge_lab::terms::Terms;
//!
//! fn is_a_game(_: &impl Game) {}
//! is_a_game(&Kriegspiel { ruleset: &ICC, ply_limit: 400, keep_tries: false, terms: Terms::default() });
//! ```

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::bout::{Fixture, PlayedGame};
use darkforge_engine::player::{Fault, FaultKind};

/// A game for two players under fixed rules.
pub trait Game: Sync {
    /// Plays `fixture` to its end. All randomness comes from the fixture's seed.
    ///
    /// # Errors
    /// If this machine cannot hold both players; the game does not count.
    fn play(&self, fixture: &Fixture<'_>) -> Result<PlayedGame, Shortage>;

    /// Checks a game of a journal against its tries; one without tries is accepted.
    ///
    /// # Errors
    /// A sentence on what does not follow from the tries.
    fn confirm(&self, played: &PlayedGame) -> Result<(), String>;
}

/// Calls a player; `call` also gives the fault that it has afterwards. A panic is its crash.
pub(crate) fn guarded<T>(call: impl FnOnce() -> (T, Option<Fault>)) -> Result<T, Fault> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok((done, None)) => Ok(done),
        Ok((_, Some(fault))) => Err(fault),
        Err(panic) => Err(crash(&*panic)),
    }
}

/// The fault of a player that panics, from what it said.
fn crash(panic: &(dyn Any + Send)) -> Fault {
    let said = panic.downcast_ref::<&str>().copied();
    let said = said.or(panic.downcast_ref::<String>().map(String::as_str));
    let says = said.map_or_else(
        || "it panics".to_owned(),
        |said| format!("it panics: {said}"),
    );
    Fault::new(FaultKind::Crash, says)
}

impl Shortage {
    /// Fails if a player of `fixture` could not continue for a lack of resources: those of White and
    /// Black.
    ///
    /// # Errors
    /// The first shortage.
    pub(crate) fn check(
        fixture: &Fixture<'_>,
        problems: [Option<&str>; 2],
    ) -> Result<(), Shortage> {
        let entrants = [fixture.white, fixture.black].into_iter();
        let short = entrants
            .zip(problems)
            .find_map(|(entrant, problem)| Some((entrant, problem?)));
        match short {
            None => Ok(()),
            Some((entrant, problem)) => Err(Shortage {
                game: fixture.game,
                player: entrant.name.clone(),
                problem: problem.to_owned(),
            }),
        }
    }
}

/// This machine lacks a resource for a player; no player is at fault.
#[derive(Debug, thiserror::Error)]
#[error(
    "game {game}, player {player}: {problem}; this machine is short of processes, open files \
     or memory"
)]
pub struct Shortage {
    /// The game's number.
    pub game: u64,
    /// Name of the player that could not be started.
    pub player: String,
    /// The system's message.
    pub problem: String,
}
