//! Fit of the weights of the laboratory's evaluation: least squares over beliefs of games that the
//! engine's networks play, each with the networks' number of moves.
//!
//! ```no_run
//! use darkforge_research::laboratory::{Ending, fit};
//!
//! let (weights, error) = fit::fit(Ending::Krk, 50, 1);
//! println!("{} weights, error {error:.2} moves", weights.len());
//! ```

use rayon::prelude::*;

use super::game::{PLAIN, Rules, play};
use super::method::Method;
use super::opponent::King;
use super::series::draws;
use crate::laboratory::ending::{Ending, Start};
use crate::laboratory::estimate::{FEATURES, features};
use crate::laboratory::state::{Answer, State};
use darkforge_board::Try;
use darkforge_engine::endgame::KingBelief;
use darkforge_engine::endgame::LoneKing;
use darkforge_engine::endgame::network::{Input, Networks, SHIPPED, look};
use darkforge_streams::{self as streams, Stream};

/// Percentage of turns with a random try.
const RANDOM_TRIES: usize = 15;
/// Keeps weights near 0 that no game determines.
const RIDGE: f64 = 1e-3;

/// Weights from `games` games of `ending`, and the root mean squared error in own moves.
pub fn fit(ending: Ending, games: usize, seed: u64) -> ([f32; FEATURES], f64) {
    let starts = ending.sample(games, seed);
    let all: Vec<Vec<Example>> = starts
        .par_iter()
        .map(|start| examples(start, seed))
        .collect();
    let all: Vec<Example> = all.into_iter().flatten().collect();
    let mut normal = [[0.0; FEATURES]; FEATURES];
    let mut right = [0.0; FEATURES];
    for (values, moves) in &all {
        for row in 0..FEATURES {
            right[row] += f64::from(values[row]) * moves;
            for column in 0..FEATURES {
                normal[row][column] += f64::from(values[row]) * f64::from(values[column]);
            }
        }
    }
    for (place, row) in normal.iter_mut().enumerate() {
        row[place] += RIDGE * all.len() as f64;
    }
    let weights = solve(normal, right);
    let errors = all.iter().map(|(values, moves)| {
        let said: f64 = values
            .iter()
            .zip(&weights)
            .map(|(value, weight)| f64::from(*value) * weight)
            .sum();
        (said - moves) * (said - moves)
    });
    let error = (errors.sum::<f64>() / all.len() as f64).sqrt();
    (weights.map(|weight| weight as f32), error)
}

type Example = ([f32; FEATURES], f64);

/// Solves a symmetric positive system by elimination.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: [f64; FEATURES]) -> [f64; FEATURES] {
    for pivot in 0..FEATURES {
        let row = matrix[pivot];
        for below in pivot + 1..FEATURES {
            let factor = matrix[below][pivot] / row[pivot];
            for (value, above) in matrix[below].iter_mut().zip(row) {
                *value -= factor * above;
            }
            right[below] -= factor * right[pivot];
        }
    }
    for place in (0..FEATURES).rev() {
        let known: f64 = (place + 1..FEATURES)
            .map(|at| matrix[place][at] * right[at])
            .sum();
        right[place] = (right[place] - known) / matrix[place][place];
    }
    right
}

/// The beliefs of one game.
fn examples(start: &Start, seed: u64) -> Vec<Example> {
    let mut watcher = Watcher {
        lone: LoneKing::new(),
        stream: None,
        inputs: Vec::new(),
        seen: Vec::new(),
    };
    let rules = Rules {
        ruleset: &PLAIN,
        limit: 100,
    };
    play(
        start,
        &mut watcher,
        King::Random,
        rules,
        &draws(seed, start),
        None,
    );
    watcher.seen
}

/// Plays like the networks, with occasional random tries, and records the beliefs.
struct Watcher {
    lone: LoneKing,
    stream: Option<Stream>,
    inputs: Vec<Input>,
    seen: Vec<Example>,
}

impl Watcher {
    fn note(&mut self, belief: &KingBelief) {
        look(belief, &mut self.inputs);
        let networks: &Networks = &SHIPPED;
        let moves = networks.of(&belief.own).value(&self.inputs);
        self.seen
            .push((features(belief), f64::from(moves.clamp(1.0, 150.0))));
    }
}

impl Method for Watcher {
    fn begin(&mut self, stream: Stream) {
        self.stream = Some(stream);
    }

    fn choose(&mut self, state: &State) -> Try {
        self.lone.meet(&state.own, state.king);
        let mut tries = Vec::new();
        self.lone.moves(&mut tries);
        if let Some(belief) = self.lone.belief() {
            // A search evaluates the result of each try after silence.
            self.note(&belief);
            for &asked in &tries {
                let moved = belief.moved(asked);
                let mut losses = Vec::new();
                KingBelief::answers(&moved, |squares| {
                    let next = belief.king_moves(&moved, squares, &mut losses);
                    if next.king.any()
                        && crate::laboratory::estimate::ending(&next.own)
                            == crate::laboratory::estimate::ending(&belief.own)
                    {
                        look(&next, &mut self.inputs);
                        let moves = SHIPPED.of(&next.own).value(&self.inputs);
                        self.seen
                            .push((features(&next), f64::from(moves.clamp(1.0, 150.0))));
                    }
                });
            }
        }
        let mut values = Vec::new();
        self.lone.values(&tries, &mut values);
        let best =
            (0..tries.len()).reduce(|best, at| if values[at] > values[best] { at } else { best });
        if let Some(stream) = &mut self.stream
            && streams::below(stream, 100) < RANDOM_TRIES
        {
            return tries[streams::below(stream, tries.len())];
        }
        tries[best.expect("White can always move")]
    }

    fn told(&mut self, before: &State, asked: Try, answer: &Answer) {
        self.lone.meet(&before.own, before.king);
        self.lone.own_try(asked, &answer.as_umpires());
    }

    fn value(&mut self, _state: &State) -> f64 {
        0.0
    }

    fn fork(&self) -> Box<dyn Method> {
        unreachable!("nothing follows the worst case of a watcher")
    }

    fn memory(&self) -> Option<u64> {
        None
    }
}
