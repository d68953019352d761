//! Paces: seconds of a game in a run, in blocks of as many games each.

use super::level::{Belief, Level};
use super::span::Span;

/// Games of a block at first. Times of single games are far from normal.
const FIRST: u64 = 4;
/// Blocks at most; then two by two become one.
const MOST: usize = 64;
/// Usual standard deviation of the logarithm of a game's time.
const OF_A_GAME: f64 = 0.7;
/// Usual standard deviation of the logarithm of a block's time, however many games it has.
const OF_A_BLOCK: f64 = 0.05;
/// Usual change of the logarithm of the pace while all blocks were seen, of a machine that also has other
/// work.
const CHANGE: f64 = 0.2;
/// Standard deviation of the change of the logarithm of the pace when a run becomes twice as long,
/// beyond what is seen: games become longer or shorter as their players change, and a machine has
/// other work.
const DRIFT: f64 = 0.03;

/// Times of games of one kind.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    /// Logarithm of the seconds of a game before one is played.
    pub(super) prior: Option<Belief>,
    size: u64,
    /// Seconds of each whole block.
    blocks: Vec<f64>,
    /// Games and seconds of the last block, which is not whole.
    open: (u64, f64),
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            prior: None,
            size: FIRST,
            blocks: Vec::new(),
            open: (0, 0.0),
        }
    }
}

impl Pace {
    /// Adds a game that ended these seconds after the one before it.
    pub(super) fn add(&mut self, seconds: f64) {
        self.open.0 += 1;
        self.open.1 += seconds;
        if self.open.0 < self.size {
            return;
        }
        self.blocks.push(std::mem::take(&mut self.open).1);
        if self.blocks.len() == MOST {
            let two = self.blocks.chunks_exact(2);
            self.blocks = two.map(|two| two[0] + two[1]).collect();
            self.size *= 2;
        }
    }

    /// Games that were added.
    pub(super) fn games(&self) -> u64 {
        self.blocks.len() as u64 * self.size + self.open.0
    }

    /// The level of the logarithm of a game's seconds, from what was seen and the prior, else
    /// `other`; `None` if nothing is known.
    fn level(&self, other: Option<Belief>) -> Option<Level> {
        let log = |seconds: f64, games: u64| libm::log((seconds / games as f64).max(1e-7));
        let mut values: Vec<f64> = self.blocks.iter().map(|&it| log(it, self.size)).collect();
        let mut games = self.size;
        if values.is_empty() && self.open.0 > 0 {
            games = self.open.0;
            values.push(log(self.open.1, games));
        }
        let noise = libm::hypot(OF_A_GAME / (games as f64).sqrt(), OF_A_BLOCK);
        let first = values.first().copied();
        let vague = || first.map(|mean| Belief { mean, sd: 2.0 });
        let prior = self.prior.or(other).or_else(vague)?;
        Some(Level::of(&values, prior, noise, CHANGE))
    }

    /// The level as a belief; `None` if nothing is known.
    pub(super) fn belief(&self) -> Option<Belief> {
        Some(self.level(None)?.belief())
    }

    /// Seconds of the next `games` games; `other` is believed if nothing is known of this kind.
    pub(super) fn seconds(&self, games: f64, other: Option<Belief>) -> Option<Span> {
        if games <= 0.0 {
            return Some(Span::default());
        }
        let level = self.level(other)?;
        let seen = self.games();
        let doublings = libm::log2(1.0 + games / seen.max(self.size) as f64);
        // Before a game is seen the prior says how uncertain it is.
        let drift = if seen == 0 { 0.0 } else { DRIFT * doublings };
        let mean = level.mean_of_next(games / self.size as f64, drift * drift);
        Some(mean.map(|seconds| seconds * games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_stay_few_and_lose_no_game() {
        let mut pace = Pace::default();
        for _ in 0..100_003 {
            pace.add(0.5);
        }
        assert_eq!(pace.games(), 100_003);
        assert!(pace.blocks.len() < MOST, "{}", pace.blocks.len());
        let span = pace.seconds(1000.0, None).unwrap();
        assert!(span.holds(500.0) && span.hi < 530.0, "{span:?}");
    }

    #[test]
    fn nothing_is_known_before_a_game_but_what_was_believed() {
        let mut pace = Pace::default();
        assert_eq!(pace.seconds(10.0, None), None);
        assert_eq!(pace.seconds(0.0, None), Some(Span::default()));
        pace.prior = Some(Belief { mean: 0.0, sd: 0.2 });
        let span = pace.seconds(10.0, None).unwrap();
        assert!(
            span.holds(10.0) && span.lo < 8.0 && span.hi > 12.0,
            "{span:?}"
        );
        pace.add(1.0);
        assert!(pace.seconds(10.0, None).unwrap().holds(10.0));
    }
}
