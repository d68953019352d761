//! Expected remaining length of a sequential test.

use super::{Fits, Sprt, Verdict};

/// Contribution of a pair to the log-likelihood ratio, if future pairs are like those so far.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Steps {
    /// Mean.
    drift: f64,
    /// Variance.
    variance: f64,
}

impl Sprt {
    /// Expected number of pairs until a bound is reached, if future pairs are like the given ones:
    /// 0 if one is reached already, `None` if there are no pairs or the ratio does not move.
    ///
    /// The ratio is modelled as a Brownian motion whose drift and variance per pair are those of
    /// the fitted log-ratios of the outcomes, weighted by their counts. Both are estimates, so
    /// early values are rough.
    pub fn pairs_left(&self, pairs: &[u64; 5]) -> Option<f64> {
        self.left(self.llr_pairs(pairs), || {
            self.steps(pairs, std::f64::consts::SQRT_2)
        })
    }

    /// Expected number of games until a bound is reached, from independent games; otherwise as
    /// [`Sprt::pairs_left`].
    pub fn games_left(&self, wins: u64, draws: u64, losses: u64) -> Option<f64> {
        self.left(self.llr_games(wins, draws, losses), || {
            self.steps(&[losses, draws, wins], 1.0)
        })
    }

    /// Mean and variance of the contribution of a counted outcome to the ratio; `None` for no
    /// counts. For `t_scale` see [`Sprt::llr`].
    fn steps<const N: usize>(&self, counts: &[u64; N], t_scale: f64) -> Option<Steps> {
        let Fits {
            counts,
            under0,
            under1,
        } = self.fits(counts, t_scale)?;
        let total: f64 = counts.iter().sum();
        let gains: [f64; N] = std::array::from_fn(|i| libm::log(under1[i] / under0[i]));
        let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
            let weighed = counts.iter().zip(gains);
            weighed.map(|(n, gain)| n * of(gain)).sum::<f64>() / total
        };
        let drift = mean(&|gain| gain);
        Some(Steps {
            drift,
            variance: mean(&|gain| (gain - drift).powi(2)),
        })
    }

    fn left(&self, llr: f64, steps: impl FnOnce() -> Option<Steps>) -> Option<f64> {
        if self.verdict(llr) != Verdict::Continue {
            return Some(0.0);
        }
        let steps = steps()?;
        let (lower, upper) = self.bounds();
        let left = time_to_leave(llr - lower, upper - lower, steps);
        Some(left).filter(|left| left.is_finite())
    }
}

/// Expected time in which a Brownian motion that begins at `at` leaves the interval from 0 to
/// `width`.
fn time_to_leave(at: f64, width: f64, steps: Steps) -> f64 {
    let Steps { drift, variance } = steps;
    if drift < 0.0 {
        // The same, measured from the other end.
        let drift = -drift;
        return time_to_leave(width - at, width, Steps { drift, variance });
    }
    if drift * width < 1e-6 * variance {
        return at * (width - at) / variance;
    }
    let fall = |from: f64| libm::expm1(-2.0 * drift * from / variance);
    let upper = if variance > 0.0 {
        fall(at) / fall(width)
    } else {
        1.0
    };
    (width * upper - at) / drift
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::sprt::Model;

    #[test]
    fn times_are_those_of_a_random_walk() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for (at, up) in [(20, 0.5), (20, 0.52), (5, 0.45), (35, 0.55)] {
            let mut taken = 0_u32;
            for _ in 0..2000 {
                let mut place = at;
                while place > 0 && place < 40 {
                    place += if random.random::<f64>() < up { 1 } else { -1 };
                    taken += 1;
                }
            }
            let drift = 2.0 * up - 1.0;
            let variance = 1.0 - drift * drift;
            let told = time_to_leave(f64::from(at), 40.0, Steps { drift, variance });
            let mean = f64::from(taken) / 2000.0;
            assert!((told / mean - 1.0).abs() < 0.08, "{told} {mean}");
        }
    }

    #[test]
    fn pairs_left_are_those_of_an_independent_fit() {
        // scripts/statistics_reference.py
        let pairs = [5, 20, 50, 28, 7];
        let few = [3, 0, 12, 9, 4];
        for (model, of_pairs, of_few, of_games) in [
            (Model::Logistic, 446.514, 52.529, 1284.443),
            (Model::Normalized, 642.699, 64.697, 1461.972),
        ] {
            let near = Sprt::new(0.0, 10.0, model).unwrap();
            let far = Sprt::new(0.0, 30.0, model).unwrap();
            for (left, expected) in [
                (near.pairs_left(&pairs), of_pairs),
                (far.pairs_left(&few), of_few),
                (near.games_left(60, 40, 50), of_games),
            ] {
                let left = left.unwrap();
                assert!(
                    (left / expected - 1.0).abs() < 1e-3,
                    "{model}: {left} {expected}"
                );
            }
        }
    }

    #[test]
    fn far_drifts_and_still_ones_are_finite() {
        let sure = Steps {
            drift: 3.0,
            variance: 0.0,
        };
        assert!((time_to_leave(4.0, 10.0, sure) - 2.0).abs() < 1e-12);
        // Brownian motion without drift, from 4 between 0 and 10: 4 * 6 / 2.
        for drift in [0.0, 1e-9, -1e-9] {
            let still = Steps {
                drift,
                variance: 2.0,
            };
            assert!((time_to_leave(4.0, 10.0, still) - 12.0).abs() < 1e-6);
        }
        // P = (1 - e^-1.2) / (1 - e^-3) = 0.735_420, and (10 P - 4) / 0.3.
        let rising = Steps {
            drift: 0.3,
            variance: 2.0,
        };
        assert!((time_to_leave(4.0, 10.0, rising) - 11.1807).abs() < 1e-3);
        let fast = Steps {
            drift: -1e3,
            variance: 1.0,
        };
        assert!((time_to_leave(4.0, 10.0, fast) - 0.004).abs() < 1e-9);
    }

    #[test]
    fn what_is_left_shrinks_as_evidence_grows() {
        for model in [Model::Logistic, Model::Normalized] {
            let test = Sprt::new(0.0, 10.0, model).unwrap();
            let left = |times: u64| {
                let pairs = [5, 20, 50, 28, 7].map(|n| n * times);
                test.pairs_left(&pairs).unwrap()
            };
            assert!(left(2) > left(4) && left(4) > 0.0, "{model}");
            assert_eq!(test.pairs_left(&[0; 5]), None);
            assert_eq!(test.games_left(0, 0, 0), None);
            let few = test.games_left(60, 40, 50).unwrap();
            assert!(test.games_left(240, 160, 200).unwrap() < few);
            assert_eq!(test.pairs_left(&[0, 0, 0, 0, 4000]), Some(0.0));
            let sure = test.pairs_left(&[0, 0, 0, 0, 3]).unwrap();
            assert!(sure > 0.0 && sure < 1000.0, "{model}: {sure}");
        }
    }
}
