//! Cost of a match or a tournament before it runs: time and disk, measured on a few games.
//!
//! ```no_run
//! use darkforge_lab::config::TournamentConfig;
//! use darkforge_lab::games_cost::GamesCost;
//!
//! let plan = TournamentConfig::load("configs/versions.toml".as_ref())?.check("versions.toml")?;
//! let pool = rayon::ThreadPoolBuilder::new().build()?;
//! let entrants = plan.schedule.entrants();
//! let pairings = [[&entrants[0], &entrants[1]]];
//! let cost = GamesCost::of(&plan.game, 1, &pairings, 1000, &pool)?;
//! println!("about {:.0} s", cost.seconds().mid);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::time::Duration;

use crate::bout::Entrant;
use crate::cost::{Sample, Timed};
use crate::forecast::{APART, Forecast, GameKind, GamesLeft, Span};
use crate::rules::RunGame;
use crate::run::RunError;

/// Greatest time for measuring, after a first batch of games of each pairing.
const TIMED: Duration = Duration::from_secs(4);
/// Greatest number of pairings that are timed.
const PAIRINGS: usize = 6;
/// Bytes of a row of `games.csv`, as a share of the game's line in the journal.
const ROW: f64 = 0.5;
/// Bytes of plots and of files that do not grow much.
const FIXED: f64 = 2e6;

/// Cost of a run whose games are known in advance, or at most so many.
pub struct GamesCost {
    /// Games of the run.
    pub games: u64,
    /// Games that were timed.
    pub timed: u64,
    /// Games a second.
    pub speed: f64,
    /// Bytes on disk.
    pub disk: f64,
    forecast: Forecast,
}

impl GamesCost {
    /// The cost of `games` games of these pairings, about as many of each, on the threads of `pool`.
    /// A few games of some of them are played and timed, also those of programs.
    ///
    /// # Errors
    /// Those of the timed games.
    pub fn of(
        game: &RunGame,
        seed: u64,
        pairings: &[[&Entrant; 2]],
        games: u64,
        pool: &rayon::ThreadPool,
    ) -> Result<GamesCost, RunError> {
        let sample = Sample {
            game,
            seed,
            keep_tries: false, // the run's own switch is that of its game
            pool,
        };
        let step = pairings.len().div_ceil(PAIRINGS).max(1);
        let chosen: Vec<_> = pairings.iter().step_by(step).collect();
        let share = TIMED.div_f64(chosen.len().max(1) as f64);
        // A small part of the run, so that a short run does not become longer by it.
        let most = (games / 50 / chosen.len().max(1) as u64).clamp(2, 400);
        let mut all = Timed::default();
        for players in chosen {
            let timed = sample.time(players.map(Clone::clone), most, share)?;
            all.times.extend(timed.times);
            all.bytes += timed.bytes;
        }
        let mut forecast = Forecast::default();
        if let Some(belief) = all.belief() {
            // Pairings that were not timed may last differently long.
            let belief = if step > 1 {
                belief.within(APART)
            } else {
                belief
            };
            forecast.believe(GameKind::Selection, belief);
        }
        forecast.set_left(GamesLeft::of(games), GameKind::Selection);
        let line = all.bytes as f64 / all.games().max(1) as f64;
        Ok(GamesCost {
            games,
            timed: all.games(),
            speed: all.speed(),
            disk: games as f64 * line * (1.0 + ROW) + FIXED,
            forecast,
        })
    }

    /// Seconds of the run: the range should hold them in nine of ten runs.
    pub fn seconds(&self) -> Span {
        self.forecast.seconds(None).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::Terms;
    use darkforge_engine::player::PlayerSpec;
    use darkforge_kriegspiel::umpire::ICC;

    #[test]
    fn the_cost_of_a_run_follows_from_a_few_games() {
        let game = RunGame {
            rules: (&ICC).into(),
            ply_limit: 40,
            keep_tries: true,
            terms: Terms::default(),
        };
        let entrant = |name: &str| Entrant {
            name: name.to_owned(),
            spec: PlayerSpec::random(),
        };
        let players = ["a", "b", "c"].map(entrant);
        let [a, b, c] = &players;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        let cost =
            |games| GamesCost::of(&game, 1, &[[a, b], [a, c], [b, c]], games, &pool).unwrap();
        let (few, many) = (cost(100), cost(100_000));
        assert!((6..=12).contains(&few.timed), "{}", few.timed);
        assert!(many.timed > 12);
        let span = many.seconds();
        assert!(0.0 < span.lo && span.lo < span.mid && span.mid < span.hi);
        assert!(span.mid > 100.0 * few.seconds().lo);
        assert!(many.disk > 1e7);
    }
}
