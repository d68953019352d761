//! Results of a tournament as text and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::output::{crosstable, faults};
use crate::report::Standing;
use crate::report::format::plural;
use crate::report::standings;
use crate::report::summary::TournamentSummary;
use crate::report::table::TableRow as _;
use crate::report::tournament::MissingRow;
use darkforge_lab::config::TournamentPlan;
use darkforge_lab::journal::Journal;
use darkforge_lab::tournament::Tournament;
use darkforge_lab::tournament::formats::{Format, Question};

/// Standings, with the format's details.
pub(crate) fn table(
    tournament: &TournamentPlan,
    contest: &Tournament,
    journal: &Journal,
) -> String {
    let config = &tournament.config;
    let summary = TournamentSummary::of(contest, journal);
    let names = summary.standings.iter().map(|s| s.player.as_str());
    let names: Vec<&str> = names.collect();
    let widest = names.iter().map(|name| name.chars().count()).max();
    let wide = widest.unwrap_or(0).max("player".len());
    let mut text = format!(
        "{}: {} of {} under {} rules, seed {}\n",
        config.name,
        config.format.as_str(),
        plural(config.players.len() as u64, "player"),
        tournament.game.ruleset.name,
        config.seed
    );
    let strength = match summary.strengths {
        Some(_) => "strength  ",
        None => "",
    };
    let _ = writeln!(
        text,
        "  rank  {:wide$}  {strength}games   wins  draws losses  score %              Elo of the score",
        "player"
    );
    for (place, standing) in summary.standings.iter().enumerate() {
        let strength = summary.strengths.as_ref().map(|all| all[place]);
        let _ = writeln!(text, "  {}", line(standing, strength, wide));
    }
    if summary.strengths.is_some() {
        text +=
            "  places are by strength, in Elo, fitted to all games: not everybody met the same\n";
    }
    match MissingRow::told(&summary.missing) {
        Some(missing) => {
            let _ = writeln!(text, "{missing}");
        }
        None => text += &verdict(contest, &summary).unwrap_or_default(),
    }
    text + &crosstable::text(&names, journal)
}

fn line(standing: &Standing, strength: Option<f64>, wide: usize) -> String {
    let Standing { player, tally, .. } = standing;
    let rank = standing
        .rank
        .map_or_else(|| "-".to_owned(), |rank| rank.to_string());
    let strength = strength.map_or_else(String::new, |elo| format!("{elo:>+8.1}  "));
    let mut line = format!(
        "{rank:>4}  {player:wide$}  {strength}{:5} {:6} {:6} {:6}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses
    );
    if tally.games() > 0 {
        let score = tally.score_estimate();
        let [value, lo, hi] = [score.value, score.lo, score.hi].map(|share| 100.0 * share);
        let _ = write!(
            line,
            "  {value:5.1} ({lo:5.1}..{hi:5.1})  {}",
            standing.elo()
        );
    }
    line
}

/// Probability of the first place, and the answer of an adaptive tournament, in lines.
fn verdict(contest: &Tournament, summary: &TournamentSummary) -> Option<String> {
    let first = summary.standings.first()?;
    let best = summary.best.as_ref()?.first()?;
    let (name, probability) = (&first.player, 100.0 * best.value);
    let mut text = match contest.format() {
        Format::Knockout(_) => format!(
            "{name} won; it is the best entrant with a probability of {probability:.1} %, by all games of the bracket\n"
        ),
        _ => format!("{name} is the best entrant with a probability of {probability:.1} %\n"),
    };
    if let (Format::Adaptive(adaptive), Some((enough, confidence))) =
        (contest.format(), summary.answer)
    {
        let asked = match adaptive.question() {
            Question::First => "who is first",
            Question::Ranking => "the ranking",
        };
        let how = if enough { "answered" } else { "not answered" };
        let _ = writeln!(
            text,
            "{asked} is {how}: at least {:.1} % sure",
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
    let best = |place: usize| Some(summary.best.as_ref()?[place].value);
    let strength = |place: usize| Some(summary.strengths.as_ref()?[place]);
    let rows = summary.standings.iter().enumerate();
    let rows: Vec<Value> = rows
        .map(|(place, standing)| {
            let mut row = standings::Row::from(standing).object();
            row["best"] = best(place).into();
            row["strength"] = strength(place).into();
            row
        })
        .collect();
    let object = json!({
        "name": tournament.config.name,
        "folder": folder.display().to_string(),
        "format": tournament.config.format.as_str(),
        "games": summary.games,
        "missing": summary.missing(),
        "over": summary.over,
        "answered": summary.answer.map(|(enough, _)| enough),
        "confidence": summary.answer.map(|(_, confidence)| confidence),
        "standings": rows,
        "faults": faults::list(&summary.faults),
    });
    Ok(serde_json::to_string(&object)? + "\n")
}
