//! Weights of a list: a value for each of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{WeightInfo, WeightList, WeightSet, WeightsError};
use crate::options::did_you_mean;

/// Key of the player in weight files.
pub(super) const PLAYER: &str = "player";

/// A value for every weight of a list.
///
/// ```
/// use darkforge_engine::darkboard::LIST;
/// use darkforge_engine::weights::Weights;
///
/// let weights = Weights::load(&LIST, "thesis")?;
/// assert_eq!(weights.get("queen_value"), Some(6.0));
/// assert_eq!(weights.get("lady_value"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    list: &'static WeightList,
    values: Vec<f64>,
}

impl Weights {
    /// The defaults of `list`, which fill gaps of weight files.
    pub fn default_of(list: &'static WeightList) -> Weights {
        Weights::of(list, list.rows.iter().map(|info| info.default).collect())
    }

    /// The set that players of `list` have without a choice.
    pub fn usual_of(list: &'static WeightList) -> Weights {
        // A test reads every embedded set.
        Weights::load(list, list.usual).unwrap_or_else(|_| Weights::default_of(list))
    }

    /// The `values` of the weights of `list`, in its order.
    ///
    /// # Panics
    /// If there is not one value for each weight.
    pub fn of(list: &'static WeightList, values: Vec<f64>) -> Weights {
        assert_eq!(values.len(), list.rows.len(), "values of {list:?}");
        Weights { list, values }
    }

    /// The same, each value moved into its range.
    ///
    /// # Panics
    /// If there is not one value for each weight.
    pub fn clamped(list: &'static WeightList, values: Vec<f64>) -> Weights {
        let mut weights = Weights::of(list, values);
        for (value, info) in weights.values.iter_mut().zip(list.rows) {
            *value = value.clamp(info.min, info.max);
        }
        weights
    }

    /// The set called `name`, see [`WeightSet::load`].
    ///
    /// # Errors
    /// If there is none, or it has errors.
    pub fn load(list: &'static WeightList, name: &str) -> Result<Weights, WeightsError> {
        Ok(WeightSet::load(list, name)?.weights)
    }

    /// Reads a set from TOML; `path` is for messages.
    ///
    /// # Errors
    /// If `text` has an error; the message has name and range.
    pub fn parse(
        list: &'static WeightList,
        path: &str,
        text: &str,
    ) -> Result<Weights, WeightsError> {
        Ok(WeightSet::parse(list, path, text)?.weights)
    }

    /// The list of their names.
    pub fn list(&self) -> &'static WeightList {
        self.list
    }

    /// The values, in the order of the list.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Names with their ranges, and values.
    pub fn rows(&self) -> impl Iterator<Item = (&'static WeightInfo, f64)> {
        self.list.rows.iter().zip(self.values.iter().copied())
    }

    /// Value of the weight called `name`.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.list.place(name).map(|place| self.values[place])
    }

    /// A set from names and values; `path` is for messages.
    ///
    /// # Errors
    /// A name that is no weight, or a value out of range.
    pub fn from_table(
        list: &'static WeightList,
        path: &str,
        table: &BTreeMap<String, f64>,
    ) -> Result<Weights, WeightsError> {
        let mut weights = Weights::default_of(list);
        for (name, &value) in table {
            let Some(place) = list.place(name) else {
                return Err(WeightsError::Unknown {
                    path: path.to_owned(),
                    name: name.clone(),
                    hint: did_you_mean(name, list.names()),
                });
            };
            let info = &list.rows[place];
            if !(info.min..=info.max).contains(&value) {
                return Err(WeightsError::Range {
                    path: path.to_owned(),
                    name: info.name,
                    value,
                    min: info.min,
                    max: info.max,
                });
            }
            weights.values[place] = value;
        }
        Ok(weights)
    }

    /// Names and values.
    pub fn to_table(&self) -> BTreeMap<String, f64> {
        let rows = self.rows();
        rows.map(|(info, value)| (info.name.to_owned(), value))
            .collect()
    }

    /// The set as a weight file, each weight with its effect and source, with the `player` that the
    /// weights were tuned for, and in comments the values of the `start` that have changed. `heading`
    /// becomes comment lines at the top.
    pub fn to_file(&self, heading: &str, player: Option<&str>, start: Option<&Weights>) -> String {
        let mut text = String::new();
        for line in heading.lines() {
            let _ = writeln!(text, "# {line}");
        }
        if let Some(player) = player {
            let player = toml::Value::from(player);
            let _ = writeln!(
                text,
                "\n# The player that the weights were tuned for.\n{PLAYER} = {player}"
            );
        }
        for (place, (info, value)) in self.rows().enumerate() {
            let before = start.map(|start| start.values[place]);
            let before = before.filter(|before| before.total_cmp(&value).is_ne());
            let before =
                before.map_or_else(String::new, |before| format!(" # the start: {before:?}"));
            let _ = writeln!(
                text,
                "\n# {} [{} to {}; {}]\n{} = {value:?}{before}",
                info.about, info.min, info.max, info.source, info.name
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::darkboard::LIST;

    fn load(name: &str) -> Weights {
        Weights::load(&LIST, name).unwrap()
    }

    #[test]
    fn a_set_survives_its_own_file() {
        let thesis = load("thesis");
        let text = thesis.to_file("two\nlines", None, None);
        assert!(text.starts_with("# two\n# lines\n"));
        assert_eq!(Weights::parse(&LIST, "written", &text).unwrap(), thesis);
    }

    #[test]
    fn a_file_names_the_player_and_what_has_changed_since_the_start() {
        let (start, thesis) = (Weights::default_of(&LIST), load("thesis"));
        let text = thesis.to_file("", Some("darkboard:depth=1"), Some(&start));
        let player =
            "# The player that the weights were tuned for.\nplayer = \"darkboard:depth=1\"\n";
        assert!(text.starts_with(&format!("\n{player}")), "{text}");
        for (index, info) in LIST.rows.iter().enumerate() {
            let (before, now) = (start.values()[index], thesis.values()[index]);
            let line = text
                .lines()
                .find(|line| line.starts_with(info.name))
                .unwrap();
            let same = format!("{} = {now:?}", info.name);
            let changed = format!("{same} # the start: {before:?}");
            assert_eq!(
                line,
                if before.total_cmp(&now).is_eq() {
                    same
                } else {
                    changed
                }
            );
        }
        let set = WeightSet::parse(&LIST, "written", &text).unwrap();
        assert_eq!(
            (set.weights, set.player.as_deref()),
            (thesis, Some("darkboard:depth=1"))
        );
    }

    #[test]
    fn the_ends_of_a_range_are_in_it_and_values_beyond_are_moved_to_them() {
        let ends = |value: fn(&WeightInfo) -> f64| {
            let table = LIST
                .rows
                .iter()
                .map(|info| (info.name.to_owned(), value(info)));
            Weights::from_table(&LIST, "w", &table.collect())
        };
        let low = ends(|info| info.min).unwrap();
        let high = ends(|info| info.max).unwrap();
        let count = LIST.rows.len();
        assert_eq!(Weights::clamped(&LIST, vec![0.0; count]), low);
        assert_eq!(Weights::clamped(&LIST, vec![1e9; count]), high);
        assert_eq!(Weights::clamped(&LIST, high.values().to_vec()), high);
        assert!(ends(|info| info.min / 2.0).is_err());
        assert!(ends(|info| info.max * 1.01).is_err());
    }

    #[test]
    fn a_set_that_cannot_be_read_is_named_with_the_embedded_ones() {
        let none = Weights::load(&LIST, "none.toml").unwrap_err().to_string();
        let known = "embedded weight sets: evolved, evolved-2, evolved-1, hand-made, thesis, first, waiting";
        assert!(none.contains("none.toml") && none.contains(known), "{none}");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"\xff").unwrap();
        let other = Weights::load(&LIST, &file.path().to_string_lossy())
            .unwrap_err()
            .to_string();
        assert!(
            other.contains("UTF-8") && !other.contains("embedded"),
            "{other}"
        );
    }

    #[test]
    fn mistakes_are_named_with_what_is_right() {
        let message = |text| {
            Weights::parse(&LIST, "w.toml", text)
                .unwrap_err()
                .to_string()
        };
        let unknown = message("pawn_valve = 1.0");
        assert!(unknown.contains("w.toml") && unknown.contains("did you mean 'pawn_value'"));
        let range = message("risk = 2.0");
        assert!(
            range.contains("risk = 2") && range.contains("from 0.005 to 0.95"),
            "{range}"
        );
        let syntax = message("pawn_value = \"one\"");
        assert!(
            syntax.contains("w.toml") && syntax.contains("pawn_value"),
            "{syntax}"
        );
        assert!(message("pawn_value = nan").contains("out of range"));
    }
}
