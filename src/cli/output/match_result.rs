//! Results of a match as text and as JSON.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::output::faults;
use crate::cli::output::progress::Progress;
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show};
use crate::report::faults::Row as Fault;
use crate::report::format::{duration, percent, plural, sure};
use crate::report::object::{IfAny, Nested, object};
use crate::report::summary::{MatchSummary, TestState};
use crate::report::table::{Counts, EloInterval, ShareInterval};
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
    let summary = MatchSummary::of(journal, test)?;
    if as_json {
        return print_json(&figures(plan, &summary, speed));
    }
    let mut screen = screen(plan, &summary);
    let seconds = duration(progress.seconds());
    screen.line(format!(
        "  {} played now in {seconds}, {speed:.1} games/s",
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
        plan.game.rules.name(),
        plan.config.seed
    ));
    let (wins, draws) = (percent(games.win_rate()), percent(games.draw_rate()));
    screen.line(format!("  wins       {:6}  {wins}", games.wins));
    screen.line(format!("  draws      {:6}  {draws}", games.draws));
    let rules = plan.game.rules;
    if rules.has_stalemate() {
        let stalemates = percent(games.stalemate_rate());
        screen.line(format!(
            "    stalemates {:4}  {stalemates}",
            games.stalemates
        ));
    }
    let losses = percent(games.swapped().win_rate());
    screen.line(format!("  losses     {:6}  {losses}", games.losses));
    let score = percent(games.score_estimate());
    screen.headline(match summary.elo() {
        Some(elo) => format!("  score {score}  Elo {elo}  LOS {} %", sure(games.los())),
        None => format!("  score {score}  Elo unknown: every game was forfeited"),
    });
    let pairs: Vec<String> = games.pairs.iter().map(u64::to_string).collect();
    screen.line(format!(
        "  pairs by points 0, 1/2, 1, 3/2, 2: {}",
        pairs.join(", ")
    ));
    let endings = summary.endings.iter();
    let endings: Vec<String> = endings
        .map(|(ending, count)| format!("{} {count}", ending.as_str().replace('_', " ")))
        .collect();
    screen.line(format!("  endings: {}", endings.join(", ")));
    let [first, second] = summary.mean_refused;
    screen.line(format!(
        "  mean of a game: {:.0} plies; {} {first:.1} of the first player, {second:.1} of the second",
        summary.mean_plies,
        rules.refused()
    ));
    if summary.different < games.games() {
        screen.line(format!(
            "  different games, by plies and final position: {}",
            summary.different
        ));
    }
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
            "  (about {} to a bound, at this rate)",
            plural(left.round() as u64, "more game")
        )),
        (Verdict::Continue, None) => {}
        _ => screen.line(
            "  (score and Elo of a match that a test stopped are biased towards the verdict)",
        ),
    }
    screen
}

object! {
    /// Figures of a match, of the first player where they are of one.
    MatchFigures {
        /// Name of the first player.
        a: String,
        /// Name of the second player.
        b: String,
        /// Ruleset.
        ruleset: String,
        /// Seed of the run.
        seed: u64,
        counts: Counts,
        /// Elo difference that follows from the score; null if every game was forfeited.
        elo: EloInterval,
        /// Pairs by the first player's points in them: 0, 1/2, 1, 3/2, 2.
        pairs: [u64; 5],
        /// Share of won games.
        win_rate: ShareInterval,
        /// Share of drawn games.
        draw_rate: ShareInterval,
        /// Share of games that ended in stalemate.
        stalemate_rate: ShareInterval,
        /// Probability of being the stronger player; null if every game was forfeited.
        los: Option<f64>,
        /// Games by their ending.
        endings: BTreeMap<String, u64>,
        /// Games that differ from each other in their plies or their final position.
        different_games: u64,
        /// Mean plies of a game.
        mean_plies: f64,
        /// Mean refused tries of the first player in a game.
        mean_refused_a: f64,
        /// Mean refused tries of the second player in a game.
        mean_refused_b: f64,
        /// Games played now, in a second.
        games_per_s: f64,
        /// Faults of players.
        faults: Vec<Nested<Fault>>,
        /// The sequential test; absent without one, or if every game was forfeited.
        sprt: IfAny<Nested<SprtFigures>>,
    }
}

object! {
    /// State of a match's sequential test.
    SprtFigures {
        test: TestState,
        /// Pairs that the test has seen.
        pairs: u64,
        games_left: Option<f64>,
    }
}

/// The same figures for `--json`.
fn figures(plan: &MatchPlan, summary: &MatchSummary, games_per_s: f64) -> MatchFigures {
    let games = &summary.tally;
    let elo = summary.elo();
    let [first, second] = plan.schedule.players();
    let endings = summary.endings.iter();
    let test = summary.test.as_ref().filter(|_| elo.is_some());
    MatchFigures {
        a: first.name.clone(),
        b: second.name.clone(),
        ruleset: plan.game.rules.name().to_owned(),
        seed: plan.config.seed,
        counts: (*games).into(),
        elo: elo.map(Into::into).unwrap_or_default(),
        pairs: games.pairs,
        win_rate: games.win_rate().into(),
        draw_rate: games.draw_rate().into(),
        stalemate_rate: games.stalemate_rate().into(),
        los: elo.map(|_| games.los()),
        endings: endings
            .map(|(ending, count)| (ending.to_string(), *count))
            .collect(),
        different_games: summary.different,
        mean_plies: summary.mean_plies,
        mean_refused_a: summary.mean_refused[0],
        mean_refused_b: summary.mean_refused[1],
        games_per_s,
        faults: faults::list(&summary.faults),
        sprt: IfAny(test.map(|(sprt, test)| {
            Nested(SprtFigures {
                test: TestState::new(sprt, test.llr),
                pairs: test.pairs,
                games_left: test.games_left,
            })
        })),
    }
}
