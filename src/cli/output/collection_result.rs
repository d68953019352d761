//! Result of statistics of a collection, as a page of text.

use crate::cli::input::gathering::Gathered;
use crate::cli::screen::{Column, Screen, Table};
use crate::report::collection::{Figure, Figures};
use crate::report::format::{plural, thousands};
use darkforge_research::collection::WHOSE;

/// Figures that are shown, by the beginnings of their names, with the greatest number of each.
const SHOWN: [(&str, &str, usize); 10] = [
    ("results, and the reasons that they have", "outcome.", 24),
    ("White's share of decided games", "edge.", 4),
    ("length in moves", "duration.", 8),
    ("moves to choose from", "mobility.own_board.", 20),
    ("refused tries a turn", "refused.both.", 4),
    ("bits of an answer", "answer_bits.", 4),
    ("bits learnt", "learning.", 11),
    (
        "games in which the winner was the better informed",
        "informed.",
        3,
    ),
    ("lone king reached: won", "won_ending.", 8),
    (
        "mates of wins, and of wins and draws played out",
        "conversion.",
        8,
    ),
];

/// The figures for people.
pub(crate) fn screen(
    gathered: &Gathered,
    figures: &Figures,
    other: Option<(&str, &Figures)>,
) -> Screen {
    let total = gathered.total();
    let collection = &gathered.collection;
    let mut screen = Screen::new();
    screen.line(format!(
        "{}, {} {}; {} found, {} excluded, {} one-sided, {} damaged, {} without tries; \
         knowledge of {}",
        plural(total.used, "game"),
        thousands(collection.plies),
        if collection.plies == 1 {
            "ply"
        } else {
            "plies"
        },
        thousands(total.found()),
        thousands(total.not_asked),
        thousands(total.one_sided),
        thousands(total.damaged),
        thousands(total.without_tries),
        thousands(collection.knowledge.games)
    ));
    let mut columns = vec![Column::text("", 46)];
    if let Some((name, _)) = other {
        columns.push(Column::number("this", 25));
        columns.push(Column::number(name, 25));
        columns.push(Column::words("difference", 0));
    } else {
        columns.push(Column::number("", 25));
    }
    let mut table = Table::new(2, columns);
    for (title, start, most) in SHOWN {
        let mut rows: Vec<(&String, &Figure)> = figures
            .iter()
            .filter(|(name, _)| name.starts_with(start) && !is_detail(name))
            .collect();
        if let "won_ending." | "conversion." = start {
            // The most frequent, not the first in the alphabet.
            rows.sort_by(|(a, one), (b, two)| (two.games, a).cmp(&(one.games, b)));
        }
        if start == "outcome." {
            // Results come before reasons.
            rows.sort_by_key(|(name, _)| !is_result(name));
        }
        if rows.is_empty() {
            continue;
        }
        table.title(title);
        for (name, figure) in rows.into_iter().take(most) {
            let short = name.strip_prefix(start).unwrap_or(name);
            let mut cells = vec![short.to_owned(), shown(figure)];
            if let Some(against) = other.and_then(|(_, others)| others.get(name)) {
                let (difference, interval) = figure.difference(against);
                let difference = Figure {
                    value: difference,
                    interval,
                    ..figure.clone()
                };
                cells.extend([shown(against), shown(&difference)]);
            }
            table.row(cells);
        }
    }
    screen.table(table);
    screen
}

/// Whether a figure is the share of a result, not that of a reason.
fn is_result(name: &str) -> bool {
    ["outcome.white_wins", "outcome.black_wins", "outcome.draws"].contains(&name)
}

/// Whether a figure is too detailed for a page.
fn is_detail(name: &str) -> bool {
    let colors = WHOSE[1..3].iter();
    let mut mobility = colors.map(|color| format!("mobility.own_board.{color}."));
    name.contains(".move_") || mobility.any(|start| name.starts_with(&start))
}

/// Value and interval; shares in per cent.
fn shown(figure: &Figure) -> String {
    let (factor, unit) = if figure.unit == "share" {
        (100.0, " %")
    } else {
        (1.0, "")
    };
    let number = |value: f64| format!("{:.2}", factor * value);
    match figure.interval {
        Some((lo, hi)) => format!(
            "{}{unit} ({}..{})",
            number(figure.value),
            number(lo),
            number(hi)
        ),
        None => number(figure.value) + unit,
    }
}
