//! Training of the networks: value iteration over games that the engine plays against several
//! models of the lone king.
//!
//! Each belief that occurs is an example: its target is the result of a search of one own move with
//! the present networks, so that knowledge near the mate spreads backwards game by game. Weights
//! follow the examples by Adam (Kingma and Ba, 2015).
//!
//! ```no_run
//! let networks = darkforge_research::training::train(1500, 1, |round| {
//!     println!("round {}: {:.0} % mates", round.round, 100.0 * round.mates);
//! });
//! std::fs::write("lone-king.net", networks.write())?;
//! # Ok::<(), std::io::Error>(())
//! ```

use std::sync::Arc;

use rayon::prelude::*;

use crate::practice::{self, KingModel, Practised};
use darkforge_board::Try;
use darkforge_engine::endgame::network::{Input, Network, Networks, look};
use darkforge_engine::endgame::{KingBelief, LoneKing};
use darkforge_kriegspiel::umpire::Ending;
use darkforge_streams::{self as streams, Stream};

/// Own men at the beginning of games; difficult ones occur more often.
const MATERIAL: [&str; 40] = [
    "KBN", "KBN", "KBN", "KBN", "KBN", "KBB", "KBB", "KBNN", "KBNN", "KBBN", "KNN", "KNNN", "KR",
    "KR", "KR", "KQ", "KQ", "KRN", "KRB", "KQN", "KQB", "KRR", "*", "*", "*", "*", "KP", "KP",
    "KPP", "KPP", "KPPP", "KNP", "KNP", "KBP", "KBP", "KRP", "KQP", "KBNP", "+", "+",
];
/// Models of the king, repeated by their frequency.
const KINGS: [KingModel; 10] = [
    KingModel::Random,
    KingModel::Random,
    KingModel::Random,
    KingModel::Random,
    KingModel::Random,
    KingModel::Random,
    KingModel::Fickle,
    KingModel::Fickle,
    KingModel::Evasive,
    KingModel::Greedy,
];
/// Games in a round; the networks learn between rounds.
const GAMES: u64 = 200;
/// Number of stored examples for each network.
const EXAMPLES: usize = 80_000;
/// Examples in one step.
const BATCH: usize = 64;
/// Average number of times that each example is used.
const REUSE: usize = 3;
/// Percentage of own turns with a random try, for more varied beliefs.
const RANDOM_TRIES: usize = 5;
/// Number of games in ten that begin with more knowledge of the king.
const INFORMED: usize = 3;
/// Learning rate at the beginning; it falls to a tenth.
const RATE: f32 = 0.001;

/// A belief and its cost in own moves.
struct Example {
    inputs: Vec<Input>,
    cost: f32,
}

/// Result of a round.
#[derive(Clone, Copy, Debug, Default)]
pub struct Round {
    /// Number of the round.
    pub round: u64,
    /// Share of its games that ended in mate.
    pub mates: f64,
    /// Root of the mean squared error of its steps, in own moves, for each network.
    pub errors: [f64; 2],
}

/// Trains networks from random ones in `rounds` rounds, drawing from `seed`; `progress` is called
/// after each. The result depends on `rounds` and `seed` alone.
pub fn train(rounds: u64, seed: u64, mut progress: impl FnMut(Round)) -> Networks {
    let mut networks = Networks::random(&mut streams::open(seed, "networks", 0));
    let mut learners = [0, 1].map(|index| Learner::new(streams::open(seed, "examples", index)));
    for round in 0..rounds {
        let shared = Arc::new(networks.clone());
        let games: Vec<Game> = (0..GAMES)
            .into_par_iter()
            .map(|game| {
                play(
                    &shared,
                    streams::open(seed, "practice", round * GAMES + game),
                )
            })
            .collect();
        let mated = |game: &&Game| game.practised.ending == Ending::Checkmate;
        let mut shown = Round {
            round,
            mates: games.iter().filter(mated).count() as f64 / games.len() as f64,
            ..Round::default()
        };
        let rate = RATE * (1.0 - 0.9 * round as f32 / rounds as f32);
        for (pawns, example) in games.into_iter().flat_map(|game| game.examples) {
            learners[usize::from(pawns)].push(example);
        }
        for (index, learner) in learners.iter_mut().enumerate() {
            shown.errors[index] = learner.learn(&mut networks.0[index], rate);
        }
        progress(shown);
    }
    networks
}

struct Game {
    practised: Practised,
    /// Whether there were pawns, and the example.
    examples: Vec<(bool, Example)>,
}

fn play(networks: &Arc<Networks>, mut stream: Stream) -> Game {
    let name = MATERIAL[streams::below(&mut stream, MATERIAL.len())];
    let king = KINGS[streams::below(&mut stream, KINGS.len())];
    let men = practice::material(name, &mut stream);
    let start = practice::place(&men, &mut stream);
    let known = if streams::below(&mut stream, 10) < INFORMED {
        practice::around(&start, 1 + streams::below(&mut stream, 3) as u32)
    } else {
        practice::unseen(&start)
    };
    let mut lone = LoneKing::with_networks(Arc::clone(networks), 1);
    let mut examples = Vec::new();
    let mut turn = |lone: &mut LoneKing, stream: &mut Stream| -> Option<Try> {
        if let Some(belief) = lone.belief().filter(|belief| !belief.own.is_dead()) {
            examples.push((belief.own.has_pawns(), example(lone, &belief)));
        }
        if streams::below(stream, 100) >= RANDOM_TRIES {
            return None;
        }
        let mut moves = Vec::new();
        lone.moves(&mut moves);
        Some(moves[streams::below(stream, moves.len())])
    };
    let practised = practice::play(&mut lone, king, start, known, &mut stream, &mut turn);
    Game {
        practised,
        examples,
    }
}

fn example(lone: &mut LoneKing, belief: &KingBelief) -> Example {
    let mut inputs = Vec::new();
    look(belief, &mut inputs);
    Example {
        inputs,
        cost: lone.cost(belief, 1),
    }
}

/// One network's examples and the state of its training.
struct Learner {
    stream: Stream,
    examples: Vec<Example>,
    /// Place of the next example when the memory is full.
    next: usize,
    fresh: usize,
    mean: Network,
    square: Network,
    steps: i32,
}

impl Learner {
    fn new(stream: Stream) -> Learner {
        Learner {
            stream,
            examples: Vec::new(),
            next: 0,
            fresh: 0,
            mean: Network::zero(),
            square: Network::zero(),
            steps: 0,
        }
    }

    fn push(&mut self, example: Example) {
        self.fresh += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(example);
        } else {
            self.examples[self.next] = example;
            self.next = (self.next + 1) % EXAMPLES;
        }
    }

    /// Learns from the examples; returns the root mean squared error.
    fn learn(&mut self, network: &mut Network, rate: f32) -> f64 {
        if self.examples.is_empty() {
            return 0.0;
        }
        let steps = REUSE * self.fresh / BATCH;
        self.fresh = 0;
        let mut squares = 0.0;
        for _ in 0..steps {
            let mut slope = Network::zero();
            for _ in 0..BATCH {
                let drawn = streams::below(&mut self.stream, self.examples.len());
                let Example { inputs, cost } = &self.examples[drawn];
                squares += f64::from(network.learn(inputs, *cost, &mut slope)).powi(2);
            }
            self.step(network, &slope, rate);
        }
        libm::sqrt(squares / (steps.max(1) * BATCH) as f64)
    }

    /// One step of Adam.
    fn step(&mut self, network: &mut Network, slope: &Network, rate: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let whole_mean = 1.0 - libm::powf(MEAN, self.steps as f32);
        let whole_square = 1.0 - libm::powf(SQUARE, self.steps as f32);
        let layers = network.layers_mut().into_iter().zip(slope.layers());
        let moments = self
            .mean
            .layers_mut()
            .into_iter()
            .zip(self.square.layers_mut());
        for ((weights, slopes), (means, squares)) in layers.zip(moments) {
            for at in 0..weights.len() {
                let slope = slopes[at] / BATCH as f32;
                means[at] = MEAN * means[at] + (1.0 - MEAN) * slope;
                squares[at] = SQUARE * squares[at] + (1.0 - SQUARE) * slope * slope;
                let spread = libm::sqrtf(squares[at] / whole_square) + 1e-6;
                weights[at] -= rate * means[at] / whole_mean / spread;
            }
        }
    }
}
