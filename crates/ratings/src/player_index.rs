//! Players by name, numbered in the order in which they were added.

use std::collections::BTreeMap;

/// Names of players and their numbers, which count from 0 in the order of first mention.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerIndex {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl PlayerIndex {
    /// Number of `player`, who is added if not yet known.
    pub fn add(&mut self, player: &str) -> usize {
        if let Some(number) = self.number(player) {
            return number;
        }
        let number = self.names.len();
        self.names.push(player.to_owned());
        self.numbers.insert(player.to_owned(), number);
        number
    }

    /// Number of `player`; `None` for a player who was never added.
    pub fn number(&self, player: &str) -> Option<usize> {
        self.numbers.get(player).copied()
    }

    /// All names by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}
