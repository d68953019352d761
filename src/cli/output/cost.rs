//! What an evolution will cost, before it is spent: games by purpose, time and disk, from a
//! few games that are timed.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use jiff::Zoned;

use crate::cli::output::progress::{duration, thousands};
use darkforge_engine::player::PlayerSpec;
use darkforge_lab::config::EvolvePlan;
use darkforge_lab::tournament::{Arena, Bout, Entrant, Journal, Openings};
use darkforge_lab::tuner::{Evolution, ProofSettings};
use darkforge_streams as streams;

/// How long games are timed at most, once a first batch is played.
const TIMED: Duration = Duration::from_secs(2);
/// Bytes of a row of `games.csv`, as a share of the game's line in the journal.
const ROW: f64 = 0.5;
/// Bytes of an individual in `individuals.csv`.
const INDIVIDUAL: f64 = 1100.0;
/// Bytes of plots and of files that do not grow much.
const FIXED: f64 = 12e6;

/// What a run costs: racing makes it less, drawn bouts make it more.
pub(crate) struct Cost {
    /// Games of a generation that select.
    selection: u64,
    /// The champion's games against the reference, and every how many generations.
    reference: (u64, u32),
    /// Games of a proof: of the screening, and fresh ones; and every how many generations.
    proof: Option<(u64, u64, u32)>,
    /// Generations.
    generations: u32,
    /// Games of the whole run.
    games: u64,
    /// Games that are there already.
    there: u64,
    /// Games that were timed.
    timed: u64,
    /// Games a second.
    speed: f64,
    /// Games a second of the player of the proof, if that is another one.
    proof_speed: Option<f64>,
    /// Bytes.
    disk: f64,
}

impl Cost {
    /// The cost of `plan` on the threads of `pool`, when `there` games are there already.
    ///
    /// # Errors
    /// Those of the games that are timed.
    pub(crate) fn of(
        plan: &EvolvePlan,
        pool: &rayon::ThreadPool,
        there: u64,
    ) -> anyhow::Result<Cost> {
        let settings = &plan.settings;
        let evolution = Evolution::new(settings.clone());
        let games = evolution.expected_games();
        // A small part of the run, so that a short one is not longer for it.
        let most = ((games.saturating_sub(there)) / 50).clamp(2, 400);
        let ground = &settings.ground;
        let (timed, speed, line) = time(plan, &ground.player, pool, most)?;
        let prover = settings
            .proof
            .iter()
            .find_map(|proof| proof.player.as_ref());
        let prover = prover.map(|player| time(plan, player, pool, most));
        let proof_speed = prover.transpose()?.map(|(_, speed, _)| speed);
        let individuals =
            f64::from(settings.generations) * (plan.config.population.size as f64 + 1.0);
        Ok(Cost {
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
        })
    }

    fn left(&self) -> u64 {
        self.games.saturating_sub(self.there)
    }

    /// Games of proofs that are left: the last ones that are played.
    fn proofs_left(&self) -> u64 {
        let of = |(screening, fresh, every): (u64, u64, u32)| {
            let proofs = self.generations.checked_div(every).unwrap_or(0);
            let at_end = every == 0 || !self.generations.is_multiple_of(every);
            (screening + fresh) * (u64::from(proofs) + u64::from(at_end))
        };
        self.proof.map_or(0, of).min(self.left())
    }

    fn seconds(&self) -> f64 {
        let proofs = self.proofs_left();
        let others = (self.left() - proofs) as f64 / self.speed;
        others + proofs as f64 / self.proof_speed.unwrap_or(self.speed)
    }

    /// How much longer than another game one of a proof takes.
    pub(crate) fn proof_factor(&self) -> f64 {
        self.proof_speed.map_or(1.0, |speed| self.speed / speed)
    }
}

/// Plays the start against itself for a while, as `player`, on seeds of its own: games, games
/// a second, and bytes of a game in the journal.
fn time(
    plan: &EvolvePlan,
    player: &PlayerSpec,
    pool: &rayon::ThreadPool,
    most: u64,
) -> anyhow::Result<(u64, f64, f64)> {
    let ground = &plan.settings.ground;
    let entrant = |name: &str| Entrant {
        name: name.to_owned(),
        spec: player.reweighted(name, &ground.start),
    };
    let mut arena = Arena {
        ruleset: plan.ruleset,
        ply_limit: plan.config.ply_limit,
        seed: streams::derive(ground.seed, "cost", 0),
        keep_tries: false,
        playing: true,
        pool,
        stop: &AtomicBool::new(false),
        watch: &(),
        journal: Journal::temporary()?,
    };
    let began = Instant::now();
    let batch = pool.current_num_threads() as u64;
    let (mut pairs, mut id) = (0, 0);
    while pairs == 0 || (2 * pairs < most && began.elapsed() < TIMED) {
        let bout = Bout {
            id,
            first_pair: pairs,
            pairs: batch,
            openings: Openings::Own,
            first: entrant("first"),
            second: entrant("second"),
        };
        arena.play(&[bout])?;
        (pairs, id) = (pairs + batch, id + 1);
    }
    let games = 2 * pairs;
    let speed = games as f64 / began.elapsed().as_secs_f64().max(1e-9);
    Ok((games, speed, arena.journal.bytes() as f64 / games as f64))
}

fn every(generations: u32) -> String {
    match generations {
        0 => "at the end".to_owned(),
        1 => "after every generation".to_owned(),
        k => format!("every {k} generations and at the end"),
    }
}

/// The cost for people.
pub(crate) fn text(cost: &Cost) -> String {
    let mut text = format!(
        "  a generation: about {} games to select, {} against the reference {}\n",
        thousands(cost.selection),
        thousands(cost.reference.0),
        every(cost.reference.1)
    );
    if let Some((screening, fresh, when)) = cost.proof {
        let _ = writeln!(
            text,
            "  the proof: {} games of screening and {} fresh ones, {}",
            thousands(screening),
            thousands(fresh),
            every(when)
        );
    }
    let _ = write!(
        text,
        "  {} generations: about {} games",
        cost.generations,
        thousands(cost.games)
    );
    if cost.there > 0 {
        let _ = write!(text, ", {} of them there", thousands(cost.there));
    }
    let seconds = cost.seconds();
    let proof = cost.proof_speed.map_or_else(String::new, |speed| {
        format!(", those of the proof at {speed:.1},")
    });
    let _ = writeln!(
        text,
        "; at {:.1} games/s ({} timed){proof} about {}, until {}; about {:.0} MB on the disk",
        cost.speed,
        cost.timed,
        duration(seconds),
        clock(seconds),
        cost.disk / 1e6
    );
    text
}

/// What the clock shows in so many seconds.
fn clock(seconds: f64) -> String {
    // Beyond some years nobody asks for the hour.
    let span = Duration::from_secs_f64(seconds.min(1e9));
    match Zoned::now().checked_add(span) {
        Ok(then) => then.strftime("%H:%M on %A, %d %B").to_string(),
        Err(_) => "a distant day".to_owned(),
    }
}

/// The cost as `--dry-run` prints it.
///
/// # Errors
/// None that a user could cause.
pub(crate) fn shown(cost: &Cost, plan: &EvolvePlan, as_json: bool) -> anyhow::Result<String> {
    if !as_json {
        return Ok(format!("{}:\n{}", plan.config.name, text(cost)));
    }
    let object = serde_json::json!({
        "name": plan.config.name,
        "generations": cost.generations,
        "selection_games": cost.selection,
        "reference_games": cost.reference.0,
        "screening_games": cost.proof.map(|(screening, _, _)| screening),
        "proof_games": cost.proof.map(|(_, fresh, _)| fresh),
        "games": cost.games,
        "games_per_s": cost.speed,
        "proof_games_per_s": cost.proof_speed,
        "timed_games": cost.timed,
        "seconds": cost.seconds(),
        "disk_bytes": cost.disk.round(),
    });
    Ok(serde_json::to_string(&object)? + "\n")
}
