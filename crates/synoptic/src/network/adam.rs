//! Adam (Kingma and Ba 2015), with weights that shrink a little (Loshchilov and Hutter 2019).

use super::weights::Network;

/// Means of the slopes and of their squares.
#[derive(Clone, Debug)]
pub struct Adam {
    /// Means of the slopes.
    pub mean: Vec<f32>,
    /// Means of their squares.
    pub square: Vec<f32>,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-8;
const SHRINKING: f32 = 1e-4;

impl Adam {
    /// Before the first step.
    pub fn new(network: &Network) -> Adam {
        let count = network.numbers.len();
        Adam {
            mean: vec![0.0; count],
            square: vec![0.0; count],
        }
    }

    /// Takes step `step`, from 1, against the mean slopes of a batch, for the tower and one headset.
    pub fn step(
        &mut self,
        network: &mut Network,
        headset: usize,
        slopes: &[f32],
        rate: f32,
        step: u32,
    ) {
        let first = network.layout.headsets[0].from;
        let heads = network.layout.headsets[headset];
        let unbias = |share: f32| 1.0 - libm::powf(share, step as f32);
        let (mean, square) = (unbias(MEAN), unbias(SQUARE));
        let numbers = network.numbers.change();
        for place in (0..first).chain(heads.from..heads.to) {
            let slope = slopes[place];
            let m = &mut self.mean[place];
            *m = MEAN * *m + (1.0 - MEAN) * slope;
            let v = &mut self.square[place];
            *v = SQUARE * *v + (1.0 - SQUARE) * slope * slope;
            let number = &mut numbers[place];
            let by = (*m / mean) / ((*v / square).sqrt() + LEAST);
            *number -= rate * (by + SHRINKING * *number);
        }
    }
}
