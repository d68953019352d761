//! Shares and scores in [0, 1] with confidence intervals.
//!
//! Proportions have the interval of E. B. Wilson, "Probable inference, the law of succession, and
//! statistical inference" (JASA 22, 1927). It stays inside [0, 1], is asymmetric near the ends and
//! has a width even if all games ended alike. A score is a mean of points and not a proportion, so
//! it has the same interval for the equivalent number of games without draws.

use serde::{Deserialize, Serialize};

use crate::tally::Tally;

/// The normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Variance of two games decided by a fair coin, in squared points: the weight of the prior that a
/// score is as noisy as without draws. In simulated matches one such game is too few (coverage down
/// to 87 % for a narrow win with many draws), and three are more than needed.
const PRIOR_VARIANCE: f64 = 0.5;

/// A figure with the ends of its confidence interval, `lo <= value <= hi`; shares and scores are in
/// [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The figure itself.
    pub value: f64,
    /// Lower end of the interval.
    pub lo: f64,
    /// Upper end of the interval.
    pub hi: f64,
}

/// Wilson's interval of a proportion: `successes` out of `n` trials at the normal quantile `z`.
///
/// Both counts may be effective ones and need not be integers. With `n` zero the result is 0.5 in
/// [0, 1].
///
/// # Panics
/// Unless `0 <= successes <= n`, both finite.
pub fn wilson(successes: f64, n: f64, z: f64) -> Estimate {
    assert!(
        n.is_finite() && (0.0..=n).contains(&successes),
        "{successes} successes in {n} trials"
    );
    if n == 0.0 {
        return Estimate {
            value: 0.5,
            lo: 0.0,
            hi: 1.0,
        };
    }
    let value = successes / n;
    let weight = z * z / n;
    let centre = (value + 0.5 * weight) / (1.0 + weight);
    let variance = value * (1.0 - value) / n + 0.25 * weight / n;
    let half_width = z * variance.sqrt() / (1.0 + weight);
    // At the ends the formula gives exactly 0 and 1, but its rounded evaluation does not, and an
    // upper end of 0.999_999_999 would look like a measurement.
    Estimate {
        value,
        lo: if value > 0.0 {
            (centre - half_width).clamp(0.0, value)
        } else {
            0.0
        },
        hi: if value < 1.0 {
            (centre + half_width).clamp(value, 1.0)
        } else {
            1.0
        },
    }
}

impl Tally {
    /// Share of games won, with its 95 % Wilson interval; 0.5 in [0, 1] for no games.
    pub fn win_rate(&self) -> Estimate {
        self.rate(self.wins)
    }

    /// Share of games drawn, with its 95 % Wilson interval; 0.5 in [0, 1] for no games.
    pub fn draw_rate(&self) -> Estimate {
        self.rate(self.draws)
    }

    /// Share of all games that ended in stalemate, with its 95 % Wilson interval; 0.5 in
    /// [0, 1] for no games.
    pub fn stalemate_rate(&self) -> Estimate {
        self.rate(self.stalemates)
    }

    fn rate(&self, count: u64) -> Estimate {
        wilson(count as f64, self.games() as f64, Z95)
    }

    /// Mean points per game with its 95 % interval.
    ///
    /// The unit of observation is the colour-swapped pair if all games are paired, else the game.
    /// The variance of the mean gives an effective number of games: the number of independent games
    /// without draws that have the same variance. Wilson's interval takes that number. It is the
    /// number of games if all were won or all lost; the interval never has zero width, not even if
    /// all games were drawn. No games give 0.5 in [0, 1].
    ///
    /// The interval covers the true score in 93 to 98 % of matches from 20 pairs on, more often if
    /// almost all games are drawn, and in about 92 % if the match is lopsided and the two games of
    /// a pair always end alike. Below about ten units the observed variance is uncertain and the
    /// interval approximate. Scores taken when a sequential test stopped are biased, and so is
    /// their interval.
    pub fn score_estimate(&self) -> Estimate {
        let n = effective_games(self);
        wilson(self.score() * n, n, Z95)
    }
}

/// The number of independent games without draws that would give the score's variance.
fn effective_games(tally: &Tally) -> f64 {
    let games = tally.games() as f64;
    if games == 0.0 {
        return 0.0;
    }
    let score = tally.score();
    let decided = score * (1.0 - score);
    // One unit shows no variance, so it counts as games without draws.
    let observed = variance_per_game(tally).unwrap_or(decided);
    // Without the prior, all draws would count as infinitely many games, all wins as 0/0, and 39
    // wins and a draw would give a narrower interval than 40 wins.
    games * (games * decided + PRIOR_VARIANCE) / (games * observed + PRIOR_VARIANCE)
}

/// Number of games times the estimated variance of the mean score, in squared points; `None` for
/// fewer than two units.
fn variance_per_game(tally: &Tally) -> Option<f64> {
    if tally.is_all_paired() {
        // A pair's score is a mean of two games, hence two pair variances to a game's one.
        sample_variance(&tally.pairs).map(|variance| 2.0 * variance)
    } else {
        sample_variance(&[tally.losses, tally.draws, tally.wins])
    }
}

/// Unbiased variance of counted outcomes whose values are evenly spaced over [0, 1].
fn sample_variance<const N: usize>(counts: &[u64; N]) -> Option<f64> {
    let total = counts.iter().sum::<u64>() as f64;
    if total < 2.0 {
        return None;
    }
    let outcomes = || (0..N).map(|i| i as f64 / (N - 1) as f64).zip(counts);
    let mean = outcomes().map(|(a, &n)| a * n as f64).sum::<f64>() / total;
    let squares = outcomes()
        .map(|(a, &n)| (a - mean).powi(2) * n as f64)
        .sum::<f64>();
    Some(squares / (total - 1.0))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::tally::GameScore;

    const DRAW: GameScore = GameScore::Draw { stalemate: false };

    fn assert_close(got: f64, expected: f64, tolerance: f64) {
        assert!((got - expected).abs() <= tolerance, "{got} != {expected}");
    }

    #[test]
    fn wilson_gives_textbook_values() {
        // Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I.
        for (successes, n, lo, hi) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0000, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let got = wilson(successes, n, Z95);
            assert_close(got.lo, lo, 5e-5);
            assert_close(got.hi, hi, 5e-5);
        }
    }

    #[test]
    fn one_sided_results_reach_the_end_exactly() {
        for n in [1.0, 7.0, 39.5, 40.0, 1e6] {
            assert_eq!(wilson(n, n, Z95).hi.to_bits(), 1.0_f64.to_bits());
            assert_eq!(wilson(0.0, n, Z95).lo.to_bits(), 0.0_f64.to_bits());
        }
    }

    #[test]
    fn rates_are_shares_of_all_games() {
        let mut tally = Tally::of(50, 20, 30);
        tally.stalemates = 5;
        for (rate, share) in [
            (tally.win_rate(), 0.5),
            (tally.draw_rate(), 0.2),
            (tally.stalemate_rate(), 0.05),
        ] {
            assert_eq!(rate, wilson(100.0 * share, 100.0, Z95));
            assert_close(rate.value, share, 1e-15);
        }
    }

    #[test]
    fn one_unit_shows_no_variance_and_two_do() {
        assert_eq!(sample_variance(&[0_u64, 1, 0]), None);
        assert_close(sample_variance(&[1, 0, 1]).unwrap(), 0.5, 1e-15);
        assert_close(
            sample_variance(&[1, 2, 1, 0, 4]).unwrap(),
            1.25 / 7.0,
            1e-12,
        );
    }

    #[test]
    fn a_match_without_draws_is_nearly_a_proportion() {
        let got = Tally::of(60, 0, 40).score_estimate();
        let plain = wilson(60.0, 100.0, Z95);
        assert_close(got.lo, plain.lo, 1e-3);
        assert_close(got.hi, plain.hi, 1e-3);
    }

    #[test]
    fn forty_wins_weigh_forty_games() {
        let mut paired = Tally::default();
        for _ in 0..20 {
            paired.add_pair(GameScore::Win, GameScore::Win);
        }
        for tally in [paired, Tally::of(40, 0, 0)] {
            assert_close(effective_games(&tally), 40.0, 1e-12);
            assert_close(tally.score_estimate().lo, 0.9124, 1e-4);
        }
    }

    #[test]
    fn a_better_result_never_lowers_the_lower_end() {
        let ends: Vec<f64> = (0..=40)
            .map(|wins| Tally::of(wins, 40 - wins, 0).score_estimate().lo)
            .collect();
        assert!(ends.is_sorted(), "{ends:?}");
    }

    #[test]
    fn all_draws_have_a_width() {
        let got = Tally::of(0, 40, 0).score_estimate();
        assert_close(got.value, 0.5, 0.0);
        assert_close(got.hi - 0.5, 0.0338, 1e-4);
        assert_close(got.hi + got.lo, 1.0, 1e-12);
    }

    #[test]
    fn opposite_results_within_pairs_narrow_the_interval() {
        let (mut split, mut same) = (Tally::default(), Tally::default());
        for i in 0..40 {
            split.add_pair(GameScore::Win, GameScore::Loss);
            let twice = if i % 2 == 0 {
                GameScore::Win
            } else {
                GameScore::Loss
            };
            same.add_pair(twice, twice);
        }
        let width = |tally: &Tally| {
            let interval = tally.score_estimate();
            interval.hi - interval.lo
        };
        let unpaired = Tally::of(40, 0, 40);
        assert!(width(&split) < 0.3 * width(&unpaired));
        assert!(width(&same) > 1.3 * width(&unpaired));
    }

    #[test]
    fn an_unpaired_game_makes_the_game_the_unit() {
        let mut tally = Tally::default();
        for _ in 0..20 {
            tally.add_pair(GameScore::Win, GameScore::Loss);
        }
        tally.add_game(DRAW);
        assert_eq!(
            tally.score_estimate(),
            Tally::of(20, 1, 20).score_estimate()
        );
    }

    /// Share of simulated matches of `pairs` pairs whose interval holds the true score.
    fn coverage(rng: &mut ChaCha8Rng, shares: &[f64; 5], pairs: usize, matches: usize) -> f64 {
        let truth: f64 = shares
            .iter()
            .enumerate()
            .map(|(i, p)| 0.25 * i as f64 * p)
            .sum();
        let mut held = 0;
        for _ in 0..matches {
            let mut tally = Tally::default();
            for _ in 0..pairs {
                let mut left: f64 = rng.random();
                let cell = shares.iter().position(|p| {
                    left -= p;
                    left < 0.0
                });
                let (first, second) = match cell.unwrap_or(4) {
                    0 => (GameScore::Loss, GameScore::Loss),
                    1 => (GameScore::Loss, DRAW),
                    2 => (DRAW, DRAW),
                    3 => (GameScore::Win, DRAW),
                    _ => (GameScore::Win, GameScore::Win),
                };
                tally.add_pair(first, second);
            }
            let interval = tally.score_estimate();
            held += usize::from(interval.lo <= truth && truth <= interval.hi);
        }
        held as f64 / matches as f64
    }

    /// Shares of the five kinds of pair where the two games are independent of each other.
    fn independent(win: f64, draw: f64) -> [f64; 5] {
        let loss = 1.0 - win - draw;
        [
            loss * loss,
            2.0 * loss * draw,
            draw * draw + 2.0 * win * loss,
            2.0 * win * draw,
            win * win,
        ]
    }

    #[test]
    fn intervals_cover_as_often_as_they_say() {
        // If nearly every game is drawn, the prior outweighs the observations and the interval is
        // too wide.
        let (about, most) = (0.975, 1.0);
        let mixes = [
            ("even", independent(0.3, 0.4), about),
            ("even, no draws", independent(0.5, 0.0), about),
            ("even, drawish", independent(0.05, 0.9), most),
            ("drawish, one side", independent(0.1, 0.9), most),
            ("few wins, else draws", independent(0.04, 0.96), most),
            ("better", independent(0.45, 0.35), about),
            ("lopsided", independent(0.8, 0.1), about),
            ("lopsided, no draws", independent(0.9, 0.0), about),
            ("lopsided, no losses", independent(0.9, 0.1), about),
            ("opposed within pairs", [0.05, 0.1, 0.6, 0.15, 0.1], about),
            ("alike within pairs", [0.3, 0.1, 0.1, 0.1, 0.4], about),
        ];
        let mut rng = ChaCha8Rng::seed_from_u64(20_260_101);
        for (name, shares, upper) in mixes {
            for pairs in [20, 60, 400] {
                let covered = coverage(&mut rng, &shares, pairs, 3000);
                assert!(
                    (0.93..=upper).contains(&covered),
                    "{name}, {pairs} pairs: {covered}"
                );
            }
        }
    }
}
