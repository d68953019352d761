//! Network: a small neural network that estimates the number of own moves to mate from a belief.
//!
//! Its inputs are the own men, the king's possible squares with likelihoods, and their distances
//! from each own man. The board is turned so that the own king stands in one corner of it; with
//! pawns, only left and right are exchanged.
//!
//! The embedded networks are in `assets/lone-king.net`; `train_lone_king`, an example of the
//! research crate, makes them again.
//!
//! ```
//! use darkforge_engine::endgame::Networks;
//!
//! let mut stream = darkforge_streams::open(1, "network", 0);
//! let bytes = Networks::random(&mut stream).write();
//! assert!(Networks::read(&bytes).is_ok());
//! assert!(Networks::read(&bytes[1..]).is_err());
//! ```

use std::sync::{Arc, LazyLock};

use super::king_belief::KingBelief;
use super::own::Own;
use darkforge_board::{Role, Square, index};
use darkforge_streams::{self as streams, Stream};

/// Units of the first and of the second hidden layer.
const FIRST: usize = 32;
const SECOND: usize = 16;

// Inputs, in this order.
/// Own men: one for each role and square, 1 where such a man stands.
const MEN: usize = 0;
/// Likelihood of each square of the king.
const LIKELY: usize = MEN + 6 * 64;
/// Squares of the king, each an eighth.
const POSSIBLE: usize = LIKELY + 64;
/// Likelihood of the king's displacement from a man of each role: 15 by 15 steps.
const WAYS: usize = POSSIBLE + 64;
/// Number of own men by role.
const COUNTS: usize = WAYS + 6 * 225;
/// Number of possible squares, in forties.
const SIZE: usize = COUNTS + 6;
/// Always 1.
const ONE: usize = SIZE + 1;
const INPUTS: usize = ONE + 1;

/// Moves for one unit of the output: keeps weights near 1.
const UNIT: f32 = 10.0;
/// Greatest error, in units, that learning takes into account, so that rare outliers have little
/// effect.
pub const SURPRISE: f32 = 1.5;

/// An input that is not 0, and its value.
pub type Input = (u16, f32);

/// Weights of three layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    first: Vec<[f32; FIRST]>,
    second: [[f32; FIRST]; SECOND],
    second_bias: [f32; SECOND],
    third: [f32; SECOND],
    third_bias: f32,
}

/// One network for own men without pawns, one with pawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Networks(pub [Network; 2]);

/// Error of a file of networks with the wrong size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a file of networks has {right} bytes, and this one has {found}")]
pub struct WrongSize {
    right: usize,
    found: usize,
}

/// The embedded networks.
pub static SHIPPED: LazyLock<Arc<Networks>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../assets/lone-king.net");
    Arc::new(Networks::read(bytes).expect("the embedded file is complete"))
});

impl Networks {
    /// Random networks to begin learning with.
    pub fn random(stream: &mut Stream) -> Networks {
        Networks([Network::random(stream), Network::random(stream)])
    }

    /// The network for these men.
    #[inline]
    pub fn of(&self, own: &Own) -> &Network {
        &self.0[usize::from(own.has_pawns())]
    }

    /// The networks as bytes, one for each weight and four for the scale of each layer.
    pub fn write(&self) -> Vec<u8> {
        self.0.iter().flat_map(Network::write).collect()
    }

    /// Reads what [`write`](Networks::write) wrote.
    ///
    /// # Errors
    /// When the number of bytes is wrong.
    pub fn read(bytes: &[u8]) -> Result<Networks, WrongSize> {
        let one = Network::zero().write().len();
        if bytes.len() != 2 * one {
            return Err(WrongSize {
                right: 2 * one,
                found: bytes.len(),
            });
        }
        let (without, with) = bytes.split_at(one);
        Ok(Networks([Network::read(without), Network::read(with)]))
    }
}

impl Network {
    /// All weights 0.
    pub fn zero() -> Network {
        Network {
            first: vec![[0.0; FIRST]; INPUTS],
            second: [[0.0; FIRST]; SECOND],
            second_bias: [0.0; SECOND],
            third: [0.0; SECOND],
            third_bias: 0.0,
        }
    }

    fn random(stream: &mut Stream) -> Network {
        let mut network = Network::zero();
        let mut draw = |spread: f32| (streams::unit(stream) as f32 * 2.0 - 1.0) * spread;
        network.first.as_flattened_mut().fill_with(|| draw(0.17));
        network.second.as_flattened_mut().fill_with(|| draw(0.35));
        network.third.fill_with(|| draw(0.4));
        network.third_bias = 2.0;
        network
    }

    /// Own moves to mate.
    #[inline]
    pub fn value(&self, inputs: &[Input]) -> f32 {
        UNIT * self.output(&self.hidden(&self.entered(inputs)))
    }

    fn entered(&self, inputs: &[Input]) -> [f32; FIRST] {
        let mut sums = [0.0; FIRST];
        for &(input, value) in inputs {
            for (sum, weight) in sums.iter_mut().zip(&self.first[usize::from(input)]) {
                *sum += weight * value;
            }
        }
        sums
    }

    fn hidden(&self, entered: &[f32; FIRST]) -> [f32; SECOND] {
        let mut sums = self.second_bias;
        for (sum, weights) in sums.iter_mut().zip(&self.second) {
            for (weight, value) in weights.iter().zip(entered) {
                *sum += weight * value.max(0.0);
            }
        }
        sums
    }

    fn output(&self, hidden: &[f32; SECOND]) -> f32 {
        let weighed = self.third.iter().zip(hidden);
        self.third_bias
            + weighed
                .map(|(weight, value)| weight * value.max(0.0))
                .sum::<f32>()
    }

    /// Adds to `slope` the derivatives of the squared error at `inputs` by each weight; `target` is
    /// in own moves. Returns the error in own moves.
    pub fn learn(&self, inputs: &[Input], target: f32, slope: &mut Network) -> f32 {
        let entered = self.entered(inputs);
        let hidden = self.hidden(&entered);
        let missed = self.output(&hidden) - target / UNIT;
        let error = missed.clamp(-SURPRISE, SURPRISE);
        let mut back = [0.0; FIRST];
        for (unit, &value) in hidden.iter().enumerate().filter(|(_, value)| **value > 0.0) {
            slope.third[unit] += error * value;
            let error = error * self.third[unit];
            slope.second_bias[unit] += error;
            for (place, &value) in entered
                .iter()
                .enumerate()
                .filter(|(_, value)| **value > 0.0)
            {
                slope.second[unit][place] += error * value;
                back[place] += error * self.second[unit][place];
            }
        }
        slope.third_bias += error;
        for &(input, value) in inputs {
            for (sum, error) in slope.first[usize::from(input)].iter_mut().zip(&back) {
                *sum += error * value;
            }
        }
        missed * UNIT
    }

    /// All weights, layer by layer.
    pub fn layers(&self) -> [&[f32]; 5] {
        [
            self.first.as_flattened(),
            self.second.as_flattened(),
            &self.second_bias,
            &self.third,
            std::slice::from_ref(&self.third_bias),
        ]
    }

    /// All weights, layer by layer.
    pub fn layers_mut(&mut self) -> [&mut [f32]; 5] {
        [
            self.first.as_flattened_mut(),
            self.second.as_flattened_mut(),
            &mut self.second_bias,
            &mut self.third,
            std::slice::from_mut(&mut self.third_bias),
        ]
    }

    fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for layer in self.layers() {
            let most = layer
                .iter()
                .fold(0.0_f32, |most, weight| most.max(weight.abs()));
            let scale = if most > 0.0 { most / 127.0 } else { 1.0 };
            bytes.extend(scale.to_le_bytes());
            bytes.extend(
                layer
                    .iter()
                    .map(|weight| (weight / scale).round() as i8 as u8),
            );
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Network {
        let mut network = Network::zero();
        let mut bytes = bytes.iter().copied();
        for layer in network.layers_mut() {
            let mut scale = [0; 4];
            scale.fill_with(|| bytes.next().unwrap_or(0));
            let scale = f32::from_le_bytes(scale);
            for (weight, byte) in layer.iter_mut().zip(&mut bytes) {
                *weight = f32::from(byte as i8) * scale;
            }
        }
        network
    }
}

/// A symmetry of the board.
#[derive(Clone, Copy)]
struct Turn {
    files: bool,
    ranks: bool,
    swap: bool,
}

impl Turn {
    /// Brings the own king into the triangle a1-d1-d4, or with pawns onto the files a to d.
    fn of(own: &Own) -> Turn {
        let (file, rank) = (own.king() as usize % 8, own.king() as usize / 8);
        let (files, ranks) = (file > 3, rank > 3);
        let file = if files { 7 - file } else { file };
        let rank = if ranks { 7 - rank } else { rank };
        let pawns = own.has_pawns();
        Turn {
            files,
            ranks: ranks && !pawns,
            swap: rank > file && !pawns,
        }
    }

    #[inline]
    fn apply(self, square: Square) -> usize {
        let (mut file, mut rank) = (square as usize % 8, square as usize / 8);
        if self.files {
            file = 7 - file;
        }
        if self.ranks {
            rank = 7 - rank;
        }
        if self.swap {
            (file, rank) = (rank, file);
        }
        8 * rank + file
    }
}

/// Index of the displacement from one square to another, 15 by 15.
#[inline]
fn way(from: usize, to: usize) -> usize {
    15 * (7 + to / 8 - from / 8) + 7 + to % 8 - from % 8
}

/// Fills `inputs` with the inputs for `belief`.
pub fn look(belief: &KingBelief, inputs: &mut Vec<Input>) {
    inputs.clear();
    let turn = Turn::of(&belief.own);
    let mut men = [(0, 0); 16];
    let mut count = 0;
    let mut push = |input: usize, value: f32| inputs.push((input as u16, value));
    push(ONE, 1.0);
    for (role, squares) in belief.own.0.iter().enumerate() {
        for square in *squares {
            let square = turn.apply(square);
            push(MEN + 64 * role + square, 1.0);
            men[count % 16] = (WAYS + 225 * role, square);
            count += 1;
        }
        if role != index(Role::King) && squares.any() {
            push(COUNTS + role, squares.count() as f32);
        }
    }
    let all = belief.mass(belief.king).max(f32::MIN_POSITIVE);
    push(SIZE, belief.king.count() as f32 / 40.0);
    for square in belief.king {
        let share = belief.likely(square) / all;
        let square = turn.apply(square);
        push(LIKELY + square, share);
        push(POSSIBLE + square, 0.125);
        for &(role, from) in &men[..count.min(16)] {
            push(role + way(from, square), share);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Bitboard, Color, Position};

    fn inputs(own: Own, king: Bitboard) -> Vec<Input> {
        let mut inputs = Vec::new();
        look(&KingBelief::even(own, king), &mut inputs);
        inputs.sort_by_key(|input| input.0);
        inputs
    }

    fn own(fen: &str) -> Own {
        let position: Position = fen.parse().unwrap();
        Own(position.men(Color::White))
    }

    #[test]
    fn a_turned_board_looks_the_same() {
        let (men, king) = (own("7k/8/8/8/8/8/1R6/2K5 w - - 0 1"), Bitboard(0x00f0_0200));
        let pawns = own("7k/8/8/8/8/8/1P6/2K5 w - - 0 1");
        let turn =
            |own: Own, turn: fn(Bitboard) -> Bitboard| inputs(Own(own.0.map(turn)), turn(king));
        for turned in [
            Bitboard::flip_vertical,
            Bitboard::flip_horizontal,
            Bitboard::flip_diagonal,
        ] {
            assert_eq!(turn(men, turned), inputs(men, king));
        }
        assert_eq!(turn(pawns, Bitboard::flip_horizontal), inputs(pawns, king));
        assert_ne!(turn(pawns, Bitboard::flip_vertical), inputs(pawns, king));
    }

    #[test]
    fn a_network_survives_its_bytes_but_for_rounding() {
        let networks = Networks::random(&mut streams::open(1, "test", 0));
        let bytes = networks.write();
        let back = Networks::read(&bytes).unwrap();
        assert_eq!(back.write(), bytes);
        let pairs = networks.0[0].layers()[0].iter().zip(back.0[0].layers()[0]);
        for (before, after) in pairs {
            assert!((before - after).abs() < 0.001);
        }
        let wrong = Networks::read(&bytes[1..]).unwrap_err().to_string();
        assert!(wrong.contains("bytes"), "{wrong}");
    }

    #[test]
    fn learning_follows_the_slope() {
        let mut network = Network::random(&mut streams::open(1, "test", 0));
        let seen = inputs(own("7k/8/8/8/8/8/1R6/2K5 w - - 0 1"), Bitboard(0x00ff_0000));
        let before = (network.value(&seen) - 12.0).abs();
        for _ in 0..200 {
            let mut slope = Network::zero();
            network.learn(&seen, 12.0, &mut slope);
            for (weights, slopes) in network.layers_mut().into_iter().zip(slope.layers()) {
                for (weight, slope) in weights.iter_mut().zip(slopes) {
                    *weight -= 0.005 * slope;
                }
            }
        }
        let after = (network.value(&seen) - 12.0).abs();
        assert!(after < 0.3 * before, "{before} to {after}");
    }
}
