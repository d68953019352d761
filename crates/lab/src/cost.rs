//! Cost of an evolution before it runs: games by purpose, time and disk, measured on a few games.
//!
//! ```no_run
//! use darkforge_lab::config::EvolveConfig;
//! use darkforge_lab::cost::Cost;
//!
//! let plan = EvolveConfig::load("configs/overnight.toml".as_ref())?.check("overnight.toml")?;
//! let pool = rayon::ThreadPoolBuilder::new().build()?;
//! println!("{} games", Cost::of(&plan, &pool, 0)?.games);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::bout::{Bout, Entrant, Openings, PlayedGame};
use crate::config::EvolvePlan;
use crate::forecast::{APART, Belief, Forecast, GameKind, GamesLeft, Span};
use crate::game::Game;
use crate::journal::Journal;
use crate::run::{Bouts, Observer, Run, RunError};
use crate::tuner::{Evolution, Keep, ProofSettings};
use darkforge_engine::player::PlayerSpec;
use darkforge_streams as streams;

/// Greatest time for measuring, after a first batch of games.
const TIMED: Duration = Duration::from_secs(2);
/// The same for games against the reference.
const TIMED_REFERENCE: Duration = Duration::from_secs(1);
/// Standard deviation of the logarithm of how long games of a run last, relative to those between two
/// players with the weights of its start.
const EVOLVED: f64 = 0.15;
/// Standard deviation of the logarithm of the time that a second of games takes, by the other work of
/// the machine; of more seconds less.
const OTHER_WORK: f64 = 0.25;
/// Bytes of a row of `games.csv`, as a share of the game's line in the journal without its tries.
const ROW: f64 = 0.5;
/// Bytes of an individual in `individuals.csv`.
const INDIVIDUAL: f64 = 1100.0;
/// Bytes of plots and of files that do not grow much.
const FIXED: f64 = 12e6;

/// Cost of a run. Racing reduces it, drawn bouts increase it.
pub struct Cost {
    /// Selecting games of a generation.
    pub selection: u64,
    /// The champion's games against the reference, and the number of generations between them.
    pub reference: (u64, u32),
    /// Games of a proof, in the screening and fresh ones, and the number of generations between
    /// proofs.
    pub proof: Option<(u64, u64, u32)>,
    /// Generations.
    pub generations: u32,
    /// Games of the whole run.
    pub games: u64,
    /// Games that exist already.
    pub there: u64,
    /// Games that were timed.
    pub timed: u64,
    /// Games a second.
    pub speed: f64,
    /// Games a second of the player of the proof, if it is another one.
    pub proof_speed: Option<f64>,
    /// Bytes on disk.
    pub disk: f64,
    /// Forecast from the timed games.
    forecast: Forecast,
}

impl Cost {
    /// The cost of `plan` on the threads of `pool`, if `there` games exist already.
    ///
    /// # Errors
    /// Those of the timed games.
    pub fn of(plan: &EvolvePlan, pool: &rayon::ThreadPool, there: u64) -> Result<Cost, RunError> {
        let settings = &plan.settings;
        let evolution = Evolution::new(settings.clone());
        let games = evolution.expected_games();
        // A small part of the run, so that a short run does not become longer by it.
        let most = ((games.saturating_sub(there)) / 50).clamp(2, 400);
        let setup = &settings.setup;
        let start = |player: &PlayerSpec, name: &str| Entrant {
            name: name.to_owned(),
            spec: player.reweighted(name, &setup.start),
        };
        let twins = |player: &PlayerSpec| [start(player, "first"), start(player, "second")];
        let sample = Sample {
            game: &plan.game,
            seed: settings.setup.seed,
            keep_tries: settings.keep != Keep::None,
            pool,
        };
        let own = sample.time(twins(&setup.player), most, TIMED)?;
        let prover = settings
            .proof
            .iter()
            .find_map(|proof| proof.player.as_ref());
        let prover = prover.map(|player| sample.time(twins(player), most, TIMED));
        let prover = prover.transpose()?;
        // A program is not started before the run.
        let reference = &settings.reference;
        let is_timed = reference.pairs > 0 && !reference.entrant.spec.starts_program();
        let against = is_timed.then(|| {
            let players = [start(&setup.player, "first"), reference.entrant.clone()];
            sample.time(players, most.div_ceil(4), TIMED_REFERENCE)
        });
        let against = against.transpose()?;
        let forecast = forecast(plan, &own, against.as_ref(), prover.as_ref());
        let individuals =
            f64::from(settings.generations) * (plan.config.population.size as f64 + 1.0);
        let mut cost = Cost {
            selection: evolution.expected_selection(),
            reference: (2 * settings.reference.pairs, settings.reference.every),
            proof: settings.proof.as_ref().map(|proof: &ProofSettings| {
                let (screening, fresh) = (proof.screening_in_all(), proof.fresh_in_all());
                (2 * screening, 2 * fresh, proof.every)
            }),
            generations: settings.generations,
            games,
            there,
            timed: own.games(),
            speed: own.speed(),
            proof_speed: prover.as_ref().map(Timed::speed),
            disk: games as f64 * own.line() * (1.0 + ROW) + individuals * INDIVIDUAL + FIXED,
            forecast: at_start(forecast, &evolution, there),
        };
        let (reference, every) = cost.reference;
        let measured = f64::from(settings.generations.div_ceil(every)) * reference as f64;
        let kept = match settings.keep {
            Keep::None => 0.0,
            Keep::Proof => cost.in_proofs() as f64,
            Keep::Champions => cost.in_proofs() as f64 + measured,
            Keep::All => games as f64,
        };
        cost.disk += kept * own.tries_of_game();
        Ok(cost)
    }

    /// Seconds of the run from here, which a deadline in `deadline` seconds may end before.
    pub fn seconds(&self, deadline: Option<f64>) -> Span {
        self.forecast.seconds(deadline).unwrap_or_default()
    }

    /// Forecast of the run's time from the timed games.
    pub fn forecast(&self) -> &Forecast {
        &self.forecast
    }

    /// Games of all proofs.
    fn in_proofs(&self) -> u64 {
        let of = |(screening, fresh, every): (u64, u64, u32)| {
            let proofs = self.generations.checked_div(every).unwrap_or(0);
            let at_end = every == 0 || !self.generations.is_multiple_of(every);
            (screening + fresh) * (u64::from(proofs) + u64::from(at_end))
        };
        self.proof.map_or(0, of)
    }

    /// Duration of a game of the proof, relative to other games.
    pub fn proof_factor(&self) -> f64 {
        self.proof_speed.map_or(1.0, |speed| self.speed / speed)
    }
}

/// Games that were timed.
#[derive(Default)]
pub(crate) struct Timed {
    /// Seconds between the ends of games, one after another.
    pub(crate) times: Vec<f64>,
    /// Bytes in the journal.
    pub(crate) bytes: u64,
    /// Of these, bytes of tries.
    tries: u64,
}

impl Timed {
    pub(crate) fn games(&self) -> u64 {
        self.times.len() as u64
    }

    /// Games a second.
    pub(crate) fn speed(&self) -> f64 {
        self.times.len() as f64 / self.times.iter().sum::<f64>().max(1e-9)
    }

    /// The logarithm of a game's seconds.
    pub(crate) fn belief(&self) -> Option<Belief> {
        let seconds: f64 = self.times.iter().sum();
        let belief = Belief::of_times(&self.times)?;
        Some(belief.within(OTHER_WORK / (1.0 + seconds).sqrt()))
    }

    /// Bytes of a game without its tries.
    fn line(&self) -> f64 {
        self.bytes.saturating_sub(self.tries) as f64 / self.times.len().max(1) as f64
    }

    /// Bytes of the tries of a game.
    fn tries_of_game(&self) -> f64 {
        self.tries as f64 / self.times.len().max(1) as f64
    }
}

/// Observer that notes when games end.
struct Stopwatch(Mutex<(Instant, Vec<f64>)>);

impl Observer<Bouts> for Stopwatch {
    fn game_over(&self, _game: &PlayedGame, _replayed: bool) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let before = std::mem::replace(&mut times.0, now);
        times.1.push((now - before).as_secs_f64());
    }
}

/// Sample of a run's games, which are played to be timed.
pub(crate) struct Sample<'a> {
    /// The game of the run.
    pub(crate) game: &'a dyn Game,
    /// Seed of the run.
    pub(crate) seed: u64,
    /// Whether tries are kept.
    pub(crate) keep_tries: bool,
    /// Threads that play.
    pub(crate) pool: &'a rayon::ThreadPool,
}

impl Sample<'_> {
    /// Plays `players` against each other for a while, at most about `most` games, on seeds of their
    /// own.
    pub(crate) fn time(
        &self,
        players: [Entrant; 2],
        most: u64,
        limit: Duration,
    ) -> Result<Timed, RunError> {
        let [first, second] = players;
        let began = Instant::now();
        let batch = self.pool.current_num_threads() as u64;
        let (mut pairs, mut bytes, mut tries) = (0, 0, 0);
        let mut watch = Stopwatch(Mutex::new((began, Vec::new())));
        while pairs == 0 || (2 * pairs < most && began.elapsed() < limit) {
            let bout = Bout {
                id: pairs / batch,
                first_pair: pairs,
                step: 1,
                games: 2 * batch,
                keep_tries: self.keep_tries,
                openings: Openings::Own,
                first: first.clone(),
                second: second.clone(),
            };
            let bouts = Bouts {
                seed: streams::derive(self.seed, "cost", 0),
                bouts: vec![bout],
            };
            let mut run = Run::new(bouts, Journal::temporary()?);
            let stop = AtomicBool::new(false);
            self.pool
                .install(|| run.play(self.game, &stop, &mut watch))?;
            (pairs, bytes) = (pairs + batch, bytes + run.journal.bytes());
            run.journal.read_tries(|game| {
                tries += game.tries.map_or(0, |tries| tries.len() as u64);
                Ok::<(), RunError>(())
            })?;
        }
        let (_, times) = watch.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Timed {
            times,
            bytes,
            tries,
        })
    }
}

/// The forecast from games that were timed: the player's own, those against the reference, and those of
/// the proof's player.
fn forecast(
    plan: &EvolvePlan,
    own: &Timed,
    reference: Option<&Timed>,
    prover: Option<&Timed>,
) -> Forecast {
    let mut forecast = Forecast::default();
    let Some(level) = own.belief() else {
        return forecast;
    };
    let ratios = &plan.settings.opponents;
    let outside = ratios.outside();
    let others = APART * outside / (outside + ratios.population);
    let believed = level.within(EVOLVED).within(others);
    forecast.believe(GameKind::Selection, believed);
    if let Some(belief) = reference.and_then(Timed::belief) {
        forecast.believe(GameKind::Reference, belief.over(level));
    }
    if let Some(proof) = &plan.settings.proof {
        let belief = prover.and_then(Timed::belief);
        let factor = belief.map_or(Belief { mean: 0.0, sd: 0.0 }, |belief| belief.over(level));
        let others = (proof.fresh_in_all() - proof.pairs) as f64;
        let others = APART * others / proof.pairs_in_all().max(1) as f64;
        let factor = factor.within(EVOLVED).within(others);
        forecast.believe(GameKind::Proof, factor);
    }
    forecast
}

/// `forecast` before the first game of `evolution`, or where `there` games of it exist: then a share of
/// all but the proof is left.
fn at_start(mut forecast: Forecast, evolution: &Evolution, there: u64) -> Forecast {
    let (left, kind) = evolution.games_left();
    let others = f64::from(left.generations) * left.selection + left.reference;
    let share = (1.0 - there as f64 / others.max(1.0)).max(0.0);
    let proof = (others + left.proof - there as f64).clamp(0.0, left.proof);
    let left = GamesLeft {
        selection: share * left.selection,
        reference: share * left.reference,
        proof,
        ..left
    };
    forecast.set_left(left, kind);
    forecast
}
