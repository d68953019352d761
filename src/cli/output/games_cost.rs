//! Cost of a match or a tournament, for people and as JSON.

use jiff::Zoned;

use crate::cli::screen::Screen;
use crate::report::eta::{at, within};
use crate::report::format::plural;
use crate::report::object::object;
use darkforge_lab::games_cost::GamesCost;

/// The cost for people; `bound` says how certain the number of games is: `at most `.
pub(crate) fn screen(name: &str, bound: &str, cost: &GamesCost) -> Screen {
    let mut screen = Screen::of(format!("{name}:"));
    screen.line(format!(
        "  {bound}{}; {:.0} MB on the disk",
        plural(cost.games, "game"),
        cost.disk / 1e6
    ));
    let left = cost.seconds();
    screen.line(format!(
        "  at {:.1} games/s ({} timed): {}, ETA {}",
        cost.speed,
        cost.timed,
        within(left),
        at(left, &Zoned::now())
    ));
    screen
}

object! {
    /// Expected cost of a match or a tournament.
    GamesCostFigures {
        /// Name of the run.
        name: String,
        /// Games in all; at most, if a test or the results may end it.
        games: u64,
        /// Games in a second, as timed.
        games_per_s: f64,
        /// Games that were timed.
        timed_games: u64,
        /// Seconds to the end: the median of the forecast.
        seconds: f64,
        /// Lower end of the range that should hold them in nine of ten runs.
        seconds_lo: f64,
        /// Upper end.
        seconds_hi: f64,
        /// Bytes on the disk.
        disk_bytes: f64,
    }
}

/// The cost for `--json`.
pub(crate) fn figures(name: &str, cost: &GamesCost) -> GamesCostFigures {
    let left = cost.seconds();
    GamesCostFigures {
        name: name.to_owned(),
        games: cost.games,
        games_per_s: cost.speed,
        timed_games: cost.timed,
        seconds: left.mid,
        seconds_lo: left.lo,
        seconds_hi: left.hi,
        disk_bytes: cost.disk.round(),
    }
}
