//! Figures of the endgame laboratory for people, and as JSON.

use std::path::Path;

use serde_json::json;

use crate::cli::screen::Screen;
use crate::report::endgame::{Lot, Mean, Summary};
use crate::report::format::plural;
use darkforge_ratings::Estimate;
use darkforge_research::laboratory::Outcome;

fn share(share: Estimate) -> String {
    let [value, lo, hi] = [share.value, share.lo, share.hi].map(|share| 100.0 * share);
    format!("{value:.2} % ({lo:.2}..{hi:.2})")
}

fn mean(mean: Option<Mean>) -> String {
    mean.map_or_else(
        || "-".to_owned(),
        |Mean { value, lo, hi }| format!("{value:.2} ({lo:.2}..{hi:.2})"),
    )
}

/// A lot in a line, as soon as it is complete.
pub(crate) fn line(lot: &Lot) -> String {
    let summary = Summary::of(lot);
    format!(
        "{} {} against the {} king: {} of {} won, {} moves",
        lot.ending,
        lot.method,
        lot.opponent,
        summary.wins,
        summary.games,
        mean(summary.mean)
    )
}

/// The figures for people; `out` is the folder of the files.
pub(crate) fn screen(out: Option<&Path>, lots: &[Lot]) -> Screen {
    let mut screen = Screen::new();
    for lot in lots {
        let summary = Summary::of(lot);
        screen.headline(format!(
            "{} {} against the {} king, {}",
            lot.ending,
            lot.method,
            lot.opponent,
            plural(summary.games as u64, "game")
        ));
        screen.line(format!("  won     {}", share(summary.win_rate)));
        let whole = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
        screen.line(format!(
            "  moves   mean {}, median {}, worst {}",
            mean(summary.mean),
            whole(summary.median),
            whole(summary.worst)
        ));
        let [fifty, hundred, more] = summary.within.map(share);
        screen.line(format!(
            "  within  50: {fifty}  100: {hundred}  150: {more}"
        ));
        screen.line(format!("  tries   {} for each move", mean(summary.tries)));
        let counts = Outcome::ALL.iter().zip(summary.outcomes);
        let counts: Vec<String> = counts
            .filter(|(_, number)| *number > 0)
            .map(|(outcome, number)| format!("{number} {}", outcome.as_str()))
            .collect();
        screen.line(format!("  ends    {}", counts.join(", ")));
        if lot.unavoidable > 0.0 {
            screen.line(format!(
                "  at most {:.2} % can be won against a random king: the others it draws by its first move",
                100.0 * (1.0 - lot.unavoidable)
            ));
        }
    }
    screen.line(match out {
        Some(out) => format!("files: {}", out.display()),
        None => "nothing is written without --out".to_owned(),
    });
    screen
}

/// A lot as JSON.
pub(crate) fn figures(lot: &Lot) -> serde_json::Value {
    let summary = Summary::of(lot);
    let ends = Outcome::ALL.iter().zip(summary.outcomes);
    let ends: serde_json::Map<_, _> = ends
        .map(|(outcome, number)| (outcome.as_str().to_owned(), json!(number)))
        .collect();
    let mean = |mean: Option<Mean>| mean.map(|Mean { value, lo, hi }| [value, lo, hi]);
    let rate = |share: Estimate| [share.value, share.lo, share.hi];
    let [fifty, hundred, more] = summary.within.map(rate);
    json!({
        "ending": lot.ending.as_str(), "method": lot.method, "opponent": lot.opponent,
        "games": summary.games, "wins": summary.wins, "win_rate": rate(summary.win_rate),
        "mean_moves": mean(summary.mean), "median_moves": summary.median,
        "worst_moves": summary.worst, "within_50": fifty, "within_100": hundred,
        "within_150": more, "unavoidable": lot.unavoidable, "tries_per_move": mean(summary.tries), "outcomes": ends,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::screen::UNLIMITED;

    #[test]
    fn games_that_cannot_be_won_are_said_to_be_drawn_by_the_king() {
        let mut lot = Lot {
            ending: darkforge_research::laboratory::Ending::Krk,
            method: "rules".to_owned(),
            opponent: "random",
            stalemate_wins: false,
            unavoidable: 0.125,
            games: Vec::new(),
        };
        let said = |lot: &Lot| screen(None, std::slice::from_ref(lot)).text(UNLIMITED, false);
        let sentence = "at most 87.50 % can be won against a random king: the others it draws by its first move\n";
        assert!(said(&lot).contains(sentence), "{}", said(&lot));
        lot.unavoidable = 0.0;
        assert!(!said(&lot).contains("can be won"), "all can");
    }
}
