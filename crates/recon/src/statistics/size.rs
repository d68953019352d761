//! Sizes of beliefs: counts of them, and their quantiles.

use std::collections::BTreeMap;
use std::fmt;

use crate::belief::Belief;

/// Number of positions of a belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// The number; of a sample, that of the sample.
    pub positions: u64,
    /// Whether there are at least as many, because the belief is a sample.
    pub at_least: bool,
}

impl Size {
    /// The size of a belief. Adapted positions are no sample of what agrees with all that was seen;
    /// the truth does, so there is at least one.
    pub fn of(belief: &Belief) -> Size {
        Size {
            positions: if belief.guessed() > 0 {
                1
            } else {
                belief.len() as u64
            },
            at_least: !belief.is_exact(),
        }
    }
}

impl fmt::Display for Size {
    /// `238`, or `at least 1000000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = if self.at_least { "at least " } else { "" };
        write!(f, "{before}{}", self.positions)
    }
}

/// Counts of sizes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    counts: BTreeMap<Size, u64>,
}

impl Sizes {
    /// Adds a size.
    pub fn add(&mut self, size: Size) {
        *self.counts.entry(size).or_default() += 1;
    }

    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Sizes) {
        for (&size, count) in &other.counts {
            *self.counts.entry(size).or_default() += count;
        }
    }

    /// Number of sizes.
    pub fn count(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Number of sizes beyond the limit.
    pub fn beyond(&self) -> u64 {
        let beyond = self.counts.iter().filter(|(size, _)| size.at_least);
        beyond.map(|(_, count)| count).sum()
    }

    /// The least size that is not below a `share` of all, by nearest rank; `None` without any. Sizes
    /// beyond the limit are above all others.
    pub fn quantile(&self, share: f64) -> Option<Size> {
        let wanted = (share * self.count() as f64).ceil().max(1.0) as u64;
        let mut passed = 0;
        let exact = self.counts.iter().filter(|(size, _)| !size.at_least);
        let beyond = self.counts.iter().filter(|(size, _)| size.at_least);
        exact.chain(beyond).find_map(|(&size, count)| {
            passed += count;
            (passed >= wanted).then_some(size)
        })
    }

    /// The median.
    pub fn median(&self) -> Option<Size> {
        self.quantile(0.5)
    }
}
