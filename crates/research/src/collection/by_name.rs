//! Counts by names of which a file may have any number: beyond a limit they are not told apart.

use std::collections::BTreeMap;

/// Greatest number of bytes of all names together.
const MOST_BYTES: usize = 16 << 20;

/// Counts of at most `MOST` different names, in the order of the names. Once there are more, it has
/// none: so it is the same in any order of games.
///
/// ```
/// use darkforge_research::collection::ByName;
///
/// let mut games = ByName::<u64, 2>::default();
/// for name in ["a", "b", "a"] {
///     *games.of(name).expect("two names") += 1;
/// }
/// assert_eq!(games.iter().collect::<Vec<_>>(), [("a", &2), ("b", &1)]);
/// assert!(games.of("c").is_none() && games.is_too_many());
/// assert_eq!(games.iter().count(), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByName<T, const MOST: usize> {
    counts: BTreeMap<String, T>,
    /// Bytes of the names.
    bytes: usize,
    is_too_many: bool,
}

impl<T: Default, const MOST: usize> ByName<T, MOST> {
    /// The count of `name`, at first the default; `None` once there are too many names.
    pub fn of(&mut self, name: &str) -> Option<&mut T> {
        if !self.is_too_many && !self.counts.contains_key(name) {
            self.bytes += name.len();
            if self.counts.len() == MOST || self.bytes > MOST_BYTES {
                (self.counts, self.is_too_many) = (BTreeMap::new(), true);
            } else {
                self.counts.insert(name.to_owned(), T::default());
            }
        }
        self.counts.get_mut(name)
    }

    /// Adds the counts of `other` by `add`.
    pub fn merge(&mut self, other: ByName<T, MOST>, mut add: impl FnMut(&mut T, T)) {
        if other.is_too_many {
            (self.counts, self.is_too_many) = (BTreeMap::new(), true);
        }
        for (name, more) in other.counts {
            if let Some(own) = self.of(&name) {
                add(own, more);
            }
        }
    }

    /// Whether there are more names than are told apart.
    pub fn is_too_many(&self) -> bool {
        self.is_too_many
    }

    /// The names with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        let counts = self.counts.iter();
        counts.map(|(name, count)| (name.as_str(), count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Games = ByName<u64, 3>;

    fn games(names: &[&str]) -> Games {
        let mut games = Games::default();
        for name in names {
            if let Some(games) = games.of(name) {
                *games += 1;
            }
        }
        games
    }

    #[test]
    fn names_without_end_take_no_memory_in_any_order_of_games() {
        let add = |own: &mut u64, more| *own += more;
        let all = ["a", "b", "c", "a", "b"];
        for cut in 0..all.len() {
            let mut merged = games(&all[..cut]);
            merged.merge(games(&all[cut..]), add);
            assert_eq!(merged, games(&all), "{cut}");
        }
        let many = ["a", "b", "c", "d", "a"];
        for cut in 0..many.len() {
            let mut merged = games(&many[..cut]);
            merged.merge(games(&many[cut..]), add);
            assert!(
                merged.is_too_many() && merged.iter().next().is_none(),
                "{cut}"
            );
        }
        let long = "a".repeat(MOST_BYTES / 2);
        let both = [format!("{long}a"), format!("{long}b")];
        let both = games(&both.each_ref().map(String::as_str));
        assert!(both.is_too_many(), "names of any length");
    }
}
