//! Intervals by the profile likelihood: the ends of a rating's interval lie where the likelihood
//! has fallen as far as a normal distribution falls at 1.96 standard errors (somewhat more in small
//! pools, by Student's distribution). A player that won nearly all its games gets a long upper side
//! and a short lower one.
//!
//! The other parameters move with the rating in the direction of least loss, as near the maximum;
//! they are not fitted again at each step.

use nalgebra::{DMatrix, DVector};

use super::likelihood::PoolLikelihood;
use crate::interval::Z95;

/// Distances below and above the maximum `point` to the ends of a quantity that changes by
/// `direction` times the parameters, in its unit. `inverse` is the inverse of the likelihood's
/// curvature. `spread` is the parameters' covariance, which differs from it if the likelihood does
/// not know the spread of results.
pub(super) fn ends(
    likelihood: &PoolLikelihood,
    point: &DVector<f64>,
    direction: &DVector<f64>,
    inverse: &DMatrix<f64>,
    spread: &DMatrix<f64>,
) -> [f64; 2] {
    let along = inverse * direction;
    let curvature = direction.dot(&along);
    let variance = direction.dot(&(spread * direction));
    if curvature <= 0.0 || variance <= 0.0 {
        return [0.0, 0.0]; // an anchor
    }
    let path = along / curvature;
    let top = likelihood.value(point);
    let dispersion = variance / curvature;
    // More than 1.96 if there are few games for each parameter.
    let quantile = student(likelihood.degrees_of_freedom());
    [-1.0, 1.0].map(|side| {
        // Normal deviates equivalent to the fall of the likelihood.
        let deviate = |length: f64| {
            let fall = top - likelihood.value(&(point + side * length * &path));
            (2.0 * fall.max(0.0) / dispersion).sqrt()
        };
        solve(deviate, quantile, quantile * variance.sqrt())
    })
}

/// Student's two-sided 95 % quantile at `degrees` degrees of freedom, by Cornish and Fisher's
/// expansion: 2.109 at 17, where the exact value is 2.110.
fn student(degrees: f64) -> f64 {
    let (z, n) = (Z95, degrees.max(5.0));
    let cube = z * z * z;
    z + (cube + z) / (4.0 * n) + (5.0 * cube * z * z + 16.0 * cube + 3.0 * z) / (96.0 * n * n)
}

/// Solves `deviate(x) = quantile` for a rising function `deviate` that is 0 at 0; `guess` is near.
fn solve(deviate: impl Fn(f64) -> f64, quantile: f64, guess: f64) -> f64 {
    let (mut low, mut at_low) = (0.0, -quantile);
    let (mut high, mut at_high) = (guess, deviate(guess) - quantile);
    for _ in 0..60 {
        if at_high >= 0.0 {
            break;
        }
        (low, at_low) = (high, at_high);
        high *= 2.0;
        at_high = deviate(high) - quantile;
    }
    for _ in 0..60 {
        let secant = low - at_low * (high - low) / (at_high - at_low);
        let next = if secant > low && secant < high {
            secant
        } else {
            f64::midpoint(low, high)
        };
        let at_next = deviate(next) - quantile;
        if at_next.abs() < 1e-6 || high - low < 1e-9 * high {
            return next;
        }
        // The value at the end that stays is halved, so that both ends come nearer (Illinois
        // method).
        if at_next < 0.0 {
            (low, at_low) = (next, at_next);
            at_high /= 2.0;
        } else {
            (high, at_high) = (next, at_next);
            at_low /= 2.0;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_students() {
        // From the usual table, two-sided 95 %.
        for (degrees, expected) in [(10.0, 2.228), (17.0, 2.110), (30.0, 2.042), (120.0, 1.980)] {
            assert!((student(degrees) - expected).abs() < 3e-3, "{degrees}");
        }
        assert_eq!(student(1.0).to_bits(), student(5.0).to_bits());
    }

    #[test]
    fn a_rising_function_is_inverted_from_any_guess() {
        for guess in [1e-3, 0.5, 1.0, 7.0] {
            let root = solve(|x| x * x * x, 2.0, guess);
            assert!((root - 2.0_f64.cbrt()).abs() < 1e-5, "{guess}: {root}");
            let root = solve(f64::sqrt, 2.0, guess);
            assert!((root - 4.0).abs() < 1e-4, "{guess}: {root}");
        }
    }
}
