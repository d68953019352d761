//! Figures of turns: by move number (T Figures 5.2 to 5.4), by phase, and the time before the first
//! announcement (T 5.2.5).
//!
//! T is the thesis, see [the crate](crate).

use super::hidden::POSSIBLE_BY_MOVE;
use super::{MeanColumns, Report, Table, interval, share};
use crate::report::table::{FileRow as _, Fixed, Share, ShareInterval, row};
use darkforge_research::collection::{Collection, PARTS, PHASES, Phases, Series, WHOSE};

/// Move numbers at which figures are compared.
const COMPARED: std::ops::RangeInclusive<usize> = 10..=100;

row! {
    /// A row for each measure, side and move number.
    MoveRow {
        /// Measure, with the unit of its mean: `own_board` and `metaposition` (moves), `points`
        /// (points), `king_set` (squares), `uncertainty` (bits), `entropy` (pawns), `refused` (tries), `possible` (bits of the number of positions).
        measure: String,
        side: String,
        /// Move number, from 1 to 300.
        r#move: usize,
        /// Games that have such a turn.
        games: u64,
        turns: u64, mean: MeanColumns,
    }
}

/// Names of the files of such rows.
pub(crate) const MOBILITY: &str = "mobility.csv";
pub(crate) const MATERIAL: &str = "material.csv";
pub(crate) const KING_SET: &str = "king_set.csv";
pub(crate) const UNCERTAINTY: &str = "uncertainty.csv";
pub(crate) const ENTROPY: &str = "entropy.csv";
pub(crate) const REFUSALS_BY_MOVE: &str = "refusals_by_move.csv";

/// A measure: its name in figures, its unit, and its parts of the unit.
struct Measure<'a> {
    name: &'a str,
    /// Prefix of its figures; empty for none.
    figure: &'a str,
    unit: &'a str,
    parts: f64,
    series: &'a Series,
}

/// Adds the tables of figures by move.
pub(super) fn series(report: &mut Report, collection: &Collection) {
    let known = &collection.knowledge;
    let measure = |name, figure, unit, parts, series| Measure {
        name,
        figure,
        unit,
        parts,
        series,
    };
    let own = &collection.mobility;
    let files: [(&'static str, Vec<Measure>); 6] = [
        (
            MOBILITY,
            vec![
                measure("own_board", "mobility.own_board", "moves", 1.0, own),
                measure("metaposition", "", "moves", 1.0, &known.mobility),
            ],
        ),
        (
            MATERIAL,
            vec![measure(
                "points",
                "material",
                "points",
                1.0,
                &collection.material,
            )],
        ),
        (
            KING_SET,
            vec![measure(
                "king_set",
                "king_set",
                "squares",
                1.0,
                &known.king_set,
            )],
        ),
        (
            UNCERTAINTY,
            vec![measure(
                "uncertainty",
                "uncertainty",
                "bits",
                PARTS,
                &known.uncertainty,
            )],
        ),
        (
            ENTROPY,
            vec![measure(
                "entropy",
                "entropy",
                "pawns",
                PARTS,
                &known.entropy,
            )],
        ),
        (
            REFUSALS_BY_MOVE,
            vec![measure(
                "refused",
                "",
                "tries",
                1.0,
                &collection.refusals.by_move,
            )],
        ),
    ];
    let counted = known.possible.exact.count > 0;
    let possible = counted.then(|| {
        let bits = &known.possible.bits;
        let measures = vec![measure("possible", "possible", "bits", PARTS, bits)];
        (POSSIBLE_BY_MOVE, measures)
    });
    for (file, measures) in files.into_iter().chain(possible) {
        let mut table = Table::new();
        for measure in measures {
            by_move(report, &mut table, &measure);
        }
        report.add(file, table);
    }
}

fn by_move(report: &mut Report, table: &mut Table<MoveRow>, measure: &Measure<'_>) {
    for (place, whose) in WHOSE.iter().enumerate() {
        for (number, found) in measure.series.of(place) {
            table.push(MoveRow {
                measure: measure.name.to_owned(),
                side: (*whose).to_owned(),
                r#move: number,
                games: found.games,
                turns: found.count,
                mean: found.average(measure.parts).into(),
            });
            let compared = COMPARED.contains(&number) && number % 10 == 0;
            if compared && !measure.figure.is_empty() {
                let name = format!("{}.{whose}.move_{number}", measure.figure);
                report.mean_figure(name, measure.unit, found, measure.parts);
            }
        }
    }
}

row! {
    /// A row for each measure, side and phase.
    PhaseRow in "mobility_phases.csv" {
        /// Measure of mobility: `own_board` or `metaposition`.
        measure: String,
        side: String, phase: String,
        /// Games that have such a turn.
        games: u64,
        turns: u64, mean: MeanColumns,
    }
}

/// Adds `mobility_phases.csv`.
pub(super) fn phases(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    let measures: [(&str, &Phases); 2] = [
        ("own_board", &collection.mobility_phases),
        ("metaposition", &collection.knowledge.mobility_phases),
    ];
    for (measure, phases) in measures {
        for (place, whose) in WHOSE.iter().enumerate() {
            for (phase, name) in PHASES.iter().enumerate() {
                let found = phases.of(place, phase);
                if found.count == 0 {
                    continue;
                }
                table.push(PhaseRow {
                    measure: measure.to_owned(),
                    side: (*whose).to_owned(),
                    phase: (*name).to_owned(),
                    games: found.games,
                    turns: found.count,
                    mean: found.average(1.0).into(),
                });
                let name = format!("mobility.{measure}.{whose}.{name}");
                report.mean_figure(name, "moves", found, 1.0);
            }
        }
    }
    report.add(PhaseRow::FILE, table);
}

row! {
    /// A row for each move number, and one for games without an announcement.
    SilenceRow in "silence.csv" {
        /// Number of the first move on which the umpire announced anything; empty for games
        /// without an announcement.
        r#move: Option<usize>,
        games: u64,
        /// Share of all used games.
        share: ShareInterval,
    }
}

/// Adds `silence.csv`.
pub(super) fn silence(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    let found = &collection.silence.games;
    let row = |number: usize, games: u64| SilenceRow {
        r#move: Some(number).filter(|&number| number > 0),
        games,
        share: share(games, collection.games),
    };
    for (number, &games) in found.iter().enumerate().skip(1) {
        if games > 0 {
            table.push(row(number, games));
        }
        if number <= 15 {
            let name = format!("silence.move_{number}");
            report.share_figure(name, games, collection.games);
        }
    }
    let never = found.first().copied().unwrap_or(0);
    table.push(row(0, never));
    report.share_figure("silence.never".to_owned(), never, collection.games);
    let first = &collection.silence.first;
    report.mean_figure("silence.mean".to_owned(), "moves", first, 1.0);
    report.add(SilenceRow::FILE, table);
}

row! {
    /// A row for each side and phase.
    RefusalRow in "refusals.csv" {
        side: String, phase: String,
        /// Games that have such a turn.
        games: u64,
        turns: u64,
        /// Refused tries in these turns.
        refused: u64,
        /// Mean number of refused tries of a turn.
        refused_mean: ShareInterval,
        /// Turns with at least one refused try.
        turns_refused: u64,
        /// Share of the turns with at least one refused try.
        turns_refused_share: Option<Share>,
        /// Tries that were answered "nonsense".
        nonsense: u64,
        /// Refused tries that cannot be read.
        passed_over: u64,
    }
}

/// Adds `refusals.csv`.
pub(super) fn refusals(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    let found = &collection.refusals;
    for (place, whose) in WHOSE.iter().enumerate() {
        for (phase, name) in PHASES.iter().enumerate() {
            let refused = found.refused.of(place, phase);
            if refused.count == 0 {
                continue;
            }
            let sum = |phases: &Phases| phases.of(place, phase).sum() as u64;
            let turns = sum(&found.turns);
            table.push(RefusalRow {
                side: (*whose).to_owned(),
                phase: (*name).to_owned(),
                games: refused.games,
                turns: refused.count,
                refused: refused.sum() as u64,
                refused_mean: interval(refused.average(1.0)),
                turns_refused: turns,
                turns_refused_share: share(turns, refused.count).elo().value.map(Fixed),
                nonsense: sum(&found.nonsense),
                passed_over: sum(&found.unreadable),
            });
            report.mean_figure(format!("refused.{whose}.{name}"), "tries", refused, 1.0);
        }
    }
    report.add(RefusalRow::FILE, table);
}
