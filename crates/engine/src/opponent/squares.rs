//! Tables of 64 numbers in a model's file: squares by colour, phase and kind of man.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::habits::{Habits, PHASES, Pair, Table, place};
use darkforge_board::{ROLES, Role};

/// Names of White and Black as keys.
pub(super) const COLORS: [&str; 2] = ["white", "black"];

/// Numbers of one kind of man in one phase, each a list from a1 to h8.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Numbers {
    /// Turns at which a man stood there.
    stood: Vec<u32>,
    /// Arrivals.
    arrived: Vec<u32>,
    /// Arrivals expected if all legal moves were equally likely.
    arrivals_expected: Vec<f64>,
    /// Departures.
    left: Vec<u32>,
    /// Departures expected in the same way.
    departures_expected: Vec<f64>,
}

/// Numbers by colour, phase and kind of man.
pub(super) type BySquare = BTreeMap<String, BTreeMap<String, BTreeMap<String, Numbers>>>;

/// Name of a kind of man as a key.
const fn name_of(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// One decimal of an expected number: more would tell nothing.
pub(super) fn rounded(expected: f64) -> f64 {
    (10.0 * expected).round() / 10.0
}

/// The numbers of `habits`.
pub(super) fn of(habits: &Habits) -> BySquare {
    let mut all = BySquare::new();
    for (color, color_name) in COLORS.into_iter().enumerate() {
        for (phase, phase_name) in PHASES.into_iter().enumerate() {
            for (role, kind) in ROLES.into_iter().enumerate() {
                let from = place(color, phase, role, 0);
                let range = from..from + 64;
                let [arrived, left] =
                    [Table::Arrived, Table::Left].map(|table| &habits.table(table)[range.clone()]);
                let played = |pairs: &[Pair]| pairs.iter().map(|pair| pair.played).collect();
                let expected =
                    |pairs: &[Pair]| pairs.iter().map(|pair| rounded(pair.expected)).collect();
                let numbers = Numbers {
                    stood: habits.stood[range.clone()].to_vec(),
                    arrived: played(arrived),
                    arrivals_expected: expected(arrived),
                    left: played(left),
                    departures_expected: expected(left),
                };
                let phases = all.entry(color_name.to_owned()).or_default();
                let kinds = phases.entry(phase_name.to_owned()).or_default();
                kinds.insert(name_of(kind).to_owned(), numbers);
            }
        }
    }
    all
}

/// Puts the numbers into `habits`.
///
/// # Errors
/// A key that is missing or unknown, or a list of the wrong length: the key and the problem.
pub(super) fn fill(habits: &mut Habits, all: &BySquare) -> Result<(), (String, String)> {
    let kinds = ROLES.map(name_of);
    only("squares", all, &COLORS)?;
    for (color, color_name) in COLORS.into_iter().enumerate() {
        let key = format!("squares.{color_name}");
        let phases = &all[color_name];
        only(&key, phases, &PHASES)?;
        for (phase, phase_name) in PHASES.into_iter().enumerate() {
            let key = format!("{key}.{phase_name}");
            let men = &phases[phase_name];
            only(&key, men, &kinds)?;
            for (role, kind) in kinds.into_iter().enumerate() {
                let from = place(color, phase, role, 0);
                let numbers = &men[kind];
                let key = |name: &str| format!("{key}.{kind}.{name}");
                sized(&key("stood"), numbers.stood.len(), 64)?;
                habits.stood[from..from + 64].copy_from_slice(&numbers.stood);
                let both = [
                    (
                        Table::Arrived,
                        "arrived",
                        &numbers.arrived,
                        "arrivals_expected",
                        &numbers.arrivals_expected,
                    ),
                    (
                        Table::Left,
                        "left",
                        &numbers.left,
                        "departures_expected",
                        &numbers.departures_expected,
                    ),
                ];
                for (table, name, played, expected_name, expected) in both {
                    sized(&key(name), played.len(), 64)?;
                    let pairs = &mut habits.tables[table as usize][from..from + 64];
                    put(pairs, (&key(name), played), (&key(expected_name), expected))?;
                }
            }
        }
    }
    Ok(())
}

/// Puts numbers of moves into `pairs`.
///
/// # Errors
/// A list of the wrong length, or a number that is none.
pub(super) fn put(
    pairs: &mut [Pair],
    (played_key, played): (&str, &[u32]),
    (expected_key, expected): (&str, &[f64]),
) -> Result<(), (String, String)> {
    sized(played_key, played.len(), pairs.len())?;
    sized(expected_key, expected.len(), pairs.len())?;
    for (pair, (&played, &expected)) in pairs.iter_mut().zip(played.iter().zip(expected)) {
        if !(0.0..=1e12).contains(&expected) {
            let problem = format!("{expected} is not a number of moves, 0 or more");
            return Err((expected_key.to_owned(), problem));
        }
        *pair = Pair { played, expected };
    }
    Ok(())
}

/// Checks that the keys of `table` are `known`.
pub(super) fn only<V>(
    key: &str,
    table: &BTreeMap<String, V>,
    known: &[&str],
) -> Result<(), (String, String)> {
    let right = || format!("it must have {}", known.join(", "));
    if let Some(strange) = table.keys().find(|name| !known.contains(&name.as_str())) {
        return Err((
            format!("{key}.{strange}"),
            format!("there is no such key; {}", right()),
        ));
    }
    match known.iter().find(|&&name| !table.contains_key(name)) {
        Some(missing) => Err((key.to_owned(), format!("{missing} is missing; {}", right()))),
        None => Ok(()),
    }
}

/// Checks the length of a list.
pub(super) fn sized(key: &str, is: usize, must: usize) -> Result<(), (String, String)> {
    if is == must {
        return Ok(());
    }
    Err((
        key.to_owned(),
        format!("it has {is} numbers and must have {must}"),
    ))
}
