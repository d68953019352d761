//! Pace: how long games of each kind take, and how many bytes their lines have.

use std::collections::BTreeMap;

use darkforge_engine::player::PlayerSpec;
use darkforge_lab::bout::Bout;

/// Seconds of a pair of an unknown kind.
const UNKNOWN: f64 = 0.25;
/// Bytes of the lines of such a pair.
const UNKNOWN_BYTES: f64 = 4096.0;
/// Share of a new measurement in the average.
const SHARE: f64 = 0.5;

/// Averages of a pair of games.
#[derive(Clone, Copy, Debug)]
struct Average {
    seconds: f64,
    bytes: f64,
    is_measured: bool,
}

/// Averages of all kinds of bouts. A kind is the two players without their weights.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pace {
    kinds: BTreeMap<[String; 2], usize>,
    averages: Vec<Average>,
}

impl Pace {
    /// Number of the kind of `bout`.
    pub(crate) fn kind(&mut self, bout: &Bout) -> usize {
        let key = [&bout.first, &bout.second].map(|entrant| without_weights(&entrant.spec));
        let next = self.averages.len();
        let kind = *self.kinds.entry(key).or_insert(next);
        if kind == next {
            self.averages.push(Average {
                seconds: UNKNOWN,
                bytes: UNKNOWN_BYTES,
                is_measured: false,
            });
        }
        kind
    }

    /// Expected seconds of a pair.
    pub(crate) fn seconds(&self, kind: usize) -> f64 {
        self.averages[kind].seconds
    }

    /// Expected bytes of a pair.
    pub(crate) fn bytes(&self, kind: usize) -> f64 {
        self.averages[kind].bytes
    }

    /// Takes a measurement of `pairs` pairs.
    pub(crate) fn learn(&mut self, kind: usize, pairs: f64, seconds: f64, bytes: usize) {
        let average = &mut self.averages[kind];
        let [seconds, bytes] = [seconds, bytes as f64].map(|sum| sum / pairs.max(0.5));
        let share = if average.is_measured { SHARE } else { 1.0 };
        average.seconds += share * (seconds.max(1e-5) - average.seconds);
        average.bytes += share * (bytes - average.bytes);
        average.is_measured = true;
    }
}

fn without_weights(spec: &PlayerSpec) -> String {
    let text = spec.to_string();
    let (name, options) = text.split_once(':').unwrap_or((&text, ""));
    let options = options
        .split(',')
        .filter(|option| !option.starts_with("weights="));
    format!("{name}:{}", options.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_engine::darkboard::LIST;
    use darkforge_engine::weights::Weights;
    use darkforge_lab::bout::{Entrant, Openings};

    fn bout(first: &PlayerSpec) -> Bout {
        let entrant = |spec: &PlayerSpec| Entrant {
            name: "a".to_owned(),
            spec: spec.clone(),
        };
        Bout {
            id: 0,
            first_pair: 0,
            step: 1,
            games: 2,
            keep_tries: false,
            openings: Openings::Own,
            first: entrant(first),
            second: entrant(&PlayerSpec::random()),
        }
    }

    #[test]
    fn individuals_of_an_evolution_are_one_kind() {
        let mut pace = Pace::default();
        let engine: PlayerSpec = "darkboard:positions=50".parse().unwrap();
        let one = engine.reweighted("i1", &Weights::default_of(&LIST));
        let kinds = [&engine, &one, &PlayerSpec::random()].map(|spec| pace.kind(&bout(spec)));
        assert_eq!(kinds[0], kinds[1]);
        assert_ne!(kinds[0], kinds[2]);
        pace.learn(kinds[0], 4.0, 2.0, 4000);
        assert!((pace.seconds(kinds[1]) - 0.5).abs() < 1e-9);
        pace.learn(kinds[0], 1.0, 1.5, 1000);
        assert!((pace.seconds(kinds[1]) - 1.0).abs() < 1e-9);
        assert!((pace.seconds(kinds[2]) - UNKNOWN).abs() < 1e-9);
    }
}
