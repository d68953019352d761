//! Network: a shape and its numbers.

use std::collections::BTreeMap;

use super::kernel::Sizes;
use super::numbers::Numbers;
use super::shape::{Layout, Part, Shape, ShapeError};
use darkforge_streams as streams;

/// A network.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) shape: Shape,
    pub(super) layout: Layout,
    pub(super) numbers: Numbers,
    /// Its making: names and values that its file keeps.
    pub recipe: BTreeMap<String, String>,
}

impl Network {
    /// A network of random numbers drawn by names from `seed` (He et al. 2015: a variance of two through the inputs of
    /// a sum). Each residual block changes nothing at first.
    ///
    /// # Errors
    /// The shape is not possible.
    pub fn random(shape: Shape, seed: u64) -> Result<Network, ShapeError> {
        shape.check()?;
        let layout = Layout::new(&shape);
        let mut numbers = vec![0.0; layout.len];
        for (index, part) in (0..).zip(&layout.parts) {
            if part.fan == 0 {
                continue;
            }
            let mut stream = streams::open(seed, "network", index);
            // The last layer of a head starts small, so that a policy starts near equal shares.
            let is_last =
                part.name.ends_with("logits.weight") || part.name.ends_with("join.weight");
            let gain = if is_last { 0.1 } else { 1.0 };
            let deviation = gain * (2.0 / part.fan as f64).sqrt();
            for number in &mut numbers[part.at..part.at + part.len()] {
                *number = (deviation * streams::gauss(&mut stream)) as f32;
            }
        }
        Ok(Network {
            shape,
            numbers: Numbers::new(numbers, &layout),
            layout,
            recipe: BTreeMap::new(),
        })
    }

    /// Makes it blind for some planes: their weights in the first layer become zero.
    pub fn leave_out(&mut self, planes: &[usize]) {
        let conv = self.layout.stem;
        let Sizes { inputs, outputs } = conv.sizes;
        let numbers = self.numbers.change();
        for at in 0..9 {
            for plane in planes {
                let from = conv.weight + (at * inputs + plane) * outputs;
                numbers[from..from + outputs].fill(0.0);
            }
        }
    }

    /// Its sizes.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its parts in order.
    pub fn parts(&self) -> &[Part] {
        &self.layout.parts
    }

    /// All its numbers, in the order of the parts.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// A hash of shape and numbers.
    pub fn fingerprint(&self) -> u64 {
        let mut bytes = format!("{:?}", self.shape).into_bytes();
        for number in self.numbers() {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        streams::fnv1a(&bytes)
    }
}
