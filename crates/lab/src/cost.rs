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
use std::time::{Duration, Instant};

use crate::bout::{Bout, Entrant, Openings};
use crate::config::EvolvePlan;
use crate::journal::Journal;
use crate::run::{Bouts, Run, RunError};
use crate::tuner::{Evolution, Keep, ProofSettings};
use darkforge_engine::player::PlayerSpec;
use darkforge_streams as streams;

/// Greatest time for measuring, after a first batch of games.
const TIMED: Duration = Duration::from_secs(2);
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
        let (timed, speed, line, tries) = time(plan, &setup.player, pool, most)?;
        let prover = settings
            .proof
            .iter()
            .find_map(|proof| proof.player.as_ref());
        let prover = prover.map(|player| time(plan, player, pool, most));
        let proof_speed = prover.transpose()?.map(|(_, speed, ..)| speed);
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
            timed,
            speed,
            proof_speed,
            disk: games as f64 * line * (1.0 + ROW) + individuals * INDIVIDUAL + FIXED,
        };
        let (reference, every) = cost.reference;
        let measured = f64::from(settings.generations.div_ceil(every)) * reference as f64;
        let kept = match settings.keep {
            Keep::None => 0.0,
            Keep::Proof => cost.in_proofs() as f64,
            Keep::Champions => cost.in_proofs() as f64 + measured,
            Keep::All => games as f64,
        };
        cost.disk += kept * tries;
        Ok(cost)
    }

    fn left(&self) -> u64 {
        self.games.saturating_sub(self.there)
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

    /// Games left in proofs, the last games of a run.
    fn proofs_left(&self) -> u64 {
        self.in_proofs().min(self.left())
    }

    /// Seconds for the games that are left.
    pub fn seconds(&self) -> f64 {
        let proofs = self.proofs_left();
        let others = (self.left() - proofs) as f64 / self.speed;
        others + proofs as f64 / self.proof_speed.unwrap_or(self.speed)
    }

    /// Duration of a game of the proof, relative to other games.
    pub fn proof_factor(&self) -> f64 {
        self.proof_speed.map_or(1.0, |speed| self.speed / speed)
    }
}

/// Plays the start against itself for a while, as `player`, on seeds of its own; returns games,
/// games a second, and bytes of a game in the journal without its tries and of these.
fn time(
    plan: &EvolvePlan,
    player: &PlayerSpec,
    pool: &rayon::ThreadPool,
    most: u64,
) -> Result<(u64, f64, f64, f64), RunError> {
    let setup = &plan.settings.setup;
    let entrant = |name: &str| Entrant {
        name: name.to_owned(),
        spec: player.reweighted(name, &setup.start),
    };
    let began = Instant::now();
    let batch = pool.current_num_threads() as u64;
    let (mut pairs, mut bytes, mut tries) = (0, 0, 0);
    while pairs == 0 || (2 * pairs < most && began.elapsed() < TIMED) {
        let bout = Bout {
            id: pairs / batch,
            first_pair: pairs,
            games: 2 * batch,
            keep_tries: plan.settings.keep != Keep::None,
            openings: Openings::Own,
            first: entrant("first"),
            second: entrant("second"),
        };
        let bouts = Bouts {
            seed: streams::derive(setup.seed, "cost", 0),
            bouts: vec![bout],
        };
        let mut run = Run::new(bouts, Journal::temporary()?);
        pool.install(|| run.play(&plan.game, &AtomicBool::new(false), &mut ()))?;
        (pairs, bytes) = (pairs + batch, bytes + run.journal.bytes());
        run.journal.read_tries(|game| {
            tries += game.tries.map_or(0, |tries| tries.len());
            Ok::<(), RunError>(())
        })?;
    }
    let games = 2 * pairs;
    let speed = games as f64 / began.elapsed().as_secs_f64().max(1e-9);
    let line = (bytes as f64 - tries as f64) / games as f64;
    Ok((games, speed, line, tries as f64 / games as f64))
}
