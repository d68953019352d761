//! Results of a tournament as text and as JSON.

use std::path::Path;

use crate::cli::output::{crosstable, faults};
use crate::cli::screen::{Column, Screen, Table};
use crate::report::Standing;
use crate::report::faults::Row as Fault;
use crate::report::format::{plural, sure};
use crate::report::headline::tournament::{Tables, shared_place};
use crate::report::object::{Nested, object};
use crate::report::standings;
use crate::report::summary::TournamentSummary;
use crate::report::tournament::MissingRow;
use darkforge_lab::config::TournamentPlan;
use darkforge_lab::journal::{Journal, JournalError};
use darkforge_lab::tournament::Tournament;
use darkforge_lab::tournament::formats::{Format, Question};

/// Standings, with the format's details.
///
/// # Errors
/// The journal cannot be read.
pub(crate) fn screen(
    tournament: &TournamentPlan,
    contest: &Tournament,
    journal: &Journal,
) -> Result<Screen, JournalError> {
    let config = &tournament.config;
    let summary = TournamentSummary::of(contest, journal)?;
    let names = summary.standings.iter().map(|s| s.player.as_str());
    let names: Vec<&str> = names.collect();
    let mut screen = Screen::new();
    screen.line(format!(
        "{}: {} of {} under {} rules, seed {}",
        config.name,
        config.format.as_str(),
        plural(config.players.len() as u64, "player"),
        tournament.game.rules.name(),
        config.seed
    ));
    let strength = Column::number("strength", 8);
    let columns = [Column::number("rank", 4), Column::text("player", 0)]
        .into_iter()
        .chain(summary.strengths.iter().map(|_| strength.clone()))
        .chain([
            Column::number("games", 5),
            Column::number("wins", 5).detail(2),
            Column::number("draws", 5).detail(2),
            Column::number("losses", 5).detail(2),
            Column::words("score %", 20),
            Column::words("Elo of the score", 0).detail(1),
        ]);
    let mut table = Table::new(2, columns);
    for (place, standing) in summary.standings.iter().enumerate() {
        let strength = summary.strengths.as_ref().map(|all| all[place]);
        table.row(cells(standing, strength));
    }
    screen.table(table);
    if summary.strengths.is_some() {
        screen.line("  places are by strength in Elo, fitted to all games: opponents may differ");
    }
    match MissingRow::told(&summary.missing) {
        Some(missing) => screen.headline(missing),
        None if summary.is_forfeited() => {
            screen.headline("every game was forfeited: nothing is known of strength");
        }
        None => screen.append(verdict(config.format.as_str(), contest, &summary)),
    }
    screen.append(crosstable::screen(&names, journal)?);
    Ok(screen)
}

/// A player's row, without its score if it has not played.
fn cells(standing: &Standing, strength: Option<f64>) -> Vec<String> {
    let Standing { player, tally, .. } = standing;
    let rank = standing
        .rank
        .map_or_else(|| "-".to_owned(), |rank| rank.to_string());
    let mut cells = vec![rank, player.clone()];
    cells.extend(strength.map(|elo| format!("{elo:+.1}")));
    let counts = [tally.games(), tally.wins, tally.draws, tally.losses];
    cells.extend(counts.map(|count| count.to_string()));
    if tally.games() > 0 {
        let score = tally.score_estimate();
        let [value, lo, hi] = [score.value, score.lo, score.hi].map(|share| 100.0 * share);
        cells.push(format!("{value:5.1} ({lo:5.1}..{hi:5.1})"));
        cells.push(standing.elo().to_string());
    }
    cells
}

/// Probability of the first place, and the answer of an adaptive tournament, in lines.
fn verdict(format: &str, contest: &Tournament, summary: &TournamentSummary) -> Screen {
    let mut screen = Screen::new();
    let tables = Tables::of(summary);
    let best = tables.best(format);
    screen.headline(match (contest.format(), best.as_slice()) {
        (_, []) => return screen,
        (Format::Knockout(_), [(name, probability), ..]) => format!(
            "{name} won; it is the best entrant with a probability of {} %, by all games of the bracket",
            sure(*probability)
        ),
        (_, [(name, probability)]) => format!(
            "{name} is the best entrant with a probability of {} %",
            sure(*probability)
        ),
        (_, several) => shared_place(several),
    });
    if let (Format::Adaptive(adaptive), Some((enough, confidence))) =
        (contest.format(), summary.answer)
    {
        let (asked, surely) = match adaptive.question() {
            Question::First => ("who is first", "that no other is better"),
            Question::Ranking => ("the ranking", "of all its places"),
        };
        let how = if enough { "known" } else { "not known" };
        screen.headline(format!(
            "{asked} is {how}: at least {} % sure {surely}",
            sure(confidence)
        ));
    }
    screen
}

object! {
    /// Figures of a tournament.
    TournamentFigures {
        /// Name of the run.
        name: String,
        /// Its folder.
        folder: String,
        /// Format.
        format: String,
        /// Games that were played.
        games: usize,
        /// Games that could be played now and are missing.
        missing: u64,
        /// Whether the tournament is over.
        over: bool,
        /// Whether a finished adaptive tournament has its answer; null for others.
        answered: Option<bool>,
        /// Probability of that answer.
        confidence: Option<f64>,
        /// Players from the first place down.
        standings: Vec<Nested<StandingFigures>>,
        /// Faults of players.
        faults: Vec<Nested<Fault>>,
    }
}

object! {
    /// A player's place.
    StandingFigures {
        standing: standings::Row,
        /// Probability of being the strongest; null while games are missing.
        best: Option<f64>,
        /// Strength behind the place, in Elo; null if places have another basis.
        strength: Option<f64>,
    }
}

/// The same figures for `--json`.
///
/// # Errors
/// The journal cannot be read.
pub(crate) fn figures(
    folder: &Path,
    tournament: &TournamentPlan,
    contest: &Tournament,
    journal: &Journal,
) -> Result<TournamentFigures, JournalError> {
    let summary = TournamentSummary::of(contest, journal)?;
    let rows = summary.standings.iter().enumerate();
    let rows = rows.map(|(place, standing)| {
        Nested(StandingFigures {
            standing: standing.into(),
            best: summary.best.as_ref().map(|best| best[place].value),
            strength: summary.strengths.as_ref().map(|all| all[place]),
        })
    });
    Ok(TournamentFigures {
        name: tournament.config.name.clone(),
        folder: folder.display().to_string(),
        format: tournament.config.format.as_str().to_owned(),
        games: summary.games,
        missing: summary.missing(),
        over: summary.over,
        answered: summary.answer.map(|(enough, _)| enough),
        confidence: summary.answer.map(|(_, confidence)| confidence),
        standings: rows.collect(),
        faults: faults::list(&summary.faults),
    })
}
