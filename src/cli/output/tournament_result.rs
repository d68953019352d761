//! Results of a tournament as text and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::output::{crosstable, faults};
use crate::report::Standing;
use crate::report::summary::TournamentSummary;
use crate::report::table::{Results, TableRow as _};
use darkforge_lab::config::TournamentPlan;
use darkforge_lab::tournament::formats::{Format, Question};
use darkforge_lab::tournament::{Journal, Tournament};

/// Standings, and what the format says of them.
pub(crate) fn table(
    tournament: &TournamentPlan,
    contest: &Tournament,
    journal: &Journal,
) -> String {
    let config = &tournament.config;
    let summary = TournamentSummary::of(contest, journal);
    let names = summary.standings.iter().map(|(s, _)| s.player.as_str());
    let names: Vec<&str> = names.collect();
    let widest = names.iter().map(|name| name.chars().count()).max();
    let wide = widest.unwrap_or(0).max("player".len());
    let mut text = format!(
        "{}: {} of {} players under {} rules, seed {}\n",
        config.name,
        config.format.as_str(),
        config.players.len(),
        tournament.ruleset.name,
        config.seed
    );
    let _ = writeln!(
        text,
        "  rank  {:wide$}  games   wins  draws losses  score %              Elo of the score",
        "player"
    );
    for (rank, (standing, _)) in (1..).zip(&summary.standings) {
        let _ = writeln!(text, "  {}", line(rank, standing, wide));
    }
    if let Some(best) = verdict(contest, &summary) {
        let _ = writeln!(text, "{best}");
    }
    text += &crosstable::text(&names, journal);
    if summary.missing > 0 {
        let _ = writeln!(
            text,
            "{} games of this round or schedule are missing",
            summary.missing
        );
    }
    text
}

fn line(rank: usize, Standing { player, tally }: &Standing, wide: usize) -> String {
    let score = tally.score_estimate();
    format!(
        "{rank:4}  {player:wide$} {:6} {:6} {:6} {:6}  {:5.1} ({:5.1}..{:5.1})  {}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * score.value,
        100.0 * score.lo,
        100.0 * score.hi,
        tally.elo()
    )
}

/// Probability of the first place, in a sentence.
fn verdict(contest: &Tournament, summary: &TournamentSummary) -> Option<String> {
    let (standing, best) = summary.standings.first().filter(|_| summary.games > 0)?;
    let probability = 100.0 * best;
    let name = &standing.player;
    let mut text = match contest.format() {
        Format::Knockout(knockout) if knockout.champion().is_none() => return None,
        Format::Knockout(_) => format!(
            "{name} won; it is the best entrant with a probability of {probability:.1} %, by all games of the bracket"
        ),
        _ => format!("{name} is the best entrant with a probability of {probability:.1} %"),
    };
    if let (Format::Adaptive(adaptive), Some((enough, confidence))) =
        (contest.format(), summary.answer)
    {
        let asked = match adaptive.question() {
            Question::First => "who is first",
            Question::Ranking => "the ranking",
        };
        let how = if enough { "answered" } else { "not answered" };
        let _ = write!(
            text,
            "\n{asked} is {how}: at least {:.1} % sure",
            100.0 * confidence
        );
    }
    Some(text)
}

/// One JSON object in a line.
pub(crate) fn json(
    folder: &Path,
    tournament: &TournamentPlan,
    contest: &Tournament,
    journal: &Journal,
) -> anyhow::Result<String> {
    let summary = TournamentSummary::of(contest, journal);
    let rows = (1..).zip(&summary.standings);
    let rows: Vec<Value> = rows
        .map(|(rank, (standing, best)): (usize, _)| {
            let mut row = Results::from(&standing.tally).object();
            row["rank"] = rank.into();
            row["player"] = standing.player.clone().into();
            row["stalemates"] = standing.tally.stalemates.into();
            row["best"] = json!(best);
            row
        })
        .collect();
    let object = json!({
        "name": tournament.config.name,
        "folder": folder.display().to_string(),
        "format": tournament.config.format.as_str(),
        "games": summary.games,
        "missing": summary.missing,
        "over": summary.over,
        "answered": summary.answer.map(|(enough, _)| enough),
        "confidence": summary.answer.map(|(_, confidence)| confidence),
        "standings": rows,
        "faults": faults::list(&summary.faults),
    });
    Ok(serde_json::to_string(&object)? + "\n")
}
