//! Pace: a player that counts its work does less of it when its clock says so.
//!
//! Before each question a player with a clock allots it a part of the time left. A question that
//! took longer than that lets the next one do less work in proportion, down to [`LEAST`] of what the
//! player's options say, and a quick one lets it do a little more, until it is all of it. So a
//! player that is fast enough plays as without a clock, and one without a clock never looks at the
//! time.

use std::time::{Duration, Instant};

use darkforge_kriegspiel::protocol::Clock;

/// Questions for which the time left should last: about as many as half a game has.
const QUESTIONS: f64 = 120.0;
/// Part of the increment that a question may use: some turns have several.
const OF_INCREMENT: f64 = 0.25;
/// Greatest part of the time left for one question.
const MOST: f64 = 0.25;
/// Growth of the share after a quick question: slow, because questions after a refusal are often quick.
const GROWTH: f64 = 1.25;
/// Least share of the work.
const LEAST: f64 = 1.0 / 256.0;

/// A player's clock before a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The clock at the start of the game.
    pub clock: Clock,
    /// Time left.
    pub left: Duration,
    /// Time by which the player may exceed it.
    pub margin: Duration,
}

impl TimeLeft {
    /// Time for the next question.
    fn allotted(&self) -> f64 {
        let left = self.left.as_secs_f64();
        let share = left / QUESTIONS + OF_INCREMENT * self.clock.increment.as_secs_f64();
        share.min(MOST * left)
    }
}

/// Share of a player's work for its next question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    share: f64,
    /// Seconds for the next question; `None` without a clock.
    allotted: Option<f64>,
    began: Option<Instant>,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            share: 1.0,
            allotted: None,
            began: None,
        }
    }
}

impl Pace {
    /// Takes the clock before a question.
    pub(super) fn told(&mut self, time: &TimeLeft) {
        self.allotted = Some(time.allotted());
    }

    /// Time for the next question, if there is a clock.
    pub(super) fn allotted(&self) -> Option<Duration> {
        self.allotted.map(Duration::from_secs_f64)
    }

    /// A question begins: the share of the work for it, 1 without a clock.
    pub(super) fn begin(&mut self) -> f64 {
        self.began = self.allotted.map(|_| Instant::now());
        self.share
    }

    /// The question is decided.
    pub(super) fn end(&mut self) {
        if let (Some(began), Some(allotted)) = (self.began.take(), self.allotted) {
            self.share = next(self.share, allotted, began.elapsed().as_secs_f64());
        }
    }

    /// This number of units of work for a question that begins with `share`, at least 1.
    pub(super) fn of(share: f64, work: u32) -> u32 {
        ((f64::from(work) * share) as u32).clamp(1, work.max(1))
    }
}

/// The share of the work after a question with `share` took so many seconds of those allotted.
fn next(share: f64, allotted: f64, took: f64) -> f64 {
    let fits = allotted / took.max(1e-9);
    (share * fits.min(GROWTH)).clamp(LEAST, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(clock: &str, seconds: f64) -> TimeLeft {
        TimeLeft {
            clock: clock.parse().unwrap(),
            left: Duration::from_secs_f64(seconds),
            margin: Duration::ZERO,
        }
    }

    #[test]
    fn a_player_that_is_fast_enough_does_all_its_work() {
        let mut pace = Pace::default();
        assert!((pace.begin() - 1.0).abs() < f64::EPSILON);
        pace.end();
        assert!(
            pace.began.is_none() && pace.allotted().is_none(),
            "no clock"
        );
        assert!((next(1.0, 0.1, 0.05) - 1.0).abs() < f64::EPSILON);
        assert_eq!(Pace::of(1.0, 64), 64);
        assert_eq!(Pace::of(0.001, 64), 1);
    }

    #[test]
    fn a_slow_player_is_within_its_time_after_one_question() {
        // A second of work for each question, of which a tenth is allotted.
        let share = next(1.0, 0.1, 1.0);
        assert!((share - 0.1).abs() < 1e-9);
        assert!(
            (next(share, 0.1, 0.1) - share).abs() < 1e-9,
            "it stays there"
        );
        assert!((next(share, 0.1, 0.001) - GROWTH * share).abs() < 1e-9);
        assert!(next(LEAST, 0.1, 9.0) >= LEAST);
    }

    #[test]
    fn work_in_proportion_to_the_share_never_uses_up_a_clock() {
        // Without an increment a game must end some time.
        for (clock, turns, second_of_all_work) in [
            ("10+0.1", 500, 0.2),
            ("10+0", 200, 0.1),
            ("2+0.05", 500, 0.4),
        ] {
            let start = left(clock, 0.0).clock;
            let (mut rest, mut share) = (start.start.as_secs_f64(), 1.0);
            for turn in 0..turns {
                for _ in 0..=turn % 5 {
                    let time = left(clock, rest);
                    let took = second_of_all_work * share;
                    rest -= took;
                    assert!(rest > 0.0, "{clock}: turn {turn}");
                    share = next(share, time.allotted(), took);
                }
                rest += start.increment.as_secs_f64();
            }
        }
    }
}
