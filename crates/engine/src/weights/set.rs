//! Weights as a user names them: an embedded set, a weight file, a run's folder or one of its
//! individuals, with the player that they were tuned for.
//!
//! ```
//! use darkforge_engine::darkboard::LIST;
//! use darkforge_engine::weights::{WeightSet, WeightTable, Weights};
//!
//! let set = WeightSet::load(&LIST, "hand-made")?;
//! assert_eq!((set.weights, set.player), (Weights::default_of(&LIST), None));
//! let table = WeightTable {
//!     player: Some("darkboard:depth=1".to_owned()),
//!     ..Weights::default_of(&LIST).into()
//! };
//! assert_eq!(table.read(&LIST, "a table")?.player, table.player);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::path::Path;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::named::PLAYER;
use super::{WeightList, Weights, WeightsError};
use crate::{TableError, TableReader};
use darkforge_kriegspiel::text;

/// Name of the champion's file in the folder of an evolution.
pub const CHAMPION: &str = "champion.toml";
/// Name of the table of all individuals there.
const INDIVIDUALS: &str = "individuals.csv";

/// Weights as they are written: names and values, and the player, in one table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightTable {
    /// Spec of the player that they were tuned for, without weights, if it is known.
    pub player: Option<String>,
    /// Names and values.
    pub weights: BTreeMap<String, f64>,
}

impl From<Weights> for WeightTable {
    /// Weights of which no player is known.
    fn from(weights: Weights) -> WeightTable {
        WeightTable {
            player: None,
            weights: weights.to_table(),
        }
    }
}

impl WeightTable {
    /// The weights, those of `list`; `path` is for messages.
    ///
    /// # Errors
    /// A name that is no weight, or a value out of range.
    pub fn read(&self, list: &'static WeightList, path: &str) -> Result<WeightSet, WeightsError> {
        Ok(WeightSet {
            weights: Weights::from_table(list, path, &self.weights)?,
            player: self.player.clone(),
            is_whole: false,
        })
    }
}

impl Serialize for WeightTable {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        if let Some(player) = &self.player {
            map.serialize_entry(PLAYER, player)?;
        }
        for (name, value) in &self.weights {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for WeightTable {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<WeightTable, D::Error> {
        /// Reads the table key by key, so that errors have their line.
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = WeightTable;

            fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
                to.write_str("names and values of weights")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WeightTable, A::Error> {
                let mut table = WeightTable::default();
                while let Some(key) = map.next_key::<String>()? {
                    if key == PLAYER {
                        table.player = Some(map.next_value()?);
                    } else {
                        table.weights.insert(key, map.next_value()?);
                    }
                }
                Ok(table)
            }
        }

        from.deserialize_map(Keys)
    }
}

/// Weights and the player that they were tuned for.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightSet {
    /// The weights.
    pub weights: Weights,
    /// Spec of the player that they were tuned for, without weights, if it is known.
    pub player: Option<String>,
    /// Whether that player is meant with them: a run was named, not a file.
    pub is_whole: bool,
}

impl WeightSet {
    /// The set of `list` called `name`: an embedded one, a file, the champion of a run's folder (`RUN`)
    /// or one of its individuals (`RUN#i305`). The last two are whole.
    ///
    /// # Errors
    /// If there is none, or it has errors.
    pub fn load(list: &'static WeightList, name: &str) -> Result<WeightSet, WeightsError> {
        let is_dir = |name: &str| Path::new(name).is_dir();
        match name.rsplit_once('#') {
            Some((run, individual)) if !Path::new(name).exists() && is_dir(run) => {
                return WeightSet::individual(list, run, individual);
            }
            _ => {}
        }
        if is_dir(name) {
            return WeightSet::champion(list, name);
        }
        WeightSet::read(list, name)
    }

    /// An embedded set or a file.
    fn read(list: &'static WeightList, name: &str) -> Result<WeightSet, WeightsError> {
        if let Some(text) = list.embedded(name) {
            return WeightSet::parse(list, name, text);
        }
        let text = text::read(name).map_err(|source| {
            let known: Vec<&str> = list.sets.iter().map(|(known, _)| *known).collect();
            let known = known.join(", ");
            let source = match source.kind() {
                std::io::ErrorKind::NotFound => std::io::Error::new(
                    source.kind(),
                    format!("no such file or folder (embedded weight sets: {known})"),
                ),
                _ => source,
            };
            WeightsError::Read {
                path: name.to_owned(),
                source,
            }
        })?;
        WeightSet::parse(list, name, &text)
    }

    pub(super) fn parse(
        list: &'static WeightList,
        path: &str,
        text: &str,
    ) -> Result<WeightSet, WeightsError> {
        let table: WeightTable = toml::from_str(text).map_err(|error| WeightsError::Syntax {
            path: path.to_owned(),
            message: text::toml_mistake(text, &error, |_| None),
        })?;
        table.read(list, path)
    }

    /// The champion of the evolution in the folder `run`.
    fn champion(list: &'static WeightList, run: &str) -> Result<WeightSet, WeightsError> {
        let path = Path::new(run).join(CHAMPION);
        if !path.exists() {
            let problem = format!(
                "it has no {CHAMPION}: it is not an evolution, or has no finished generation, or its files are \
                 not written yet (darkforge report {run})"
            );
            return Err(WeightsError::run(run, problem));
        }
        let set = WeightSet::read(list, &path.to_string_lossy())?;
        Ok(WeightSet {
            is_whole: true,
            ..set
        })
    }

    /// An individual of the evolution in the folder `run`, by its name (`i305`) or number.
    fn individual(
        list: &'static WeightList,
        run: &str,
        individual: &str,
    ) -> Result<WeightSet, WeightsError> {
        let problem = |problem: String| WeightsError::run(run, problem);
        let champion = WeightSet::champion(list, run)?;
        let wrong = |error: TableError| problem(format!("{INDIVIDUALS}: {error}"));
        let file = File::open(Path::new(run).join(INDIVIDUALS));
        let file = file.map_err(|error| problem(format!("{INDIVIDUALS}: {error}")))?;
        let mut table = TableReader::open(file).map_err(wrong)?;
        let column = |name: &str| {
            let found = table.header().iter().position(|column| column == name);
            found.ok_or_else(|| problem(format!("{INDIVIDUALS} has no column '{name}'")))
        };
        let name = column("individual")?;
        let places = list.names().map(column);
        let places = places.collect::<Result<Vec<usize>, _>>()?;
        let wanted = |cell: &str| cell == individual || cell.strip_prefix('i') == Some(individual);
        let mut row = csv::StringRecord::new();
        while table.read(&mut row).map_err(wrong)? {
            if !wanted(&row[name]) {
                continue;
            }
            let mut values = BTreeMap::new();
            for (info, &place) in list.rows.iter().zip(&places) {
                let value = row[place].parse().map_err(|_| {
                    problem(format!(
                        "{INDIVIDUALS}: {} = '{}' of {individual} is not a number",
                        info.name, &row[place]
                    ))
                })?;
                values.insert(info.name.to_owned(), value);
            }
            let weights = Weights::from_table(list, &format!("{run}#{individual}"), &values)?;
            return Ok(WeightSet {
                weights,
                ..champion
            });
        }
        Err(problem(format!(
            "there is no individual '{individual}' in {INDIVIDUALS}; its column individual has them"
        )))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::darkboard::LIST;
    use crate::weights::WeightInfo;

    /// A run's folder with a champion and two individuals.
    fn run() -> tempfile::TempDir {
        let run = tempfile::tempdir().unwrap();
        let champion = "player = \"darkboard:depth=1\"\nqueen_value = 7.0\n";
        std::fs::write(run.path().join(CHAMPION), champion).unwrap();
        let names: Vec<&str> = LIST.rows.iter().map(|info| info.name).collect();
        let mut table = format!("generation,individual,{}\n", names.join(","));
        for (individual, queen) in [("i4", 5.0), ("i5", 8.0)] {
            let value = |info: &WeightInfo| match info.name {
                "queen_value" => queen.to_string(),
                _ => info.default.to_string(),
            };
            let values: Vec<String> = LIST.rows.iter().map(value).collect();
            let _ = writeln!(table, "0,{individual},{}", values.join(","));
        }
        std::fs::write(run.path().join(INDIVIDUALS), table).unwrap();
        run
    }

    #[test]
    fn a_folder_is_its_champion_and_a_number_one_of_its_individuals() {
        let run = run();
        let run = run.path().to_str().unwrap();
        let queen = |name: &str| {
            let set = WeightSet::load(&LIST, name).unwrap();
            assert_eq!(set.player.as_deref(), Some("darkboard:depth=1"), "{name}");
            assert_eq!(set.is_whole, !name.ends_with(CHAMPION), "{name}");
            set.weights.to_table()["queen_value"].to_string()
        };
        assert_eq!(queen(run), "7");
        assert_eq!(queen(&format!("{run}/{CHAMPION}")), "7");
        assert_eq!(queen(&format!("{run}#i5")), "8");
        assert_eq!(queen(&format!("{run}#4")), "5");
        assert_eq!(WeightSet::load(&LIST, "hand-made").unwrap().player, None);
    }

    #[test]
    fn a_table_survives_its_text() {
        for player in [None, Some("darkboard:depth=1".to_owned())] {
            let table = WeightTable {
                player,
                ..Weights::load(&LIST, "thesis").unwrap().into()
            };
            let text = toml::to_string(&table).unwrap();
            assert_eq!(toml::from_str::<WeightTable>(&text).unwrap(), table);
        }
        let wrong = toml::from_str::<WeightTable>("risk = 0.5\nplayer = 1\n").unwrap_err();
        assert!(wrong.to_string().contains("line 2"), "{wrong}");
        let none = WeightTable::deserialize(toml::Value::from(1))
            .unwrap_err()
            .to_string();
        assert!(
            none.contains("expected names and values of weights"),
            "{none}"
        );
    }

    #[test]
    fn a_folder_with_a_number_sign_in_its_name_is_a_folder() {
        let (run, desk) = (run(), tempfile::tempdir().unwrap());
        let marked = desk.path().join("run#4");
        std::fs::rename(run.path(), &marked).unwrap();
        let marked = marked.to_str().unwrap();
        let queen =
            |name: &str| WeightSet::load(&LIST, name).unwrap().weights.to_table()["queen_value"];
        assert_eq!(queen(marked).to_string(), "7");
        assert_eq!(queen(&format!("{marked}#i4")).to_string(), "5");
    }

    #[test]
    fn what_is_wrong_in_the_table_of_individuals_is_named() {
        let run = run();
        let name = format!("{}#i5", run.path().display());
        let path = run.path().join(INDIVIDUALS);
        let text = std::fs::read_to_string(&path).unwrap();
        for (old, new, words) in [
            ("individual,", "person,", "has no column 'individual'"),
            ("queen_value", "lady_value", "has no column 'queen_value'"),
            (
                ",8,",
                ",eight,",
                "queen_value = 'eight' of i5 is not a number",
            ),
            (",8,", ",800,", "queen_value = 800 is out of range"),
        ] {
            std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
            let said = WeightSet::load(&LIST, &name).unwrap_err().to_string();
            assert!(said.contains(words), "{said}");
        }
    }

    #[test]
    fn what_a_folder_lacks_is_said() {
        let run = run();
        let folder = run.path().to_str().unwrap().to_owned();
        let said = |name: &str| WeightSet::load(&LIST, name).unwrap_err().to_string();
        let lost = said(&format!("{folder}#i6"));
        assert!(lost.contains("there is no individual 'i6'"), "{lost}");
        std::fs::remove_file(run.path().join(INDIVIDUALS)).unwrap();
        assert!(said(&format!("{folder}#i5")).contains(INDIVIDUALS));
        std::fs::remove_file(run.path().join(CHAMPION)).unwrap();
        let lost = said(&folder);
        assert!(lost.contains("darkforge report"), "{lost}");
        assert!(said("nowhere#i5").contains("nowhere"), "no folder");
    }
}
