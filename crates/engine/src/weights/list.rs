//! Lists of weights: the name, default, range and source of every weight of a player.
//!
//! ```
//! use darkforge_engine::darkboard::LIST;
//!
//! assert_eq!(LIST.player, "darkboard");
//! assert_eq!(LIST.place("pawn_value"), Some(0));
//! ```

use std::fmt;

/// A weight: its name, range and source.
#[derive(Clone, Copy, Debug)]
pub struct WeightInfo {
    /// Name in files and columns.
    pub name: &'static str,
    /// Value in the hand-made set.
    pub default: f64,
    /// Least sensible value, more than 0: searches are on logarithmic scales.
    pub min: f64,
    /// Greatest sensible value.
    pub max: f64,
    /// Its source.
    pub source: &'static str,
    /// Its effect.
    pub about: &'static str,
}

/// The weights of a player.
pub struct WeightList {
    /// Name of the player.
    pub player: &'static str,
    /// Its weights, in the order of every column of weights.
    pub rows: &'static [WeightInfo],
    /// Sets that are part of the program: names and texts, none of which has errors.
    pub sets: &'static [(&'static str, &'static str)],
    /// Name of the set that the player has without a choice.
    pub usual: &'static str,
}

impl WeightList {
    /// Place of the weight called `name` among the rows.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|info| info.name == name)
    }

    /// Names of all weights, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.rows.iter().map(|info| info.name)
    }

    /// Text of the embedded set called `name`.
    pub(super) fn embedded(&self, name: &str) -> Option<&'static str> {
        let found = self.sets.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| *text)
    }
}

impl PartialEq for WeightList {
    /// Whether both are of one player.
    fn eq(&self, other: &WeightList) -> bool {
        self.player == other.player
    }
}

impl fmt::Debug for WeightList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "weights of {}", self.player)
    }
}
