//! Forecast of the time that a run still takes: a range from the spread of what was measured.
//!
//! Games of a kind have a pace, seconds of a game, which is measured in blocks of games and may drift
//! (`pace`, `level`). Where tuners change the number of games, those of a generation are a level,
//! too. Before games of a kind are played, they are believed to last as long as timed ones, or as
//! those of another kind. The range should hold the truth in nine of ten runs. No result depends on
//! it.
//!
//! ```
//! use darkforge_lab::forecast::{Forecast, GameKind, GamesLeft};
//!
//! let mut forecast = Forecast::default();
//! forecast.set_left(GamesLeft::of(1000), GameKind::Selection);
//! assert!(forecast.seconds(None).is_none(), "nothing was measured");
//! for _ in 0..500 {
//!     forecast.played(Some(0.5));
//! }
//! let left = forecast.seconds(None).ok_or("nothing was measured")?;
//! assert!(left.lo < 250.0 && 250.0 < left.hi);
//! # Ok::<(), &str>(())
//! ```

mod level;
mod pace;
mod span;

pub use level::Belief;
pub use span::Span;

use level::Level;
use pace::Pace;

/// Kinds of games that may last differently long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Games of a match or tournament, and those by which an evolution selects.
    Selection,
    /// A champion's against the reference.
    Reference,
    /// Those of a proof.
    Proof,
}

/// Games that are left, as far as they are known in advance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GamesLeft {
    /// Generations whose selection is not complete.
    pub generations: u32,
    /// Expected selecting games of each.
    pub selection: f64,
    /// Selecting games of the first of them that were played.
    pub selected: f64,
    /// Games against the reference.
    pub reference: f64,
    /// Games of proofs.
    pub proof: f64,
    /// Games against the reference, and of the proof, if the run ends after this generation.
    pub at_end: (f64, f64),
    /// Selecting games of the complete generations; empty where all have as many as expected.
    pub complete: Vec<f64>,
    /// Whether a generation may have other games than expected.
    pub varies: bool,
    /// Games of each, where something else says how many they may be.
    pub between: Option<Span>,
}

impl GamesLeft {
    /// So many games, all of one kind.
    pub fn of(games: u64) -> GamesLeft {
        GamesLeft {
            generations: 1,
            selection: games as f64,
            ..GamesLeft::default()
        }
    }

    /// Games that a sequential test may still take, at most `games`, if `expected` are expected.
    pub fn of_a_test(games: u64, expected: f64) -> GamesLeft {
        let at_most = |share: f64| (share * expected).min(games as f64);
        GamesLeft {
            between: Some(Span {
                lo: at_most(TEST[0]),
                mid: at_most(TEST[1]),
                hi: at_most(TEST[2]),
            }),
            ..GamesLeft::of(games)
        }
    }

    /// Games of a generation.
    fn of_a_generation(&self) -> Span {
        if let Some(span) = self.between {
            return span;
        }
        if !self.varies || self.selection <= 0.0 {
            return Span::exact(self.selection);
        }
        let logs: Vec<f64> = self
            .complete
            .iter()
            .map(|games| libm::log(games.max(1.0)))
            .collect();
        let prior = Belief {
            mean: libm::log(self.selection),
            sd: UNTRIED,
        };
        let level = Level::of(&logs, prior, OF_A_GENERATION, OF_GENERATIONS);
        level.mean_of_next(f64::from(self.generations.max(1)), 0.0)
    }

    /// Selecting games in all.
    fn selecting(&self) -> Span {
        let all = f64::from(self.generations);
        self.of_a_generation()
            .map(|each| (each * all - self.selected).max(0.0))
    }
}

/// Standard deviation of the logarithm of the number of games of a generation, before one is
/// complete.
const UNTRIED: f64 = 0.3;
/// The usual one between complete generations.
const OF_A_GENERATION: f64 = 0.1;
/// Usual change while all complete generations were played.
const OF_GENERATIONS: f64 = 0.05;
/// Standard deviation of the logarithm of how long games of one kind last, relative to another.
pub const APART: f64 = 0.35;
/// Shares of its mean below which the time that a Brownian motion without drift takes from the middle
/// between two bounds to one of them is in 5, 50 and 95 % of cases.
const TEST: [f64; 3] = [0.25, 0.76, 2.62];

impl Belief {
    /// The belief about the logarithm of a game's seconds after some that ended these seconds after
    /// one another; `None` without any.
    pub fn of_times(times: &[f64]) -> Option<Belief> {
        let mut pace = Pace::default();
        for seconds in times {
            pace.add(*seconds);
        }
        pace.belief()
    }

    /// The belief about a product whose logarithm is the sum of two.
    #[must_use]
    pub fn times(self, factor: Belief) -> Belief {
        Belief {
            mean: self.mean + factor.mean,
            sd: libm::hypot(self.sd, factor.sd),
        }
    }

    /// The belief about how this is related to `other`.
    #[must_use]
    pub fn over(self, other: Belief) -> Belief {
        self.times(Belief {
            mean: -other.mean,
            sd: other.sd,
        })
    }

    /// The same less sure, by this standard deviation.
    #[must_use]
    pub fn within(self, sd: f64) -> Belief {
        self.times(Belief { mean: 0.0, sd })
    }
}

/// Knowledge of the time of a run.
#[derive(Clone, Debug)]
pub struct Forecast {
    selection: Pace,
    reference: Pace,
    proof: Pace,
    /// Logarithms of how long games against the reference, and of the proof, last relative to selecting
    /// ones, before one is played.
    factors: [Belief; 2],
    left: GamesLeft,
    now: Option<GameKind>,
    /// Games since `left` was set.
    since: f64,
}

impl Default for Forecast {
    /// A forecast before anything was measured.
    fn default() -> Forecast {
        let alike = Belief {
            mean: 0.0,
            sd: APART,
        };
        Forecast {
            selection: Pace::default(),
            reference: Pace::default(),
            proof: Pace::default(),
            factors: [alike; 2],
            left: GamesLeft::default(),
            now: None,
            since: 0.0,
        }
    }
}

impl Forecast {
    /// Sets what is believed of the games of a kind before one is played: the logarithm of the seconds
    /// of a selecting game, or of how long another one lasts relative to that.
    pub fn believe(&mut self, kind: GameKind, belief: Belief) {
        match kind {
            GameKind::Selection => self.selection.prior = Some(belief),
            GameKind::Reference => self.factors[0] = belief,
            GameKind::Proof => self.factors[1] = belief,
        }
    }

    /// Sets the games that are left, and the kind of those that are played next.
    pub fn set_left(&mut self, left: GamesLeft, now: GameKind) {
        (self.left, self.now, self.since) = (left, Some(now), 0.0);
    }

    /// Counts a game that ended these seconds after the one before it, or that was played before.
    pub fn played(&mut self, seconds: Option<f64>) {
        self.since += 1.0;
        if let (Some(seconds), Some(now)) = (seconds, self.now) {
            self.pace(now).add(seconds);
        }
    }

    fn pace(&mut self, kind: GameKind) -> &mut Pace {
        match kind {
            GameKind::Selection => &mut self.selection,
            GameKind::Reference => &mut self.reference,
            GameKind::Proof => &mut self.proof,
        }
    }

    /// Seconds of so many games against the reference, and of the proof.
    fn measuring(&self, reference: f64, proof: f64) -> Option<Span> {
        // A factor goes with the present speed of the machine.
        let level = self.selection.belief();
        let other = |factor: Belief| level.map(|level| level.times(factor));
        let [reference_factor, proof_factor] = self.factors.map(other);
        let reference = self.reference.seconds(reference, reference_factor)?;
        Some(reference.plus(self.proof.seconds(proof, proof_factor)?))
    }

    /// Seconds of the selecting games `games`.
    fn selecting(&self, games: Span) -> Option<Span> {
        let spread = games.map(|number| number / games.mid.max(f64::MIN_POSITIVE));
        Some(self.selection.seconds(games.mid, None)?.times(spread))
    }

    /// Seconds to the end of the run, which a deadline in `deadline` seconds may end before;
    /// `None` as long as nothing is known.
    pub fn seconds(&self, deadline: Option<f64>) -> Option<Span> {
        let mut left = self.left.clone();
        let part = match self.now {
            Some(GameKind::Reference) => &mut left.reference,
            Some(GameKind::Proof) => &mut left.proof,
            _ => &mut left.selected,
        };
        match self.now {
            Some(GameKind::Selection) | None => *part += self.since,
            _ => *part = (*part - self.since).max(0.0),
        }
        let measuring = self.measuring(left.reference, left.proof)?;
        let natural = self.selecting(left.selecting())?.plus(measuring);
        match deadline.filter(|_| left.generations > 0) {
            Some(deadline) => Some(natural.before(self.ended_by(&left, deadline)?)),
            None => Some(natural),
        }
    }

    /// Seconds to the end of a run that a deadline ends: it ends after the generation with which a
    /// further one, and the games of an end, would take longer than is left.
    fn ended_by(&self, left: &GamesLeft, deadline: f64) -> Option<Span> {
        let one = self.selecting(left.of_a_generation())?;
        let (reference, proof) = left.at_end;
        let end = self.measuring(reference, proof)?;
        let current = GamesLeft {
            generations: 1,
            ..left.clone()
        };
        let current = self.selecting(current.selecting())?;
        let least = current.plus(end);
        // The estimate by which the run is ended has reserves.
        let asked = |one: f64| deadline - MORE_GENERATION * one - MORE_END * end.mid;
        Some(Span {
            lo: least.lo.max(asked(one.hi) + end.lo),
            mid: least.mid.max(asked(one.mid) + 0.5 * one.mid + end.mid),
            hi: least.hi.max(asked(one.lo) + one.hi + end.hi),
        })
    }
}

/// Reserve of the time that a further generation is expected to take when a run is ended by time.
pub const MORE_GENERATION: f64 = 1.1;
/// Reserve of the time of the games at the end.
pub const MORE_END: f64 = 1.15;

impl Span {
    /// The earlier of two.
    fn before(self, other: Span) -> Span {
        Span {
            lo: self.lo.min(other.lo),
            mid: self.mid.min(other.mid),
            hi: self.hi.min(other.hi),
        }
    }
}

#[cfg(test)]
mod tests;
