//! Headline of a tournament, from `standings.csv`, `missing.csv`, `strengths.csv` and `best.csv`.

use std::path::Path;

use super::Said;
use crate::report::format::{listed, percent, plural, sure};
use crate::report::standings;
use crate::report::summary::TournamentSummary;
use crate::report::table::{EloInterval, FileRow as _};
use crate::report::tournament::{self, BestRow, MissingRow, StrengthRow};

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
pub(crate) struct Tables {
    standings: Vec<standings::Row>,
    missing: Vec<MissingRow>,
    best: Vec<BestRow>,
    /// Empty unless places follow from strengths.
    strengths: Vec<StrengthRow>,
}

impl Tables {
    /// The tables of a tournament.
    pub(crate) fn of(summary: &TournamentSummary) -> Tables {
        Tables {
            standings: summary.standings.iter().map(standings::Row::from).collect(),
            missing: summary.missing.clone(),
            best: tournament::best(summary).collect(),
            strengths: tournament::strengths(summary).collect(),
        }
    }

    /// The players on the first place of a tournament of this `format`: one, or all that share it.
    fn first(&self, format: &str) -> &[standings::Row] {
        let others = match (self.strengths.first(), self.standings.first()) {
            _ if !SHARED.contains(&format) => 0,
            (_, None) => return &[],
            (Some(best), _) => alike(&self.strengths, |row| {
                row.rank.map(|_| row.strength == best.strength)
            }),
            (None, Some(best)) => alike(&self.standings, |row| {
                let score = row.counts.score;
                row.rank.map(|_| score.same_value(best.counts.score))
            }),
        };
        &self.standings[..self.standings.len().min(1 + others)]
    }

    /// The players on the first place, each with its probability of being the strongest; none while
    /// games are missing.
    pub(crate) fn best(&self, format: &str) -> Vec<(&str, f64)> {
        let probability = |player: &str| {
            let row = self.best.iter().find(|row| row.player == player)?;
            Some(row.best.estimate()?.value)
        };
        let first = self.first(format).iter().map(|row| row.player.as_str());
        let best: Option<Vec<_>> = first
            .map(|player| Some((player, probability(player)?)))
            .collect();
        best.unwrap_or_default()
    }

    /// The first player, or those that share the first place; when no game is missing, with the
    /// probability that it is the best. `share` is the part of the tournament of this `format` that
    /// is played here.
    pub(in crate::report) fn said(&self, format: &str, share: Option<&str>, games: u64) -> Said {
        let Tables {
            standings,
            missing,
            strengths,
            best: _,
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
        let others = self.first(format).len() - 1;
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
        said.notes.extend(match self.best(format).as_slice() {
            [] => None,
            [(player, probability)] => Some(format!(
                "{player} is the strongest entrant with a probability of {} %.",
                sure(*probability)
            )),
            several => Some(format!("{}.", shared_place(several))),
        });
        said
    }
}

/// A sentence, without its full stop, on `players` that share the first place, with the probability of
/// each to be the strongest.
pub(crate) fn shared_place(players: &[(&str, f64)]) -> String {
    let names: Vec<String> = players.iter().map(|player| player.0.to_owned()).collect();
    let shares = players.iter().map(|player| format!("{} %", sure(player.1)));
    let shares: Vec<String> = shares.collect();
    format!(
        "{} share the first place; their probabilities of being the best entrant are {}",
        listed(&names),
        listed(&shares)
    )
}

/// Number of rows after the first that are like the first.
fn alike<T>(rows: &[T], is_alike: impl Fn(&T) -> Option<bool>) -> usize {
    let mut rows = rows.iter().skip(1).map(is_alike);
    rows.by_ref()
        .take_while(|alike| *alike == Some(true))
        .count()
}
