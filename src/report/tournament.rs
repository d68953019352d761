//! All files of a tournament.

use std::path::Path;

use super::format::plural;
use super::summary::TournamentSummary;
use super::table::{FileRow as _, Fixed, ShareInterval, row};
use super::{Drawn, bouts, faults, games, games_between, standings};
use darkforge_lab::journal::Journal;
use darkforge_lab::tournament::formats::{Format, Swiss};
use darkforge_lab::tournament::{PlayedBout, Tournament};
use darkforge_ratings::RatingOptions;

/// Writes the CSV files and plots of a tournament, as far as `journal` has its games, into
/// `folder`.
///
/// # Errors
/// A file cannot be written.
pub fn tournament(
    folder: &Path,
    ruleset: &str,
    contest: &Tournament,
    journal: &Journal,
    drawn: Drawn,
) -> anyhow::Result<()> {
    games::write(folder, ruleset, journal.games())?;
    let played = contest.bouts(journal);
    bouts::Row::write(folder, played.iter().map(|bout| bout_row(contest, bout)))?;
    let summary = TournamentSummary::of(contest, journal)?;
    let standings = &summary.standings;
    standings::Row::write(folder, standings.iter().map(standings::Row::from))?;
    BestRow::write(folder, best(&summary))?;
    MissingRow::write(folder, summary.missing.iter().cloned())?;
    if summary.strengths.is_some() {
        StrengthRow::write(folder, strengths(&summary))?;
    }
    if let Format::Swiss(swiss) = contest.format() {
        SwissRow::write(folder, places(contest, swiss))?;
    }
    faults::Row::write(folder, summary.faults.iter().cloned())?;
    let names: Vec<String> = contest.entrants().iter().map(|e| e.name.clone()).collect();
    games_between(folder, &names, journal, &RatingOptions::default(), drawn)?;
    Ok(())
}

fn bout_row(contest: &Tournament, bout: &PlayedBout) -> bouts::Row {
    let name = |player: usize| contest.entrants()[player].name.clone();
    bouts::Row {
        bout: bout.bout,
        generation: None,
        purpose: None,
        round: Some(bout.pairing.round),
        first: name(bout.pairing.first),
        second: name(bout.pairing.second),
        counts: bout.tally.into(),
        winner: bout.winner.map(name).unwrap_or_default(),
        decision: bout.decision.as_str().to_owned(),
    }
}

row! {
    /// A row for each player, by rank; none while games are missing.
    BestRow in "best.csv" {
        player: String, games: u64,
        /// Probability that the player is the strongest of all; the interval is that of its
        /// simulation.
        best: ShareInterval,
    }
}

/// The rows of `best.csv` in order of rank; none while games are missing.
pub(super) fn best(summary: &TournamentSummary) -> impl Iterator<Item = BestRow> {
    let probabilities = summary.best.iter().flatten();
    let rows = summary.standings.iter().zip(probabilities);
    rows.map(|(standing, &best)| BestRow {
        player: standing.player.clone(),
        games: standing.tally.games(),
        best: best.into(),
    })
}

row! {
    /// A row for each span of missing games.
    MissingRow in "missing.csv" {
        /// Number of the first missing game of the span.
        first_game: u64,
        /// Number of the last missing game of the span.
        last_game: u64,
        /// Number of games in the span.
        games: u64,
    }
}

/// Greatest number of reported spans of missing games; the file has all.
const MOST_SPANS: usize = 8;

impl MissingRow {
    /// The spans of `games`, which are in order.
    pub(super) fn of(games: &[u64]) -> Vec<MissingRow> {
        let mut spans: Vec<MissingRow> = Vec::new();
        for &game in games {
            match spans.last_mut() {
                Some(span) if span.last_game + 1 == game => {
                    span.last_game = game;
                    span.games += 1;
                }
                _ => spans.push(MissingRow {
                    first_game: game,
                    last_game: game,
                    games: 1,
                }),
            }
        }
        spans
    }

    /// A sentence on the missing games, if there are any.
    pub(crate) fn told(spans: &[MissingRow]) -> Option<String> {
        let games: u64 = spans.iter().map(|span| span.games).sum();
        let mut shown: Vec<String> = spans
            .iter()
            .take(MOST_SPANS)
            .map(|span| match span.games {
                1 => span.first_game.to_string(),
                _ => format!("{}..{}", span.first_game, span.last_game),
            })
            .collect();
        if spans.len() > MOST_SPANS {
            shown.push("...".to_owned());
        }
        let number = if games == 1 { "number" } else { "numbers" };
        (games > 0).then(|| {
            format!(
                "The tournament is not over: {} that could be played now {} missing ({number} {}).",
                plural(games, "game"),
                if games == 1 { "is" } else { "are" },
                shown.join(", ")
            )
        })
    }
}

row! {
    /// A row for each player, by rank.
    StrengthRow in "strengths.csv" {
        /// Place, from 1; empty without games.
        rank: Option<u32>,
        player: String,
        /// Fitted strength, in Elo.
        strength: Fixed<2>,
    }
}

/// The rows of `strengths.csv`; none unless places follow from strengths.
pub(super) fn strengths(summary: &TournamentSummary) -> impl Iterator<Item = StrengthRow> {
    let strengths = summary.strengths.iter().flatten();
    let rows = summary.standings.iter().zip(strengths);
    rows.map(|(standing, &strength)| StrengthRow {
        rank: standing.rank,
        player: standing.player.clone(),
        strength: Fixed(strength),
    })
}

row! {
    /// A row for each player, by rank.
    SwissRow in "swiss.csv" {
        rank: u32, player: String,
        /// Points: a win or a rest counts 1, a draw 1/2.
        points: Fixed<1>,
        /// Sum of the opponents' points (Buchholz).
        buchholz: Fixed<1>,
        /// Number of rounds without an opponent.
        rests: u64,
    }
}

/// The rows of `swiss.csv`.
fn places(contest: &Tournament, swiss: &Swiss) -> impl Iterator<Item = SwissRow> {
    (1..).zip(swiss.places()).map(|(rank, place)| SwissRow {
        rank,
        player: contest.entrants()[place.player].name.clone(),
        points: Fixed(place.points),
        buchholz: Fixed(place.buchholz),
        rests: place.rests,
    })
}
