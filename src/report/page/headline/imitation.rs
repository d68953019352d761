//! What the page of an imitation says first, from `agreement.csv`.

use super::super::data::Csv;
use super::{Said, percent};
use crate::report::thousands;

/// How often the fitted weights choose what `player` chose, on the games that were held out.
/// `iterations` are the rounds of fitting, the start among them.
pub(super) fn of(player: &str, agreement: &Csv, iterations: Option<&Csv>) -> Said {
    let held_out = |who: &str| {
        let mut rows = agreement.rows.iter();
        rows.find(|row| {
            let is = |name: &str, text: &str| agreement.text(row, name) == Some(text);
            is("set", "held_out") && is("player", who)
        })
    };
    let share = |who: &str, column: &str| {
        let found = held_out(who).and_then(|row| agreement.estimate(row, column));
        found.map_or_else(|| "an unknown share".to_owned(), percent)
    };
    let decisions = held_out("fitted").and_then(|row| agreement.number(row, "decisions"));
    let mut said = Said {
        headline: format!(
            "fitted weights choose what {player} chose in {} of {} decisions that were held out, \
             the start in {}",
            share("fitted", "top1"),
            thousands(decisions.unwrap_or(0.0) as u64),
            share("start", "top1")
        ),
        ..Said::default()
    };
    said.notes.push(format!(
        "The choice is among the first five of the fitted weights in {}, of the start in {}; \
         by chance it would be the first in {}.",
        share("fitted", "top5"),
        share("start", "top5"),
        share("chance", "top1")
    ));
    if iterations.is_some_and(|csv| csv.count == 1) {
        said.notes
            .push("Nothing was fitted: the fitted weights are the start.".to_owned());
    }
    said
}
