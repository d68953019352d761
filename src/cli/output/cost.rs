//! Cost of an evolution, for people and as JSON.

use jiff::Zoned;

use crate::cli::input::deadline::Deadline;
use crate::cli::screen::Screen;
use crate::report::eta::{at, within};
use crate::report::format::{plural, thousands};
use crate::report::object::object;
use darkforge_lab::config::EvolvePlan;
use darkforge_lab::cost::Cost;

fn every(generations: u32) -> String {
    match generations {
        0 => "at the end".to_owned(),
        1 => "after every generation".to_owned(),
        k => format!("every {k} generations and at the end"),
    }
}

/// The cost for people.
pub(crate) fn screen(cost: &Cost, deadline: Option<&Deadline>) -> Screen {
    let mut screen = Screen::new();
    screen.line(format!(
        "  a generation: about {} to select, {} against the reference {}",
        plural(cost.selection, "game"),
        thousands(cost.reference.0),
        every(cost.reference.1)
    ));
    if let Some((screening, fresh, when)) = cost.proof {
        screen.line(format!(
            "  the proof: {} of screening and {} fresh ones, {}",
            plural(screening, "game"),
            thousands(fresh),
            every(when)
        ));
    }
    let there = match cost.there {
        0 => String::new(),
        there => format!(", {} of them there", thousands(there)),
    };
    screen.line(format!(
        "  {}: about {}{there}; {:.0} MB on the disk",
        plural(u64::from(cost.generations), "generation"),
        plural(cost.games, "game"),
        cost.disk / 1e6
    ));
    let left = cost.seconds(deadline.map(Deadline::left));
    let proof = cost
        .proof_speed
        .map_or_else(String::new, |speed| format!("; {speed:.1} in the proof"));
    screen.line(format!(
        "  at {:.1} games/s ({} timed{proof}): {}, ETA {}",
        cost.speed,
        cost.timed,
        within(left),
        at(left, &Zoned::now())
    ));
    let natural = cost.seconds(None);
    if let Some(deadline) = deadline.filter(|deadline| deadline.left() < natural.mid) {
        screen.line(format!(
            "  {deadline}: as many generations as are done by then; all of them would take {}",
            within(natural)
        ));
        if left.lo > deadline.left() {
            screen.line(format!(
                "  one generation and the final games alone take longer than {deadline}"
            ));
        }
    }
    screen
}

object! {
    /// Expected cost of an evolution.
    CostFigures {
        /// Name of the run.
        name: String,
        /// Generations.
        generations: u32,
        /// Games of a generation that select.
        selection_games: u64,
        /// Games of a measurement against the reference.
        reference_games: u64,
        /// Games of the proof's screening; null without a proof.
        screening_games: Option<u64>,
        /// Fresh games of the proof; null without a proof.
        proof_games: Option<u64>,
        /// Games in all.
        games: u64,
        /// Games in a second, as timed.
        games_per_s: f64,
        /// Games of the proof in a second; null unless timed.
        proof_games_per_s: Option<f64>,
        /// Games that were timed.
        timed_games: u64,
        /// Seconds to the end, those of `--until` or `--for` if they end the run before: the median of
        /// the forecast.
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
pub(crate) fn figures(cost: &Cost, plan: &EvolvePlan, deadline: Option<&Deadline>) -> CostFigures {
    let left = cost.seconds(deadline.map(Deadline::left));
    CostFigures {
        name: plan.config.name.clone(),
        generations: cost.generations,
        selection_games: cost.selection,
        reference_games: cost.reference.0,
        screening_games: cost.proof.map(|(screening, _, _)| screening),
        proof_games: cost.proof.map(|(_, fresh, _)| fresh),
        games: cost.games,
        games_per_s: cost.speed,
        proof_games_per_s: cost.proof_speed,
        timed_games: cost.timed,
        seconds: left.mid,
        seconds_lo: left.lo,
        seconds_hi: left.hi,
        disk_bytes: cost.disk.round(),
    }
}
