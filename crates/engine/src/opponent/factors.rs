//! Factors of the terms of the belief's move model, fitted to one player's moves.

use std::collections::BTreeMap;

use super::squares::{only, sized};
use darkforge_kriegspiel::belief::MoveModel;
use darkforge_kriegspiel::belief::move_model::{GROUPS, RANGE, TERMS};

/// Factor of each term of [`MoveModel`], above 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Factors(Box<[f32; TERMS]>);

/// Lists of factors by the names of [`GROUPS`].
pub(super) type ByGroup = BTreeMap<String, Vec<f64>>;

impl Default for Factors {
    /// Those of the model of all players.
    fn default() -> Factors {
        Factors(Box::new(*MoveModel::LEARNED.factors()))
    }
}

impl Factors {
    /// These factors to three digits, as files have them.
    ///
    /// # Panics
    /// If there is not one for each term.
    pub fn rounded(factors: &[f64]) -> Factors {
        let mut own = Box::new([0.0; TERMS]);
        assert_eq!(factors.len(), TERMS, "a factor for each term");
        for (own, factor) in own.iter_mut().zip(factors) {
            let digits = libm::floor(libm::log10(*factor)) as i32 - 2;
            let unit = libm::pow(10.0, f64::from(digits));
            *own = ((factor / unit).round() * unit) as f32;
        }
        Factors(own)
    }

    /// The model with these factors.
    pub fn model(&self) -> MoveModel<'_> {
        MoveModel::new(&self.0, 0.0)
    }

    /// The lists of a file.
    pub(super) fn lists(&self) -> ByGroup {
        let mut rest = self.0.iter();
        let lists = GROUPS.map(|(name, count)| {
            let list = rest.by_ref().take(count);
            (name.to_owned(), list.copied().map(shortest).collect())
        });
        lists.into()
    }

    /// The factors in the lists of a file.
    ///
    /// # Errors
    /// A key that is missing or unknown, a list of the wrong length, or a factor out of range: the key
    /// and the problem.
    pub(super) fn of_lists(lists: &ByGroup) -> Result<Factors, (String, String)> {
        only("factors", lists, &GROUPS.map(|(name, _)| name))?;
        let mut own = Factors::default();
        let mut rest = own.0.iter_mut();
        for (name, count) in GROUPS {
            let (key, list) = (format!("factors.{name}"), &lists[name]);
            sized(&key, list.len(), count)?;
            for (into, factor) in rest.by_ref().take(count).zip(list) {
                if !RANGE.contains(factor) {
                    let (least, most) = (RANGE.start(), RANGE.end());
                    let problem =
                        format!("{factor} is out of range; it must be from {least} to {most}");
                    return Err((key, problem));
                }
                *into = *factor as f32;
            }
        }
        Ok(own)
    }
}

/// The number with the fewest digits that is read as `factor`.
fn shortest(factor: f32) -> f64 {
    factor.to_string().parse().unwrap_or(f64::from(factor))
}
