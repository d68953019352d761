//! The sequential probability ratio test between two Elo differences, H0 and H1.
//!
//! Unit: log-likelihood ratios (LLR) are natural logarithms; results are counts, worst first. The
//! shares of the outcomes are nuisance parameters, set to their maximum-likelihood values under
//! each hypothesis. There is no normal approximation: on few games it accepts hypotheses that are
//! far from proven.
//!
//! Source: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation
//! value of a distribution" and "Normalized Elo"; Stockfish's testing framework, fishtest,
//! computes the same ratios.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::elo::score_of_elo;

mod duration;
mod shares;

use shares::{fit_mean, fit_t_value, log_likelihood};

/// Largest absolute Elo difference of a hypothesis, in either unit. Beyond it the scores of H0 and
/// H1 come so near to 0 or 1 that rounding would decide the test.
pub const MAX_BOUND: f64 = 1000.0;

/// Count of an outcome that never occurred, so that every hypothesis stays possible.
const EMPTY_CELL: f64 = 1e-3;

/// Normalized Elo per unit of t-value, `800 / ln 10`: the two Elo scales then agree near zero
/// for games without draws.
const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// Quantity that the two hypotheses fix.
///
/// The same games give different ratios under different models, so a printed ratio has to name
/// its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// The mean score, given in logistic Elo.
    Logistic,
    /// The t-value of a game, `(mu - 1/2) / sigma`, given in normalized Elo (nElo). The number of
    /// games needed then hardly depends on the share of draws.
    Normalized,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        })
    }
}

/// Verdict of the test after the games so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// Neither bound is reached; the test continues.
    Continue,
    /// The ratio fell to the lower bound: the difference is taken to be `elo0`.
    AcceptH0,
    /// The ratio rose to the upper bound: the difference is taken to be `elo1`.
    AcceptH1,
}

/// Errors in the settings of a test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// A bound is not a number, or too near a sure win or loss.
    #[error("SPRT bound {0} is not a number from -{MAX_BOUND} to {MAX_BOUND} Elo")]
    Bound(f64),
    /// The hypotheses are not in ascending order.
    #[error("SPRT bounds [{elo0}, {elo1}] are not in ascending order")]
    Order {
        /// The first bound as given.
        elo0: f64,
        /// The second bound as given.
        elo1: f64,
    },
    /// An error probability is outside the open interval (0, 0.5).
    #[error("SPRT error probability {0} is not between 0 and 0.5")]
    ErrorRate(f64),
}

/// A sequential test of H0 (`elo0`) against H1 (`elo1`), first minus second player.
///
/// Printed as `[0, 5] nElo (normalized)`. Results must come in the order in which the games were
/// scheduled: in parallel play short games finish first, which makes them a biased sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, in the unit of the model, with error probabilities of
    /// 0.05 each.
    ///
    /// # Errors
    /// If a bound is not finite or beyond `MAX_BOUND`, or if `elo0` is not below `elo1`.
    pub fn new(elo0: f64, elo1: f64, model: Model) -> Result<Self, SprtError> {
        for bound in [elo0, elo1] {
            if !(-MAX_BOUND..=MAX_BOUND).contains(&bound) {
                return Err(SprtError::Bound(bound));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        Ok(Self {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        })
    }

    /// The same test with other probabilities of accepting H1 where H0 holds (`alpha`) and H0
    /// where H1 holds (`beta`).
    ///
    /// # Errors
    /// Unless both lie between 0 and 0.5, both ends excluded.
    pub fn with_error_rates(self, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        for rate in [alpha, beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::ErrorRate(rate));
            }
        }
        Ok(Self {
            alpha,
            beta,
            ..self
        })
    }

    /// Elo difference of H0, in the unit of the model.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Elo difference of H1, in the unit of the model.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Quantity that the hypotheses fix, and the unit of `elo0` and `elo1`.
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The ratios (lower, upper) at which H0 and H1 are accepted (Wald's approximation).
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// Log-likelihood ratio of H1 to H0 from colour-swapped pairs, counted by the first
    /// player's points 0, 1/2, 1, 3/2 and 2. Always finite; 0 for no pairs.
    pub fn llr_pairs(&self, pairs: &[u64; 5]) -> f64 {
        // The pair's mean has half the variance of a game, hence a t-value sqrt 2 as large.
        self.llr(pairs, std::f64::consts::SQRT_2)
    }

    /// Log-likelihood ratio of H1 to H0 from games that are independent of one another. Always
    /// finite; 0 for no games.
    pub fn llr_games(&self, wins: u64, draws: u64, losses: u64) -> f64 {
        self.llr(&[losses, draws, wins], 1.0)
    }

    /// Verdict at a log-likelihood ratio.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Verdict::AcceptH1
        } else if llr <= lower {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        }
    }

    /// The ratio from counts of evenly spaced outcomes, whose t-value is `t_scale` times that
    /// of a game.
    fn llr<const N: usize>(&self, counts: &[u64; N], t_scale: f64) -> f64 {
        self.fits(counts, t_scale).map_or(0.0, |fits| {
            log_likelihood(&fits.counts, &fits.under1) - log_likelihood(&fits.counts, &fits.under0)
        })
    }

    /// The maximum-likelihood shares under both hypotheses; `None` for no counts.
    fn fits<const N: usize>(&self, counts: &[u64; N], t_scale: f64) -> Option<Fits<N>> {
        if counts.iter().all(|&n| n == 0) {
            return None;
        }
        let counts = counts.map(|n| if n == 0 { EMPTY_CELL } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|n| n / total);
        let fitted = |elo: f64| match self.model {
            Model::Logistic => fit_mean(&shares, score_of_elo(elo)),
            Model::Normalized => fit_t_value(&shares, elo / NELO_PER_T * t_scale),
        };
        Some(Fits {
            counts,
            under0: fitted(self.elo0),
            under1: fitted(self.elo1),
        })
    }
}

/// Counts, none of them zero, with the maximum-likelihood shares under H0 and H1.
struct Fits<const N: usize> {
    counts: [f64; N],
    under0: [f64; N],
    under1: [f64; N],
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.model {
            Model::Logistic => "Elo",
            Model::Normalized => "nElo",
        };
        let Self {
            elo0, elo1, model, ..
        } = self;
        f.pad(&format!("[{elo0}, {elo1}] {unit} ({model})"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(elo0, elo1, model).expect("valid bounds")
    }

    fn assert_close(got: f64, expected: f64, tolerance: f64) {
        assert!((got - expected).abs() <= tolerance, "{got} != {expected}");
    }

    #[test]
    fn published_normalized_ratio() {
        let llr = sprt(0.0, 5.0, Model::Normalized).llr_pairs(&[46, 936, 2083, 1043, 63]);
        assert_close(llr, 2.91, 0.01);
    }

    #[test]
    fn few_games_are_not_accepted_too_early() {
        // A normal approximation gives 9.39 here and accepts H1.
        let test = sprt(0.0, 50.0, Model::Logistic);
        let llr = test.llr_games(10, 2, 0);
        assert_close(llr, 1.603, 1e-3);
        assert_eq!(test.verdict(llr), Verdict::Continue);
    }

    #[test]
    fn models_differ_on_the_same_games() {
        let counts = [46, 936, 2083, 1043, 63];
        let logistic = sprt(0.0, 5.0, Model::Logistic).llr_pairs(&counts);
        let normalized = sprt(0.0, 5.0, Model::Normalized).llr_pairs(&counts);
        assert_close(logistic, 4.030, 1e-3);
        assert_close(normalized, 2.909, 1e-3);
    }

    #[test]
    fn ratios_are_those_of_an_independent_fit() {
        // scripts/statistics_reference.py
        let pairs = [
            ([5, 20, 50, 28, 7], 0.0, 10.0, 0.58195, 0.43030),
            ([46, 936, 2083, 1043, 63], 0.0, 5.0, 4.03037, 2.90926),
            ([20, 61, 90, 40, 9], -5.0, 15.0, -5.66120, -3.87761),
            ([3, 0, 12, 9, 4], 0.0, 30.0, 1.02381, 0.88941),
        ];
        for (pairs, elo0, elo1, logistic, normalized) in pairs {
            let test = sprt(elo0, elo1, Model::Logistic);
            assert_close(test.llr_pairs(&pairs), logistic, 2e-5);
            let test = sprt(elo0, elo1, Model::Normalized);
            assert_close(test.llr_pairs(&pairs), normalized, 2e-5);
        }
        let games = [
            ([60, 40, 50], 0.0, 10.0, 0.30790, 0.27399),
            ([21, 45, 30], -20.0, 20.0, -1.94539, -1.42117),
            ([71, 60, 9], 20.0, 60.0, 9.92593, 7.69332),
        ];
        for ([wins, draws, losses], elo0, elo1, logistic, normalized) in games {
            let test = sprt(elo0, elo1, Model::Logistic);
            assert_close(test.llr_games(wins, draws, losses), logistic, 2e-5);
            let test = sprt(elo0, elo1, Model::Normalized);
            assert_close(test.llr_games(wins, draws, losses), normalized, 2e-5);
        }
    }

    #[test]
    fn a_test_tells_its_settings() {
        let test = sprt(-2.5, 7.5, Model::Normalized);
        assert_close(test.elo0(), -2.5, 0.0);
        assert_close(test.elo1(), 7.5, 0.0);
        assert_eq!(test.model(), Model::Normalized);
        assert!(Sprt::new(-MAX_BOUND, MAX_BOUND, Model::Logistic).is_ok());
    }

    #[test]
    fn bounds_are_walds() {
        let test = sprt(0.0, 5.0, Model::Logistic);
        let (lower, upper) = test.bounds();
        assert_close(lower, -2.944_439, 1e-6);
        assert_close(upper, 2.944_439, 1e-6);
        assert_eq!(test.verdict(upper), Verdict::AcceptH1);
        assert_eq!(test.verdict(lower), Verdict::AcceptH0);
        assert_eq!(test.verdict(0.0), Verdict::Continue);
        let strict = test.with_error_rates(0.01, 0.1).expect("valid rates");
        assert_close(strict.bounds().0, (0.1_f64 / 0.99).ln(), 1e-12);
        assert_close(strict.bounds().1, (0.9_f64 / 0.01).ln(), 1e-12);
    }

    #[test]
    fn unusable_settings_are_refused() {
        let new = |elo0, elo1| Sprt::new(elo0, elo1, Model::Logistic);
        assert!(matches!(new(5.0, 5.0), Err(SprtError::Order { .. })));
        assert!(matches!(new(5.0, 0.0), Err(SprtError::Order { .. })));
        assert!(matches!(new(f64::NAN, 5.0), Err(SprtError::Bound(_))));
        assert!(matches!(new(0.0, f64::INFINITY), Err(SprtError::Bound(_))));
        assert_eq!(new(0.0, 1001.0), Err(SprtError::Bound(1001.0)));
        for rate in [0.0, 0.5, -1.0, f64::NAN] {
            let test = sprt(0.0, 5.0, Model::Logistic);
            assert!(test.with_error_rates(rate, 0.05).is_err());
            assert!(test.with_error_rates(0.05, rate).is_err());
        }
    }

    #[test]
    fn printing_names_model_and_unit() {
        assert_eq!(
            sprt(0.0, 5.0, Model::Normalized).to_string(),
            "[0, 5] nElo (normalized)"
        );
        assert_eq!(
            sprt(-2.5, 2.5, Model::Logistic).to_string(),
            "[-2.5, 2.5] Elo (logistic)"
        );
    }

    #[test]
    fn no_games_are_no_evidence() {
        for model in [Model::Logistic, Model::Normalized] {
            let test = sprt(0.0, 5.0, model);
            assert_close(test.llr_pairs(&[0; 5]), 0.0, 0.0);
            assert_close(test.llr_games(0, 0, 0), 0.0, 0.0);
        }
    }

    #[test]
    fn forty_wins_speak_for_h1() {
        for model in [Model::Logistic, Model::Normalized] {
            let test = sprt(0.0, 50.0, model);
            for llr in [
                test.llr_games(40, 0, 0),
                test.llr_pairs(&[0, 0, 0, 0, 20]),
                -sprt(-50.0, 0.0, model).llr_games(0, 0, 40),
            ] {
                assert!(llr > 2.0 && llr < 40.0, "{model}: {llr}");
            }
        }
    }

    fn model() -> impl Strategy<Value = Model> {
        prop_oneof![Just(Model::Logistic), Just(Model::Normalized)]
    }

    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0), 0..5_u64, 0..2000_u64, 0..1_u64 << 50]
    }

    proptest! {
        #[test]
        fn ratios_are_always_finite(
            pairs in [count(), count(), count(), count(), count()],
            elo0 in -MAX_BOUND..MAX_BOUND,
            elo1 in -MAX_BOUND..MAX_BOUND,
            model in model(),
        ) {
            prop_assume!((elo0 - elo1).abs() > 1e-6);
            let (elo0, elo1) = (elo0.min(elo1), elo0.max(elo1));
            for test in [sprt(elo0, elo1, model), sprt(0.0, 5.0, model), sprt(-MAX_BOUND, MAX_BOUND, model)] {
                prop_assert!(test.llr_pairs(&pairs).is_finite());
                prop_assert!(test.llr_games(pairs[0], pairs[1], pairs[2]).is_finite());
            }
        }

        #[test]
        fn the_other_player_sees_the_opposite(
            pairs in [0..300_u64, 0..300_u64, 0..300_u64, 0..300_u64, 0..300_u64],
            elo0 in -50.0..50.0_f64,
            gap in 0.5..50.0_f64,
            model in model(),
        ) {
            let own = sprt(elo0, elo0 + gap, model);
            let other = sprt(-elo0 - gap, -elo0, model);
            let [a, b, c, d, e] = pairs;
            let sum = own.llr_pairs(&pairs) + other.llr_pairs(&[e, d, c, b, a]);
            prop_assert!(sum.abs() < 1e-6, "{}", sum);
            let sum = own.llr_games(a, b, c) + other.llr_games(c, b, a);
            prop_assert!(sum.abs() < 1e-6, "{}", sum);
        }

        #[test]
        fn a_better_pair_raises_the_logistic_ratio(
            pairs in [1..300_u64, 1..300_u64, 1..300_u64, 1..300_u64, 1..300_u64],
            worse in 0..4_usize,
            elo0 in -50.0..50.0_f64,
            gap in 0.5..50.0_f64,
        ) {
            let test = sprt(elo0, elo0 + gap, Model::Logistic);
            let mut improved = pairs;
            improved[worse] -= 1;
            improved[worse + 1] += 1;
            prop_assert!(test.llr_pairs(&improved) > test.llr_pairs(&pairs));
        }
    }
}
