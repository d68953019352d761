//! `champions.csv` and `differences.csv`: the weights of champions side by side, and their differences in
//! standard errors.
//!
//! A champion's value of a weight is a guess of the best one. Its standard error is the root mean
//! square distance of the best value from it, by the landscape of its run
//! ([`Landscape::error`](darkforge_ratings::Landscape::error)). A weight that does not matter has a
//! large one, however close two champions are.

use std::path::Path;

use super::run::{Champion, ComparedRun};
use crate::report::format::plural;
use crate::report::plot::Caption;
use crate::report::plot::marks::{self, Frame, MOST_SERIES, MarkRow, Point};
use crate::report::table::{Exact, Fixed, row};
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::weights::WeightInfo;

row! {
    /// A row for each weight that was searched by at least one run, and each champion; weights whose
    /// champions differ by most standard errors first.
    ChampionRow in "champions.csv" {
        weight: String,
        /// Name of the run.
        run: String,
        /// The champion's value.
        value: Exact,
        /// Standard error of the value on the scale of the weight; empty where the run did not search
        /// it.
        error: Option<Exact>,
        /// `log` if natural logarithms of values are compared, `linear` for the values themselves.
        scale: String,
    }
}

row! {
    /// A row for each weight that was searched and each two champions, the largest difference first.
    DifferenceRow in "differences.csv" {
        weight: String,
        /// Name of the run.
        run: String,
        /// Name of the other run.
        other: String,
        /// Value of the other champion minus that of the first, on the scale of the weight.
        difference: Exact,
        /// Standard error of the difference; empty if neither run searched the weight.
        error: Option<Exact>,
        /// The difference in standard errors.
        standard_errors: Option<Fixed<3>>,
    }
}

/// Name of the plot.
const PLOT: &str = "champions";
/// Greatest number of weights that are drawn.
const MOST_DRAWN: usize = 20;
/// Standard errors above which a difference is counted.
const LARGE: f64 = 2.0;

const LOG: &str = "log";
const LINEAR: &str = "linear";

/// A weight of several champions.
struct Compared<'a> {
    info: &'static WeightInfo,
    is_log: bool,
    /// Name of the run, value, and standard error on the scale.
    values: Vec<(&'a str, f64, Option<f64>)>,
}

impl<'a> Compared<'a> {
    /// The weight called `info.name`; `None` if no run searched it, or only one has it.
    fn of(
        info: &'static WeightInfo,
        champions: &[(&'a str, &'a Champion)],
    ) -> Option<Compared<'a>> {
        let axis = |champion: &Champion| {
            let place = champion
                .space
                .names()
                .iter()
                .position(|name| *name == info.name)?;
            let axis = champion.space.searched().axes()[place];
            Some((axis, champion.errors[place]))
        };
        let mut searched = champions
            .iter()
            .filter_map(|(_, champion)| axis(champion))
            .peekable();
        searched.peek()?;
        let is_log = searched.any(|(axis, _)| axis.log);
        let values = champions.iter().filter_map(|(run, champion)| {
            let value = champion.weights.get(info.name)?;
            let error = axis(champion).map(|(axis, share)| match (is_log, axis.log) {
                (true, true) => share * libm::log(axis.max / axis.min),
                (true, false) => share * (axis.max - axis.min) / value,
                (false, _) => share * (axis.max - axis.min),
            });
            Some((*run, value, error.filter(|error| *error > 0.0)))
        });
        let values: Vec<_> = values.collect();
        (values.len() > 1).then_some(Compared {
            info,
            is_log,
            values,
        })
    }

    fn scaled(&self, value: f64) -> f64 {
        if self.is_log { libm::log(value) } else { value }
    }

    fn differences(&self) -> Vec<DifferenceRow> {
        let mut rows = Vec::new();
        for (place, &(run, value, error)) in self.values.iter().enumerate() {
            for &(other, other_value, other_error) in &self.values[place + 1..] {
                let difference = self.scaled(other_value) - self.scaled(value);
                let error = match (error, other_error) {
                    (None, None) => None,
                    (one, other) => Some(one.unwrap_or(0.0).hypot(other.unwrap_or(0.0))),
                };
                rows.push(DifferenceRow {
                    weight: self.info.name.to_owned(),
                    run: run.to_owned(),
                    other: other.to_owned(),
                    difference: Exact(difference),
                    error: error.map(Exact),
                    standard_errors: error.map(|error| Fixed(difference / error)),
                });
            }
        }
        rows
    }

    /// The largest difference, in standard errors.
    fn largest(&self) -> f64 {
        let rows = self.differences().into_iter();
        rows.map(|row| size(&row)).fold(0.0, f64::max)
    }
}

/// The weights of all champions, each name once.
fn all_weights(champions: &[(&str, &Champion)]) -> Vec<&'static WeightInfo> {
    let mut all: Vec<&'static WeightInfo> = Vec::new();
    for info in champions.iter().flat_map(|(_, one)| one.space.list().rows) {
        if all.iter().all(|other| other.name != info.name) {
            all.push(info);
        }
    }
    all
}

/// Range of the weight called `name`.
fn info_of(name: &str) -> Option<&'static WeightInfo> {
    let lists = PlayerSpec::weighted_names().into_iter();
    let mut lists = lists.filter_map(PlayerSpec::weights_of);
    lists.find_map(|list| list.place(name).map(|place| &list.rows[place]))
}

/// Differences of two champions, in the order of the weights.
pub(super) fn differences(one: &Champion, other: &Champion) -> Vec<DifferenceRow> {
    let both = [("one", one), ("other", other)];
    let weights = all_weights(&both).into_iter();
    let weights = weights.filter_map(|info| Compared::of(info, &both));
    weights.flat_map(|weight| weight.differences()).collect()
}

/// Size of a difference in standard errors.
fn size(row: &DifferenceRow) -> f64 {
    row.standard_errors.map_or(0.0, |errors| errors.0.abs())
}

/// The rows of both files; none if there are less than two champions.
pub(super) fn rows(runs: &[ComparedRun]) -> (Vec<ChampionRow>, Vec<DifferenceRow>) {
    let champions: Vec<(&str, &Champion)> = runs
        .iter()
        .filter_map(|run| Some((run.name.as_str(), run.evolved.as_ref()?.champion.as_ref()?)))
        .collect();
    if champions.len() < 2 {
        return (Vec::new(), Vec::new());
    }
    let weights = all_weights(&champions).into_iter();
    let weights = weights.filter_map(|info| Compared::of(info, &champions));
    let mut weights: Vec<Compared<'_>> = weights.collect();
    weights.sort_by(|a, b| b.largest().total_cmp(&a.largest()));
    let values = weights.iter().flat_map(|weight| {
        let scale = if weight.is_log { LOG } else { LINEAR };
        weight
            .values
            .iter()
            .map(move |&(run, value, error)| ChampionRow {
                weight: weight.info.name.to_owned(),
                run: run.to_owned(),
                value: Exact(value),
                error: error.map(Exact),
                scale: scale.to_owned(),
            })
    });
    let values = values.collect();
    let mut differences: Vec<DifferenceRow> =
        weights.iter().flat_map(Compared::differences).collect();
    differences.sort_by(|a, b| size(b).total_cmp(&size(a)));
    (values, differences)
}

/// Ends of one standard error around the value of `row`, within the range of the weight.
pub(crate) fn one_error(row: &ChampionRow) -> Option<(f64, f64)> {
    let info = info_of(&row.weight)?;
    let (value, error) = (row.value.0, row.error?.0);
    let (lo, hi) = if row.scale == LOG {
        (value * libm::exp(-error), value * libm::exp(error))
    } else {
        (value - error, value + error)
    };
    Some((lo.max(info.min), hi.min(info.max)))
}

/// Draws the values of the weights whose champions differ most, with a standard error to each side.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(
    folder: &Path,
    rows: &[ChampionRow],
    differences: &[DifferenceRow],
) -> anyhow::Result<()> {
    let (runs, shown) = drawn(rows);
    if shown.is_empty() {
        return Ok(());
    }
    let rows: Vec<MarkRow> = shown
        .chunk_by(|a, b| a.weight == b.weight)
        .filter_map(|rows| {
            let info = info_of(&rows[0].weight)?;
            let is_log = rows[0].scale == LOG;
            // Place in the whole range of the weight, in percent.
            let place = |value: f64| {
                let value = value.clamp(info.min, info.max);
                100.0
                    * if is_log {
                        libm::log(value / info.min) / libm::log(info.max / info.min)
                    } else {
                        (value - info.min) / (info.max - info.min)
                    }
            };
            let points = rows.iter().filter_map(|row| {
                Some(Point {
                    series: runs.iter().position(|run| *run == row.run)?,
                    value: place(row.value.0),
                    interval: one_error(row).map(|(lo, hi)| (place(lo), place(hi))),
                })
            });
            Some(MarkRow {
                label: info.name.to_owned(),
                points: points.collect(),
            })
        })
        .collect();
    let caption = Caption {
        title: "Weights of the champions, those that differ by most standard errors above",
        sentence: &told(differences).unwrap_or_default(),
    };
    let frame = Frame {
        x_name: "place in the range of the weight (%), with a standard error to each side",
        series: &runs,
        neutral: None,
    };
    marks::draw(&folder.join(PLOT), &caption, &frame, &rows)
}

/// Runs and rows that are drawn.
fn drawn(rows: &[ChampionRow]) -> (Vec<&str>, Vec<&ChampionRow>) {
    let mut runs: Vec<&str> = Vec::new();
    for row in rows {
        if !runs.contains(&row.run.as_str()) {
            runs.push(&row.run);
        }
    }
    runs.truncate(MOST_SERIES);
    let mut weights: Vec<&str> = rows.iter().map(|row| row.weight.as_str()).collect();
    weights.dedup();
    weights.truncate(MOST_DRAWN);
    let is_drawn = |row: &&ChampionRow| {
        weights.contains(&row.weight.as_str()) && runs.contains(&row.run.as_str())
    };
    let shown = rows.iter().filter(is_drawn).collect();
    (runs, shown)
}

/// The largest of `differences` and how many are large, in sentences; `None` without any.
pub(super) fn told(differences: &[DifferenceRow]) -> Option<String> {
    let counted = differences
        .iter()
        .filter(|row| row.standard_errors.is_some());
    let first = counted.clone().next()?;
    let all = counted.clone().count();
    let large = counted.filter(|row| size(row) > LARGE).count();
    // The share of a normal distribution beyond two standard errors.
    let chance = 0.0455 * all as f64;
    Some(format!(
        "{} and {} differ most in {}, by {:.1} standard errors. {large} of {} {} larger than 2 standard errors; \
         if the best values were the same, at most about {chance:.0} would be.",
        first.run,
        first.other,
        first.weight,
        size(first),
        plural(all as u64, "difference"),
        if large == 1 { "is" } else { "are" },
    ))
}

impl Champion {
    /// Names of the weights that one of both searched, with the difference of the other champion from
    /// this one in standard errors.
    pub fn differences(&self, other: &Champion) -> Vec<(String, f64)> {
        let rows = differences(self, other).into_iter();
        rows.filter_map(|row| Some((row.weight, row.standard_errors?.0)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_engine::darkboard::{LIST, Weight};
    use darkforge_engine::weights::Weights;
    use darkforge_kriegspiel::umpire::GameResult;
    use darkforge_lab::bout::Fixture;
    use darkforge_lab::tuner::simulation::{by_queen, cma_es, run, searching};
    use darkforge_lab::tuner::{Space, SpaceSettings};

    /// A search by CMA-ES in which the games are decided by `rule`.
    fn found(seed: u64, linear: bool, rule: impl Fn(&Fixture<'_>) -> GameResult) -> Champion {
        let only = ["queen_value", "risk", "danger"];
        let only = only.map(str::to_owned).to_vec();
        let searched = SpaceSettings {
            linear: if linear { only.clone() } else { Vec::new() },
            only,
            ..SpaceSettings::default()
        };
        let start = Weights::default_of(&LIST);
        let mut search = searching(cma_es(12, 4, 0.2), false, seed, start.clone());
        search.setup.space = Space::new(&searched, &start).unwrap();
        search.generations = 12;
        Champion::of(&run(search, rule)).unwrap()
    }

    /// The player with the less valuable queen wins.
    fn by_small_queen(fixture: &Fixture<'_>) -> GameResult {
        match by_queen(fixture) {
            GameResult::WhiteWins => GameResult::BlackWins,
            GameResult::BlackWins => GameResult::WhiteWins,
            GameResult::Draw => GameResult::Draw,
        }
    }

    #[test]
    fn champions_differ_most_in_the_weight_whose_best_values_differ() {
        let [large, small, again] = [
            found(1, false, by_queen),
            found(2, false, by_small_queen),
            found(3, false, by_queen),
        ];
        let rows = differences(&large, &small);
        assert_eq!(rows.len(), 3);
        let queen = rows.iter().find(|row| row.weight == "queen_value").unwrap();
        assert!(queen.difference.0 < 0.0 && size(queen) > 4.0, "{queen:?}");
        let values = [&large, &small].map(|one| one.weights[Weight::QueenValue]);
        let wanted = libm::log(values[1] / values[0]);
        assert!((queen.difference.0 - wanted).abs() < 1e-12);
        // The other weights do not matter, and differences of one rule are chance.
        let others = rows.iter().filter(|row| row.weight != "queen_value");
        for row in others.chain(&differences(&large, &again)) {
            assert!(size(row) < 3.0, "{row:?}");
        }
    }

    #[test]
    fn scales_and_frozen_weights_are_respected() {
        let [log, linear] = [false, true].map(|linear| found(1, linear, by_queen));
        let row = |rows: Vec<DifferenceRow>| {
            let found = rows.into_iter().find(|row| row.weight == "queen_value");
            found.unwrap()
        };
        let both = row(differences(&linear, &linear));
        assert!(both.difference.0.abs() < 1e-12 && both.error.is_some());
        let info = &LIST.rows[Weight::QueenValue as usize];
        let width = info.max - info.min;
        let near = |found: f64, wanted: f64| {
            assert!((found - wanted).abs() < 1e-9 * wanted, "{found} {wanted}");
        };
        near(
            both.error.unwrap().0,
            width * linear.errors[0].hypot(linear.errors[0]),
        );
        // A linear search beside a logarithmic one is compared by logarithms.
        let mixed = row(differences(&log, &linear));
        let own = log.errors[0] * libm::log(info.max / info.min);
        let other = linear.errors[0] * width / linear.weights[Weight::QueenValue];
        near(mixed.error.unwrap().0, own.hypot(other));
        // A weight that one run froze is compared by the error of the other.
        let mut frozen = log.clone();
        let only = SpaceSettings {
            only: vec!["risk".to_owned()],
            ..SpaceSettings::default()
        };
        frozen.space = Space::new(&only, &Weights::default_of(&LIST)).unwrap();
        frozen.errors = vec![0.1];
        let rows = differences(&frozen, &log);
        near(row(rows).error.unwrap().0, own);
        assert!(
            differences(&frozen, &frozen)
                .iter()
                .all(|row| row.weight == "risk")
        );
    }

    #[test]
    fn a_sentence_names_the_largest_difference_and_counts_the_large_ones() {
        let row = |weight: &str, errors: Option<f64>| DifferenceRow {
            weight: weight.to_owned(),
            run: "a".to_owned(),
            other: "b".to_owned(),
            difference: Exact(1.0),
            error: errors.map(Exact),
            standard_errors: errors.map(Fixed),
        };
        let told = told(&[
            row("risk", Some(-3.25)),
            row("danger", Some(1.0)),
            row("age_cap", None),
        ]);
        let told = told.unwrap();
        assert!(
            told.starts_with(
                "a and b differ most in risk, by 3.2 standard errors. 1 of 2 differences is larger"
            ),
            "{told}"
        );
        assert_eq!(super::told(&[]), None);
    }
}
