//! Tower: the layers that all headsets share, and the block of a policy.

use super::kernel::{CELLS, End, LANES, Taps, cell, convolve, weight_slopes};
use super::numbers::Numbers;
use super::shape::{Conv, Layout};
use crate::synopsis::{COUNT, Synopsis};

const FIRST: End<'static> = End {
    bias: None,
    adds: false,
    rectifies: true,
};

impl Conv {
    pub(super) fn weights<'a>(&self, all: &'a [f32]) -> &'a [f32] {
        &all[self.weight..self.weight + 9 * self.sizes.inputs * self.sizes.outputs]
    }

    fn bias<'a>(&self, all: &'a [f32]) -> &'a [f32] {
        &all[self.bias..self.bias + self.sizes.outputs]
    }

    /// The rectified result, in `output`; with `adds` what stood there is added before.
    pub(super) fn forward(&self, all: &Numbers, input: &[f32], output: &mut [f32], adds: bool) {
        let end = End {
            bias: Some(self.bias(all)),
            adds,
            ..FIRST
        };
        convolve(all.taps(self), input, output, end);
    }

    /// Adds the slopes of weights and biases.
    fn weigh(&self, input: &[f32], slopes: &[f32], into: &mut [f32]) {
        let count = 9 * self.sizes.inputs * self.sizes.outputs;
        // The biases follow the weights.
        let (weights, bias) = into[self.weight..self.bias + self.sizes.outputs].split_at_mut(count);
        weight_slopes(self.sizes, input, slopes, weights, bias);
    }

    /// Adds the slopes of the input.
    fn back(&self, all: &[f32], slopes: &[f32], into: &mut [f32], adds: bool) {
        let back = Taps::turned(self.weights(all), self.sizes);
        let end = End {
            bias: None,
            adds,
            rectifies: false,
        };
        convolve(&back, slopes, into, end);
    }
}

/// Boards with the planes of synopses as numbers.
pub(super) fn fill(input: &mut Vec<f32>, synopses: &[&Synopsis]) {
    input.clear();
    input.resize(synopses.len() * CELLS * COUNT, 0.0);
    for (board, synopsis) in input.chunks_exact_mut(CELLS * COUNT).zip(synopses) {
        for (plane, squares) in synopsis.planes.iter().enumerate() {
            let mut left = *squares;
            while left != 0 {
                board[cell(left.trailing_zeros() as usize) * COUNT + plane] = 1.0;
                left &= left - 1;
            }
        }
    }
}

/// Sets slopes to zero where the rectified output is.
fn rectify(slopes: &mut [f32], output: &[f32]) {
    for (slope, output) in slopes.iter_mut().zip(output) {
        *slope = if *output > 0.0 { *slope } else { 0.0 };
    }
}

/// Results of a residual block on the way forward.
#[derive(Clone, Debug, Default)]
pub(super) struct Passed {
    middle: Vec<f32>,
    pub(super) output: Vec<f32>,
}

/// Runs a block; `passed` keeps what the way back needs.
pub(super) fn block(convs: &[Conv; 2], all: &Numbers, input: &[f32], passed: &mut Passed) {
    // A convolution sets all of a board but its border, which stays zero.
    passed.middle.resize(input.len(), 0.0);
    passed.output.clear();
    passed.output.extend_from_slice(input);
    convs[0].forward(all, input, &mut passed.middle, false);
    convs[1].forward(all, &passed.middle, &mut passed.output, true);
}

/// Turns the slopes of a block's output into those of its input.
pub(super) fn block_back(
    convs: &[Conv; 2],
    all: &[f32],
    (input, passed): (&[f32], &Passed),
    slopes: &mut [f32],
    into: &mut [f32],
) {
    rectify(slopes, &passed.output);
    let mut middle = vec![0.0; slopes.len()];
    convs[1].weigh(&passed.middle, slopes, into);
    convs[1].back(all, slopes, &mut middle, false);
    rectify(&mut middle, &passed.middle);
    convs[0].weigh(input, &middle, into);
    convs[0].back(all, &middle, slopes, true);
}

/// Results of the tower for a few synopses.
#[derive(Clone, Debug, Default)]
pub(super) struct Climbed {
    input: Vec<f32>,
    stem: Vec<f32>,
    blocks: Vec<Passed>,
}

impl Climbed {
    /// Runs the tower.
    pub(super) fn run(&mut self, layout: &Layout, all: &Numbers, synopses: &[&Synopsis]) {
        let width = layout.stem.sizes.outputs;
        fill(&mut self.input, synopses);
        self.stem.resize(synopses.len() * CELLS * width, 0.0);
        layout.stem.forward(all, &self.input, &mut self.stem, false);
        self.blocks.resize(layout.blocks.len(), Passed::default());
        for place in 0..layout.blocks.len() {
            let (before, rest) = self.blocks.split_at_mut(place);
            let input = before.last().map_or(&self.stem, |passed| &passed.output);
            block(&layout.blocks[place], all, input, &mut rest[0]);
        }
    }

    /// The boards after the last block.
    pub(super) fn top(&self) -> &[f32] {
        self.blocks
            .last()
            .map_or(&self.stem, |passed| &passed.output)
    }

    /// Adds the slopes of all weights; `slopes` are those of the top. Returns those of the first
    /// layer's output.
    pub(super) fn back(
        &self,
        layout: &Layout,
        all: &[f32],
        mut slopes: Vec<f32>,
        into: &mut [f32],
    ) -> Vec<f32> {
        for place in (0..layout.blocks.len()).rev() {
            let input = match place {
                0 => &self.stem,
                _ => &self.blocks[place - 1].output,
            };
            let passed = &self.blocks[place];
            block_back(
                &layout.blocks[place],
                all,
                (input, passed),
                &mut slopes,
                into,
            );
        }
        rectify(&mut slopes, &self.stem);
        layout.stem.weigh(&self.input, &slopes, into);
        slopes
    }
}

/// Slopes of the planes' squares, boards of 104 numbers in a cell, from those of the first layer's
/// output.
pub(super) fn of_planes(layout: &Layout, all: &[f32], slopes: &[f32]) -> Vec<f32> {
    // The kernel makes sixteen outputs at once.
    let padded = COUNT.next_multiple_of(LANES);
    let conv = layout.stem;
    let mut boards = vec![0.0; slopes.len() / conv.sizes.outputs * padded];
    let end = End {
        rectifies: false,
        ..FIRST
    };
    let back = Taps::turned(conv.weights(all), conv.sizes);
    convolve(&back, slopes, &mut boards, end);
    let planes = boards.chunks_exact(padded).flat_map(|cell| &cell[..COUNT]);
    planes.copied().collect()
}
