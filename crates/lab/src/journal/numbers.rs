//! Sets of games' numbers, one bit each.

use std::collections::BTreeMap;

/// Numbers of one word.
const WORD: u64 = u64::BITS as u64;

/// A set of numbers that are mostly neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// For each 64 numbers the ones that are in the set.
    words: BTreeMap<u64, u64>,
}

impl Numbers {
    pub(crate) fn insert(&mut self, number: u64) {
        *self.words.entry(number / WORD).or_default() |= 1 << (number % WORD);
    }

    pub(crate) fn remove(&mut self, number: u64) {
        if let Some(word) = self.words.get_mut(&(number / WORD)) {
            *word &= !(1 << (number % WORD));
        }
    }

    pub(crate) fn contains(&self, number: u64) -> bool {
        let word = self.words.get(&(number / WORD)).copied().unwrap_or(0);
        word >> (number % WORD) & 1 == 1
    }

    /// The numbers in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().flat_map(|(&place, &word)| {
            let bits = (0..WORD).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| place * WORD + bit)
        })
    }

    /// Number of them.
    pub(crate) fn len(&self) -> usize {
        let words = self.words.values();
        words.map(|word| word.count_ones() as usize).sum()
    }
}

impl Extend<u64> for Numbers {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, numbers: I) {
        for number in numbers {
            self.insert(number);
        }
    }
}

impl FromIterator<u64> for Numbers {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Numbers {
        let mut set = Numbers::default();
        set.extend(numbers);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_each_number_once_and_in_order() {
        let mut set: Numbers = [200, 3, 64, 63, 3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 63, 64, 200]);
        assert!(set.contains(63) && !set.contains(62));
        set.remove(63);
        set.remove(1000);
        assert_eq!((set.len(), set.contains(63)), (3, false));
    }
}
