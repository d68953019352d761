//! Trainer: steps, checkpoints and measurements.

use std::ops::Range;

use super::data::{Data, each};
use super::pool::Pools;
use super::recipe::Recipe;
use super::saliency::{Saliency, Sums};
use super::turns::Turns;
use super::value::{Valued, values};
use crate::network::{Adam, Example, Loss, Network, NetworkError, ShapeError};

/// Examples whose slopes are summed together: the same at any number of threads.
const CHUNK: usize = 16;

/// A training under way.
pub struct Trainer<'a> {
    recipe: &'a Recipe,
    network: Network,
    adam: Adam,
    turns: Turns,
    pools: Pools<'a>,
    step: u32,
    threads: usize,
    /// Hash of all games.
    games: String,
}

/// Result of a step.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Number of the step, from 1.
    pub step: u32,
    /// Place of the headset.
    pub headset: usize,
    /// Loss of the batch before the step.
    pub loss: Loss,
}

/// Arrays of a checkpoint besides the network.
const STATE: [&str; 2] = ["adam.mean", "adam.square"];
/// Key of the recipe that has the number of steps.
const STEP: &str = "step";
/// Key of the recipe that has the hash of the games.
const GAMES: &str = "games";

/// A checkpoint with which a training cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// Not a checkpoint of the recipe.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// Learned from other games.
    #[error("{0} learned from other games: name the same files by --add and in [games]")]
    Games(String),
}

impl<'a> Trainer<'a> {
    /// Before the first step.
    ///
    /// # Errors
    /// The shape is not possible.
    pub fn new(
        recipe: &'a Recipe,
        data: &'a Data,
        threads: usize,
    ) -> Result<Trainer<'a>, ShapeError> {
        let mut network = Network::random(recipe.shape(), recipe.seed)?;
        network.leave_out(&recipe.network.without);
        Ok(Trainer::of(recipe, data, threads, network))
    }

    fn of(recipe: &'a Recipe, data: &'a Data, threads: usize, network: Network) -> Trainer<'a> {
        let weights: Vec<f64> = recipe
            .weights()
            .into_iter()
            .map(|(_, weight)| weight)
            .collect();
        Trainer {
            recipe,
            adam: Adam::new(&network),
            network,
            pools: Pools::new(data, recipe, threads),
            turns: Turns::new(weights),
            step: 0,
            threads: threads.max(1),
            games: data.hash(),
        }
    }

    /// Goes on from a checkpoint.
    ///
    /// # Errors
    /// It is not a checkpoint of this recipe, or of other games.
    pub fn resume(
        recipe: &'a Recipe,
        data: &'a Data,
        threads: usize,
        (name, bytes): (&str, &[u8]),
    ) -> Result<Trainer<'a>, ResumeError> {
        let (network, mut state) = Network::from_bytes(name, bytes, &STATE)?;
        let step = network.recipe.get(STEP).and_then(|step| step.parse().ok());
        let step: u32 = step
            .filter(|_| *network.shape() == recipe.shape())
            .ok_or_else(|| NetworkError::NoShape {
                name: name.to_owned(),
            })?;
        let games = network.recipe.get(GAMES).cloned();
        let mut trainer = Trainer::of(recipe, data, threads, network);
        if games.as_ref() != Some(&trainer.games) {
            return Err(ResumeError::Games(name.to_owned()));
        }
        if let (Some(square), Some(mean)) = (state.pop(), state.pop()) {
            trainer.adam = Adam { mean, square };
        }
        for _ in 0..step {
            trainer.turns.take();
        }
        trainer.step = step;
        Ok(trainer)
    }

    /// Steps taken so far.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The bytes of a checkpoint.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut network = self.network.clone();
        network
            .recipe
            .insert(STEP.to_owned(), self.step.to_string());
        network.recipe.insert(GAMES.to_owned(), self.games.clone());
        let arrays = [&self.adam.mean[..], &self.adam.square[..]];
        let state: Vec<(&str, &[f32])> = STATE.into_iter().zip(arrays).collect();
        network.to_bytes(&state)
    }

    /// Rate of learning of a step, from 1.
    fn rate(&self, step: u32) -> f32 {
        let steps = f64::from(self.recipe.training.steps);
        let warm = (steps / 100.0).max(1.0);
        let done = f64::from(step) / steps;
        let cosine = 0.5 * (1.0 + libm::cos(std::f64::consts::PI * done.min(1.0)));
        (self.recipe.training.rate * cosine * (f64::from(step) / warm).min(1.0)) as f32
    }

    /// Takes a step.
    pub fn learn(&mut self) -> Lesson {
        self.step += 1;
        let rate = self.rate(self.step);
        let (headset, number) = self.turns.take();
        let batch = self.pools.batch(headset, number);
        let chunks: Vec<&[Example]> = batch.chunks(CHUNK).collect();
        let network = &self.network;
        let slopes = each(&chunks, self.threads, |chunk| {
            let examples: Vec<&Example> = chunk.iter().collect();
            network.learn(headset, &examples)
        });
        let mut loss = Loss::default();
        for one in &slopes {
            loss.add(&one.loss);
        }
        let count = loss.count.max(1.0) as f32;
        let numbers = self.network.numbers().len();
        let part = numbers.div_ceil(self.threads);
        let parts: Vec<Range<usize>> = (0..numbers)
            .step_by(part)
            .map(|from| from..(from + part).min(numbers))
            .collect();
        // Each number's slopes are summed in the order of the chunks.
        let sums = each(&parts, self.threads, |part| {
            let mut sum = vec![0.0; part.len()];
            for one in &slopes {
                for (sum, slope) in sum.iter_mut().zip(&one.numbers[part.clone()]) {
                    *sum += slope;
                }
            }
            for slope in &mut sum {
                *slope /= count;
            }
            sum
        });
        let sum = sums.concat();
        self.adam
            .step(&mut self.network, headset, &sum, rate, self.step);
        Lesson {
            step: self.step,
            headset,
            loss,
        }
    }

    /// Validation examples of each headset's games.
    pub fn validation(&self, count: usize) -> Vec<Vec<Example>> {
        let headsets = 0..self.network.shape().headsets.len();
        headsets
            .map(|headset| self.pools.draw(headset, 0, count, true))
            .collect()
    }

    /// Loss of a headset on examples.
    pub fn measure(&self, headset: usize, examples: &[Example]) -> Loss {
        let chunks: Vec<&[Example]> = examples.chunks(CHUNK).collect();
        let losses = each(&chunks, self.threads, |chunk| {
            let examples: Vec<&Example> = chunk.iter().collect();
            self.network.measure(headset, &examples)
        });
        let mut sum = Loss::default();
        for loss in &losses {
            sum.add(loss);
        }
        sum
    }

    /// Dependence of a headset's loss on each plane, on other validation examples at each step.
    pub fn saliency(&self, headset: usize, count: usize) -> Vec<Saliency> {
        let examples = self.pools.draw(headset, u64::from(self.step), count, true);
        let chunks: Vec<&[Example]> = examples.chunks(CHUNK).collect();
        let sums = each(&chunks, self.threads, |chunk| {
            Sums::of(&self.network, headset, chunk)
        });
        Sums::total(&sums)
    }

    /// Results of the sides and the values that the headset of all games gives them, by number of positions: of training examples, and of
    /// examples for validation.
    pub fn values(&self, count: usize) -> [Vec<Valued>; 2] {
        [false, true].map(|validation| {
            let examples = self.pools.draw(0, u64::MAX >> 8, count, validation);
            let chunks: Vec<&[Example]> = examples.chunks(CHUNK).collect();
            let values = each(&chunks, self.threads, |chunk| values(&self.network, chunk));
            Valued::sort(&examples, &values.concat())
        })
    }
}
