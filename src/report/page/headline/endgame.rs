//! What the page of basic endings says first, from `summary.csv`.

use super::super::data::Csv;
use super::{Said, percent};
use crate::report::thousands;

/// Rows that are told beside the first; more are left to the table.
const MOST_TOLD: u64 = 5;

/// The first row of `summary` as the headline, the others as notes.
pub(super) fn of(summary: &Csv) -> Said {
    let mut rows = summary.rows.iter().map(|row| line(summary, row));
    let headline = rows.next().unwrap_or_else(|| "no game".to_owned());
    let more = summary.count.saturating_sub(1);
    let notes = if more > MOST_TOLD {
        vec![format!("{more} others are in the table \"Summary\".")]
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
fn line(csv: &Csv, row: &[String]) -> String {
    let text = |name: &str| csv.text(row, name).unwrap_or("?");
    let whole = |name: &str| csv.number(row, name).unwrap_or(0.0) as u64;
    let (opponent, starts) = match text("opponent") {
        "worst" => ("the worst case".to_owned(), "placements"),
        king => (format!("a {king} king"), "starts"),
    };
    let who = format!(
        "{} by {} against {opponent}",
        text("ending").to_uppercase(),
        text("method")
    );
    let games = thousands(whole("games"));
    let Some([mean, lo, hi]) = csv.estimate(row, "mean_moves") else {
        return format!("{who}: none of {games} {starts} won");
    };
    // Under some rules a stalemate is won too.
    let what = if whole("wins") == whole("mate") {
        "mate"
    } else {
        "won"
    };
    let share = csv.estimate(row, "win_rate").map(percent);
    format!(
        "{who}: {what} in {mean:.1} own moves on average ({lo:.1}..{hi:.1}), {} of {games} {starts}",
        share.unwrap_or_default()
    )
}
