//! Headline of a training, from `accuracy.csv`.

use super::Said;
use crate::report::format::{percent, thousands};
use crate::report::table::ShareInterval;
use crate::report::training::AccuracyRow;

/// Accuracy of the headset of all games on all games.
pub(super) fn of(name: &str, accuracy: &[AccuracyRow]) -> Said {
    let Some(all) = accuracy.iter().find(|row| row.headset == row.games) else {
        return Said::default();
    };
    let share = |share: ShareInterval| {
        let known = share.estimate();
        known.map_or_else(|| "an unknown share".to_owned(), percent)
    };
    Said {
        headline: format!(
            "{name}: the first choice is the player's in {} of {} validation examples, the winner is named in {}",
            share(all.top1),
            thousands(u64::from(all.examples)),
            share(all.winner)
        ),
        notes: vec![format!(
            "The player's choice is among the first five in {}. Intervals take examples as independent; those of one \
             game are not.",
            share(all.top5)
        )],
        ..Said::default()
    }
}
