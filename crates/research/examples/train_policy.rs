//! Trains a network whose policy the engine follows (`darkboard:network=FILE`).
//!
//!     darkforge match darkboard darkboard --games 3000 --seed 35101 --pgn games.pgn
//!     cargo run --release -p darkforge-research --example train_policy -- games.pgn --out policy.safetensors
//!
//! One game in twelve is held out. The network has two headsets: `all` learns from the moves of both sides, and every
//! third step `won` from those of the winners. Prints, for both and the games held out, the loss of the policy in nats,
//! the share of moves that it finds most probable, and the squared error of the value. The file does not depend on the
//! number of threads.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::f64::consts::PI;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use rayon::prelude::*;

use darkforge_board::SIDES;
use darkforge_engine::policy::{WON, lessons};
use darkforge_kriegspiel::record::read::{self, ReadGame};
use darkforge_streams::{self as streams};
use darkforge_synoptic::network::{Adam, Example, Loss, Network, Shape};

/// Examples of a step, and those that a thread takes at a time.
const BATCH: usize = 256;
const CHUNK: usize = 32;
/// Greatest rate of learning, and the steps until it is reached.
const RATE: f64 = 0.001;
const WARM: f64 = 100.0;
/// Steps between measurements.
const MEASURE: u32 = 500;
/// One game of this many is held out.
const HELD_OUT: u64 = 12;

#[derive(Parser)]
struct Flags {
    /// Files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File for the network.
    #[arg(long)]
    out: PathBuf,
    /// Steps of learning.
    #[arg(long, default_value_t = 4500)]
    steps: u32,
    /// Residual blocks of the tower.
    #[arg(long, default_value_t = 2)]
    blocks: usize,
    /// Numbers of a square between layers.
    #[arg(long, default_value_t = 32)]
    width: usize,
    /// Share of the moves that are examples.
    #[arg(long, default_value_t = 0.12)]
    share: f64,
    /// Seed of all randomness.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let flags = Flags::parse();
    let (mut learned, mut held) = (Vec::new(), Vec::new());
    for path in &flags.games {
        let games = read::file(path).with_context(|| path.display().to_string())?;
        let games: Vec<ReadGame> = games.into_iter().flatten().collect();
        let of = |game: &ReadGame| {
            let both = SIDES.map(|color| lessons(game, color, flags.share, flags.seed));
            both.concat()
        };
        let examples: Vec<Vec<Example>> = games.par_iter().map(of).collect();
        for (game, examples) in games.iter().zip(examples) {
            if game.game.is_multiple_of(HELD_OUT) {
                held.extend(examples);
            } else {
                learned.extend(examples);
            }
        }
    }
    println!("{} examples, {} held out", learned.len(), held.len());
    let won = |example: &&Example| example.outcome > 0.0;
    let sets = |all: &'static [Example]| -> [Vec<&'static Example>; 2] {
        [all.iter().collect(), all.iter().filter(won).collect()]
    };
    let [learned, held] = [learned, held].map(|all| sets(all.leak())); // until the program ends
    ensure!(
        learned.iter().chain(&held).all(|set| !set.is_empty()),
        "too few games: both sets need moves of a winner"
    );
    let names = ["all", WON];
    let mut network = Network::random(
        Shape {
            width: flags.width,
            blocks: flags.blocks,
            headsets: names.map(str::to_owned).to_vec(),
        },
        flags.seed,
    )?;
    let mut adam = Adam::new(&network);
    let mut stream = streams::open(flags.seed, "order", 0);
    let mut orders: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    for step in 1..=flags.steps {
        let headset = usize::from(step.is_multiple_of(3));
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH {
            if let Some(place) = orders[headset].pop() {
                batch.push(learned[headset][place]);
            } else {
                orders[headset] = (0..learned[headset].len()).collect();
                streams::shuffle(&mut stream, &mut orders[headset]);
            }
        }
        let chunks = batch.par_chunks(CHUNK);
        let slopes: Vec<_> = chunks.map(|chunk| network.learn(headset, chunk)).collect();
        let mut sum = vec![0.0; network.numbers().len()];
        for one in &slopes {
            for (sum, slope) in sum.iter_mut().zip(&one.numbers) {
                *sum += slope / BATCH as f32;
            }
        }
        let (done, step_f) = (f64::from(step) / f64::from(flags.steps), f64::from(step));
        let rate = RATE * 0.5 * (1.0 + libm::cos(PI * done)) * (step_f / WARM).min(1.0);
        adam.step(&mut network, headset, &sum, rate as f32, step);
        if step.is_multiple_of(MEASURE) || step == flags.steps {
            for (headset, name) in names.into_iter().enumerate() {
                let chunks = held[headset].par_chunks(CHUNK);
                let losses: Vec<Loss> = chunks
                    .map(|chunk| network.measure(headset, chunk))
                    .collect();
                let mut sum = Loss::default();
                for loss in &losses {
                    sum.add(loss);
                }
                let [policy, first, value] =
                    [sum.policy, sum.first, sum.value].map(|x| x / sum.count);
                println!(
                    "step {step}, {name}: policy {policy:.3}, first {:.1} %, value {value:.3}",
                    100.0 * first
                );
            }
            std::fs::write(&flags.out, network.to_bytes(&[]))
                .with_context(|| flags.out.display().to_string())?;
        }
    }
    Ok(())
}
