//! Dense heads: a few numbers from a board.

use super::kernel::{CELLS, cell};
use super::shape::Dense;

/// Sum of products, sixteen at a time in a fixed order.
#[inline]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for lane in 0..16 {
            sums[lane] = a[lane].mul_add(b[lane], sums[lane]);
        }
    }
    let mut half = 8;
    while half > 0 {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
        half /= 2;
    }
    sums[0]
}

/// `to += scale * from`.
#[inline]
pub(super) fn add_scaled(to: &mut [f32], scale: f32, from: &[f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = scale.mul_add(*from, *to);
    }
}

impl Dense {
    /// The numbers of all squares after the first step, and the results.
    pub(super) fn forward(&self, weights: &[f32], board: &[f32]) -> (Vec<f32>, Vec<f32>) {
        let width = board.len() / CELLS;
        let mut small = vec![0.0; 64 * self.channels];
        for square in 0..64 {
            let from = &board[cell(square) * width..][..width];
            for channel in 0..self.channels {
                let weight = &weights[self.squeeze + channel * width..][..width];
                let sum = dot(from, weight) + weights[self.squeeze_bias + channel];
                small[square * self.channels + channel] = sum.max(0.0);
            }
        }
        let results = (0..self.results).map(|result| {
            let join = &weights[self.join + result * small.len()..][..small.len()];
            dot(&small, join) + weights[self.join_bias + result]
        });
        let results = results.collect();
        (small, results)
    }

    /// Adds the slopes of weights and board. `slopes` are those of the results.
    pub(super) fn backward(
        &self,
        weights: &[f32],
        board: &[f32],
        small: &[f32],
        slopes: &[f32],
        into: (&mut [f32], &mut [f32]),
    ) {
        let (by_weight, by_board) = into;
        let width = board.len() / CELLS;
        let mut by_small = vec![0.0; small.len()];
        for (result, &slope) in slopes.iter().enumerate() {
            let at = self.join + result * small.len();
            add_scaled(&mut by_weight[at..at + small.len()], slope, small);
            by_weight[self.join_bias + result] += slope;
            add_scaled(&mut by_small, slope, &weights[at..at + small.len()]);
        }
        for square in 0..64 {
            let at = cell(square) * width;
            for channel in 0..self.channels {
                let place = square * self.channels + channel;
                if small[place] <= 0.0 {
                    continue;
                }
                let slope = by_small[place];
                let weight = self.squeeze + channel * width;
                by_weight[self.squeeze_bias + channel] += slope;
                add_scaled(
                    &mut by_weight[weight..weight + width],
                    slope,
                    &board[at..at + width],
                );
                add_scaled(
                    &mut by_board[at..at + width],
                    slope,
                    &weights[weight..weight + width],
                );
            }
        }
    }
}
