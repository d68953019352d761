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

/// A whole number that is added to it stands in the lowest bits.
const MANTISSA: f32 = 8_388_608.0;
/// The value of each bit.
const POWERS: [f32; LANES] = {
    let mut powers = [1.0; LANES];
    let mut place = 1;
    while place < LANES {
        powers[place] = 2.0 * powers[place - 1];
        place += 1;
    }
    powers
};

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

/// A convolution's weights in the order in which [`convolve`] reads them: for each 16 outputs and each input those for
/// the cells around it, west to east, in each south to north.
///
/// Weights that are used together stand together: rows 4,096 bytes apart would wait for each other.
#[derive(Clone, Debug)]
pub struct Taps {
    lines: Vec<Line>,
    sizes: Sizes,
}

/// Numbers that begin with a line of the cache: a register that is read from two lines costs twice.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([f32; LANES]);

impl Taps {
    /// Those of `weights`, which are 9 x inputs x outputs.
    pub fn of(weights: &[f32], sizes: Sizes) -> Taps {
        let Sizes { inputs, outputs } = sizes;
        // Seen from an output, its input lies on the opposite side.
        Taps::gather(sizes, |tap, input, first, line| {
            let from = ((8 - tap) * inputs + input) * outputs + first;
            line.copy_from_slice(&weights[from..from + LANES]);
        })
    }

    /// Those that turn slopes of the outputs into slopes of the inputs, which are filled up to a multiple of 16.
    pub fn turned(weights: &[f32], sizes: Sizes) -> Taps {
        let Sizes { inputs, outputs } = sizes;
        let turned = Sizes {
            inputs: outputs,
            outputs: inputs.next_multiple_of(LANES),
        };
        Taps::gather(turned, |tap, output, first, line| {
            for (input, number) in (first..inputs).zip(line) {
                *number = weights[(tap * inputs + input) * outputs + output];
            }
        })
    }

    /// `fill` gives the line of a cell around in the order of [`AROUND`], an input and 16 outputs from `first`.
    fn gather(sizes: Sizes, fill: impl Fn(usize, usize, usize, &mut [f32; LANES])) -> Taps {
        let Sizes { inputs, outputs } = sizes;
        let mut lines = Vec::with_capacity(9 * inputs * outputs / LANES);
        for first in (0..outputs).step_by(LANES) {
            for input in 0..inputs {
                for (file, row) in (0..3).flat_map(|file| (0..3).map(move |row| (file, row))) {
                    let mut line = Line([0.0; LANES]);
                    fill(row * 3 + file, input, first, &mut line.0);
                    lines.push(line);
                }
            }
        }
        Taps { lines, sizes }
    }

    /// For each input the nine lines of 16 outputs from `first`.
    fn lines(&self, first: usize) -> &[[Line; 9]] {
        let count = 9 * self.sizes.inputs;
        self.lines[first / LANES * count..][..count].as_chunks().0
    }
}

/// Convolution of boards.
///
/// The processor's widest registers are used, which changes no bit: each sum has its own place in a register, and its
/// products are added in the same order. Inputs that are zero (four fifths of the planes' bits, and half of what layers
/// give) are left out: weights are finite, so they change no sum.
pub fn convolve(taps: &Taps, input: &[f32], output: &mut [f32], end: End<'_>) {
    Arch::new().dispatch(Convolution {
        taps,
        input,
        output,
        end,
    });
}

/// The arguments of [`convolve`].
struct Convolution<'a> {
    taps: &'a Taps,
    input: &'a [f32],
    output: &'a mut [f32],
    end: End<'a>,
}

impl WithSimd for Convolution<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // The sums around a cell are kept in 9 or 18 registers.
        if S::F32_LANES == LANES && self.taps.sizes.outputs.is_multiple_of(MOST) {
            self.run::<S, 2>(simd);
        } else {
            self.run::<S, 1>(simd);
        }
    }
}

impl Convolution<'_> {
    /// With the outputs of `V` registers at once.
    #[inline(always)]
    fn run<S: Simd, const V: usize>(self, simd: S) {
        let Sizes { inputs, outputs } = self.taps.sizes;
        let width = V * S::F32_LANES;
        let words = inputs.div_ceil(64);
        let mut filled = Vec::with_capacity(64 * words);
        let boards = self
            .input
            .chunks_exact(CELLS * inputs)
            .zip(self.output.chunks_exact_mut(CELLS * outputs));
        for (board, out) in boards {
            filled.clear();
            for square in 0..64 {
                let line = &board[cell(square) * inputs..][..inputs];
                filled.extend(line.chunks(64).map(|some| which(simd, some)));
            }
            for first in (0..outputs).step_by(width) {
                let taps: [&[[Line; 9]]; V] =
                    std::array::from_fn(|part| self.taps.lines(first + part * S::F32_LANES));
                let part = first % LANES / S::F32_LANES;
                let bias = self.end.bias.map(|bias| &bias[first..first + width]);
                let end = End { bias, ..self.end };
                // Sums of the output's rows south of the input's row and on it; those north of it begin at zero.
                let nothing = [simd.splat_f32s(0.0); V];
                let (mut south, mut same) = ([nothing; 10], [nothing; 10]);
                for row in 0..8 {
                    let mut west = [nothing; 3];
                    let mut middle = [south[1], same[1], nothing];
                    for file in 0..8 {
                        let mut around = [west, middle, [south[file + 2], same[file + 2], nothing]];
                        let line = &board[cell(row * 8 + file) * inputs..][..inputs];
                        let filled = &filled[(row * 8 + file) * words..][..words];
                        let from = (line, filled, (taps, part));
                        // Sums beside the board are of no use.
                        match row {
                            0 => add_rows::<S, V, 1, 3>(simd, from, file, &mut around),
                            7 => add_rows::<S, V, 0, 2>(simd, from, file, &mut around),
                            _ => add_rows::<S, V, 0, 3>(simd, from, file, &mut around),
                        }
                        [west, middle] = [around[1], around[2]];
                        let [done, next, last] = around[0];
                        if row > 0 && file > 0 {
                            let at = (row * 10 + file) * outputs + first;
                            finish(simd, end, done, &mut out[at..at + width]);
                        }
                        (south[file], same[file]) = (next, last);
                    }
                    if row > 0 {
                        let at = (row * 10 + 8) * outputs + first;
                        finish(simd, end, west[0], &mut out[at..at + width]);
                    }
                    (south[8], same[8]) = (west[1], west[2]);
                }
                for (file, &sums) in south.iter().enumerate().take(9).skip(1) {
                    let at = (80 + file) * outputs + first;
                    finish(simd, end, sums, &mut out[at..at + width]);
                }
            }
        }
    }
}

/// Numbers of nine cells, file by file.
type Around<T, const V: usize> = [[[T; V]; 3]; 3];

/// Inputs of a cell, which of them are not zero, and their weights.
type Inputs<'a, const V: usize> = (&'a [f32], &'a [u64], ([&'a [[Line; 9]]; V], usize));

/// Adds the products of a cell's inputs to the sums around it, in the rows from `SOUTH` up to `NORTH`.
#[inline(always)]
fn add_rows<S: Simd, const V: usize, const SOUTH: usize, const NORTH: usize>(
    simd: S,
    from: Inputs<'_, V>,
    file: usize,
    around: &mut Around<S::f32s, V>,
) {
    match file {
        0 => add::<S, V, 1, 3, SOUTH, NORTH>(simd, from, around),
        7 => add::<S, V, 0, 2, SOUTH, NORTH>(simd, from, around),
        _ => add::<S, V, 0, 3, SOUTH, NORTH>(simd, from, around),
    }
}

/// As [`add_rows`], in the files from `WEST` up to `EAST`.
#[inline(always)]
fn add<
    S: Simd,
    const V: usize,
    const WEST: usize,
    const EAST: usize,
    const SOUTH: usize,
    const NORTH: usize,
>(
    simd: S,
    (line, filled, (taps, part)): Inputs<'_, V>,
    around: &mut Around<S::f32s, V>,
) {
    for (word, &left) in filled.iter().enumerate() {
        let mut left = left;
        while left != 0 {
            let input = word * 64 + left.trailing_zeros() as usize;
            left &= left - 1;
            let x = simd.splat_f32s(line[input]);
            let taps = taps.map(|taps| &taps[input]);
            for file in WEST..EAST {
                for row in SOUTH..NORTH {
                    for (sum, taps) in around[file][row].iter_mut().zip(taps) {
                        let weight = S::as_simd_f32s(&taps[file * 3 + row].0).0[part];
                        *sum = simd.mul_add_f32s(x, weight, *sum);
                    }
                }
            }
        }
    }
}

/// Treats the sums of a cell and puts them in its output.
#[inline(always)]
fn finish<S: Simd, const V: usize>(simd: S, end: End<'_>, sums: [S::f32s; V], output: &mut [f32]) {
    let (output, _) = S::as_mut_simd_f32s(output);
    for (part, (out, mut sum)) in output.iter_mut().zip(sums).enumerate() {
        if let Some(bias) = end.bias {
            sum = simd.add_f32s(sum, S::as_simd_f32s(bias).0[part]);
        }
        if end.adds {
            sum = simd.add_f32s(sum, *out);
        }
        if end.rectifies {
            sum = simd.max_f32s(sum, simd.splat_f32s(0.0));
        }
        *out = sum;
    }
}

/// Which of at most 64 numbers are not zero, in bits.
#[inline(always)]
fn which<S: Simd>(simd: S, numbers: &[f32]) -> u64 {
    let zero = simd.splat_f32s(0.0);
    let (powers, _) = S::as_simd_f32s(&POWERS);
    // Sums of different powers of two are exact.
    let bits = |some| {
        let bits = simd.select_f32s(simd.equal_f32s(some, zero), zero, powers[0]);
        u64::from((simd.reduce_sum_f32s(bits) + MANTISSA).to_bits() & 0xffff)
    };
    let (whole, rest) = S::as_simd_f32s(numbers);
    let mut found = 0;
    for (part, &some) in whole.iter().enumerate() {
        found |= bits(some) << (part * S::F32_LANES);
    }
    if !rest.is_empty() {
        found |= bits(simd.partial_load_f32s(rest)) << (whole.len() * S::F32_LANES);
    }
    found
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
        Arch::new().dispatch(WeightSlopes {
            sizes,
            board,
            slopes,
            weights,
        });
    }
}

/// The gradients of weights by one board.
struct WeightSlopes<'a> {
    sizes: Sizes,
    board: &'a [f32],
    slopes: &'a [f32],
    weights: &'a mut [f32],
}

impl WithSimd for WeightSlopes<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // At least eight sums at once hide the time of an addition, more the time of loading a slope.
        match S::F32_LANES {
            16 if self.sizes.outputs.is_multiple_of(MOST) => self.run::<S, 2, 8>(simd),
            16 => self.run::<S, 1, 8>(simd),
            8 => self.run::<S, 2, 4>(simd),
            4 => self.run::<S, 4, 4>(simd),
            _ => self.run::<S, LANES, 1>(simd),
        }
    }
}

impl WeightSlopes<'_> {
    /// `N` inputs at once, with the outputs of `V` registers for each.
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

    /// A board of numbers, of which a third are zero.
    fn board(width: usize, seed: u64) -> Vec<f32> {
        let mut board = vec![0.0; CELLS * width];
        let mut drawn = numbers(64 * width, seed);
        drawn.iter_mut().step_by(3).for_each(|number| *number = 0.0);
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

    fn plain(sizes: Sizes, weights: &[f32], input: &[f32], square: usize, output: usize) -> f32 {
        let Sizes { inputs, outputs } = sizes;
        let mut sum = 0.0_f32;
        for tap in 0..9 {
            let at = cell(square) + AROUND[tap] - 11;
            for from in 0..inputs {
                let weight = weights[(tap * inputs + from) * outputs + output];
                sum = input[at * inputs + from].mul_add(weight, sum);
            }
        }
        sum
    }

    /// Bits of a convolution and of its weights' slopes, of several sizes.
    fn bits(simd: impl Simd) -> Vec<u32> {
        let mut found = Vec::new();
        for (inputs, outputs) in [(8, 32), (8, 16), (16, 48), (104, 32)] {
            let sizes = Sizes { inputs, outputs };
            let (weights, bias) = (numbers(9 * inputs * outputs, 1), numbers(outputs, 3));
            let (input, slopes) = (board(inputs, 2), board(outputs, 4));
            let mut output = vec![0.1; CELLS * outputs];
            simd.vectorize(Convolution {
                taps: &Taps::of(&weights, sizes),
                input: &input,
                output: &mut output,
                end: End {
                    bias: Some(&bias),
                    adds: true,
                    rectifies: true,
                },
            });
            let mut by_weight = weights.clone();
            simd.vectorize(WeightSlopes {
                sizes,
                board: &input,
                slopes: &slopes,
                weights: &mut by_weight,
            });
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
        for (inputs, outputs) in [(8, 32), (40, 16), (16, 48), (104, 64)] {
            let sizes = Sizes { inputs, outputs };
            let (weights, bias) = (numbers(9 * inputs * outputs, 1), numbers(outputs, 3));
            let input = [board(inputs, 2), board(inputs, 5)].concat();
            let mut output = vec![1.0; 2 * CELLS * outputs];
            let end = End {
                bias: Some(&bias),
                adds: true,
                rectifies: true,
            };
            convolve(&Taps::of(&weights, sizes), &input, &mut output, end);
            let boards = input.chunks_exact(CELLS * inputs);
            for (input, output) in boards.zip(output.chunks_exact(CELLS * outputs)) {
                for place in 0..64 * outputs {
                    let (square, out) = (place / outputs, place % outputs);
                    let sum = plain(sizes, &weights, input, square, out) + bias[out] + 1.0;
                    let has = output[cell(square) * outputs + out];
                    let why = format!("{sizes:?}, square {square}, output {out}");
                    assert_eq!(sum.max(0.0).to_bits(), has.to_bits(), "{why}");
                }
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
                    f64::from(
                        slopes[cell(square) * 32 + out] * plain(SIZES, weights, input, square, out),
                    )
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
        let wide = numbers(9 * 16 * 32, 9);
        let sizes = Sizes {
            inputs: 16,
            outputs: 32,
        };
        let back = Taps::turned(&wide, sizes);
        let mut by_input = vec![0.0; CELLS * 16];
        let end = End {
            bias: None,
            adds: false,
            rectifies: false,
        };
        convolve(&back, &slopes, &mut by_input, end);
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
