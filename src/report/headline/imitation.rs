//! Headline of an imitation, from `agreement.csv`.

use super::Said;
use crate::report::format::{percent, thousands};
use crate::report::imitation::{AgreementRow, SETS};
use crate::report::table::ShareInterval;

/// Share of held-out decisions in which the fitted weights choose like `player`.
pub(super) fn of(player: &str, agreement: &[AgreementRow]) -> Said {
    let held_out = |who: &str| {
        let mut rows = agreement.iter();
        rows.find(|row| row.set == SETS[2] && row.player == who)
    };
    let share = |who: &str, column: fn(&AgreementRow) -> ShareInterval| {
        let found = held_out(who).and_then(|row| column(row).estimate());
        found.map_or_else(|| "an unknown share".to_owned(), percent)
    };
    let mut said = Said {
        headline: format!(
            "fitted weights choose what {player} chose in {} of {} decisions that were held out, \
             the start in {}",
            share("fitted", |row| row.top1),
            thousands(held_out("fitted").map_or(0, |row| row.decisions)),
            share("start", |row| row.top1)
        ),
        ..Said::default()
    };
    said.notes.push(format!(
        "The choice is among the first five of the fitted weights in {}, of the start in {}; \
         by chance it would be the first in {}.",
        share("fitted", |row| row.top5),
        share("start", |row| row.top5),
        share("chance", |row| row.top1)
    ));
    said
}
