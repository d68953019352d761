//! Numbers of players by name, in the order in which they were added.

use std::collections::BTreeMap;

/// Names of players with their numbers, from 0 in the order of first mention.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerIndex {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl PlayerIndex {
    /// Adds `player` if it is unknown; returns its number.
    pub fn add(&mut self, player: &str) -> usize {
        if let Some(number) = self.number(player) {
            return number;
        }
        let number = self.names.len();
        self.names.push(player.to_owned());
        self.numbers.insert(player.to_owned(), number);
        number
    }

    /// Number of `player`; `None` if it was never added.
    pub fn number(&self, player: &str) -> Option<usize> {
        self.numbers.get(player).copied()
    }

    /// All names by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}
