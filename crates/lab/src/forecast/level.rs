//! Local level: a value that moves slowly and is seen with noise, and what it will be.
//!
//! The level takes a random step between two values, and each value is the level with noise (Harvey,
//! Forecasting, Structural Time Series Models and the Kalman Filter, 1989, 2.3). How large steps and
//! noise are is not known: a Kalman filter runs for each of some sizes of both, and their forecasts
//! count by how well they foretold the values so far.

use super::span::{NINE_TENTHS, Span};

/// Sizes of the noise, relative to the usual, and how much each is believed in before a value is seen.
const NOISES: [(f64, f64); 6] = [
    (0.1, 0.05),
    (0.25, 0.1),
    (0.5, 0.25),
    (1.0, 0.35),
    (2.0, 0.2),
    (4.0, 0.05),
];
/// Sizes of the level's change while all values so far were seen, relative to the usual, and how much
/// each is believed in.
const CHANGES: [(f64, f64); 6] = [
    (0.0, 0.1),
    (0.25, 0.2),
    (0.5, 0.25),
    (1.0, 0.25),
    (2.0, 0.15),
    (4.0, 0.05),
];

/// Number of values to which a change belongs if fewer were seen: so few show no change.
const FEW: f64 = 16.0;

/// A belief about a value: normal, of this mean and standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
}

/// A filter: a size of noise and steps, with the level by it.
#[derive(Clone, Copy, Debug)]
struct Filter {
    /// Variance of the noise of a value.
    noise: f64,
    /// Variance of the step between two values.
    step: f64,
    mean: f64,
    variance: f64,
    /// Logarithm of how well it foretold, then its share of the belief.
    weight: f64,
}

/// The level after some values.
#[derive(Clone, Debug)]
pub(super) struct Level {
    filters: Vec<Filter>,
    /// Number of values.
    seen: f64,
}

impl Level {
    /// The level after `values`, which were believed to begin at `prior`. `noise` and `change` are the
    /// usual standard deviations of a value's noise, and of the level's change while all values were
    /// seen.
    pub(super) fn of(values: &[f64], prior: Belief, noise: f64, change: f64) -> Level {
        let mut filters = Vec::new();
        // What was not seen is as uncertain as the belief says, and no more.
        let is_seen = f64::from(u8::from(!values.is_empty()));
        for (factor, is_noise) in NOISES {
            for (times, is_change) in CHANGES {
                let mut filter = Filter {
                    noise: is_seen * (noise * factor).powi(2),
                    step: is_seen * (change * times).powi(2) / (values.len() as f64).max(FEW),
                    mean: prior.mean,
                    variance: prior.sd * prior.sd,
                    weight: libm::log(is_noise * is_change),
                };
                for value in values {
                    filter.see(*value);
                }
                filters.push(filter);
            }
        }
        let most = filters.iter().map(|one| one.weight);
        let most = most.fold(f64::NEG_INFINITY, f64::max);
        for filter in &mut filters {
            filter.weight = libm::exp(filter.weight - most);
        }
        let all: f64 = filters.iter().map(|one| one.weight).sum();
        for filter in &mut filters {
            filter.weight /= all;
        }
        let seen = values.len() as f64;
        Level { filters, seen }
    }

    /// The mean of e^value over the next `steps` values, where `more` is a variance that no value
    /// shows.
    pub(super) fn mean_of_next(&self, steps: f64, more: f64) -> Span {
        let next = |one: &Filter| one.next(steps, self.seen, more);
        let parts: Vec<[f64; 3]> = self.filters.iter().map(next).collect();
        let quantile = |share: f64| libm::exp(quantile(&parts, share));
        Span {
            lo: quantile(0.05),
            mid: quantile(0.5),
            hi: quantile(0.95),
        }
    }

    /// The level itself.
    pub(super) fn belief(&self) -> Belief {
        let sum = |of: &dyn Fn(&Filter) -> f64| -> f64 {
            self.filters.iter().map(|one| one.weight * of(one)).sum()
        };
        let mean = sum(&|one| one.mean);
        Belief {
            mean,
            sd: sum(&|one| one.variance + (one.mean - mean).powi(2)).sqrt(),
        }
    }
}

impl Filter {
    fn see(&mut self, value: f64) {
        let spread = self.variance + self.noise;
        let error = value - self.mean;
        self.weight -= 0.5 * (libm::log(spread) + error * error / spread);
        let gain = self.variance / spread;
        self.mean += gain * error;
        self.variance = self.variance * (1.0 - gain) + self.step;
    }

    /// Weight, mean and standard deviation of the logarithm of the mean over the next `steps` values.
    fn next(&self, steps: f64, seen: f64, more: f64) -> [f64; 3] {
        let steps = steps.max(1.0);
        // What was seen says nothing of steps over a much longer time.
        let walked = steps.min(2.0 * seen.max(FEW));
        // The mean of a random walk over its first n places has this part of a step's variance.
        let walk = self.step * (walked - 1.0) * (2.0 * walked - 1.0) / (6.0 * walked);
        let variance = self.variance + walk + self.noise / steps + more;
        // The mean of e^x is e^(half the variance) above the e^ of the mean.
        [self.weight, self.mean + 0.5 * self.noise, variance.sqrt()]
    }
}

/// The value below which a mixture of normal distributions has this share: each is given by weight,
/// mean and standard deviation.
fn quantile(parts: &[[f64; 3]], share: f64) -> f64 {
    let below = |value: f64| -> f64 {
        let part = |&[weight, mean, sd]: &[f64; 3]| weight * normal((value - mean) / sd.max(1e-12));
        parts.iter().map(part).sum()
    };
    let end = |sign: f64| {
        let ends = parts
            .iter()
            .map(|[_, mean, sd]| sign * mean + 4.0 * NINE_TENTHS * sd);
        sign * ends.fold(f64::NEG_INFINITY, f64::max)
    };
    let (mut lo, mut hi) = (end(-1.0), end(1.0));
    for _ in 0..40 {
        let middle = f64::midpoint(lo, hi);
        if below(middle) < share {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    f64::midpoint(lo, hi)
}

/// Share of the standard normal distribution below `value`.
fn normal(value: f64) -> f64 {
    0.5 * libm::erfc(-value / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantiles_of_one_distribution_are_its_own() {
        let one = [[1.0, 3.0, 2.0]];
        assert!((quantile(&one, 0.5) - 3.0).abs() < 1e-6);
        assert!((quantile(&one, 0.95) - 3.0 - 2.0 * NINE_TENTHS).abs() < 1e-5);
        let two = [[0.5, -10.0, 1.0], [0.5, 10.0, 1.0]];
        assert!((quantile(&two, 0.25) + 10.0).abs() < 1e-6);
    }

    #[test]
    fn nothing_seen_is_the_belief_and_much_seen_is_what_was_seen() {
        let prior = Belief { mean: 1.0, sd: 0.5 };
        let level = Level::of(&[], prior, 0.01, 0.1);
        let belief = level.belief();
        assert!(
            (belief.mean - 1.0).abs() + (belief.sd - 0.5).abs() < 1e-9,
            "{belief:?}"
        );
        let seen = [2.0, 2.1, 1.9, 2.0, 2.05, 1.95, 2.0, 2.0];
        let level = Level::of(&seen, prior, 0.1, 0.1);
        let belief = level.belief();
        assert!((belief.mean - 2.0).abs() < 0.05, "{belief:?}");
        let next = level.mean_of_next(8.0, 0.0);
        assert!(
            next.holds(libm::exp(2.0)) && next.hi / next.lo < 1.4,
            "{next:?}"
        );
        let far = level.mean_of_next(800.0, 0.0);
        assert!(
            far.hi / far.lo > next.hi / next.lo,
            "the level moves: {far:?}"
        );
    }
}
