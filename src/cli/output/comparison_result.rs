//! Comparisons of runs as text and as JSON.

use std::path::Path;

use crate::cli::output::{crosstable, faults};
use crate::cli::screen::{Column, Screen, Table};
use crate::report::comparison::{
    ChampionRow, Comparison, DifferenceRow, ProgressRow, ProofRow, RunRow, SettingRow,
};
use crate::report::faults::rows as faults_of;
use crate::report::format::{duration, percent, plural, thousands, whole_elo};
use crate::report::names::PAGE;
use crate::report::object::{Nested, object};
use crate::report::page::About;
use crate::report::ratings;
use crate::report::table::FileRow as _;
use darkforge_lab::run::Run;
use darkforge_lab::tournament::Tournament;

/// Greatest number of weights and of keys that are printed.
const MOST_SHOWN: usize = 12;
/// Greatest number of letters of a value that is printed.
const LONGEST: usize = 40;

/// The most important line of the comparison in `folder` after its games.
///
/// # Errors
/// The ratings there cannot be read.
pub(crate) fn headline(folder: &Path, comparison: &Comparison) -> anyhow::Result<String> {
    let ratings = ratings::Row::read(folder)?;
    let Some(first) = ratings.first() else {
        return Ok(comparison.headline());
    };
    let games: u64 = ratings.iter().map(|row| row.rated.games).sum();
    Ok(format!(
        "{} is first of {}, {}, after {}",
        first.place.player,
        plural(ratings.len() as u64, "champion"),
        whole_elo(first.rated.elo.elo()),
        plural(games / 2, "fresh game")
    ))
}

/// The comparison for people; `run` has the games of the champions.
///
/// # Errors
/// A table in `folder` cannot be read.
pub(crate) fn screen(
    comparison: &Comparison,
    about: &About,
    run: Option<&Run<Tournament>>,
    folder: &Path,
) -> anyhow::Result<Screen> {
    let mut screen = Screen::new();
    if let Some(headline) = &about.headline {
        screen.headline(headline);
    }
    screen.table(runs(&comparison.run_rows()));
    if !comparison.progress().is_empty() {
        screen.line("last score against the reference:");
        screen.table(scores(comparison.progress()));
    }
    if let Some(told) = comparison.weights_told() {
        screen.line(told);
        screen.table(weights(comparison.champions(), comparison.differences()));
    }
    if !comparison.settings().is_empty() {
        screen.line("configs differ in:");
        screen.append(settings(comparison.settings()));
    }
    if let Some(run) = run {
        screen.line("the champions, by their fresh games:");
        let rows = ratings::Row::read(folder)?;
        screen.table(rated(&rows));
        let names: Vec<&str> = rows.iter().map(|row| row.place.player.as_str()).collect();
        screen.append(crosstable::screen(&names, &run.journal)?);
        screen.append(faults::screen(&faults_of(&run.journal)?));
    }
    screen.line(format!("page: {}", folder.join(PAGE).display()));
    Ok(screen)
}

fn runs(rows: &[RunRow]) -> Table {
    let columns = [
        Column::text("run", 0),
        Column::words("kind", 0),
        Column::words("version", 0).detail(3),
        Column::number("seed", 0).detail(2),
        Column::number("games", 7),
        Column::words("time", 0).detail(1),
        Column::words("state", 0).detail(4),
        Column::text("result", 0),
    ];
    let mut table = Table::new(2, columns);
    for row in rows {
        let unknown = || "-".to_owned();
        table.row([
            row.run.clone(),
            row.kind.clone(),
            row.version.clone(),
            row.seed.map_or_else(unknown, |seed| seed.to_string()),
            row.games.map_or_else(unknown, thousands),
            match row.hours {
                Some(hours) => duration(3600.0 * hours.0),
                None => "not known".to_owned(),
            },
            row.state.clone(),
            row.headline.clone(),
        ]);
    }
    table
}

/// The last score of each run.
fn scores(rows: &[ProgressRow]) -> Table {
    let columns = [
        Column::text("run", 0),
        Column::number("reference", 0).detail(1),
        Column::number("games", 7),
        Column::words("score", 0),
    ];
    let mut table = Table::new(2, columns);
    for own in rows.chunk_by(|a, b| a.run == b.run) {
        let last = &own[own.len() - 1];
        table.row([
            last.run.clone(),
            last.reference.to_string(),
            thousands(last.games),
            last.score.estimate().map(percent).unwrap_or_default(),
        ]);
    }
    table
}

/// The weights that differ most, with a column for each run.
fn weights(champions: &[ChampionRow], differences: &[DifferenceRow]) -> Table {
    let own: Vec<&[ChampionRow]> = champions
        .chunk_by(|a, b| a.weight == b.weight)
        .take(MOST_SHOWN)
        .collect();
    let runs = own.first().into_iter().flat_map(|rows| rows.iter());
    let mut columns = vec![Column::text("weight", 0)];
    columns.extend(runs.map(|row| Column::number(&row.run, 7)));
    columns.push(Column::number("std errors", 0));
    let mut table = Table::new(2, columns);
    for rows in own {
        let mut cells = vec![rows[0].weight.clone()];
        cells.extend(rows.iter().map(|row| format!("{:.3}", row.value.0)));
        let largest = differences.iter().find(|row| row.weight == rows[0].weight);
        let errors = largest.and_then(|row| row.standard_errors);
        cells
            .push(errors.map_or_else(|| "-".to_owned(), |errors| format!("{:.1}", errors.0.abs())));
        table.row(cells);
    }
    table
}

/// The keys that differ, with a column for each run.
fn settings(rows: &[SettingRow]) -> Screen {
    let keys: Vec<&[SettingRow]> = rows.chunk_by(|a, b| a.key == b.key).collect();
    let runs = keys.first().into_iter().flat_map(|rows| rows.iter());
    let mut columns = vec![Column::text("key", 0)];
    columns.extend(runs.map(|row| Column::text(&row.run, 0)));
    let mut table = Table::new(2, columns);
    for rows in keys.iter().take(MOST_SHOWN) {
        let mut cells = vec![rows[0].key.clone()];
        cells.extend(rows.iter().map(|row| match &row.value {
            Some(value) if value.chars().count() > LONGEST => {
                let start: String = value.chars().take(LONGEST).collect();
                format!("{start}...")
            }
            Some(value) => value.clone(),
            None => "-".to_owned(),
        }));
        table.row(cells);
    }
    let mut screen = Screen::new();
    screen.table(table);
    if keys.len() > MOST_SHOWN {
        let more = plural((keys.len() - MOST_SHOWN) as u64, "more key");
        screen.line(format!("  and {more}: all are in {}", SettingRow::FILE));
    }
    screen
}

fn rated(rows: &[ratings::Row]) -> Table {
    let columns = [
        Column::number("rank", 4),
        Column::text("run", 0),
        Column::number("games", 6).detail(1),
        Column::words("score", 0).detail(2),
        Column::words("Elo", 0),
    ];
    let mut table = Table::new(2, columns);
    for row in rows {
        table.row([
            row.place.rank.to_string(),
            row.place.player.clone(),
            thousands(row.rated.games),
            row.rated.score.estimate().map(percent).unwrap_or_default(),
            whole_elo(row.rated.elo.elo()),
        ]);
    }
    table
}

object! {
    /// Figures of a comparison.
    ComparisonFigures {
        /// Its folder.
        folder: String,
        /// Its page.
        page: String,
        /// The most important line.
        headline: String,
        /// Sentences on what is not compared, or with care, and why.
        notes: Vec<String>,
        /// The runs.
        runs: Vec<Nested<RunRow>>,
        /// Scores of measured champions against the reference, run by run.
        progress: Vec<Nested<ProgressRow>>,
        /// Proofs of champions against the starts of their runs.
        proofs: Vec<Nested<ProofRow>>,
        /// Weights of the champions, those that differ most first.
        champions: Vec<Nested<ChampionRow>>,
        /// Differences of the weights in standard errors, the largest first.
        differences: Vec<Nested<DifferenceRow>>,
        /// Keys of the configs that differ.
        settings: Vec<Nested<SettingRow>>,
        /// Games of the champions that were played; null without `--play`.
        played: Option<usize>,
        /// Ratings of the champions, the strongest first; none without `--play`.
        ratings: Vec<Nested<ratings::Row>>,
    }
}

/// The same figures for `--json`.
///
/// # Errors
/// A table in `folder` cannot be read.
pub(crate) fn figures(
    comparison: &Comparison,
    about: &About,
    run: Option<&Run<Tournament>>,
    folder: &Path,
) -> anyhow::Result<ComparisonFigures> {
    fn nested<R: Clone>(rows: &[R]) -> Vec<Nested<R>> {
        rows.iter().cloned().map(Nested).collect()
    }
    Ok(ComparisonFigures {
        folder: folder.display().to_string(),
        page: folder.join(PAGE).display().to_string(),
        headline: about.headline.clone().unwrap_or_default(),
        notes: about.notes.clone(),
        runs: nested(&comparison.run_rows()),
        progress: nested(comparison.progress()),
        proofs: nested(comparison.proofs()),
        champions: nested(comparison.champions()),
        differences: nested(comparison.differences()),
        settings: nested(comparison.settings()),
        played: run.map(|run| run.journal.len()),
        ratings: match run {
            Some(_) => nested(&ratings::Row::read(folder)?),
            None => Vec::new(),
        },
    })
}
