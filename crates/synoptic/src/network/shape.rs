//! Shape: the sizes of a network, and the place of each of its numbers.

use serde::{Deserialize, Serialize};

use super::kernel::{LANES, Sizes};
use crate::synopsis::COUNT;

/// Numbers of a square's policy: 64 destinations and a sense.
pub const CHANNELS: usize = 65;
/// Actions of a policy: those of the squares, and the pass.
pub const ACTIONS: usize = 64 * CHANNELS + 1;
/// Kinds of men that are counted: own pawns to king, then the other side's.
pub const KINDS: usize = 12;

/// The sizes of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Numbers of a square between layers, a multiple of 16.
    pub width: usize,
    /// Residual blocks of the tower.
    pub blocks: usize,
    /// Names of the headsets.
    pub headsets: Vec<String>,
}

/// Sizes that a network cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A width that is not possible.
    #[error("width = {0}: it must be a multiple of {LANES} from {LANES} to 512")]
    Width(usize),
    /// A depth that is not possible.
    #[error("blocks = {0}: it must be from 1 to 40")]
    Blocks(usize),
    /// No headset, or one twice.
    #[error("headsets = {0:?}: at least one, each with a name of its own")]
    Headsets(Vec<String>),
}

impl Shape {
    /// Checks the sizes.
    ///
    /// # Errors
    /// The first that is not possible.
    pub fn check(&self) -> Result<(), ShapeError> {
        if self.width == 0 || !self.width.is_multiple_of(LANES) || self.width > 512 {
            return Err(ShapeError::Width(self.width));
        }
        if !(1..=40).contains(&self.blocks) {
            return Err(ShapeError::Blocks(self.blocks));
        }
        let mut names = self.headsets.clone();
        names.sort_unstable();
        names.dedup();
        if names.is_empty() || names.len() != self.headsets.len() {
            return Err(ShapeError::Headsets(self.headsets.clone()));
        }
        Ok(())
    }

    /// Place of a headset.
    pub fn headset(&self, name: &str) -> Option<usize> {
        self.headsets.iter().position(|headset| headset == name)
    }
}

/// A named part of a network's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Name in files, such as `block0.conv1.weight`.
    pub name: String,
    /// Its sizes, the last one changing fastest.
    pub sizes: Vec<usize>,
    /// Place of its first number.
    pub at: usize,
    /// Inputs of a sum, for the size of the first weights; 0 for a part that starts with zeros.
    pub(super) fan: usize,
}

impl Part {
    /// Number of its numbers.
    pub fn len(&self) -> usize {
        self.sizes.iter().product()
    }

    /// Whether it has none. That does not happen.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Places of a convolution's weights and biases.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conv {
    /// Place among the convolutions.
    pub(super) index: usize,
    pub(super) sizes: Sizes,
    pub(super) weight: usize,
    pub(super) bias: usize,
}

/// Places of a head that makes a few numbers of a board: each square is made smaller, then all are joined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dense {
    /// Numbers of a square after the first step.
    pub(super) channels: usize,
    /// Results.
    pub(super) results: usize,
    pub(super) squeeze: usize,
    pub(super) squeeze_bias: usize,
    pub(super) join: usize,
    pub(super) join_bias: usize,
}

/// Places of a headset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Headset {
    pub(super) policy: [Conv; 2],
    /// 65 x width.
    pub(super) logits: usize,
    pub(super) logits_bias: usize,
    pub(super) pass: Dense,
    pub(super) value: Dense,
    pub(super) soon_win: Dense,
    pub(super) soon_lose: Dense,
    pub(super) pieces: Dense,
    /// First and last place of all of it.
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Places of all numbers of a network.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) stem: Conv,
    pub(super) blocks: Vec<[Conv; 2]>,
    pub(super) headsets: Vec<Headset>,
    pub(super) parts: Vec<Part>,
    /// Number of convolutions.
    pub(super) convs: usize,
    pub(super) len: usize,
}

/// Lays parts out one after the other.
struct Builder {
    parts: Vec<Part>,
    convs: usize,
    len: usize,
}

impl Builder {
    fn part(&mut self, name: String, sizes: &[usize], fan: usize) -> usize {
        let at = self.len;
        let sizes = sizes.to_vec();
        self.len += sizes.iter().product::<usize>();
        self.parts.push(Part {
            name,
            sizes,
            at,
            fan,
        });
        at
    }

    /// A convolution; the second of a block starts with zeros, so that a block changes nothing at first.
    fn conv(&mut self, name: &str, inputs: usize, outputs: usize, zero: bool) -> Conv {
        let fan = if zero { 0 } else { 9 * inputs };
        self.convs += 1;
        Conv {
            index: self.convs - 1,
            sizes: Sizes { inputs, outputs },
            weight: self.part(format!("{name}.weight"), &[9, inputs, outputs], fan),
            bias: self.part(format!("{name}.bias"), &[outputs], 0),
        }
    }

    fn block(&mut self, name: &str, width: usize) -> [Conv; 2] {
        [
            self.conv(&format!("{name}.conv1"), width, width, false),
            self.conv(&format!("{name}.conv2"), width, width, true),
        ]
    }

    fn dense(&mut self, name: &str, width: usize, channels: usize, results: usize) -> Dense {
        Dense {
            channels,
            results,
            squeeze: self.part(format!("{name}.squeeze.weight"), &[channels, width], width),
            squeeze_bias: self.part(format!("{name}.squeeze.bias"), &[channels], 0),
            join: self.part(
                format!("{name}.join.weight"),
                &[results, 64, channels],
                64 * channels,
            ),
            join_bias: self.part(format!("{name}.join.bias"), &[results], 0),
        }
    }

    fn headset(&mut self, name: &str, width: usize) -> Headset {
        let from = self.len;
        let policy = self.block(&format!("{name}.policy"), width);
        let logits = self.part(
            format!("{name}.policy.logits.weight"),
            &[CHANNELS, width],
            width,
        );
        let logits_bias = self.part(format!("{name}.policy.logits.bias"), &[CHANNELS], 0);
        let mut dense = |head: &str, channels, results| {
            self.dense(&format!("{name}.{head}"), width, channels, results)
        };
        let pass = dense("pass", 1, 1);
        let value = dense("value", 4, 1);
        let soon_win = dense("soon_win", 4, 1);
        let soon_lose = dense("soon_lose", 4, 1);
        let pieces = dense("pieces", 8, KINDS);
        Headset {
            policy,
            logits,
            logits_bias,
            pass,
            value,
            soon_win,
            soon_lose,
            pieces,
            from,
            to: self.len,
        }
    }
}

impl Layout {
    pub(super) fn new(shape: &Shape) -> Layout {
        let width = shape.width;
        let mut builder = Builder {
            parts: Vec::new(),
            convs: 0,
            len: 0,
        };
        let stem = builder.conv("stem", COUNT, width, false);
        let blocks = (0..shape.blocks)
            .map(|block| builder.block(&format!("block{block}"), width))
            .collect();
        let headsets = shape
            .headsets
            .iter()
            .map(|name| builder.headset(name, width))
            .collect();
        Layout {
            stem,
            blocks,
            headsets,
            parts: builder.parts,
            convs: builder.convs,
            len: builder.len,
        }
    }
}
