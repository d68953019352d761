//! Headline of a tournament, from `standings.csv`, `missing.csv`, `strengths.csv` and `best.csv`.

use std::path::Path;

use super::Said;
use crate::report::format::{percent, plural};
use crate::report::standings;
use crate::report::table::FileRow as _;
use crate::report::tournament::{BestRow, MissingRow, StrengthRow};

/// The first player, from the tables in `folder`.
pub(super) fn of(folder: &Path, share: Option<&str>, games: u64) -> anyhow::Result<Said> {
    let tables = Tables {
        standings: standings::Row::read(folder)?,
        missing: MissingRow::read(folder)?,
        best: BestRow::read(folder)?,
        by_strength: !StrengthRow::read(folder)?.is_empty(),
    };
    Ok(tables.said(share, games))
}

/// Contents of a tournament's tables.
pub(in crate::report) struct Tables {
    pub(in crate::report) standings: Vec<standings::Row>,
    pub(in crate::report) missing: Vec<MissingRow>,
    pub(in crate::report) best: Vec<BestRow>,
    /// Whether places follow from strengths.
    pub(in crate::report) by_strength: bool,
}

impl Tables {
    /// The first player; when no game is missing, with the probability that it is the best. `share` is
    /// the part of the tournament played here.
    pub(in crate::report) fn said(&self, share: Option<&str>, games: u64) -> Said {
        let mut said = Said::default();
        if let Some(share) = share {
            said.notes
                .push(format!("This is only share {share} of the tournament."));
        }
        let missing = MissingRow::told(&self.missing);
        let so_far = if missing.is_some() { " so far" } else { "" };
        said.notes.extend(missing);
        let after = format!("after {}", plural(games, "game"));
        let standings = &self.standings;
        let Some(first) = standings.first().filter(|_| games > 0) else {
            said.headline = format!("no standings {after}");
            return said;
        };
        let player = &first.player;
        said.headline = format!(
            "{player} is first{so_far} of {}, {}, {after}",
            plural(standings.len() as u64, "player"),
            first
                .counts
                .score
                .estimate()
                .map(percent)
                .unwrap_or_default()
        );
        if self.by_strength {
            said.notes.push(
                "Places are by strengths fitted to all games (strengths.csv), not by scores: \
                 opponents differ."
                    .to_owned(),
            );
        }
        let best = self.best.iter().find(|row| row.player == *player);
        if let Some(best) = best.and_then(|row| row.best.estimate()) {
            said.notes.push(format!(
                "{player} is the strongest entrant with a probability of {:.1} %.",
                100.0 * best.value
            ));
        }
        said
    }
}
