//! Lessons: examples, their loss, and the slopes by which a network learns from them.

use super::dense::add_scaled;
use super::evaluate::soften;
use super::kernel::{CELLS, cell};
use super::shape::{ACTIONS, CHANNELS, Dense, Headset, KINDS};
use super::tower::{Climbed, Passed, block, block_back, of_planes};
use super::weights::Network;
use crate::synopsis::{COUNT, Synopsis};

/// A choice that a player made in a game, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The player's knowledge.
    pub synopsis: Synopsis,
    /// Positions of which it is the synopsis.
    pub positions: usize,
    /// The actions that were possible.
    pub actions: Vec<u16>,
    /// Place of the chosen one among them.
    pub chosen: usize,
    /// 1 if the player won, -1 if it lost, 0 for a draw.
    pub outcome: f32,
    /// Whether it won within its next five actions.
    pub soon_win: bool,
    /// Whether it lost within its next five actions.
    pub soon_lose: bool,
    /// Men of each kind on the true board: own pawns to king, then the other side's.
    pub pieces: [u8; KINDS],
}

/// Parts of the loss of one or more examples, summed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Examples.
    pub count: f64,
    /// Negative logarithm of the chosen action's probability.
    pub policy: f64,
    /// Squared error of the value.
    pub value: f64,
    /// Cross entropy of winning soon and losing soon.
    pub soon: f64,
    /// Squared errors of the counts of men.
    pub pieces: f64,
    /// Examples whose chosen action was the likeliest; of equally likely ones each counts for its part.
    pub first: f64,
    /// Examples whose chosen action was among the five likeliest.
    pub five: f64,
    /// Decided examples, and those in which the sign of the value names the winner.
    pub decided: f64,
    /// See `decided`.
    pub winner: f64,
}

impl Loss {
    /// Adds another.
    pub fn add(&mut self, other: &Loss) {
        self.count += other.count;
        self.policy += other.policy;
        self.value += other.value;
        self.soon += other.soon;
        self.pieces += other.pieces;
        self.first += other.first;
        self.five += other.five;
        self.decided += other.decided;
        self.winner += other.winner;
    }
}

/// Weights of the other parts of a loss beside the policy's, which is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// Weight of the value.
    pub value: f32,
    /// Weight of winning soon and losing soon.
    pub soon: f32,
    /// Weight of the counts of men.
    pub pieces: f32,
}

impl Parts {
    /// The loss that training makes small. The paper does not give its own.
    pub const ALL: Parts = Parts {
        value: 1.0,
        soon: 0.25,
        pieces: 0.02,
    };
    /// The policy alone.
    pub const POLICY: Parts = Parts {
        value: 0.0,
        soon: 0.0,
        pieces: 0.0,
    };
}

/// Slopes by the bits of planes, for each of some examples.
#[derive(Clone, Debug)]
pub struct BitSlopes(Vec<f32>);

impl BitSlopes {
    /// Slope by a plane's bit at a square, counted from the side's first rank, of the example at `place`.
    pub fn get(&self, place: usize, plane: usize, square: usize) -> f32 {
        self.0[(place * CELLS + cell(square)) * COUNT + plane]
    }
}

/// Result of a lesson.
#[derive(Clone, Debug)]
pub struct Slopes {
    /// The loss.
    pub loss: Loss,
    /// Slopes of the network's numbers, summed over the examples.
    pub numbers: Vec<f32>,
}

impl Network {
    /// The loss of a few examples, and its slopes, by one headset.
    pub fn learn(&self, headset: usize, examples: &[&Example]) -> Slopes {
        self.slopes(headset, examples, Parts::ALL).0
    }

    /// Slopes of a loss by the bits of the examples' planes, as if these were numbers.
    pub fn of_bits(&self, headset: usize, examples: &[&Example], parts: Parts) -> BitSlopes {
        let (_, stem) = self.slopes(headset, examples, parts);
        BitSlopes(of_planes(&self.layout, &self.numbers, &stem))
    }

    /// Slopes by the numbers, and by the first layer's output.
    fn slopes(&self, headset: usize, examples: &[&Example], parts: Parts) -> (Slopes, Vec<f32>) {
        let width = self.shape.width;
        let all = &self.numbers;
        let heads = &self.layout.headsets[headset];
        let synopses: Vec<&Synopsis> = examples.iter().map(|example| &example.synopsis).collect();
        let mut climbed = Climbed::default();
        climbed.run(&self.layout, all, &synopses);
        let top = climbed.top();
        let mut passed = Passed::default();
        block(&heads.policy, all, top, &mut passed);

        let mut numbers = vec![0.0; all.len()];
        let mut loss = Loss::default();
        let mut by_top = vec![0.0; top.len()];
        let mut by_policy = vec![0.0; top.len()];
        let size = CELLS * width;
        for (place, example) in examples.iter().enumerate() {
            let at = place * size..(place + 1) * size;
            let one = Boards {
                top: &top[at.clone()],
                policy: &passed.output[at.clone()],
            };
            let into = Into {
                numbers: &mut numbers,
                top: &mut by_top[at.clone()],
                policy: &mut by_policy[at],
            };
            loss.add(&heads.judge(all, example, &one, (parts, into)));
        }
        block_back(
            &heads.policy,
            all,
            (top, &passed),
            &mut by_policy,
            &mut numbers,
        );
        for (sum, more) in by_top.iter_mut().zip(&by_policy) {
            *sum += more;
        }
        let stem = climbed.back(&self.layout, all, by_top, &mut numbers);
        (Slopes { loss, numbers }, stem)
    }

    /// The loss of a few examples by one headset, without slopes.
    pub fn measure(&self, headset: usize, examples: &[&Example]) -> Loss {
        let width = self.shape.width;
        let all = &self.numbers;
        let heads = &self.layout.headsets[headset];
        let mut loss = Loss::default();
        let mut climbed = Climbed::default();
        let mut passed = Passed::default();
        for together in examples.chunks(16) {
            let synopses: Vec<&Synopsis> = together.iter().map(|one| &one.synopsis).collect();
            climbed.run(&self.layout, all, &synopses);
            block(&heads.policy, all, climbed.top(), &mut passed);
            let tops = climbed.top().chunks_exact(CELLS * width);
            let after = passed.output.chunks_exact(CELLS * width);
            for (example, (top, after)) in together.iter().zip(tops.zip(after)) {
                let mut policy = heads.logits(all, after, &example.actions);
                soften(&mut policy);
                let value = libm::tanhf(heads.value.forward(all, top).1[0]);
                loss.add(&Loss::of(example, &policy, value));
            }
        }
        loss
    }
}

impl Loss {
    /// The parts that policy and value alone give.
    fn of(example: &Example, policy: &[f32], value: f32) -> Loss {
        let share = policy[example.chosen];
        // Of equally likely actions each is the first as often.
        let better = policy.iter().filter(|&&other| other > share).count() as f64;
        let equal = policy.iter().filter(|&&other| other >= share).count() as f64 - better;
        let among = |first: f64| ((first - better) / equal.max(1.0)).clamp(0.0, 1.0);
        let decided = example.outcome != 0.0;
        let has = |yes: bool| f64::from(u8::from(yes));
        Loss {
            count: 1.0,
            policy: -f64::from(libm::logf(share.max(1e-9))),
            value: f64::from((value - example.outcome).powi(2)),
            first: among(1.0),
            five: among(5.0),
            decided: has(decided),
            winner: has(decided && (value > 0.0) == (example.outcome > 0.0)),
            ..Loss::default()
        }
    }
}

/// One example's boards.
struct Boards<'a> {
    top: &'a [f32],
    policy: &'a [f32],
}

/// Places for slopes.
struct Into<'a> {
    numbers: &'a mut [f32],
    top: &'a mut [f32],
    policy: &'a mut [f32],
}

impl Headset {
    /// Loss of one example; adds its slopes.
    fn judge(
        &self,
        all: &[f32],
        example: &Example,
        boards: &Boards<'_>,
        (parts, mut into): (Parts, Into<'_>),
    ) -> Loss {
        let &Boards { top, policy: board } = boards;
        let mut policy = self.logits(all, board, &example.actions);
        soften(&mut policy);
        let by_policy = |place: usize| policy[place] - f32::from(u8::from(place == example.chosen));
        self.policy_back(all, board, &example.actions, by_policy, &mut into);

        let head = |dense: &Dense| dense.forward(all, top);
        let (small, sums) = head(&self.value);
        let value = libm::tanhf(sums[0]);
        let slope = parts.value * 2.0 * (value - example.outcome) * (1.0 - value * value);
        let mut back = |dense: &Dense, small: &[f32], slopes: &[f32]| {
            dense.backward(
                all,
                top,
                small,
                slopes,
                (&mut *into.numbers, &mut *into.top),
            );
        };
        back(&self.value, &small, &[slope]);
        let mut loss = Loss::of(example, &policy, value);

        for (dense, truth) in [
            (&self.soon_win, example.soon_win),
            (&self.soon_lose, example.soon_lose),
        ] {
            let (small, sums) = head(dense);
            let chance = 1.0 / (1.0 + libm::expf(-sums[0]));
            let wanted = f32::from(u8::from(truth));
            let of_truth = if truth { chance } else { 1.0 - chance };
            loss.soon -= f64::from(libm::logf(of_truth.max(1e-9)));
            back(dense, &small, &[parts.soon * (chance - wanted)]);
        }
        let (small, counts) = head(&self.pieces);
        let errors: Vec<f32> = counts
            .iter()
            .zip(example.pieces)
            .map(|(count, truth)| count - f32::from(truth))
            .collect();
        loss.pieces = errors.iter().map(|error| f64::from(error * error)).sum();
        let slopes: Vec<f32> = errors
            .iter()
            .map(|error| parts.pieces * 2.0 * error)
            .collect();
        back(&self.pieces, &small, &slopes);
        loss
    }

    /// Adds the slopes of a policy.
    fn policy_back(
        &self,
        all: &[f32],
        board: &[f32],
        actions: &[u16],
        slope: impl Fn(usize) -> f32,
        into: &mut Into<'_>,
    ) {
        let width = board.len() / CELLS;
        for (place, &action) in actions.iter().enumerate() {
            let (action, slope) = (usize::from(action), slope(place));
            if action == ACTIONS - 1 {
                let (small, _) = self.pass.forward(all, board);
                let to = (&mut *into.numbers, &mut *into.policy);
                self.pass.backward(all, board, &small, &[slope], to);
                continue;
            }
            let (square, channel) = (action / CHANNELS, action % CHANNELS);
            let at = cell(square) * width;
            let weight = self.logits + channel * width;
            add_scaled(
                &mut into.numbers[weight..weight + width],
                slope,
                &board[at..at + width],
            );
            into.numbers[self.logits_bias + channel] += slope;
            add_scaled(
                &mut into.policy[at..at + width],
                slope,
                &all[weight..weight + width],
            );
        }
    }
}
