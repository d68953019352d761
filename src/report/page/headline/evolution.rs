//! Headline of an evolution.

use super::Said;
use crate::report::summary::EvolutionSummary;

/// The last proof; without one the champion.
pub(super) fn of(summary: &EvolutionSummary) -> Said {
    Said {
        headline: summary.headline(),
        notes: summary.notes(),
        ..Said::default()
    }
}
