//! Result of statistics of reconnaissance blind chess, as a page of text.

use crate::cli::input::history_gathering::Gathered;
use crate::cli::screen::{Column, Screen, Table};
use crate::report::collection::{Figure, Figures};
use crate::report::format::{plural, thousands};

/// Figures that are shown, by the beginnings of their names.
const SHOWN: [(&str, &str); 5] = [
    ("results", "outcome."),
    ("reasons of the end", "ending."),
    ("length in plies", "plies."),
    (
        "sides that won, by the greatest number of possible positions",
        "won.",
    ),
    ("possible positions", "positions."),
];

/// The figures for people.
pub(crate) fn screen(
    gathered: &Gathered,
    limit: usize,
    figures: &Figures,
    other: Option<(&str, &Figures)>,
) -> Screen {
    let total = gathered.total();
    let statistics = &gathered.statistics;
    let mut screen = Screen::new();
    screen.line(format!(
        "{}, {} {}; {} found, {} excluded, {} damaged; beliefs of {}",
        plural(total.used, "game"),
        statistics.plies,
        if statistics.plies == 1 {
            "ply"
        } else {
            "plies"
        },
        total.found(),
        total.not_asked,
        total.damaged,
        statistics.followed
    ));
    let mut columns = vec![Column::text("", 30)];
    if let Some((name, _)) = other {
        columns.push(Column::number("this", 25));
        columns.push(Column::number(name, 25));
    } else {
        columns.push(Column::number("", 25));
    }
    let mut table = Table::new(2, columns);
    for (title, start) in SHOWN {
        let mut rows: Vec<(&String, &Figure)> = figures
            .iter()
            .filter(|(name, _)| name.starts_with(start))
            .collect();
        // By their numbers, not by the letters of these.
        rows.sort_by_key(|(name, _)| up_to(name));
        if rows.is_empty() {
            continue;
        }
        table.title(title);
        for (name, figure) in rows {
            let against = other.and_then(|(_, others)| others.get(name));
            let short = name.strip_prefix(start).unwrap_or(name);
            let short = short.replace(['_', '.'], " ");
            let cells = [Some(figure), against].into_iter().flatten();
            let cells = cells.map(|figure| shown(figure, limit));
            table.row(std::iter::once(short).chain(cells));
        }
    }
    screen.table(table);
    screen
}

/// The end of a bucket, for their order.
fn up_to(name: &str) -> u64 {
    match name.strip_prefix("won.") {
        None => 0,
        Some(bucket) => {
            let number = bucket.strip_prefix("up_to_");
            number
                .and_then(|text| text.parse().ok())
                .unwrap_or(u64::MAX)
        }
    }
}

/// Value and interval; shares in per cent, and a number of positions at the limit as `at least`.
fn shown(figure: &Figure, limit: usize) -> String {
    let (factor, unit) = if figure.unit == "share" {
        (100.0, " %")
    } else {
        (1.0, "")
    };
    if figure.unit == "positions" {
        let at_least = if figure.value >= limit as f64 {
            "at least "
        } else {
            ""
        };
        return format!("{at_least}{}", thousands(figure.value as u64));
    }
    let number = |value: f64| format!("{:.2}", factor * value);
    match (figure.interval, figure.games) {
        (Some((lo, hi)), Some(games)) => format!(
            "{}{unit} ({}..{}) of {games}",
            number(figure.value),
            number(lo),
            number(hi)
        ),
        _ => number(figure.value) + unit,
    }
}
