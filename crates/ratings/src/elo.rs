//! Elo differences from scores, and the likelihood of superiority.
//!
//! Unit: logistic Elo, the difference at which a mean score is expected: `score = 1 / (1 + 10^(-elo
//! / 400))`. A score of 0 or 1 has no finite Elo difference; such an end is `None` and is printed
//! as the known bound, never as an infinite number.

use std::fmt;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::interval::Estimate;
use crate::tally::Tally;

/// Elo of one unit of the logistic scale, that is of a factor e in the odds: `400 / ln 10`.
pub(crate) const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// `1 / (1 + e^-x)`
pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// `ln logistic(x)`, exact for large `|x|`.
pub(crate) fn ln_logistic(x: f64) -> f64 {
    if x > 0.0 {
        -libm::log1p(libm::exp(-x))
    } else {
        x - libm::log1p(libm::exp(x))
    }
}

/// Elo difference at which a mean score in [0, 1] is expected; infinite at 0 and 1.
///
/// ```
/// # use darkforge_ratings::elo_of_score;
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert_eq!(elo_of_score(0.76).round(), 200.0);
/// ```
///
/// # Panics
/// If the score is outside [0, 1].
pub fn elo_of_score(score: f64) -> f64 {
    assert!((0.0..=1.0).contains(&score), "score {score} outside [0, 1]");
    400.0 * (score / (1.0 - score)).log10()
}

/// Mean score in [0, 1] to expect at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// An Elo difference (first minus second player) with the ends of its confidence interval.
///
/// The ends are those of the score's interval converted to Elo, so their distances from the value
/// differ. An infinite number is `None`: `value` if the score is 0 or 1, `lo` and `hi` if the
/// interval of the score reaches 0 or 1.
///
/// Printed, to a tenth of an Elo, as `+62.1 (+38.0..+86.4)`; as `> +407` or `< -407`, the lower
/// or upper end alone, where all games were won or lost; as `unknown` where nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EloEstimate {
    /// Elo difference of the observed score.
    pub value: Option<f64>,
    /// Lower end of the interval.
    pub lo: Option<f64>,
    /// Upper end of the interval.
    pub hi: Option<f64>,
}

impl EloEstimate {
    /// Estimate from no games.
    pub const UNKNOWN: Self = Self {
        value: None,
        lo: None,
        hi: None,
    };
}

impl From<Estimate> for EloEstimate {
    /// Converts a score and its interval to Elo.
    fn from(score: Estimate) -> Self {
        let finite = |share| Some(elo_of_score(share)).filter(|elo| elo.is_finite());
        Self {
            value: finite(score.value),
            lo: finite(score.lo),
            hi: finite(score.hi),
        }
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |elo: Option<f64>| elo.map(|elo| signed(elo, 1)).unwrap_or_default();
        let text = match (self.value, self.lo, self.hi) {
            (Some(value), lo, hi) => format!("{} ({}..{})", signed(value, 1), end(lo), end(hi)),
            (None, Some(lo), _) => format!("> {}", signed(lo, 0)),
            (None, None, Some(hi)) => format!("< {}", signed(hi, 0)),
            (None, None, None) => "unknown".to_owned(),
        };
        f.pad(&text)
    }
}

/// The number with its sign and `decimals` decimals; a number that rounds to zero is `+0`, not
/// `-0`.
fn signed(elo: f64, decimals: usize) -> String {
    let text = format!("{elo:+.decimals$}");
    if text.contains(|digit| matches!(digit, '1'..='9')) {
        text
    } else {
        text.replace('-', "+")
    }
}

impl Tally {
    /// Elo difference (first minus second player) with its 95 % interval; all three numbers are
    /// `None` if no game was played.
    pub fn elo(&self) -> EloEstimate {
        match self.games() {
            0 => EloEstimate::UNKNOWN,
            _ => EloEstimate::from(self.score_estimate()),
        }
    }

    /// Likelihood of superiority, in [0, 1]: the probability `Phi((mu - 1/2) / (sigma / sqrt N))`
    /// that the first player is the stronger one.
    ///
    /// N counts colour-swapped pairs if all games are paired, else games. Sigma is measured around
    /// 1/2, the mean under the tested hypothesis, and not around mu: ten wins out of ten have no
    /// spread around their own mean, yet they prove nothing. For games this is the usual `Phi((W -
    /// L) / sqrt(W + L))`. No games, and all draws, give 0.5.
    pub fn los(&self) -> f64 {
        let z = if self.is_all_paired() {
            null_deviate(&self.pairs)
        } else {
            null_deviate(&[self.losses, self.draws, self.wins])
        };
        Normal::standard().cdf(z)
    }
}

/// Standard errors by which the mean of evenly spaced outcomes lies above the middle one.
fn null_deviate<const N: usize>(counts: &[u64; N]) -> f64 {
    let middle = 0.5 * (N - 1) as f64;
    let outcomes = || {
        counts
            .iter()
            .enumerate()
            .map(|(i, &n)| (i as f64 - middle, n as f64))
    };
    let sum: f64 = outcomes().map(|(a, n)| a * n).sum();
    let squares: f64 = outcomes().map(|(a, n)| a * a * n).sum();
    if squares == 0.0 {
        0.0
    } else {
        sum / squares.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_scores_have_known_elo() {
        for (score, elo) in [
            (0.5, 0.0),
            (0.75, 190.848_5),
            (10.0 / 11.0, 400.0),
            (0.25, -190.848_5),
        ] {
            assert!((elo_of_score(score) - elo).abs() < 1e-4);
            assert!((score_of_elo(elo) - score).abs() < 1e-6);
        }
    }

    #[test]
    fn logarithms_are_exact_far_out() {
        assert!((ln_logistic(-800.0) + 800.0).abs() < 1e-9);
        assert!((ln_logistic(40.0) / -(-40.0_f64).exp() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn printing_names_both_ends() {
        let estimate = EloEstimate {
            value: Some(62.06),
            lo: Some(38.0),
            hi: Some(86.44),
        };
        assert_eq!(estimate.to_string(), "+62.1 (+38.0..+86.4)");
        assert_eq!(
            Tally::of(30, 0, 10).elo().to_string(),
            "+190.8 (+67.6..+314.1)"
        );
        assert_eq!(
            Tally::of(0, 4, 0).elo().to_string(),
            "+0.0 (-187.4..+187.4)"
        );
    }

    #[test]
    fn one_sided_matches_print_the_known_bound_only() {
        assert_eq!(Tally::of(40, 0, 0).elo().to_string(), "> +407");
        assert_eq!(Tally::of(0, 0, 40).elo().to_string(), "< -407");
        assert_eq!(Tally::default().elo().to_string(), "unknown");
    }

    #[test]
    fn an_open_end_is_left_out() {
        let estimate = EloEstimate::from(Estimate {
            value: 0.9,
            lo: 0.5,
            hi: 1.0,
        });
        assert_eq!(estimate.to_string(), "+381.7 (+0.0..)");
        assert_eq!(format!("{estimate:>18}|"), "   +381.7 (+0.0..)|");
    }

    #[test]
    fn rounding_to_zero_leaves_no_minus() {
        assert_eq!(signed(-0.04, 1), "+0.0");
        assert_eq!(signed(-0.06, 1), "-0.1");
    }

    #[test]
    fn los_of_games_is_the_usual_formula() {
        // Phi(10 / sqrt 10) and Phi(4 / sqrt 20).
        for (tally, expected) in [
            (Tally::of(10, 0, 0), 0.999_217),
            (Tally::of(12, 30, 8), 0.814_453),
            (Tally::of(8, 30, 12), 0.185_547),
            (Tally::of(0, 30, 0), 0.5),
        ] {
            assert!((tally.los() - expected).abs() < 1e-6, "{}", tally.los());
        }
    }

    #[test]
    fn los_of_pairs_uses_the_pair() {
        let tally = Tally {
            wins: 30,
            losses: 10,
            pairs: [0, 0, 10, 0, 10],
            ..Tally::default()
        };
        // Ten pairs above the middle and none below: Phi(10 / sqrt 10).
        assert!((tally.los() - 0.999_217).abs() < 1e-6);
        let alike = Tally {
            pairs: [5, 0, 0, 0, 15],
            ..tally
        };
        // The same games, five pairs below the middle and fifteen above: Phi(10 / sqrt 20).
        assert!((alike.los() - 0.987_326).abs() < 1e-6, "{}", alike.los());
    }

    proptest! {
        #[test]
        fn elo_and_score_undo_each_other(elo in -1500.0..1500.0_f64) {
            prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
        }

        #[test]
        fn printing_is_always_finite(wins in 0..u64::MAX >> 12, draws in 0..5_u64, losses in 0..5_u64) {
            for tally in [Tally::of(wins, draws, losses), Tally::of(losses, draws, wins), Tally::of(draws, wins, losses)] {
                let text = tally.elo().to_string();
                prop_assert!(!text.contains("inf") && !text.contains("NaN"), "{}", text);
                prop_assert!((0.0..=1.0).contains(&tally.los()));
                let score = tally.score_estimate();
                prop_assert!(score.lo <= score.value && score.value <= score.hi, "{:?}", score);
                prop_assert!(score.lo < score.hi);
            }
        }
    }
}
