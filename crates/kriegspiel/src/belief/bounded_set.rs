//! Bounded sets: a set of positions in bounded memory; beyond its limit, a sample of them.

use super::hidden_state::{HiddenState, mix};
use rayon::prelude::*;

/// Parts that are filled in parallel; a position's hash names its part.
const SHARDS: usize = 16;

/// Different positions, at most `limit` of them; beyond the limit, a sample in which each position
/// is equally likely. The sample depends on the positions alone, and not on their order.
pub(super) struct BoundedSet {
    shards: Vec<Shard>,
    limit: usize,
    sieve: Sieve,
}

/// A filter that passes a share of all positions, chosen by their hash.
#[derive(Clone, Copy)]
pub(super) struct Sieve {
    salt: u64,
    /// One position in two to this power passes.
    level: u32,
}

impl Sieve {
    /// Whether `hidden`, whose hash is `hash`, passes.
    #[inline]
    pub(super) fn passes(self, hash: u64) -> bool {
        self.level == 0 || mix(hash ^ self.salt).leading_zeros() >= self.level
    }

    /// The shard of a position.
    #[inline]
    pub(super) fn shard(hash: u64) -> usize {
        (hash >> 60) as usize
    }
}

/// Positions found by one thread with their hashes, by shard.
pub(super) type Found = [Vec<(HiddenState, u64)>; SHARDS];

impl BoundedSet {
    /// An empty set. `salt` decides which positions pass beyond the limit; the share begins at
    /// `level`.
    pub(super) fn new(limit: usize, salt: u64, level: u32) -> BoundedSet {
        BoundedSet {
            shards: (0..SHARDS).map(|_| Shard::default()).collect(),
            limit,
            sieve: Sieve { salt, level },
        }
    }

    /// The current filter.
    pub(super) fn sieve(&self) -> Sieve {
        self.sieve
    }

    /// One position in two to this power was kept.
    pub(super) fn level(&self) -> u32 {
        self.sieve.level
    }

    /// Adds the positions of `found`.
    pub(super) fn add(&mut self, found: &[Found]) {
        let sieve = self.sieve;
        self.shards
            .par_iter_mut()
            .enumerate()
            .for_each(|(number, shard)| {
                for &(hidden, hash) in found.iter().flat_map(|part| &part[number]) {
                    if sieve.passes(hash) {
                        shard.insert(hidden, hash);
                    }
                }
            });
        while self.len() > self.limit {
            self.sieve.level += 1;
            let sieve = self.sieve;
            self.shards
                .par_iter_mut()
                .for_each(|shard| shard.thin(sieve));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.positions.len()).sum()
    }

    /// The positions, in an order that depends only on what was added.
    pub(super) fn into_positions(self) -> Vec<HiddenState> {
        let mut all = Vec::with_capacity(self.len());
        for shard in self.shards {
            all.extend_from_slice(&shard.positions);
        }
        all
    }
}

/// A list of different positions with a hash table of places: four bytes an entry, at most half
/// full.
#[derive(Default)]
struct Shard {
    positions: Vec<HiddenState>,
    /// Place in `positions` plus one; 0 is free.
    table: Vec<u32>,
}

impl Shard {
    #[inline]
    fn insert(&mut self, hidden: HiddenState, hash: u64) {
        if 2 * self.positions.len() >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.table[at] {
                0 => {
                    self.positions.push(hidden);
                    self.table[at] = self.positions.len() as u32;
                    return;
                }
                place if self.positions[place as usize - 1] == hidden => return,
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.table.len()).max(64);
        self.fill(size);
    }

    fn fill(&mut self, size: usize) {
        self.table.clear();
        self.table.resize(size, 0);
        let mask = size - 1;
        for (place, hidden) in self.positions.iter().enumerate() {
            let mut at = hidden.hash() as usize & mask;
            while self.table[at] != 0 {
                at = (at + 1) & mask;
            }
            self.table[at] = place as u32 + 1;
        }
    }

    fn thin(&mut self, sieve: Sieve) {
        if !self.table.is_empty() {
            self.positions.retain(|hidden| sieve.passes(hidden.hash()));
            self.fill(self.table.len());
        }
    }
}
