//! Kernels: convolutions of three by three, forward and backward, on boards with a border.
//!
//! A board is 100 cells of `width` numbers: ten rows of ten, of which the outer ones are zero. Sums are taken in a
//! fixed order with one rounding for each product and sum, so a result has the same bits on every machine.

use std::array::from_fn;

/// Cells of a board with its border.
pub const CELLS: usize = 100;
/// Outputs that are computed together.
pub const LANES: usize = 16;
/// Squares of a row that are computed together.
const SQUARES: usize = 4;

/// The cell of a square, counted from the side's first rank.
#[inline]
pub const fn cell(square: usize) -> usize {
    (square / 8 + 1) * 10 + square % 8 + 1
}

/// The cells around cell 11, in the order of weights: west to east, then north.
const AROUND: [usize; 9] = [0, 1, 2, 10, 11, 12, 20, 21, 22];

/// Sixteen numbers.
type Lanes = [f32; LANES];

#[inline]
fn lanes(from: &[f32]) -> Lanes {
    from_fn(|lane| from[lane])
}

/// `sum + x * w`, rounded once.
#[inline]
fn add(sum: &mut Lanes, x: f32, w: &Lanes) {
    for lane in 0..LANES {
        sum[lane] = x.mul_add(w[lane], sum[lane]);
    }
}

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

/// Convolution of boards. `weights` are 9 x inputs x outputs, `input` and `output` boards.
pub fn convolve(weights: &[f32], sizes: Sizes, input: &[f32], output: &mut [f32], end: End<'_>) {
    let Sizes { inputs, outputs } = sizes;
    for first in (0..outputs).step_by(LANES) {
        let bias = end
            .bias
            .map_or([0.0; LANES], |bias| lanes(&bias[first..first + LANES]));
        let boards = input
            .chunks_exact(CELLS * inputs)
            .zip(output.chunks_exact_mut(CELLS * outputs));
        for (board, out) in boards {
            for row in 0..8 {
                for half in [0, SQUARES] {
                    let start = row * 10 + half;
                    let sums = squares(weights, sizes, first, board, start);
                    for (place, sum) in sums.into_iter().enumerate() {
                        let at = (start + 11 + place) * outputs + first;
                        let out = &mut out[at..at + LANES];
                        for lane in 0..LANES {
                            let mut value = sum[lane] + bias[lane];
                            if end.adds {
                                value += out[lane];
                            }
                            out[lane] = if end.rectifies { value.max(0.0) } else { value };
                        }
                    }
                }
            }
        }
    }
}

/// Sums of four squares. `start` is the cell to the south-west of the first.
#[inline]
fn squares(
    weights: &[f32],
    sizes: Sizes,
    first: usize,
    board: &[f32],
    start: usize,
) -> [Lanes; SQUARES] {
    let Sizes { inputs, outputs } = sizes;
    let [mut first_sum, mut second_sum, mut third_sum, mut fourth_sum] = [[0.0; LANES]; SQUARES];
    for (tap, offset) in AROUND.into_iter().enumerate() {
        let at = (start + offset) * inputs;
        let cells = &board[at..at + SQUARES * inputs];
        let (west, rest) = cells.split_at(inputs);
        let (second, rest) = rest.split_at(inputs);
        let (third, fourth) = rest.split_at(inputs);
        let rows =
            weights[tap * inputs * outputs..(tap + 1) * inputs * outputs].chunks_exact(outputs);
        let cells = west.iter().zip(second).zip(third).zip(fourth);
        for (row, (((&one, &two), &three), &four)) in rows.zip(cells) {
            let row = lanes(&row[first..first + LANES]);
            add(&mut first_sum, one, &row);
            add(&mut second_sum, two, &row);
            add(&mut third_sum, three, &row);
            add(&mut fourth_sum, four, &row);
        }
    }
    [first_sum, second_sum, third_sum, fourth_sum]
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
/// the outputs. The number of inputs is a multiple of 4.
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
        for (tap, offset) in AROUND.into_iter().enumerate() {
            for from in (0..inputs).step_by(SQUARES) {
                for first in (0..outputs).step_by(LANES) {
                    let sums = products(sizes, board, slopes, offset, from, first);
                    for (place, sum) in sums.into_iter().enumerate() {
                        let at = (tap * inputs + from + place) * outputs + first;
                        for (weight, more) in weights[at..at + LANES].iter_mut().zip(sum) {
                            *weight += more;
                        }
                    }
                }
            }
        }
    }
}

/// Sums over the squares of four inputs times sixteen slopes.
#[inline]
fn products(
    sizes: Sizes,
    board: &[f32],
    slopes: &[f32],
    offset: usize,
    from: usize,
    first: usize,
) -> [Lanes; SQUARES] {
    let [mut first_sum, mut second_sum, mut third_sum, mut fourth_sum] = [[0.0; LANES]; SQUARES];
    for row in 0..8 {
        for file in 0..8 {
            let start = row * 10 + file;
            let at = (start + offset) * sizes.inputs + from;
            let x = &board[at..at + SQUARES];
            let at = (start + 11) * sizes.outputs + first;
            let slope = lanes(&slopes[at..at + LANES]);
            add(&mut first_sum, x[0], &slope);
            add(&mut second_sum, x[1], &slope);
            add(&mut third_sum, x[2], &slope);
            add(&mut fourth_sum, x[3], &slope);
        }
    }
    [first_sum, second_sum, third_sum, fourth_sum]
}

#[cfg(test)]
mod tests {
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
