//! The weights that are searched, as a vector whose places all run from 0 to 1.

use std::collections::BTreeMap;

use darkforge_engine::darkboard::weights::{WEIGHTS, Weights};
use darkforge_streams as streams;

/// One searched weight.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    /// Its index among all weights.
    index: usize,
    min: f64,
    max: f64,
    /// Whether equal steps multiply it, rather than add to it.
    log: bool,
    /// Whether it has whole values only.
    whole: bool,
}

impl Axis {
    /// Place from 0 to 1 of `value`; out-of-range values have that of the nearer end.
    fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        if self.log {
            libm::log(value / self.min) / libm::log(self.max / self.min)
        } else {
            (value - self.min) / (self.max - self.min)
        }
    }

    fn value(&self, place: f64) -> f64 {
        let place = place.clamp(0.0, 1.0);
        let value = if self.log {
            self.min * libm::exp(place * libm::log(self.max / self.min))
        } else {
            self.min + place * (self.max - self.min)
        };
        let value = if self.whole {
            libm::round(value)
        } else {
            value
        };
        value.clamp(self.min, self.max)
    }

    /// How far the place moves when the value is multiplied by e; a linear axis moves as a
    /// logarithmic one from 1 to 50.
    fn unit(&self) -> f64 {
        let ratio = if self.log { self.max / self.min } else { 50.0 };
        1.0 / libm::log(ratio)
    }
}

/// What of the weights is searched, and on what scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    axes: Vec<Axis>,
    /// Gives weights that are not searched their values.
    base: Weights,
}

/// What a user says of the weights that are searched. Names are those of weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpaceSettings {
    /// The only ones that are searched; all if empty.
    pub only: Vec<String>,
    /// Those that keep their values.
    pub frozen: Vec<String>,
    /// Those that have whole values only.
    pub whole: Vec<String>,
    /// Those that are searched on a linear scale; others on a logarithmic one.
    pub linear: Vec<String>,
    /// Narrower ranges.
    pub range: BTreeMap<String, [f64; 2]>,
}

impl Space {
    /// The space of `settings`; weights that are not searched have the values of `base`.
    ///
    /// # Errors
    /// A name that no weight has, a range that is none or not within the weight's own, or
    /// nothing that is left to search: a sentence that begins with the key.
    pub fn new(settings: &SpaceSettings, base: &Weights) -> Result<Space, String> {
        let lists = [
            ("only", &settings.only),
            ("frozen", &settings.frozen),
            ("integer", &settings.whole),
            ("linear", &settings.linear),
        ];
        for (key, names) in lists {
            for name in names {
                known(key, name)?;
            }
        }
        for name in settings.range.keys() {
            known("range", name)?;
        }
        let has = |names: &[String], name: &str| names.iter().any(|other| other == name);
        let mut axes = Vec::new();
        for (index, info) in WEIGHTS.iter().enumerate() {
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
            axes.push(Axis {
                index,
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
            axes,
            base: base.clone(),
        })
    }

    /// Number of weights that are searched.
    pub fn len(&self) -> usize {
        self.axes.len()
    }

    /// Never: a space has at least one weight.
    pub fn is_empty(&self) -> bool {
        self.axes.is_empty()
    }

    /// The same weights searched around others: those that are not searched get the values
    /// of `base`.
    #[must_use]
    pub fn around(&self, base: &Weights) -> Space {
        Space {
            axes: self.axes.clone(),
            base: base.clone(),
        }
    }

    /// The searched weights, each from 0 (its least value) to 1 (its greatest).
    pub fn places(&self, weights: &Weights) -> Vec<f64> {
        let values = weights.values();
        let places = self.axes.iter().map(|axis| axis.place(values[axis.index]));
        places.collect()
    }

    /// Weights from places, each moved into 0 to 1.
    pub fn weights(&self, places: &[f64]) -> Weights {
        let mut values = *self.base.values();
        for (axis, &place) in self.axes.iter().zip(places) {
            values[axis.index] = axis.value(place);
        }
        Weights::clamped(values)
    }

    /// `weights` moved into the space: into its ranges, on whole values where they must be.
    pub fn fitted(&self, weights: &Weights) -> Weights {
        let mut values = *weights.values();
        for axis in &self.axes {
            let value = &mut values[axis.index];
            let fits = (axis.min..=axis.max).contains(value);
            if !fits || axis.whole && value.fract() != 0.0 {
                *value = axis.value(axis.place(*value));
            }
        }
        Weights::clamped(values)
    }

    /// Weights drawn evenly over the space, on its scales.
    pub fn random(&self, seed: u64) -> Weights {
        let mut stream = streams::open(seed, "start", 0);
        let places: Vec<f64> = (0..self.len())
            .map(|_| streams::unit(&mut stream))
            .collect();
        self.weights(&places)
    }

    /// `weights` with the searched weight `axis` multiplied by exp(`step`); on a linear scale
    /// moved as far as one from 1 to 50 would be. A whole weight changes by at least one.
    pub(super) fn step(&self, weights: &mut [f64], axis: usize, step: f64) {
        let axis = &self.axes[axis];
        let value = &mut weights[axis.index];
        let old = *value;
        *value = axis.value(axis.place(old) + step * axis.unit());
        if axis.whole && old.to_bits() == value.to_bits() {
            *value = (old + 1.0_f64.copysign(step)).clamp(axis.min, axis.max);
        }
    }
}

fn known(key: &str, name: &str) -> Result<(), String> {
    if WEIGHTS.iter().any(|info| info.name == name) {
        return Ok(());
    }
    let names: Vec<&str> = WEIGHTS.iter().map(|info| info.name).collect();
    Err(format!(
        "{key}: there is no weight \"{name}\"; weights are {}",
        names.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_engine::darkboard::Weight;

    fn named(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn space(settings: &SpaceSettings) -> Space {
        Space::new(settings, &Weights::default()).unwrap()
    }

    #[test]
    fn weights_survive_their_places() {
        let space = space(&SpaceSettings {
            linear: named(&["risk"]),
            ..SpaceSettings::default()
        });
        let start = space.random(5);
        let again = space.weights(&space.places(&start));
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
        assert_eq!(space.len(), WEIGHTS.len() - 1);
        for seed in 0..50 {
            let weights = space.random(seed);
            let risk = Weights::default()[Weight::Risk];
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
            let space = Space::new(settings, &Weights::default());
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
