//! Maximum-likelihood shares of the outcomes of a game or pair under one hypothesis.
//!
//! Shares add up to 1 and belong to evenly spaced outcomes, worst first, worth 0 to 1 point.

/// The points of `N` evenly spaced outcomes, 0 to 1.
fn outcomes<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| i as f64 / (N - 1) as f64)
}

/// Log-likelihood of outcomes that occurred `weights` times, at the given shares.
pub(super) fn log_likelihood<const N: usize>(weights: &[f64; N], shares: &[f64; N]) -> f64 {
    weights.iter().zip(shares).map(|(w, p)| w * p.ln()).sum()
}

/// Mean and standard deviation of the outcomes.
#[derive(Clone, Copy)]
struct Moments {
    mean: f64,
    deviation: f64,
}

impl Moments {
    fn of<const N: usize>(shares: &[f64; N]) -> Self {
        let cells = || outcomes::<N>().into_iter().zip(shares);
        let mean: f64 = cells().map(|(a, p)| p * a).sum();
        let variance: f64 = cells().map(|(a, p)| p * (a - mean).powi(2)).sum();
        Self {
            mean,
            deviation: variance.sqrt(),
        }
    }

    /// Difference of the mean from the mean at t-value `t` and this deviation.
    fn excess(self, t: f64) -> f64 {
        self.mean - 0.5 - t * self.deviation
    }

    fn towards(self, goal: Self, step: f64) -> Self {
        Self {
            mean: self.mean + step * (goal.mean - self.mean),
            deviation: self.deviation + step * (goal.deviation - self.deviation),
        }
    }
}

/// The maximum-likelihood shares, given the observed ones, whose mean outcome is `mean`.
pub(super) fn fit_mean<const N: usize>(observed: &[f64; N], mean: f64) -> [f64; N] {
    fit_zero(observed, &outcomes().map(|a| a - mean))
}

/// The maximum-likelihood shares, given the observed ones (none zero), under which the
/// expectation of `values` (of both signs) is zero.
///
/// They are `p_i / (1 + x v_i)`, where x is the root of the falling function
/// `sum p_i v_i / (1 + x v_i)`: Newton steps, replaced by halving where they leave the bracket.
fn fit_zero<const N: usize>(observed: &[f64; N], values: &[f64; N]) -> [f64; N] {
    let cells = || observed.iter().zip(values);
    // No share exceeds 1, so 1 + x v_i >= p_i bounds the root. The outermost bounds matter only
    // where rounding hid that the values have both signs; they keep the result finite.
    let mut low = -1.0 / f64::EPSILON;
    let mut high = 1.0 / f64::EPSILON;
    for (p, v) in cells() {
        if *v > 0.0 {
            low = low.max((p - 1.0) / v);
        } else if *v < 0.0 {
            high = high.min((p - 1.0) / v);
        }
    }
    let tilt = |x: f64, p: f64, v: f64| (1.0 + x * v).max(p);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (p, v) in cells() {
            let ratio = v / tilt(x, *p, *v);
            sum += p * ratio;
            slope -= p * ratio * ratio;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - sum / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        let done = (next - x).abs() <= 2.0 * f64::EPSILON * x.abs();
        x = next;
        if done {
            break;
        }
    }
    std::array::from_fn(|i| observed[i] / tilt(x, observed[i], values[i]))
}

/// The maximum-likelihood shares, given the observed ones, whose t-value
/// `(mean - 1/2) / deviation` is `t`.
///
/// The deviation is a curved function of the shares. It is replaced by its tangent
/// `d + ((a - m)^2 / d - d) / 2` at the moments (m, d) of a first guess, which leaves a
/// condition on an expectation; the moments of its solution give the next tangent, until the
/// likelihood no longer moves.
pub(super) fn fit_t_value<const N: usize>(observed: &[f64; N], t: f64) -> [f64; N] {
    if t < 0.0 {
        // The calculation assumes a positive t; a negative one is seen from the other player.
        let mut swapped = *observed;
        swapped.reverse();
        let mut shares = fit_t_value(&swapped, -t);
        shares.reverse();
        return shares;
    }
    let fit_at = |at: Moments| {
        let values = outcomes().map(|a| {
            let tangent = f64::midpoint(at.deviation, (a - at.mean).powi(2) / at.deviation);
            a - 0.5 - t * tangent
        });
        fit_zero(observed, &values)
    };
    // The tangent lies above the (concave) deviation. If the observed t-value is too high, every
    // tangent is thus a weaker condition than the true one, and the best tangent has the least
    // likelihood; a step past it is shortened. If it is too low, every tangent is a stronger
    // condition and a full step always improves the likelihood.
    let too_high = Moments::of(observed).excess(t) >= 0.0;
    let mut at = if too_high {
        Moments::of(observed)
    } else {
        Moments::of(&raised(observed, t))
    };
    let mut shares = fit_at(at);
    let mut likelihood = log_likelihood(observed, &shares);
    // A few rounds suffice as a rule; for hypotheses of many hundred nElo it can take hundreds.
    for _ in 0..1000 {
        let goal = Moments::of(&shares);
        let mut step = 1.0;
        let mut next = fit_at(goal);
        while too_high && step > 1e-3 && log_likelihood(observed, &next) > likelihood {
            step *= 0.5;
            next = fit_at(at.towards(goal, step));
        }
        at = at.towards(goal, step);
        shares = next;
        let before = std::mem::replace(&mut likelihood, log_likelihood(observed, &shares));
        // The ratio needs the likelihood alone, which settles before the moments.
        if (likelihood - before).abs() <= 4.0 * f64::EPSILON * (1.0 + likelihood.abs()) {
            break;
        }
    }
    shares
}

/// The observed shares mixed with as many sure wins as bring the t-value to `t` or above.
fn raised<const N: usize>(observed: &[f64; N], t: f64) -> [f64; N] {
    let mixed = |wins: f64| {
        let mut shares = observed.map(|p| p * (1.0 - wins));
        shares[N - 1] += wins;
        shares
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if Moments::of(&mixed(middle)).excess(t) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    mixed(high)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shares() -> impl Strategy<Value = [f64; 5]> {
        [1e-6..1.0_f64, 1e-6..1.0, 1e-6..1.0, 1e-6..1.0, 1e-6..1.0].prop_map(|weights| {
            let total: f64 = weights.iter().sum();
            weights.map(|w| w / total)
        })
    }

    proptest! {
        #[test]
        fn fitted_shares_are_the_likeliest_of_their_t_value(
            observed in shares(),
            rival in shares(),
            t in -4.1..4.1_f64,
        ) {
            let fitted = fit_t_value(&observed, t);
            prop_assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(Moments::of(&fitted).excess(t).abs() < 1e-5);
            // Some mixture of any rival with sure wins or sure losses also has the t-value.
            let mut rival = rival;
            if Moments::of(&rival).excess(t) < 0.0 {
                rival = raised(&rival, t);
            } else {
                rival.reverse();
                rival = raised(&rival, -t);
                rival.reverse();
            }
            prop_assert!(Moments::of(&rival).excess(t).abs() < 1e-9);
            let lead = log_likelihood(&observed, &fitted) - log_likelihood(&observed, &rival);
            prop_assert!(lead > -1e-9, "{}", lead);
        }
    }
}
