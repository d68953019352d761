//! What a tournament says at its end: for people, and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::output::faults::fault_list;
use crate::cli::output::figures::figures;
use crate::cli::output::games_in_short;
use crate::report::faults;
use crate::report::{Standing, tournament_standings};
use darkforge_lab::config::TournamentPlan;
use darkforge_lab::tournament::formats::{Format, Question};
use darkforge_lab::tournament::{DRAWS, Journal, PlayedBout, Tournament};

/// Standings, and what the format says of them.
pub(crate) fn table(
    tournament: &TournamentPlan,
    contest: &Tournament,
    journal: &Journal,
) -> String {
    let config = &tournament.config;
    let ranked = tournament_standings(contest, journal);
    let widest = ranked.iter().map(|(_, s)| s.player.chars().count());
    let wide = widest.max().unwrap_or(0).max("player".len());
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
    for (place, (_, standing)) in ranked.iter().enumerate() {
        let _ = writeln!(text, "  {}", line(place + 1, standing, wide));
    }
    if let Some(best) = verdict(contest, journal, &ranked) {
        let _ = writeln!(text, "{best}");
    }
    let names: Vec<&str> = ranked.iter().map(|(_, s)| s.player.as_str()).collect();
    text += &games_in_short::text(&names, journal);
    let missing = contest.missing(journal).len();
    if missing > 0 {
        let _ = writeln!(
            text,
            "{missing} games of this round or schedule are missing"
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

/// Probability of each player to be the strongest.
fn best(contest: &Tournament, journal: &Journal) -> Vec<f64> {
    let met: Vec<_> = contest.bouts(journal).iter().map(PlayedBout::met).collect();
    let times = contest.times_best(&met).into_iter();
    times
        .map(|times| f64::from(times) / f64::from(DRAWS))
        .collect()
}

/// How sure the first place is, in a sentence.
fn verdict(
    contest: &Tournament,
    journal: &Journal,
    ranked: &[(usize, Standing)],
) -> Option<String> {
    let (first, standing) = ranked.first().filter(|_| !journal.is_empty())?;
    let probability = 100.0 * best(contest, journal)[*first];
    let name = &standing.player;
    let mut text = match contest.format() {
        Format::Knockout(knockout) if knockout.champion().is_none() => return None,
        Format::Knockout(_) => format!(
            "{name} won; it is the best entrant with a probability of {probability:.1} %, by all games of the bracket"
        ),
        _ => format!("{name} is the best entrant with a probability of {probability:.1} %"),
    };
    if let Format::Adaptive(adaptive) = contest.format() {
        let answer = adaptive.answer();
        let asked = match adaptive.question() {
            Question::First => "who is first",
            Question::Ranking => "the ranking",
        };
        let how = if answer.enough {
            "answered"
        } else {
            "not answered"
        };
        let _ = write!(
            text,
            "\n{asked} is {how}: at least {:.1} % sure",
            100.0 * answer.confidence
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
    let best = best(contest, journal);
    let ranked = tournament_standings(contest, journal);
    let rows: Vec<serde_json::Value> = (1..)
        .zip(&ranked)
        .map(
            |(
                rank,
                (
                    player,
                    Standing {
                        player: name,
                        tally,
                    },
                ),
            ): (usize, _)| {
                let mut row = figures(tally);
                row["rank"] = rank.into();
                row["player"] = name.clone().into();
                row["stalemates"] = tally.stalemates.into();
                row["best"] = serde_json::json!(best[*player]);
                row
            },
        )
        .collect();
    let answer = match contest.format() {
        Format::Adaptive(adaptive) => Some(adaptive.answer()),
        _ => None,
    };
    let object = serde_json::json!({
        "name": tournament.config.name,
        "folder": folder.display().to_string(),
        "format": tournament.config.format.as_str(),
        "games": journal.len(),
        "missing": contest.missing(journal).len(),
        "over": contest.is_over(),
        "answered": answer.as_ref().map(|answer| answer.enough),
        "confidence": answer.as_ref().map(|answer| answer.confidence),
        "standings": rows,
        "faults": fault_list(&faults::count(journal.games())),
    });
    Ok(serde_json::to_string(&object)? + "\n")
}
