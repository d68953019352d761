//! Measures how likely the particles hold the true board, with each model of the enemy's moves.
//!
//!     cargo run --release -p darkforge-engine --example belief_truth -- [--enemy=NAME] [--opponent=MODEL] GAMES.pgn...
//!
//! The models are weights of captures, the learned one, and each MODEL of an opponent.
//! Both sides of each game, or those whose enemy is NAME, are followed for their first 50 turns. At the beginning of a turn each
//! enemy man has a probability on its true square: the share of the particles that have it there.
//! The table has the mean of its logarithm, in nats, with half a particle more so that it is never
//! infinite, and the share of particles that are the true board.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use darkforge_board::{Color, Men, SIDES, side};
use darkforge_engine::opponent::Opponent;
use darkforge_kriegspiel::belief::{EnemyChoice, MoveModel, OpponentModel, Particles};
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::record::read::{self, ReadGame};
use darkforge_kriegspiel::umpire::{Answer, Umpire};
use darkforge_streams as streams;

/// Turns of each side.
const TURNS: u32 = 50;
/// Number of particles.
const PARTICLES: usize = 640;

#[derive(Default)]
struct Totals {
    turns: u32,
    men: u32,
    logs: f64,
    true_boards: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "| model | turns | nats for each man | true boards |")?;
    writeln!(out, "|---|---:|---:|---:|")?;
    let (options, paths): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|word| word.starts_with("--"));
    let enemy = options
        .iter()
        .find_map(|word| word.strip_prefix("--enemy="));
    let learned: Arc<dyn EnemyChoice> = Arc::new(MoveModel::LEARNED);
    let mut models = vec![
        ("counts", Vec::new()),
        ("learned", vec![Arc::clone(&learned)]),
    ];
    for word in &options {
        if let Some(name) = word.strip_prefix("--opponent=") {
            let own = Arc::new(Opponent::load(name)?);
            models.push((name, vec![Arc::clone(&learned), own]));
        }
    }
    for (name, model) in models {
        let mut totals = Totals::default();
        for path in &paths {
            let games = read::file(Path::new(path))?;
            for game in games.into_iter().flatten() {
                let is_asked =
                    |color: &Color| enemy.is_none_or(|name| name == game.players[side(!*color)]);
                for color in SIDES.into_iter().filter(is_asked) {
                    follow(&game, color, model.clone(), &mut totals);
                }
            }
        }
        let (turns, men) = (totals.turns, totals.men.max(1));
        let nats = totals.logs / f64::from(men);
        let share = 100.0 * totals.true_boards / f64::from(turns.max(1));
        writeln!(out, "| {name} | {turns} | {nats:.3} | {share:.2} % |")?;
    }
    Ok(())
}

fn follow(game: &ReadGame, color: Color, model: Vec<Arc<dyn EnemyChoice>>, totals: &mut Totals) {
    let mut umpire = Umpire::new(game.ruleset, u32::MAX);
    let mut tracker = Tracker::new(color, 25)
        .deducing(true)
        .controlling(false) // as the engine
        .under(game.ruleset);
    let stream = streams::open(1, "belief truth", 2 * game.game + side(color) as u64);
    let mut pool = Particles::new(
        game.ruleset,
        color,
        PARTICLES,
        OpponentModel::COUNTS,
        stream,
    )
    .expecting(model);
    let mut turns = 0;
    for entry in &game.entries {
        let own = umpire.turn() == color;
        let Ok(answer) = umpire.ask(entry.question) else {
            return;
        };
        if umpire.outcome().is_some() || turns == TURNS {
            return;
        }
        if own {
            tracker.answered(entry.question, &answer);
            pool.answered(entry.question, &answer, &tracker);
        } else if let Answer::Played(said) = answer {
            let overheard = umpire.view(color).overheard();
            tracker.overhear(overheard);
            tracker.enemy_move(&said);
            pool.enemy_move(overheard, &said, &tracker);
            turns += 1;
            totals.count(&pool, color, &umpire.position().men(!color));
        }
    }
}

impl Totals {
    /// Counts one turn, with the true men of the enemy.
    fn count(&mut self, pool: &Particles, color: Color, truth: &Men) {
        let boards = pool.boards().iter().zip(pool.alive());
        let believed: Vec<Men> = boards
            .filter(|&(_, &alive)| alive)
            .map(|(board, _)| board.men(!color))
            .collect();
        let all = believed.len() as f64;
        let right = believed.iter().filter(|men| *men == truth).count();
        self.turns += 1;
        self.true_boards += right as f64 / all.max(1.0);
        for (role, squares) in truth.iter().enumerate() {
            for square in *squares {
                let there = believed.iter().filter(|men| men[role].contains(square));
                self.logs += libm::log((there.count() as f64 + 0.5) / (all + 32.0));
                self.men += 1;
            }
        }
    }
}
