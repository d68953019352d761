//! Samples of games that depend only on the games, by the hash of their moves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;

use super::course::Course;
use darkforge_streams::fnv1a;

/// The highest level.
pub const TOP: u32 = 30;

/// The level of a game: 0 for half of all games, 1 for a quarter, and so on.
pub fn level(course: &Course<'_>) -> u32 {
    let mut text = String::with_capacity(6 * course.turns.len());
    for turn in &course.turns {
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{}", turn.played);
    }
    let mixed = fnv1a(text.as_bytes()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed.leading_zeros().min(TOP)
}

/// Admits games to a sample until it is full, then only those of higher levels. All threads that
/// read a collection share one gate.
///
/// The least level rises only when there are too many games of it and above. At the end it is
/// therefore the least level at which all games of the collection fit, in any order; and all games
/// of that level and above have been admitted.
#[derive(Debug)]
pub struct Gate {
    wanted: u64,
    state: Mutex<(u32, [u64; TOP as usize + 1])>,
}

impl Gate {
    /// A sample of at most `wanted` games.
    pub fn new(wanted: u64) -> Gate {
        let least = if wanted == 0 { TOP + 1 } else { 0 };
        Gate {
            wanted,
            state: Mutex::new((least, [0; TOP as usize + 1])),
        }
    }

    /// Whether a game of `level` is admitted, and the least level that is kept now.
    pub fn admit(&self, level: u32) -> (bool, u32) {
        let mut state = self
            .state
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let (least, counts) = &mut *state;
        if level < *least {
            return (false, *least);
        }
        counts[level as usize] += 1;
        while *least <= TOP && counts[*least as usize..].iter().sum::<u64>() > self.wanted {
            *least += 1;
        }
        (level >= *least, *least)
    }

    /// The least level that is kept now.
    pub fn least(&self) -> u32 {
        let state = self
            .state
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        state.0
    }
}

/// Figures by level, so that those of low levels can be dropped.
#[derive(Clone, Debug)]
pub struct Levels<T>(BTreeMap<u32, T>);

impl<T> Default for Levels<T> {
    fn default() -> Levels<T> {
        Levels(BTreeMap::new())
    }
}

impl<T: Default> Levels<T> {
    /// The figures of `level`, after those below `least` are dropped.
    pub fn at(&mut self, level: u32, least: u32) -> &mut T {
        if self
            .0
            .first_key_value()
            .is_some_and(|(&first, _)| first < least)
        {
            self.0 = self.0.split_off(&least);
        }
        self.0.entry(level).or_default()
    }

    /// Joins the figures of `other` to these.
    pub fn merge(&mut self, other: Levels<T>, join: impl Fn(&mut T, &T)) {
        for (level, more) in other.0 {
            join(self.0.entry(level).or_default(), &more);
        }
    }

    /// All figures of levels from `least` on, joined.
    pub fn whole(&self, least: u32, join: impl Fn(&mut T, &T)) -> T {
        let mut whole = T::default();
        for (_, more) in self.0.range(least..) {
            join(&mut whole, more);
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_does_not_depend_on_the_order_of_games() {
        let levels: Vec<u32> = (0..1000_u32)
            .map(|i| (i * 7919 + 1).trailing_zeros())
            .collect();
        let least = |order: &mut dyn Iterator<Item = u32>| {
            let gate = Gate::new(60);
            order.for_each(|level| {
                gate.admit(level);
            });
            gate.least()
        };
        let forwards = least(&mut levels.iter().copied());
        let backwards = least(&mut levels.iter().rev().copied());
        assert_eq!(forwards, backwards);
        let kept = |from| levels.iter().filter(|&&level| level >= from).count();
        assert!(kept(forwards) <= 60 && kept(forwards - 1) > 60);
        assert!(!Gate::new(0).admit(TOP).0);
    }
}
