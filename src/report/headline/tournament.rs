//! Headline of a tournament, from `standings.csv`, `missing.csv`, `strengths.csv` and `best.csv`.

use std::path::Path;

use super::Said;
use crate::report::format::{percent, plural, sure};
use crate::report::standings;
use crate::report::table::{EloInterval, FileRow as _};
use crate::report::tournament::{BestRow, MissingRow, StrengthRow};

/// Formats whose places follow from scores or strengths alone, so that players may share one.
const SHARED: [&str; 3] = ["round-robin", "gauntlet", "adaptive"];

/// The first player, or those that share the first place, from the tables in `folder`.
pub(super) fn of(
    folder: &Path,
    format: &str,
    share: Option<&str>,
    games: u64,
) -> anyhow::Result<Said> {
    let tables = Tables {
        standings: standings::Row::read(folder)?,
        missing: MissingRow::read(folder)?,
        best: BestRow::read(folder)?,
        strengths: StrengthRow::read(folder)?,
    };
    Ok(tables.said(format, share, games))
}

/// Contents of a tournament's tables.
pub(in crate::report) struct Tables {
    pub(in crate::report) standings: Vec<standings::Row>,
    pub(in crate::report) missing: Vec<MissingRow>,
    pub(in crate::report) best: Vec<BestRow>,
    /// Empty unless places follow from strengths.
    pub(in crate::report) strengths: Vec<StrengthRow>,
}

impl Tables {
    /// The first player, or those that share the first place; when no game is missing, with the
    /// probability that it is the best. `share` is the part of the tournament of this `format` that
    /// is played here.
    pub(in crate::report) fn said(&self, format: &str, share: Option<&str>, games: u64) -> Said {
        let Tables {
            standings,
            missing,
            best,
            strengths,
        } = self;
        let mut said = Said::default();
        if let Some(share) = share {
            said.notes
                .push(format!("This is only share {share} of the tournament."));
        }
        let missing = MissingRow::told(missing);
        let so_far = if missing.is_some() { " so far" } else { "" };
        said.notes.extend(missing);
        let after = format!("after {}", plural(games, "game"));
        let Some(first) = standings.first().filter(|_| games > 0) else {
            said.headline = format!("no standings {after}");
            return said;
        };
        let player = &first.player;
        let others = match strengths.first() {
            _ if !SHARED.contains(&format) => 0,
            Some(best) => alike(strengths, |row| {
                row.rank.map(|_| row.strength == best.strength)
            }),
            None => {
                let best = first.counts.score;
                alike(standings, |row| {
                    row.rank.map(|_| row.counts.score.same_value(best))
                })
            }
        };
        let are = match others {
            0 => "is".to_owned(),
            1 => format!("and {} are", standings[1].player),
            others => format!("and {} are", plural(others as u64, "other player")),
        };
        said.headline = format!(
            "{player} {are} first{so_far} of {}, {}, {after}",
            plural(standings.len() as u64, "player"),
            first
                .counts
                .score
                .estimate()
                .map(percent)
                .unwrap_or_default()
        );
        let is_forfeited =
            |row: &standings::Row| row.rank.is_none() || row.elo == EloInterval::default();
        if standings.iter().all(is_forfeited) {
            said.notes
                .push("Every game was forfeited: nothing is known of strength.".to_owned());
            return said;
        }
        if !strengths.is_empty() {
            said.notes.push(
                "Places are by strengths fitted to all games (strengths.csv), not by scores: \
                 opponents may differ."
                    .to_owned(),
            );
        }
        let best = best.iter().find(|row| row.player == *player);
        if let Some(best) = best.and_then(|row| row.best.estimate()) {
            said.notes.push(format!(
                "{player} is the strongest entrant with a probability of {} %.",
                sure(best.value)
            ));
        }
        said
    }
}

/// Number of rows after the first that are like the first.
fn alike<T>(rows: &[T], is_alike: impl Fn(&T) -> Option<bool>) -> usize {
    let mut rows = rows.iter().skip(1).map(is_alike);
    rows.by_ref()
        .take_while(|alike| *alike == Some(true))
        .count()
}
