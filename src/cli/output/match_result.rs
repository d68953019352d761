//! Results of a match as text and as JSON.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::cli::output::faults;
use crate::cli::output::progress::Progress;
use crate::cli::screen::Screen;
use crate::cli::terminal::{print, show};
use crate::report::format::{duration, percent, plural};
use crate::report::summary::MatchSummary;
use crate::report::table::{Results, TableRow as _};
use darkforge_lab::config::MatchPlan;
use darkforge_lab::journal::Journal;
use darkforge_lab::matches::SprtState;
use darkforge_ratings::Verdict;

/// Prints the state of the match.
pub(crate) fn tell(
    as_json: bool,
    out: Option<&Path>,
    plan: &MatchPlan,
    journal: &Journal,
    decision: Option<&SprtState>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let (played, speed) = progress.speed();
    let test = plan.schedule.sprt().copied().zip(decision.copied());
    let summary = MatchSummary::of(journal, test);
    if as_json {
        return print(&json(plan, &summary, speed)?);
    }
    let mut screen = screen(plan, &summary);
    let seconds = duration(progress.seconds());
    screen.line(format!(
        "  {} played in {seconds}, {speed:.1} games/s",
        plural(played, "game")
    ));
    if let Some(out) = out {
        screen.line(format!("  files: {}", out.display()));
    }
    show(&screen)
}

/// The match in a few lines.
fn screen(plan: &MatchPlan, summary: &MatchSummary) -> Screen {
    let games = &summary.tally;
    let mut screen = Screen::new();
    screen.line(format!(
        "{} vs {}: {} under {} rules, seed {}",
        plan.schedule.players()[0].name,
        plan.schedule.players()[1].name,
        plural(games.games(), "game"),
        plan.game.ruleset.name,
        plan.config.seed
    ));
    let (wins, draws) = (percent(games.win_rate()), percent(games.draw_rate()));
    screen.line(format!("  wins       {:6}  {wins}", games.wins));
    screen.line(format!("  draws      {:6}  {draws}", games.draws));
    let stalemates = percent(games.stalemate_rate());
    screen.line(format!(
        "    of these stalemates {:4}  {stalemates}",
        games.stalemates
    ));
    let losses = percent(games.swapped().win_rate());
    screen.line(format!("  losses     {:6}  {losses}", games.losses));
    let score = percent(games.score_estimate());
    screen.headline(match summary.elo() {
        Some(elo) => format!(
            "  score {score}  Elo {elo}  LOS {:.1} %",
            100.0 * games.los()
        ),
        None => format!("  score {score}  Elo unknown: every game was forfeited"),
    });
    let endings = summary.endings.iter();
    let endings: Vec<String> = endings
        .map(|(ending, count)| format!("{} {count}", ending.as_str().replace('_', " ")))
        .collect();
    screen.line(format!("  endings: {}", endings.join(", ")));
    let [first, second] = summary.mean_refused;
    screen.line(format!(
        "  a game has {:.0} plies; refused tries: {first:.1} of the first player, {second:.1} of the second",
        summary.mean_plies
    ));
    screen.append(faults::screen(&summary.faults));
    let Some((sprt, test)) = summary.test.as_ref().filter(|_| !summary.is_forfeited()) else {
        return screen;
    };
    let (lower, upper) = sprt.bounds();
    let verdict = match test.verdict {
        Verdict::Continue => "not decided",
        Verdict::AcceptH0 => "H0 accepted",
        Verdict::AcceptH1 => "H1 accepted",
    };
    screen.headline(format!(
        "  SPRT {sprt}: LLR {:.2} in ({lower:.2}, {upper:.2}) after {}: {verdict}",
        test.llr,
        plural(test.pairs, "pair")
    ));
    match (test.verdict, test.games_left) {
        (Verdict::Continue, Some(left)) => screen.line(format!(
            "  (about {} to a bound, if they go on as these did)",
            plural(left.round() as u64, "more game")
        )),
        (Verdict::Continue, None) => {}
        _ => screen.line(
            "  (score and Elo of a match that a test stopped are biased towards the verdict)",
        ),
    }
    screen
}

/// The same figures as one JSON object on a line.
fn json(plan: &MatchPlan, summary: &MatchSummary, games_per_s: f64) -> anyhow::Result<String> {
    let games = &summary.tally;
    let (win, draw, stalemate) = (games.win_rate(), games.draw_rate(), games.stalemate_rate());
    let endings = summary.endings.iter();
    let endings: Map<String, Value> = endings
        .map(|(ending, count)| (ending.to_string(), (*count).into()))
        .collect();
    let mut object = Results::from(games).object();
    let elo = summary.elo();
    object["elo"] = elo.and_then(|elo| elo.value).into();
    object["elo_lo"] = elo.and_then(|elo| elo.lo).into();
    object["elo_hi"] = elo.and_then(|elo| elo.hi).into();
    let rates = json!({
        "a": plan.schedule.players()[0].name,
        "b": plan.schedule.players()[1].name,
        "ruleset": plan.game.ruleset.name,
        "seed": plan.config.seed,
        "stalemates": games.stalemates,
        "pairs": games.pairs,
        "win_rate": win.value, "win_rate_lo": win.lo, "win_rate_hi": win.hi,
        "draw_rate": draw.value, "draw_rate_lo": draw.lo, "draw_rate_hi": draw.hi,
        "stalemate_rate": stalemate.value,
        "stalemate_rate_lo": stalemate.lo,
        "stalemate_rate_hi": stalemate.hi,
        "los": elo.map(|_| games.los()),
        "endings": endings,
        "mean_plies": summary.mean_plies,
        "mean_refused_a": summary.mean_refused[0],
        "mean_refused_b": summary.mean_refused[1],
        "games_per_s": games_per_s,
        "faults": faults::list(&summary.faults),
    });
    for (key, value) in rates.as_object().into_iter().flatten() {
        object[key] = value.clone();
    }
    if let Some((sprt, test)) = summary.test.as_ref().filter(|_| elo.is_some()) {
        let (lower, upper) = sprt.bounds();
        object["sprt"] = json!({
            "elo0": sprt.elo0(),
            "elo1": sprt.elo1(),
            "model": sprt.model().to_string(),
            "llr": test.llr,
            "lower": lower,
            "upper": upper,
            "pairs": test.pairs,
            "games_left": test.games_left,
            "verdict": match test.verdict {
                Verdict::Continue => "continue",
                Verdict::AcceptH0 => "accept_h0",
                Verdict::AcceptH1 => "accept_h1",
            },
        });
    }
    Ok(serde_json::to_string(&object)? + "\n")
}
