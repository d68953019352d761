//! Saliency: how much a loss depends on each plane (paper, section 7).

use crate::network::{Example, Network, Parts};
use crate::synopsis::COUNT;

/// Mean sizes of slopes by the bits of a plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Saliency {
    /// Of the whole loss, over all bits: the paper's loss PBS.
    pub loss: f64,
    /// Of the logarithm of the chosen action's probability, over all bits: the paper's action `PbS`.
    pub action: f64,
    /// The same over bits that are 0, and over bits that are 1, where there are any.
    pub action_of: [Option<f64>; 2],
}

/// Sums of the sizes of slopes, by plane.
pub(super) struct Sums {
    examples: usize,
    loss: [f64; COUNT],
    /// Over bits that are 0, and over bits that are 1.
    action: [[f64; COUNT]; 2],
    set: [u32; COUNT],
}

impl Sums {
    /// The sums of some examples by a headset.
    pub fn of(network: &Network, headset: usize, examples: &[Example]) -> Sums {
        let lesson: Vec<&Example> = examples.iter().collect();
        let loss = network.of_bits(headset, &lesson, Parts::ALL);
        let action = network.of_bits(headset, &lesson, Parts::POLICY);
        let mut sums = Sums {
            examples: examples.len(),
            loss: [0.0; COUNT],
            action: [[0.0; COUNT]; 2],
            set: [0; COUNT],
        };
        for (place, example) in examples.iter().enumerate() {
            for (plane, squares) in example.synopsis.planes.iter().enumerate() {
                sums.set[plane] += squares.count_ones();
                for square in 0..64 {
                    let size = |slope: f32| f64::from(slope.abs());
                    let bit = (squares >> square & 1) as usize;
                    sums.loss[plane] += size(loss.get(place, plane, square));
                    sums.action[bit][plane] += size(action.get(place, plane, square));
                }
            }
        }
        sums
    }

    /// The means of several sums, by plane.
    pub fn total(all: &[Sums]) -> Vec<Saliency> {
        let bits = 64.0 * all.iter().map(|sums| sums.examples).sum::<usize>() as f64;
        let plane = |plane: usize| {
            let sum = |of: &dyn Fn(&Sums) -> f64| all.iter().map(of).sum::<f64>();
            let set = sum(&|sums| f64::from(sums.set[plane]));
            let [zero, one] = [0, 1].map(|bit| sum(&|sums| sums.action[bit][plane]));
            let mean = |sum: f64, count: f64| (count > 0.0).then(|| sum / count);
            Saliency {
                loss: mean(sum(&|sums| sums.loss[plane]), bits).unwrap_or_default(),
                action: mean(zero + one, bits).unwrap_or_default(),
                action_of: [mean(zero, bits - set), mean(one, set)],
            }
        };
        (0..COUNT).map(plane).collect()
    }
}
