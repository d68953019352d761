//! Defaults and ranges of keys of several kinds of config.

use std::ops::RangeInclusive;

use super::PLY_LIMIT;

/// Seeds: whole numbers that every reader of JSON can hold.
pub(super) const SEEDS: RangeInclusive<u64> = 0..=(1 << 53) - 1;
/// Limits of plies.
pub(super) const PLY_LIMITS: RangeInclusive<u32> = 2..=100_000;

pub(super) fn one() -> u64 {
    1
}

pub(super) fn icc() -> String {
    "icc".to_owned()
}

pub(super) fn ply_limit() -> u32 {
    PLY_LIMIT
}
