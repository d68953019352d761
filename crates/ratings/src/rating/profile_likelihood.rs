//! Intervals that follow the likelihood: a rating's ends lie where the likelihood has fallen
//! as far as it would a normal distribution's 1.96 standard errors from its middle (somewhat
//! more in small pools, by Student's distribution). A player that won nearly all its games so
//! gets a long upper end and a short lower one.
//!
//! The other parameters move along with the rating as they would near the maximum (the
//! direction of least loss); they are not fitted anew at each step.

use nalgebra::{DMatrix, DVector};

use super::likelihood::PoolLikelihood;
use crate::interval::Z95;

/// Distances below and above the maximum `point` at which the ends of a quantity lie that
/// changes by `direction` times the parameters, in its unit. `inverse` is that of the likelihood's
/// curvature, `spread` the parameters' covariance, which differs from it where the
/// likelihood does not know how far results scatter.
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
    // More than 1.96 where there are few games to each parameter.
    let quantile = student(likelihood.degrees_of_freedom());
    [-1.0, 1.0].map(|side| {
        // Deviates of a normal distribution that the fall of the likelihood stands for.
        let deviate = |length: f64| {
            let fall = top - likelihood.value(&(point + side * length * &path));
            (2.0 * fall.max(0.0) / dispersion).sqrt()
        };
        solve(deviate, quantile, quantile * variance.sqrt())
    })
}

/// Student's quantile of a two-sided 95 % interval at so many degrees of freedom, by Cornish
/// and Fisher's expansion: 2.109 at 17, where it is 2.110.
fn student(degrees: f64) -> f64 {
    let (z, n) = (Z95, degrees.max(5.0));
    let cube = z * z * z;
    z + (cube + z) / (4.0 * n) + (5.0 * cube * z * z + 16.0 * cube + 3.0 * z) / (96.0 * n * n)
}

/// Finds the point at which the rising function `deviate`, which is 0 at 0, is `quantile`;
/// `guess` is near.
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
        // The end that stays counts half, so that both come nearer (Illinois).
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
        // The usual table, two-sided 95 %.
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
