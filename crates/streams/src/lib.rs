//! Named streams of randomness. Every random draw of a run comes from a stream named by (seed,
//! purpose, index), so a result never depends on time, threads or the order in which games end.
//!
//! ```
//! use darkforge_streams as streams;
//!
//! // Game 7 of run 1 draws the same numbers, whatever other games draw.
//! let mut game = streams::open(1, "game", 7);
//! let mut men = ["king", "queen", "rook"];
//! streams::shuffle(&mut game, &mut men);
//! let drawn = streams::below(&mut game, 100);
//!
//! let mut again = streams::open(1, "game", 7);
//! let mut same = ["king", "queen", "rook"];
//! streams::shuffle(&mut again, &mut same);
//! assert_eq!((same, streams::below(&mut again, 100)), (men, drawn));
//! ```
//!
//! Streams are `ChaCha8`, because its output is the same on every platform and in every release.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Generator of all streams.
pub type Stream = ChaCha8Rng;

/// Opens the stream named by a run's `seed`, a `purpose` and an `index`.
///
/// ```
/// use rand::Rng;
/// let mut a = darkforge_streams::open(1, "mutation", 7);
/// let mut b = darkforge_streams::open(1, "mutation", 7);
/// let mut c = darkforge_streams::open(1, "mutation", 8);
/// let first = a.next_u64();
/// assert_eq!(first, b.next_u64());
/// assert_ne!(first, c.next_u64());
/// ```
pub fn open(seed: u64, purpose: &str, index: u64) -> Stream {
    let mut key = [0_u8; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&fnv1a(purpose.as_bytes()).to_le_bytes());
    let mut stream = ChaCha8Rng::from_seed(key);
    stream.set_stream(index);
    stream
}

/// Opens the stream of the same seed and index as `stream` for another `purpose`. Draws from either
/// leave the other unchanged.
pub fn beside(stream: &Stream, purpose: &str) -> Stream {
    let mut key = stream.get_seed();
    key[8..16].copy_from_slice(&fnv1a(purpose.as_bytes()).to_le_bytes());
    let mut other = ChaCha8Rng::from_seed(key);
    other.set_stream(stream.get_stream());
    other
}

/// Seed and index with which `stream` was opened. Another program opens the same stream with them.
pub fn name_of(stream: &Stream) -> (u64, u64) {
    let mut seed = [0_u8; 8];
    seed.copy_from_slice(&stream.get_seed()[..8]);
    (u64::from_le_bytes(seed), stream.get_stream())
}

/// Draws one number from the stream named by (`seed`, `purpose`, `index`): a seed for something
/// that opens streams of its own, such as a game.
///
/// The number is below 2^53, so every reader of CSV and JSON keeps it exactly.
pub fn derive(seed: u64, purpose: &str, index: u64) -> u64 {
    open(seed, purpose, index).next_u64() >> 11
}

/// Draws a whole number from 0 to `below` - 1. The probabilities differ by less than one part in
/// 2^64 / `below`. All sampling here is written out, so that no release of a library changes what a
/// seed draws.
pub fn below(stream: &mut Stream, below: usize) -> usize {
    ((u128::from(stream.next_u64()) * below as u128) >> 64) as usize
}

/// Draws a number in [0, 1) with 53 random bits.
pub fn unit(stream: &mut Stream) -> f64 {
    (stream.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Draws a standard normal number (Box and Muller).
pub fn gauss(stream: &mut Stream) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - unit(stream))).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * unit(stream))
}

/// Draws one of the `items` with the greatest value, each equally likely.
///
/// # Panics
/// When there are no items.
pub fn one_of_best<T: Copy, K: Ord>(
    stream: &mut Stream,
    items: &[T],
    liking: impl Fn(&T) -> K,
) -> T {
    let most = items.iter().map(&liking).max();
    let best: Vec<T> = items
        .iter()
        .copied()
        .filter(|item| Some(liking(item)) == most)
        .collect();
    best[below(stream, best.len())]
}

/// Puts `items` into random order (Fisher-Yates).
pub fn shuffle<T>(stream: &mut Stream, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(stream, last + 1));
    }
}

/// Returns the 64-bit FNV-1a hash of `bytes`. It names streams and signs the fixed work of
/// `darkforge bench`.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The finalizer of `SplitMix64`: each bit of the result depends on all bits of the number. Hashes of
/// positions use it.
#[inline]
pub const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_keeps_its_values_from_release_to_release() {
        // Golden values: if they change, no published run can be reproduced.
        assert_eq!(derive(1, "game", 0), 8_094_833_584_106_674);
        let mut stream = open(1, "sampling", 0);
        let drawn: Vec<usize> = (0..8).map(|_| below(&mut stream, 100)).collect();
        assert_eq!(drawn, [72, 12, 40, 39, 74, 24, 23, 41]);
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        shuffle(&mut stream, &mut order);
        assert_eq!(order, [2, 4, 0, 1, 6, 3, 5, 7]);
        assert_eq!(derive(1, "game", 1), 163_406_798_680_919);
    }

    #[test]
    fn a_stream_tells_its_name() {
        let mut stream = open(8_094_833_584_106_674, "player", 1);
        stream.next_u64();
        assert_eq!(name_of(&stream), (8_094_833_584_106_674, 1));
    }

    #[test]
    fn a_stream_beside_another_is_the_one_of_that_name() {
        let mut drawn = open(5, "player", 1);
        drawn.next_u64();
        let beside = beside(&drawn, "opening").next_u64();
        assert_eq!(beside, open(5, "opening", 1).next_u64());
    }
}
