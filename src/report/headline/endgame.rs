//! Headline of basic endings, from `summary.csv`.

use super::Said;
use crate::report::endgame::SummaryRow;
use crate::report::format::{percent, plural};

/// Greatest number of rows as notes; the others are in the table.
const MOST_TOLD: usize = 5;

/// The first row of `summary` as the headline, the others as notes.
pub(super) fn of(summary: &[SummaryRow]) -> Said {
    let mut rows = summary.iter().map(line);
    let headline = rows.next().unwrap_or_else(|| "no game".to_owned());
    let notes = if rows.len() > MOST_TOLD {
        vec![format!(
            "{} others are in the table \"Summary\".",
            rows.len()
        )]
    } else {
        rows.map(|line| line + ".").collect()
    };
    Said {
        headline,
        notes,
        ..Said::default()
    }
}

/// `KRK by search against a random king: mate in 17.4 own moves on average (17.3..17.5), 99.4 %
/// (99.3..99.5) of 21,959 starts`.
fn line(row: &SummaryRow) -> String {
    let (opponent, starts) = match row.opponent.as_str() {
        "worst" => ("the worst case".to_owned(), "placement"),
        king => (format!("a {king} king"), "start"),
    };
    let who = format!(
        "{} by {} against {opponent}",
        row.ending.to_uppercase(),
        row.method
    );
    let games = plural(row.games as u64, starts);
    let (Some(value), Some(share)) = (row.mean_moves.elo().value, row.win_rate.estimate()) else {
        return format!("{who}: none of {games} won");
    };
    let ends = row.mean_moves.estimate();
    let ends = ends.map(|mean| format!(" ({:.1}..{:.1})", mean.lo, mean.hi));
    // Under some rules a stalemate is also a win.
    let what = if row.wins == row.mates() {
        "mate"
    } else {
        "won"
    };
    format!(
        "{who}: {what} in {value:.1} own moves on average{}, {} of {games}",
        ends.unwrap_or_default(),
        percent(share)
    )
}
