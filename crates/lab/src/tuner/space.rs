//! Space: the searched weights and their scales.

use std::collections::BTreeMap;

use darkforge_engine::options::did_you_mean;
use darkforge_engine::weights::{WeightList, Weights};
use darkforge_optimise::{self as optimise, Axis};
use darkforge_streams as streams;

/// Searched weights with their scales.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    searched: optimise::Space,
    /// For each axis the index of its weight among all.
    indices: Vec<usize>,
    /// Values of the other weights.
    base: Weights,
}

/// A user's settings of the searched weights, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpaceSettings {
    /// The only searched weights; all if empty.
    pub only: Vec<String>,
    /// Weights that keep their values.
    pub frozen: Vec<String>,
    /// Weights with whole values.
    pub whole: Vec<String>,
    /// Weights searched on a linear scale; others have a logarithmic one.
    pub linear: Vec<String>,
    /// Narrower ranges.
    pub range: BTreeMap<String, [f64; 2]>,
}

impl Space {
    /// The space of `settings`; other weights have the values of `base`.
    ///
    /// # Errors
    /// An unknown name, an invalid range or one outside the weight's own, or no weight left to
    /// search: a sentence that begins with the key.
    pub fn new(settings: &SpaceSettings, base: &Weights) -> Result<Space, String> {
        let list = base.list();
        let lists = [
            ("only", &settings.only),
            ("frozen", &settings.frozen),
            ("integer", &settings.whole),
            ("linear", &settings.linear),
        ];
        for (key, names) in lists {
            for name in names {
                known(list, key, name)?;
            }
        }
        for name in settings.range.keys() {
            known(list, "range", name)?;
        }
        let has = |names: &[String], name: &str| names.iter().any(|other| other == name);
        let mut axes = Vec::new();
        let mut indices = Vec::new();
        for (index, info) in list.rows.iter().enumerate() {
            let left_out = !settings.only.is_empty() && !has(&settings.only, info.name);
            if left_out || has(&settings.frozen, info.name) {
                continue;
            }
            let (mut min, mut max) = (info.min, info.max);
            if let Some([low, high]) = settings.range.get(info.name) {
                let within = *low >= min && *high <= max && low < high;
                if !within {
                    return Err(format!(
                        "range.{} = [{low}, {high}]: must be two numbers from {min} to {max}, the \
                         lower first",
                        info.name
                    ));
                }
                (min, max) = (*low, *high);
            }
            let whole = has(&settings.whole, info.name);
            if whole {
                (min, max) = (libm::ceil(min), libm::floor(max));
            }
            if min >= max {
                return Err(format!(
                    "integer: the range of {} has less than two whole numbers",
                    info.name
                ));
            }
            indices.push(index);
            axes.push(Axis {
                min,
                max,
                log: !has(&settings.linear, info.name),
                whole,
            });
        }
        if axes.is_empty() {
            return Err("frozen, only: no weight is left to search".to_owned());
        }
        Ok(Space {
            searched: optimise::Space::new(axes),
            indices,
            base: base.clone(),
        })
    }

    /// Checks that a search can begin at `start`.
    ///
    /// # Errors
    /// If a searched weight of it is out of its searched range.
    pub fn check_start(&self, start: &Weights) -> Result<(), String> {
        for (axis, &index) in self.searched.axes().iter().zip(&self.indices) {
            let value = start.values()[index];
            let near = if axis.whole {
                libm::round(value)
            } else {
                value
            };
            let (min, max, name) = (axis.min, axis.max, self.list().rows[index].name);
            if !(min..=max).contains(&near) {
                return Err(format!(
                    "range.{name} = [{min}, {max}]: must contain the start value {value}"
                ));
            }
        }
        Ok(())
    }

    /// All weights of the player, searched or not.
    pub fn list(&self) -> &'static WeightList {
        self.base.list()
    }

    /// Number of weights that are searched.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Always false: a space has at least one weight.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Names of the searched weights, in the order of the axes.
    pub fn names(&self) -> Vec<&'static str> {
        let names = self.indices.iter();
        names.map(|&index| self.list().rows[index].name).collect()
    }

    /// The searched weights as the axes of an optimiser.
    pub fn searched(&self) -> &optimise::Space {
        &self.searched
    }

    /// Values of the searched ones of `weights`.
    pub fn values(&self, weights: &Weights) -> Vec<f64> {
        let all = weights.values();
        self.indices.iter().map(|&index| all[index]).collect()
    }

    /// Weights with the searched ones at `values`.
    pub fn with(&self, values: &[f64]) -> Weights {
        let mut all = self.base.values().to_vec();
        for (&index, &value) in self.indices.iter().zip(values) {
            all[index] = value;
        }
        Weights::clamped(self.list(), all)
    }

    /// Coordinates of the searched weights, each from 0 (its least value) to 1 (its greatest).
    pub fn coordinates(&self, weights: &Weights) -> Vec<f64> {
        self.searched.coordinates(&self.values(weights))
    }

    /// Weights at coordinates, each clamped to 0 to 1.
    pub fn weights(&self, coordinates: &[f64]) -> Weights {
        self.with(&self.searched.point(coordinates))
    }

    /// `weights` moved into the space: clamped to its ranges, with whole values where required.
    pub fn fitted(&self, weights: &Weights) -> Weights {
        let mut values = weights.values().to_vec();
        for (axis, &index) in self.searched.axes().iter().zip(&self.indices) {
            let value = &mut values[index];
            let fits = (axis.min..=axis.max).contains(value);
            if !fits || axis.whole && value.fract() != 0.0 {
                *value = axis.value(axis.coordinate(*value));
            }
        }
        Weights::clamped(self.list(), values)
    }

    /// `weights` with four significant digits of the searched values.
    pub fn rounded(&self, weights: &Weights) -> Weights {
        let mut values = self.values(weights);
        for value in &mut values {
            *value = format!("{value:.3e}").parse().unwrap_or(*value);
        }
        self.with(&values)
    }

    /// Weights drawn uniformly over the space, on its scales.
    pub fn random(&self, seed: u64) -> Weights {
        let mut stream = streams::open(seed, "start", 0);
        let coordinates: Vec<f64> = (0..self.len())
            .map(|_| streams::unit(&mut stream))
            .collect();
        self.weights(&coordinates)
    }
}

fn known(list: &WeightList, key: &str, name: &str) -> Result<(), String> {
    if list.place(name).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = list.names().collect();
    Err(format!(
        "{key}: there is no weight \"{name}\"; weights are {}{}",
        names.join(", "),
        did_you_mean(name, names.iter().copied())
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_engine::darkboard::{LIST, Weight};

    fn named(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn space(settings: &SpaceSettings) -> Space {
        Space::new(settings, &Weights::default_of(&LIST)).unwrap()
    }

    #[test]
    fn weights_survive_their_coordinates() {
        let space = space(&SpaceSettings {
            linear: named(&["risk"]),
            ..SpaceSettings::default()
        });
        let start = space.random(5);
        let again = space.weights(&space.coordinates(&start));
        for (new, old) in again.values().iter().zip(start.values()) {
            assert!((new / old - 1.0).abs() < 1e-9, "{new} {old}");
        }
    }

    #[test]
    fn frozen_weights_stay_whole_ones_are_whole_and_ranges_hold() {
        let space = space(&SpaceSettings {
            frozen: named(&["risk"]),
            whole: named(&["age_cap"]),
            range: BTreeMap::from([("queen_value".to_owned(), [5.0, 7.0])]),
            ..SpaceSettings::default()
        });
        assert_eq!(space.len(), LIST.rows.len() - 1);
        for seed in 0..50 {
            let weights = space.random(seed);
            let risk = Weights::default_of(&LIST)[Weight::Risk];
            assert_eq!(weights[Weight::Risk].to_bits(), risk.to_bits());
            assert!(weights[Weight::AgeCap].fract().abs() < f64::EPSILON);
            assert!((5.0..=7.0).contains(&weights[Weight::QueenValue]));
        }
        let outside = space.weights(&vec![7.0; space.len()]);
        assert!((outside[Weight::QueenValue] - 7.0).abs() < 1e-12);
    }

    #[test]
    fn mistakes_are_named() {
        let message = |settings: &SpaceSettings| {
            let space = Space::new(settings, &Weights::default_of(&LIST));
            space.unwrap_err()
        };
        let unknown = message(&SpaceSettings {
            frozen: named(&["riks"]),
            ..SpaceSettings::default()
        });
        assert!(unknown.starts_with("frozen") && unknown.contains("riks"));
        assert!(unknown.contains("risk"), "{unknown}");
        let range = message(&SpaceSettings {
            range: BTreeMap::from([("risk".to_owned(), [0.5, 2.0])]),
            ..SpaceSettings::default()
        });
        assert!(
            range.contains("range.risk") && range.contains("0.95"),
            "{range}"
        );
        let none = message(&SpaceSettings {
            only: named(&["risk"]),
            frozen: named(&["risk"]),
            ..SpaceSettings::default()
        });
        assert!(none.contains("no weight is left"), "{none}");
    }
}
