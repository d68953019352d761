//! Evaluation: policy and value of synopses.

use super::dense::dot;
use super::kernel::{CELLS, cell};
use super::shape::{ACTIONS, CHANNELS, Headset};
use super::tower::{Climbed, Passed, block};
use super::weights::Network;
use crate::synopsis::Synopsis;

/// A question to a network.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The synopsis.
    pub synopsis: &'a Synopsis,
    /// Place of the headset whose policy is asked for.
    pub policy: usize,
    /// Place of the headset whose value is asked for.
    pub value: usize,
    /// The actions that are possible.
    pub actions: &'a [u16],
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Probability of each action, in the order of the query; the sum is 1.
    pub policy: Vec<f32>,
    /// Expected result for the side, from -1 to 1.
    pub value: f32,
}

/// Synopses that are evaluated together: few enough to stay in a processor's cache.
const TOGETHER: usize = 16;

/// Space for evaluations, to be used again.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    climbed: Climbed,
    policy: Passed,
}

impl Network {
    /// Answers the queries in order. The answers do not depend on which queries come together.
    pub fn evaluate(&self, queries: &[Query<'_>], space: &mut Workspace) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(queries.len());
        let width = self.shape.width;
        for together in queries.chunks(TOGETHER) {
            let synopses: Vec<&Synopsis> = together.iter().map(|query| query.synopsis).collect();
            space.climbed.run(&self.layout, &self.numbers, &synopses);
            let mut boards = space.climbed.top();
            for alike in together.chunk_by(|one, other| one.policy == other.policy) {
                let (now, later) = boards.split_at(alike.len() * CELLS * width);
                boards = later;
                let headset = &self.layout.headsets[alike[0].policy];
                block(&headset.policy, &self.numbers, now, &mut space.policy);
                let now = now.chunks_exact(CELLS * width);
                let after = space.policy.output.chunks_exact(CELLS * width);
                for (query, (board, after)) in alike.iter().zip(now.zip(after)) {
                    let mut policy = headset.logits(&self.numbers, after, query.actions);
                    soften(&mut policy);
                    let value = &self.layout.headsets[query.value].value;
                    let (_, sums) = value.forward(&self.numbers, board);
                    answers.push(Answer {
                        policy,
                        value: libm::tanhf(sums[0]),
                    });
                }
            }
        }
        answers
    }
}

impl Headset {
    /// Logits of actions, from the output of the policy's block.
    pub(super) fn logits(&self, all: &[f32], board: &[f32], actions: &[u16]) -> Vec<f32> {
        let width = board.len() / CELLS;
        let logit = |&action: &u16| {
            let action = usize::from(action);
            if action == ACTIONS - 1 {
                return self.pass.forward(all, board).1[0];
            }
            let (square, channel) = (action / CHANNELS, action % CHANNELS);
            let from = &board[cell(square) * width..][..width];
            let weight = &all[self.logits + channel * width..][..width];
            dot(from, weight) + all[self.logits_bias + channel]
        };
        actions.iter().map(logit).collect()
    }
}

/// Turns logits into probabilities.
pub(super) fn soften(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for logit in &mut *logits {
        *logit = libm::expf(*logit - most);
        sum += *logit;
    }
    for logit in logits {
        *logit /= sum;
    }
}
