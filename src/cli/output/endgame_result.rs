//! Figures of the endgame laboratory for people, and as JSON.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::screen::Screen;
use crate::report::endgame::{Lot, Mean, Summary};
use crate::report::format::plural;
use crate::report::object::{Nested, object};
use darkforge_ratings::Estimate;
use darkforge_research::laboratory::{King, Opponent, Outcome};

fn share(share: Estimate) -> String {
    let [value, lo, hi] = [share.value, share.lo, share.hi].map(|share| 100.0 * share);
    format!("{value:.2} % ({lo:.2}..{hi:.2})")
}

fn mean(mean: Option<Mean>) -> String {
    match mean {
        None => "-".to_owned(),
        Some(Mean { value, ends: None }) => format!("{value:.2}"),
        Some(Mean {
            value,
            ends: Some((lo, hi)),
        }) => format!("{value:.2} ({lo:.2}..{hi:.2})"),
    }
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
        // Only a king that moves at random makes such a move by chance.
        if lot.unavoidable > 0.0 && lot.opponent == Opponent::King(King::Random).as_str() {
            screen.line(format!(
                "  a random king draws at least {:.2} % by its first move, whatever White tries",
                100.0 * lot.unavoidable
            ));
        }
    }
    screen.line(match out {
        Some(out) => format!("files: {}", out.display()),
        None => "nothing is written without --out".to_owned(),
    });
    screen
}

object! {
    /// Figures of all endings.
    EndgameFigures {
        /// Seed of the run.
        seed: u64,
        /// Ruleset.
        ruleset: String,
        /// Games of each ending, method and opponent.
        endings: Vec<Nested<LotFigures>>,
    }
}

object! {
    /// Games of a method against an opponent. Lists of three are a value with the ends of its
    /// interval.
    LotFigures {
        ending: String, method: String,
        /// Model of the lone king.
        opponent: String,
        games: usize,
        /// Games that White won.
        wins: usize,
        /// Share of games that White won, with its interval: value, lower, upper end.
        win_rate: [f64; 3],
        /// Mean number of White's moves in won games, with its interval, whose ends are null for one
        /// game; null without one.
        mean_moves: Option<[Option<f64>; 3]>,
        /// Median number of White's moves in won games, the lower of two; null without one.
        median_moves: Option<u32>,
        /// Greatest number of White's moves in a won game; null without one.
        worst_moves: Option<u32>,
        /// Share of all games won within 50 moves, with its interval.
        within_50: [f64; 3],
        /// Share of all games won within 100 moves, with its interval.
        within_100: [f64; 3],
        /// Share of all games won within 150 moves, with its interval.
        within_150: [f64; 3],
        /// Lower bound of the share of games that a random king draws by its first move.
        unavoidable: f64,
        /// White's tries for each of its moves, with its interval, whose ends are null for one game;
        /// null without a move.
        tries_per_move: Option<[Option<f64>; 3]>,
        /// Games by their outcome.
        outcomes: BTreeMap<String, usize>,
    }
}

/// A lot for `--json`.
pub(crate) fn figures(lot: &Lot) -> LotFigures {
    let summary = Summary::of(lot);
    let outcomes = Outcome::ALL.iter().zip(summary.outcomes);
    let mean = |mean: Option<Mean>| {
        mean.map(|Mean { value, ends }| {
            let (lo, hi) = ends.unzip();
            [Some(value), lo, hi]
        })
    };
    let rate = |share: Estimate| [share.value, share.lo, share.hi];
    let [within_50, within_100, within_150] = summary.within.map(rate);
    LotFigures {
        ending: lot.ending.as_str().to_owned(),
        method: lot.method.clone(),
        opponent: lot.opponent.to_owned(),
        games: summary.games,
        wins: summary.wins,
        win_rate: rate(summary.win_rate),
        mean_moves: mean(summary.mean),
        median_moves: summary.median,
        worst_moves: summary.worst,
        within_50,
        within_100,
        within_150,
        unavoidable: lot.unavoidable,
        tries_per_move: mean(summary.tries),
        outcomes: outcomes
            .map(|(outcome, number)| (outcome.as_str().to_owned(), number))
            .collect(),
    }
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
        let sentence =
            "a random king draws at least 12.50 % by its first move, whatever White tries\n";
        assert!(said(&lot).contains(sentence), "{}", said(&lot));
        lot.unavoidable = 0.0;
        assert!(!said(&lot).contains("draws at least"), "all can be won");
        let greedy = Lot {
            opponent: "greedy",
            unavoidable: 0.125,
            ..lot
        };
        assert!(!said(&greedy).contains("random king"), "{}", said(&greedy));
    }
}
