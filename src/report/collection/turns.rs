//! Figures of turns: by move number (T Figures 5.2 to 5.4), by phase, and the time before the
//! umpire's first word (T 5.2.5).

use super::{Report, Table, cells, counts, mean, share};
use darkforge_research::collection::{Collection, PARTS, PHASES, Phases, Series, WHOSE};

/// Move numbers at which figures are compared.
const COMPARED: std::ops::RangeInclusive<usize> = 10..=100;

/// Columns of figures by move.
const BY_MOVE: &str = "measure,side,move,games,turns,mean,mean_lo,mean_hi,sd";

/// A measure: its name in figures, its unit, and its parts of the unit.
struct Measure<'a> {
    name: &'a str,
    /// How figures of it begin; none are made if it is empty.
    figure: &'a str,
    unit: &'a str,
    parts: f64,
    series: &'a Series,
}

/// `mobility.csv`, `material.csv`, `king_set.csv`, `uncertainty.csv`, `refusals_by_move.csv`.
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
    let files: [(&'static str, Vec<Measure>); 5] = [
        (
            "mobility",
            vec![
                measure("own_board", "mobility.own_board", "moves", 1.0, own),
                measure("metaposition", "", "moves", 1.0, &known.mobility),
            ],
        ),
        (
            "material",
            vec![measure(
                "points",
                "material",
                "points",
                1.0,
                &collection.material,
            )],
        ),
        (
            "king_set",
            vec![measure(
                "king_set",
                "king_set",
                "squares",
                1.0,
                &known.king_set,
            )],
        ),
        (
            "uncertainty",
            vec![measure(
                "uncertainty",
                "uncertainty",
                "bits",
                PARTS,
                &known.uncertainty,
            )],
        ),
        (
            "refusals_by_move",
            vec![measure(
                "refused",
                "",
                "tries",
                1.0,
                &collection.refusals.by_move,
            )],
        ),
    ];
    for (file, measures) in files {
        let mut table = Table::new(file, BY_MOVE);
        for measure in measures {
            by_move(report, &mut table, &measure);
        }
        report.tables.push(table);
    }
}

fn by_move(report: &mut Report, table: &mut Table, measure: &Measure<'_>) {
    for (place, whose) in WHOSE.iter().enumerate() {
        for (number, found) in measure.series.of(place) {
            let text = number.to_string();
            let start = cells([measure.name, whose, &text]);
            let start = start.chain(counts([found.games, found.count]));
            table.push(start.chain(mean(found.average(measure.parts))));
            let compared = COMPARED.contains(&number) && number % 10 == 0;
            if compared && !measure.figure.is_empty() {
                let name = format!("{}.{whose}.move_{number}", measure.figure);
                report.mean_figure(name, measure.unit, found, measure.parts);
            }
        }
    }
}

/// `mobility_phases.csv`.
pub(super) fn phases(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "mobility_phases",
        "measure,side,phase,games,turns,mean,mean_lo,mean_hi,sd",
    );
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
                let start = cells([measure, whose, name]);
                let start = start.chain(counts([found.games, found.count]));
                table.push(start.chain(mean(found.average(1.0))));
                let name = format!("mobility.{measure}.{whose}.{name}");
                report.mean_figure(name, "moves", found, 1.0);
            }
        }
    }
    report.tables.push(table);
}

/// `silence.csv`.
pub(super) fn silence(report: &mut Report, collection: &Collection) {
    let mut table = Table::new("silence", "move,games,share,share_lo,share_hi");
    let found = &collection.silence.games;
    let row = |number: usize, games: u64| {
        let text = if number == 0 {
            String::new()
        } else {
            number.to_string()
        };
        let start = [text, games.to_string()].into_iter();
        start.chain(share(games, collection.games))
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
    report.tables.push(table);
}

/// `refusals.csv`.
pub(super) fn refusals(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "refusals",
        "side,phase,games,turns,refused,refused_mean,refused_mean_lo,refused_mean_hi,\
         turns_refused,turns_refused_share,nonsense,passed_over",
    );
    let found = &collection.refusals;
    for (place, whose) in WHOSE.iter().enumerate() {
        for (phase, name) in PHASES.iter().enumerate() {
            let refused = found.refused.of(place, phase);
            if refused.count == 0 {
                continue;
            }
            let sum = |phases: &Phases| phases.of(place, phase).sum() as u64;
            let turns = sum(&found.turns);
            let [average, lo, hi, _] = mean(refused.average(1.0));
            let [turns_share, ..] = share(turns, refused.count);
            table.push(
                cells([whose, name])
                    .chain(counts([refused.games, refused.count, refused.sum() as u64]))
                    .chain([average, lo, hi, turns.to_string(), turns_share])
                    .chain(counts([sum(&found.nonsense), sum(&found.unreadable)])),
            );
            report.mean_figure(format!("refused.{whose}.{name}"), "tries", refused, 1.0);
        }
    }
    report.tables.push(table);
}
