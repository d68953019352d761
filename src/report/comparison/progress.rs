//! `progress.csv`: scores of the champions of evolutions against their reference, over games and hours.

use std::path::Path;

use super::groups::Groups;
use super::run::{ComparedRun, Evolved};
use crate::report::format::{duration, percent, thousands};
use crate::report::plot::Caption;
use crate::report::plot::scores::{self, Curve, MOST_CURVES};
use crate::report::table::{Fixed, ShareInterval, row};
use darkforge_ratings::Estimate;

row! {
    /// A row for each champion that met the reference, run by run.
    ProgressRow in "progress.csv" {
        /// Name of the run.
        run: String,
        generation: u32,
        /// Games of the run up to the end of the generation.
        games: u64,
        /// Hours of play until then, at an even pace within each session; empty if they are not known.
        hours: Option<Fixed<5>>,
        /// Name of the champion.
        champion: String,
        /// Mean points of the champion in a fresh game against the reference.
        score: ShareInterval,
        /// Number of the reference: runs with the same number met the same player under the same rules.
        reference: u32,
    }
}

/// The horizontal axis of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Games,
    Hours,
}

impl Over {
    pub(super) const ALL: [Over; 2] = [Over::Games, Over::Hours];

    /// Beginning of the names of its plots.
    const fn stem(self) -> &'static str {
        match self {
            Over::Games => "scores_games",
            Over::Hours => "scores_hours",
        }
    }

    fn of(self, row: &ProgressRow) -> Option<f64> {
        match self {
            Over::Games => Some(row.games as f64),
            Over::Hours => row.hours.map(|hours| hours.0),
        }
    }

    fn told(self, value: f64) -> String {
        match self {
            Over::Games => format!("{} games", thousands(value as u64)),
            Over::Hours => duration(3600.0 * value),
        }
    }
}

/// Evolutions with measured champions, by their references.
pub(super) fn groups(runs: &[ComparedRun]) -> Groups {
    Groups::of(runs, |run| {
        let evolved = run.evolved.as_ref()?;
        (!evolved.progress.is_empty()).then_some(&evolved.reference)
    })
}

/// The rows of all runs.
pub(super) fn rows(runs: &[ComparedRun], groups: &Groups) -> Vec<ProgressRow> {
    let evolved = runs.iter().enumerate();
    let evolved = evolved
        .filter_map(|(place, run)| Some((run, run.evolved.as_ref()?, groups.number(place)?)));
    let rows = evolved.flat_map(|(run, Evolved { progress, .. }, reference)| {
        progress.iter().map(move |measured| ProgressRow {
            run: run.name.clone(),
            generation: measured.generation,
            games: measured.games,
            hours: run.hours_at(measured.games).map(Fixed),
            champion: measured.champion.clone(),
            score: measured.score.into(),
            reference,
        })
    });
    rows.collect()
}

/// A curve of each run of a plot.
type Curves = Vec<(String, Vec<(f64, Estimate)>)>;

/// The plots over `over`: name, number of the reference, and curves. Only runs that met one reference
/// share a plot, and at most as many as have colours.
fn plots(rows: &[ProgressRow], over: Over) -> Vec<(String, u32, Curves)> {
    let last = rows.iter().map(|row| row.reference).max().unwrap_or(0);
    let mut plots = Vec::new();
    for reference in 1..=last {
        let mut curves: Curves = Vec::new();
        for row in rows.iter().filter(|row| row.reference == reference) {
            let (Some(at), Some(score)) = (over.of(row), row.score.estimate()) else {
                continue;
            };
            match curves.last_mut() {
                Some((run, points)) if *run == row.run => points.push((at, score)),
                _ => curves.push((row.run.clone(), vec![(at, score)])),
            }
        }
        if curves.len() < 2 {
            continue;
        }
        for part in curves.chunks(MOST_CURVES) {
            let name = match plots.len() {
                0 => over.stem().to_owned(),
                before => format!("{}_{}", over.stem(), before + 1),
            };
            plots.push((name, reference, part.to_vec()));
        }
    }
    plots
}

/// Draws the scores over games and over hours; `references` names the references by their numbers.
///
/// # Errors
/// A file cannot be written.
pub(super) fn draw(
    folder: &Path,
    rows: &[ProgressRow],
    references: &[String],
) -> anyhow::Result<()> {
    for over in Over::ALL {
        for (name, reference, curves) in plots(rows, over) {
            let ends = curves.iter().flat_map(|(_, points)| points);
            let most = ends.map(|(at, _)| *at).fold(0.0, f64::max);
            let (unit, scale) = match over {
                Over::Games => ("games of the run", 1.0),
                Over::Hours if most < 1.0 => ("minutes of play", 60.0),
                Over::Hours => ("hours of play", 1.0),
            };
            let sentence = told(over, &curves);
            let curves: Vec<Curve> = curves
                .into_iter()
                .map(|(name, points)| Curve {
                    name,
                    points: points
                        .into_iter()
                        .map(|(at, score)| (scale * at, score))
                        .collect(),
                })
                .collect();
            let against = &references[reference as usize - 1];
            let along = match over {
                Over::Games => "games",
                Over::Hours => "time",
            };
            let title = format!("Champions against {against} over {along}, fresh games");
            let caption = Caption {
                title: &title,
                sentence: &sentence,
            };
            scores::draw(&folder.join(name), &caption, unit, &curves)?;
        }
    }
    Ok(())
}

/// Scores of all runs where the first of them ends, each by its measurement nearest to that place, the
/// best first.
fn told(over: Over, curves: &Curves) -> String {
    let last = |points: &[(f64, Estimate)]| points.last().map_or(0.0, |(at, _)| *at);
    let common = curves.iter().map(|(_, points)| last(points));
    let common = common.fold(f64::INFINITY, f64::min);
    let mut told: Vec<(&str, Estimate)> = curves
        .iter()
        .filter_map(|(run, points)| {
            let far = |at: f64| (at - common).abs();
            let nearest = points.iter().min_by(|a, b| far(a.0).total_cmp(&far(b.0)));
            nearest.map(|(_, score)| (run.as_str(), *score))
        })
        .collect();
    told.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let all = told.iter();
    let all = all.map(|(run, score)| format!("{run} {}", percent(*score)));
    let apart = match told[..] {
        [(_, first), (_, second), ..] if first.lo > second.hi => {
            "the first is ahead: its interval lies above the next one's."
        }
        _ => "the intervals of the first two overlap.",
    };
    format!(
        "At about {}, where the first of them ends: {}; {apart}",
        over.told(common),
        all.collect::<Vec<_>>().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(run: &str, games: u64, score: f64, reference: u32) -> ProgressRow {
        ProgressRow {
            run: run.to_owned(),
            generation: 0,
            games,
            hours: Some(Fixed(games as f64 / 2000.0)),
            champion: "i0".to_owned(),
            score: [score, score - 0.05, score + 0.05].into(),
            reference,
        }
    }

    #[test]
    fn runs_are_told_where_the_first_of_them_ends() {
        let rows = [
            row("a", 500, 0.5, 1),
            row("a", 1000, 0.6, 1),
            row("b", 520, 0.55, 1),
            row("b", 990, 0.75, 1),
            row("b", 1500, 0.9, 1),
            row("alone", 400, 0.5, 2),
        ];
        let plots = plots(&rows, Over::Games);
        assert_eq!(plots.len(), 1, "one run is no comparison");
        assert_eq!(
            told(Over::Games, &plots[0].2),
            "At about 1,000 games, where the first of them ends: b 75.0 % (70.0..80.0), \
             a 60.0 % (55.0..65.0); the first is ahead: its interval lies above the next one's."
        );
        let by_hours = super::plots(&rows, Over::Hours);
        let said = told(Over::Hours, &by_hours[0].2);
        assert!(said.starts_with("At about 30 min 0 s, where"), "{said}");
    }

    #[test]
    fn many_runs_have_several_plots() {
        let names: Vec<String> = (0..9).map(|number| format!("r{number}")).collect();
        let mut rows: Vec<ProgressRow> = names.iter().map(|name| row(name, 9, 0.5, 1)).collect();
        rows.extend(["x", "y"].map(|name| row(name, 9, 0.5, 2)));
        let plots = plots(&rows, Over::Games);
        let found = plots
            .iter()
            .map(|(name, of, curves)| (name.as_str(), *of, curves.len()));
        let wanted = [
            ("scores_games", 1, 7),
            ("scores_games_2", 1, 2),
            ("scores_games_3", 2, 2),
        ];
        assert!(found.eq(wanted));
    }
}
