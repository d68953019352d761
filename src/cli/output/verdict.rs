//! What a match says at its end: for people, and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::output::faults::{fault_list, fault_table};
use crate::cli::output::figures::figures;
use crate::cli::output::progress::{Progress, duration};
use crate::cli::terminal::print;
use crate::report::faults;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_lab::bout::tally;
use darkforge_lab::config::MatchPlan;
use darkforge_lab::journal::Journal;
use darkforge_lab::matches::SprtState;
use darkforge_ratings::{Estimate, Verdict};

fn percent(estimate: Estimate) -> String {
    format!(
        "{:.1} % ({:.1}..{:.1})",
        100.0 * estimate.value,
        100.0 * estimate.lo,
        100.0 * estimate.hi
    )
}

/// Prints how the match stands.
pub(crate) fn tell(
    as_json: bool,
    out: Option<&Path>,
    plan: &MatchPlan,
    journal: &Journal,
    decision: Option<&SprtState>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let (played, speed) = progress.speed();
    if as_json {
        return print(&json(plan, journal, decision, speed)?);
    }
    let mut text = summary(plan, journal, decision);
    let seconds = duration(progress.seconds());
    let _ = writeln!(
        text,
        "  {played} games played in {seconds}, {speed:.1} games/s"
    );
    if let Some(out) = out {
        let _ = writeln!(text, "  files: {}", out.display());
    }
    print(&text)
}

/// The match in a few lines.
fn summary(plan: &MatchPlan, journal: &Journal, decision: Option<&SprtState>) -> String {
    let games = tally(journal.games());
    let mut text = format!(
        "{} vs {}: {} games under {} rules, seed {}\n",
        plan.schedule.players()[0].name,
        plan.schedule.players()[1].name,
        games.games(),
        plan.ruleset.name,
        plan.config.seed
    );
    let _ = writeln!(
        text,
        "  wins       {:6}  {}",
        games.wins,
        percent(games.win_rate())
    );
    let _ = writeln!(
        text,
        "  draws      {:6}  {}",
        games.draws,
        percent(games.draw_rate())
    );
    let losses = games.swapped().win_rate();
    let _ = writeln!(text, "  losses     {:6}  {}", games.losses, percent(losses));
    let stalemates = percent(games.stalemate_rate());
    let _ = writeln!(text, "  stalemates {:6}  {stalemates}", games.stalemates);
    let _ = writeln!(
        text,
        "  score {}  Elo {}  LOS {:.1} %",
        percent(games.score_estimate()),
        games.elo(),
        100.0 * games.los()
    );
    let endings: Vec<String> = endings(journal)
        .into_iter()
        .map(|(ending, count)| format!("{} {count}", ending.as_str().replace('_', " ")))
        .collect();
    let _ = writeln!(text, "  endings: {}", endings.join(", "));
    let (plies, refused) = means(journal);
    let _ = writeln!(
        text,
        "  a game has {plies:.0} plies, and {:.1} tries are refused to {}, {:.1} to {}",
        refused[0],
        plan.schedule.players()[0].name,
        refused[1],
        plan.schedule.players()[1].name
    );
    text += &fault_table(&faults::count(journal.games()));
    if let (Some(decision), Some(sprt)) = (decision, plan.schedule.sprt()) {
        let (lower, upper) = sprt.bounds();
        let verdict = match decision.verdict {
            Verdict::Continue => "not decided",
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::AcceptH1 => "H1 accepted",
        };
        let _ = writeln!(
            text,
            "  SPRT {sprt}: LLR {:.2} in ({lower:.2}, {upper:.2}) after {} pairs: {verdict}",
            decision.llr, decision.pairs
        );
        if let (Verdict::Continue, Some(left)) = (decision.verdict, decision.games_left) {
            let _ = writeln!(
                text,
                "  (about {left:.0} more games to a bound, if they go on as these did)"
            );
        }
        if decision.verdict != Verdict::Continue {
            text += "  (score and Elo of a match that a test stopped lean to the side of the verdict)\n";
        }
    }
    text
}

/// How games ended, commonest first.
fn endings(journal: &Journal) -> Vec<(Ending, u64)> {
    let count = |ending| journal.games().filter(|game| game.ending == ending).count() as u64;
    let mut counts: Vec<(Ending, u64)> = Ending::ALL
        .into_iter()
        .map(|ending| (ending, count(ending)))
        .filter(|&(_, count)| count > 0)
        .collect();
    counts.sort_by_key(|&(ending, count)| (std::cmp::Reverse(count), ending));
    counts
}

/// Mean plies of a game, and refused tries of both players in a game.
fn means(journal: &Journal) -> (f64, [f64; 2]) {
    let games = journal.len().max(1) as f64;
    let (mut plies, mut refused) = (0.0, [0.0; 2]);
    for game in journal.games() {
        plies += f64::from(game.plies);
        let mut by_color = [game.white_refused, game.black_refused];
        if !game.game.is_multiple_of(2) {
            by_color.swap(0, 1);
        }
        refused[0] += f64::from(by_color[0]);
        refused[1] += f64::from(by_color[1]);
    }
    (plies / games, refused.map(|tries| tries / games))
}

/// The same figures as one JSON object on a line.
fn json(
    plan: &MatchPlan,
    journal: &Journal,
    decision: Option<&SprtState>,
    games_per_s: f64,
) -> anyhow::Result<String> {
    let games = tally(journal.games());
    let (win, draw, stalemate) = (games.win_rate(), games.draw_rate(), games.stalemate_rate());
    let (plies, refused) = means(journal);
    let endings: serde_json::Map<String, serde_json::Value> = endings(journal)
        .into_iter()
        .map(|(ending, count)| (ending.to_string(), count.into()))
        .collect();
    let rates = serde_json::json!({
        "a": plan.schedule.players()[0].name,
        "b": plan.schedule.players()[1].name,
        "ruleset": plan.ruleset.name,
        "seed": plan.config.seed,
        "stalemates": games.stalemates,
        "pairs": games.pairs,
        "win_rate": win.value, "win_rate_lo": win.lo, "win_rate_hi": win.hi,
        "draw_rate": draw.value, "draw_rate_lo": draw.lo, "draw_rate_hi": draw.hi,
        "stalemate_rate": stalemate.value,
        "stalemate_rate_lo": stalemate.lo,
        "stalemate_rate_hi": stalemate.hi,
        "los": games.los(),
        "endings": endings,
        "mean_plies": plies,
        "mean_refused_a": refused[0],
        "mean_refused_b": refused[1],
        "games_per_s": games_per_s,
        "faults": fault_list(&faults::count(journal.games())),
    });
    let mut object = figures(&games);
    for (key, value) in rates.as_object().into_iter().flatten() {
        object[key] = value.clone();
    }
    if let (Some(decision), Some(sprt)) = (decision, plan.schedule.sprt()) {
        let (lower, upper) = sprt.bounds();
        object["sprt"] = serde_json::json!({
            "elo0": sprt.elo0(),
            "elo1": sprt.elo1(),
            "model": sprt.model().to_string(),
            "llr": decision.llr,
            "lower": lower,
            "upper": upper,
            "pairs": decision.pairs,
            "games_left": decision.games_left,
            "verdict": match decision.verdict {
                Verdict::Continue => "continue",
                Verdict::AcceptH0 => "accept_h0",
                Verdict::AcceptH1 => "accept_h1",
            },
        });
    }
    Ok(serde_json::to_string(&object)? + "\n")
}
