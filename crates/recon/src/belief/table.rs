//! Table: a set of hidden sides. Beyond a limit it keeps a sample.

use super::hidden::Hidden;
use darkforge_streams::mix;

/// Distinct positions in the order of their discovery; weights of equal ones are added.
///
/// Beyond the limit it keeps the positions with the least salted hashes. Each distinct position is
/// then equally likely to be kept, and which ones are follows from the salt alone.
pub(super) struct Table {
    items: Vec<Hidden>,
    /// Places in `items`, from 1, below 32 bits of the hash: most others are told apart by these.
    slots: Vec<u64>,
    limit: usize,
    salt: u64,
    /// Greatest rank that is kept.
    ceiling: u64,
    overflowed: bool,
}

impl Table {
    pub(super) fn new(expected: usize, limit: usize, salt: u64) -> Table {
        let slots = (expected.min(2 * limit) * 2).next_power_of_two().max(64);
        Table {
            items: Vec::new(),
            slots: vec![0; slots],
            limit,
            salt,
            ceiling: u64::MAX,
            overflowed: false,
        }
    }

    #[inline]
    fn rank(&self, hash: u64) -> u64 {
        mix(hash ^ self.salt)
    }

    #[inline]
    pub(super) fn add(&mut self, hidden: Hidden) {
        let hash = hidden.hash();
        if self.overflowed && self.rank(hash) > self.ceiling {
            return;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => break,
                found if found >> 32 == hash >> 32 => {
                    let known = &mut self.items[found as u32 as usize - 1];
                    if known.is(&hidden) {
                        known.weight += hidden.weight;
                        return;
                    }
                }
                _ => {}
            }
            slot = (slot + 1) & mask;
        }
        self.items.push(hidden);
        self.slots[slot] = hash >> 32 << 32 | self.items.len() as u64;
        if self.items.len() > 2 * self.limit {
            self.shrink();
        } else if self.items.len() * 2 > self.slots.len() {
            self.fill(self.slots.len() * 2);
        }
    }

    /// Keeps as many as the limit allows.
    fn shrink(&mut self) {
        let salt = self.salt;
        let rank = |hidden: &Hidden| mix(hidden.hash() ^ salt);
        if self.items.len() > self.limit {
            // Which are kept does not depend on the order in which they are kept.
            self.items.select_nth_unstable_by_key(self.limit - 1, rank);
            self.items.truncate(self.limit);
        }
        self.ceiling = self.items.last().map_or(u64::MAX, rank);
        self.overflowed = true;
        self.fill(self.slots.len());
    }

    fn fill(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots, 0);
        let mask = slots - 1;
        for (place, hidden) in (1_u64..).zip(&self.items) {
            let hash = hidden.hash();
            let mut slot = hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = hash >> 32 << 32 | place;
        }
    }

    /// The positions, and whether they are all that were added.
    pub(super) fn finish(mut self) -> (Vec<Hidden>, bool) {
        if self.items.len() > self.limit {
            self.shrink();
        }
        if self.overflowed {
            let salt = self.salt;
            self.items
                .sort_unstable_by_key(|hidden| mix(hidden.hash() ^ salt));
        }
        (self.items, !self.overflowed)
    }
}
