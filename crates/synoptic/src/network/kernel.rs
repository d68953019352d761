//! Kernels: convolutions of three by three, forward and backward, on boards with a border.
//!
//! A board is 100 cells of `width` numbers: ten rows of ten, of which the outer ones are zero. Sums are taken in a
//! fixed order with one rounding for each product and sum, so a result has the same bits on every machine.
#![expect(
    clippy::inline_always,
    reason = "instructions of a processor are only used in functions that are part of the dispatched one"
)]

use pulp::{Arch, Simd, WithSimd};

/// Cells of a board with its border.
pub const CELLS: usize = 100;
/// Outputs that are computed together.
pub const LANES: usize = 16;
/// Most outputs that are computed together.
const MOST: usize = 2 * LANES;

/// The cell of a square, counted from the side's first rank.
#[inline]
pub const fn cell(square: usize) -> usize {
    (square / 8 + 1) * 10 + square % 8 + 1
}

/// The cells around cell 11, in the order of weights: west to east, then north.
const AROUND: [usize; 9] = [0, 1, 2, 10, 11, 12, 20, 21, 22];

/// A convolution's sizes.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Numbers of a cell of the input.
    pub inputs: usize,
    /// Numbers of a cell of the output, a multiple of 16.
    pub outputs: usize,
}

/// Treatment of a sum.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// Number for each output that is added.
    pub bias: Option<&'a [f32]>,
    /// Whether it is added to what stands in the output.
    pub adds: bool,
    /// Whether negative numbers become zero.
    pub rectifies: bool,
}

/// Sums that can be taken in registers of any width.
trait Kernel {
    /// Number of outputs, a multiple of 16.
    fn outputs(&self) -> usize;

    /// Takes the sums of `N` cells at once, with the outputs of `V` registers for each.
    fn run<S: Simd, const V: usize, const N: usize>(self, simd: S);
}

/// A kernel in the widest registers of the processor.
struct Widest<K>(K);

impl<K: Kernel> WithSimd for Widest<K> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // At least eight sums at once hide the time of an addition, more the time of loading a weight.
        match S::F32_LANES {
            16 if self.0.outputs().is_multiple_of(MOST) => self.0.run::<S, 2, 8>(simd),
            16 => self.0.run::<S, 1, 8>(simd),
            8 => self.0.run::<S, 2, 4>(simd),
            4 => self.0.run::<S, 4, 4>(simd),
            _ => self.0.run::<S, LANES, 1>(simd),
        }
    }
}

/// Convolution of boards. `weights` are 9 x inputs x outputs, `input` and `output` boards.
///
/// The processor's widest sums are used, which changes no bit: each sum has its own place in a register, and its products
/// are added in the same order.
pub fn convolve(weights: &[f32], sizes: Sizes, input: &[f32], output: &mut [f32], end: End<'_>) {
    Arch::new().dispatch(Widest(Convolution {
        weights,
        sizes,
        input,
        output,
        end,
    }));
}

/// The arguments of [`convolve`].
struct Convolution<'a> {
    weights: &'a [f32],
    sizes: Sizes,
    input: &'a [f32],
    output: &'a mut [f32],
    end: End<'a>,
}

impl Kernel for Convolution<'_> {
    fn outputs(&self) -> usize {
        self.sizes.outputs
    }

    /// `N` squares at once.
    #[inline(always)]
    fn run<S: Simd, const V: usize, const N: usize>(self, simd: S) {
        let Sizes { inputs, outputs } = self.sizes;
        let width = V * S::F32_LANES;
        let boards = self
            .input
            .chunks_exact(CELLS * inputs)
            .zip(self.output.chunks_exact_mut(CELLS * outputs));
        for (board, out) in boards {
            for first in (0..outputs).step_by(width) {
                for start in
                    (0..8).flat_map(|row| (0..8).step_by(N).map(move |file| row * 10 + file))
                {
                    let sums =
                        squares::<S, V, N>(simd, self.weights, self.sizes, first, board, start);
                    for (place, sum) in sums.into_iter().enumerate() {
                        let at = (start + 11 + place) * outputs + first;
                        let (out, _) = S::as_mut_simd_f32s(&mut out[at..at + width]);
                        let bias = self
                            .end
                            .bias
                            .map(|bias| S::as_simd_f32s(&bias[first..first + width]).0);
                        for (part, (out, mut sum)) in out.iter_mut().zip(sum).enumerate() {
                            if let Some(bias) = bias {
                                sum = simd.add_f32s(sum, bias[part]);
                            }
                            if self.end.adds {
                                sum = simd.add_f32s(sum, *out);
                            }
                            if self.end.rectifies {
                                sum = simd.max_f32s(sum, simd.splat_f32s(0.0));
                            }
                            *out = sum;
                        }
                    }
                }
            }
        }
    }
}

/// Sums of `N` squares. `start` is the cell to the south-west of the first.
#[inline(always)]
fn squares<S: Simd, const V: usize, const N: usize>(
    simd: S,
    weights: &[f32],
    Sizes { inputs, outputs }: Sizes,
    first: usize,
    board: &[f32],
    start: usize,
) -> [[S::f32s; V]; N] {
    let mut sums = [[simd.splat_f32s(0.0); V]; N];
    for (taps, offset) in weights.chunks_exact(inputs * outputs).zip(AROUND) {
        let cells = &board[(start + offset) * inputs..];
        let mut lines: [&[f32]; N] = [&[]; N];
        for (place, line) in lines.iter_mut().enumerate() {
            *line = &cells[place * inputs..][..inputs];
        }
        for (input, row) in (0..inputs).zip(taps.chunks_exact(outputs)) {
            let (row, _) = S::as_simd_f32s(&row[first..first + V * S::F32_LANES]);
            let Some(row) = row.first_chunk::<V>() else {
                continue;
            };
            for (sum, line) in sums.iter_mut().zip(&lines) {
                let x = simd.splat_f32s(line[input]);
                for (sum, &weight) in sum.iter_mut().zip(row) {
                    *sum = simd.mul_add_f32s(x, weight, *sum);
                }
            }
        }
    }
    sums
}

/// Weights with which [`convolve`] turns gradients of outputs into gradients of inputs.
pub fn turned(weights: &[f32], sizes: Sizes) -> Vec<f32> {
    let Sizes { inputs, outputs } = sizes;
    let mut turned = vec![0.0; weights.len()];
    for tap in 0..9 {
        for input in 0..inputs {
            for output in 0..outputs {
                let from = (tap * inputs + input) * outputs + output;
                turned[((8 - tap) * outputs + output) * inputs + input] = weights[from];
            }
        }
    }
    turned
}

/// Adds the gradients of weights and biases. `input` are the boards that were convolved, `slopes` the gradients of
/// the outputs. The number of inputs is a multiple of 8.
pub fn weight_slopes(
    sizes: Sizes,
    input: &[f32],
    slopes: &[f32],
    weights: &mut [f32],
    bias: &mut [f32],
) {
    let Sizes { inputs, outputs } = sizes;
    let boards = input
        .chunks_exact(CELLS * inputs)
        .zip(slopes.chunks_exact(CELLS * outputs));
    for (board, slopes) in boards {
        for square in 0..64 {
            let at = cell(square) * outputs;
            for (sum, slope) in bias.iter_mut().zip(&slopes[at..at + outputs]) {
                *sum += slope;
            }
        }
        Arch::new().dispatch(Widest(WeightSlopes {
            sizes,
            board,
            slopes,
            weights,
        }));
    }
}

/// The gradients of weights by one board.
struct WeightSlopes<'a> {
    sizes: Sizes,
    board: &'a [f32],
    slopes: &'a [f32],
    weights: &'a mut [f32],
}

impl Kernel for WeightSlopes<'_> {
    fn outputs(&self) -> usize {
        self.sizes.outputs
    }

    /// `N` inputs at once.
    #[inline(always)]
    fn run<S: Simd, const V: usize, const N: usize>(self, simd: S) {
        let Sizes { inputs, outputs } = self.sizes;
        let width = V * S::F32_LANES;
        for (taps, offset) in self.weights.chunks_exact_mut(inputs * outputs).zip(AROUND) {
            for from in (0..inputs).step_by(N) {
                for first in (0..outputs).step_by(width) {
                    let mut sums = [[simd.splat_f32s(0.0); V]; N];
                    for start in (0..8).flat_map(|row| row * 10..row * 10 + 8) {
                        let at = (start + offset) * inputs + from;
                        let inputs = self.board[at..].first_chunk::<N>();
                        let at = (start + 11) * outputs + first;
                        let (slopes, _) = S::as_simd_f32s(&self.slopes[at..at + width]);
                        let (Some(inputs), Some(slopes)) = (inputs, slopes.first_chunk::<V>())
                        else {
                            continue;
                        };
                        for (sum, &x) in sums.iter_mut().zip(inputs) {
                            let x = simd.splat_f32s(x);
                            for (sum, &slope) in sum.iter_mut().zip(slopes) {
                                *sum = simd.mul_add_f32s(x, slope, *sum);
                            }
                        }
                    }
                    for (place, sum) in sums.into_iter().enumerate() {
                        let at = (from + place) * outputs + first;
                        let (weights, _) = S::as_mut_simd_f32s(&mut taps[at..at + width]);
                        for (weight, more) in weights.iter_mut().zip(sum) {
                            *weight = simd.add_f32s(*weight, more);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use pulp::{Scalar, Scalar128b, Scalar256b, Scalar512b};

    use super::*;

    fn numbers(count: usize, seed: u64) -> Vec<f32> {
        let mut stream = darkforge_streams::open(seed, "kernel test", 0);
        (0..count)
            .map(|_| darkforge_streams::unit(&mut stream) as f32 - 0.5)
            .collect()
    }

    fn board(width: usize, seed: u64) -> Vec<f32> {
        let mut board = vec![0.0; CELLS * width];
        let drawn = numbers(64 * width, seed);
        for square in 0..64 {
            board[cell(square) * width..][..width]
                .copy_from_slice(&drawn[square * width..][..width]);
        }
        board
    }

    const SIZES: Sizes = Sizes {
        inputs: 8,
        outputs: 32,
    };

    fn plain(weights: &[f32], input: &[f32], square: usize, output: usize) -> f32 {
        let mut sum = 0.0;
        for tap in 0..9 {
            let at = cell(square) + AROUND[tap] - 11;
            for from in 0..SIZES.inputs {
                sum += input[at * SIZES.inputs + from]
                    * weights[(tap * SIZES.inputs + from) * SIZES.outputs + output];
            }
        }
        sum
    }

    /// Bits of a convolution and of its weights' slopes, with 32 and with 16 outputs.
    fn bits(simd: impl Simd) -> Vec<u32> {
        let mut found = Vec::new();
        for outputs in [32, 16] {
            let sizes = Sizes { inputs: 8, outputs };
            let (weights, bias) = (numbers(9 * 8 * outputs, 1), numbers(outputs, 3));
            let (input, slopes) = (board(8, 2), board(outputs, 4));
            let mut output = vec![0.1; CELLS * outputs];
            simd.vectorize(Widest(Convolution {
                weights: &weights,
                sizes,
                input: &input,
                output: &mut output,
                end: End {
                    bias: Some(&bias),
                    adds: true,
                    rectifies: true,
                },
            }));
            let mut by_weight = weights.clone();
            simd.vectorize(Widest(WeightSlopes {
                sizes,
                board: &input,
                slopes: &slopes,
                weights: &mut by_weight,
            }));
            found.extend(output.iter().chain(&by_weight).map(|sum| sum.to_bits()));
        }
        found
    }

    #[test]
    fn registers_of_any_width_give_the_same_bits() {
        /// The bits of the processor's own registers.
        struct Own;
        impl WithSimd for Own {
            type Output = Vec<u32>;

            fn with_simd<S: Simd>(self, simd: S) -> Vec<u32> {
                bits(simd)
            }
        }
        let one = bits(Scalar);
        assert!(one == bits(Scalar128b), "4 numbers");
        assert!(one == bits(Scalar256b), "8 numbers");
        assert!(one == bits(Scalar512b), "16 numbers");
        assert!(one == Arch::new().dispatch(Own), "this processor");
    }

    #[test]
    fn a_convolution_is_the_sum_over_the_window() {
        let weights = numbers(9 * 8 * 32, 1);
        let input = board(8, 2);
        let mut output = vec![1.0; CELLS * 32];
        let bias = numbers(32, 3);
        let end = End {
            bias: Some(&bias),
            adds: true,
            rectifies: true,
        };
        convolve(&weights, SIZES, &input, &mut output, end);
        for square in 0..64 {
            for out in 0..32 {
                let wanted = (plain(&weights, &input, square, out) + bias[out] + 1.0).max(0.0);
                let has = output[cell(square) * 32 + out];
                assert!(
                    (wanted - has).abs() < 1e-4,
                    "{square} {out}: {has} {wanted}"
                );
            }
        }
    }

    #[test]
    fn slopes_are_those_of_the_convolution() {
        let weights = numbers(9 * 8 * 32, 1);
        let (input, slopes) = (board(8, 2), board(32, 4));
        // The derivative of sum(slopes * output) by each weight and each input.
        let (mut by_weight, mut by_bias) = (vec![0.0; weights.len()], vec![0.0; 32]);
        weight_slopes(SIZES, &input, &slopes, &mut by_weight, &mut by_bias);
        let value = |weights: &[f32], input: &[f32]| -> f64 {
            (0..64)
                .flat_map(|square| (0..32).map(move |out| (square, out)))
                .map(|(square, out)| {
                    f64::from(slopes[cell(square) * 32 + out] * plain(weights, input, square, out))
                })
                .sum()
        };
        for place in [0, 77, 1000, 2303] {
            let mut more = weights.clone();
            more[place] += 1.0;
            let wanted = value(&more, &input) - value(&weights, &input);
            assert!(
                (wanted - f64::from(by_weight[place])).abs() < 1e-3,
                "{place}"
            );
        }
        let other = Sizes {
            inputs: 32,
            outputs: 16,
        };
        let wide = numbers(9 * 16 * 32, 9);
        let back = turned(
            &wide,
            Sizes {
                inputs: 16,
                outputs: 32,
            },
        );
        let mut by_input = vec![0.0; CELLS * 16];
        let end = End {
            bias: None,
            adds: false,
            rectifies: false,
        };
        convolve(&back, other, &slopes, &mut by_input, end);
        // d/d input[square 27, input 5]: each output around it sees it by one weight.
        let wanted: f32 = (0..9)
            .flat_map(|tap| (0..32).map(move |out| (tap, out)))
            .map(|(tap, out)| {
                let at = cell(27) + 11 - AROUND[tap];
                slopes[at * 32 + out] * wide[(tap * 16 + 5) * 32 + out]
            })
            .sum();
        assert!((wanted - by_input[cell(27) * 16 + 5]).abs() < 1e-4);
    }
}
