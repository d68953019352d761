//! Players by name, numbered in the order in which they joined.

use std::collections::BTreeMap;

/// Who has played, and where each stands in a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roster {
    names: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Roster {
    /// Number of `player`, who joins if need be.
    pub fn join(&mut self, player: &str) -> usize {
        if let Some(place) = self.place(player) {
            return place;
        }
        let place = self.names.len();
        self.names.push(player.to_owned());
        self.places.insert(player.to_owned(), place);
        place
    }

    /// Number of `player`, who may not have joined.
    pub fn place(&self, player: &str) -> Option<usize> {
        self.places.get(player).copied()
    }

    /// All players by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}
