//! Convergence: whether a search by duels between twins can still gain anything that its games show.
//!
//! A duel between twins measures the slope of strength at the centre: the winner lies uphill. The
//! slopes of several generations are added; noise cancels, a real slope does not. What a step of one
//! standard deviation straight uphill would gain is at most the upper 95 % bound of the length of
//! their sum (a noncentral chi-squared variable, with Patnaik's normal approximation, 1949).
//!
//! ```
//! use darkforge_optimise::{CmaEsSettings, Converged, Method, Space, Stop};
//!
//! let sphere = |x: &[f64]| x.iter().map(|x| (x - 0.3) * (x - 0.3)).sum::<f64>();
//! let method = Method::CmaEs(CmaEsSettings { size: 10, ..CmaEsSettings::default() });
//! let mut search = method.start(Space::unit(4), &[0.8; 4], 1);
//! let stop = Stop { step: Some(0.001), ..Stop::default() };
//! let reason = loop {
//!     let scores: Vec<_> = search.ask().iter().map(|duel| duel.evaluate(sphere)).collect();
//!     search.tell(&scores);
//!     if let Some(reason) = search.converged(&stop) {
//!         break reason;
//!     }
//! };
//! assert!(matches!(reason, Converged::Step(step) if step < 0.001));
//! assert!(sphere(&search.best()) < 1e-4);
//! ```

use std::collections::VecDeque;

/// Conditions under which a search has converged; either of them is enough.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stop {
    /// Least step of the search, as a share of an axis' range: the root mean square over the axes
    /// of the standard deviation of its samples.
    pub step: Option<f64>,
    /// Least gain that a step of one standard deviation straight uphill may still have, in the unit
    /// of the duels' results: for games points of lead per game, from 0 to 1. It is measured over the
    /// later half of the generations, at least ten.
    pub gain: Option<f64>,
}

/// Reason for which a search has converged, with the value that is below its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Converged {
    /// Its steps are shorter than asked for.
    Step(f64),
    /// A step would gain less than asked for; this is the upper bound of the gain.
    Gain(f64),
}

/// Least and greatest number of generations over which the gain is measured.
const GENERATIONS: (usize, usize) = (10, 1000);

/// One-sided 95 % quantile of the normal distribution.
const Z95: f64 = 1.645;

/// Slope of strength at the centre, as a generation of twins measured it: results per standard
/// deviation of the samples, on each axis after these deviations were made equal.
#[derive(Clone, Debug)]
struct Slope {
    vector: Vec<f64>,
    /// Variance of its noise on each axis.
    variance: f64,
}

/// Slopes of the last generations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slopes {
    last: VecDeque<Slope>,
    /// Generations since the search began.
    count: usize,
}

impl Slopes {
    /// Adds a generation: for each duel the first twin's distance from the centre, in standard
    /// deviations, and the result.
    pub(crate) fn add(&mut self, duels: impl IntoIterator<Item = (Vec<f64>, f64)>) {
        let (mut sum, mut squares, mut count) = (Vec::new(), 0.0, 0.0);
        for (step, result) in duels {
            sum.resize(step.len(), 0.0);
            for (sum, step) in sum.iter_mut().zip(&step) {
                *sum += step * result;
            }
            squares += result * result;
            count += 1.0;
        }
        self.count += 1;
        if self.last.len() == GENERATIONS.1 {
            self.last.pop_front();
        }
        // Twins are two steps apart.
        self.last.push_back(Slope {
            vector: sum.iter().map(|sum| sum / (2.0 * count)).collect(),
            variance: squares / (4.0 * count * count),
        });
    }

    pub(crate) fn clear(&mut self) {
        *self = Slopes::default();
    }

    /// Upper 95 % bound of what a step of one standard deviation straight uphill gains; `None` before
    /// there are enough generations.
    fn most(&self) -> Option<f64> {
        let count = (self.count / 2).min(self.last.len());
        if count < GENERATIONS.0 {
            return None;
        }
        let first = self.last.len() - count;
        let last = || self.last.iter().skip(first);
        let axes = last().map(|slope| slope.vector.len()).max()?;
        let variance: f64 = last().map(|slope| slope.variance).sum();
        if variance <= 0.0 {
            return Some(0.0);
        }
        let of_axis = |axis: usize| last().map(|slope| slope.vector[axis]).sum::<f64>();
        let squares: f64 = (0..axes).map(|axis| of_axis(axis).powi(2)).sum();
        // A sum that is shorter by chance than noise alone makes it is no better known.
        let (n, square) = (axes as f64, Z95 * Z95);
        let seen = (squares / variance).max(n);
        let root = (4.0 * square * square + 4.0 * square * seen - 2.0 * square * n).sqrt();
        let most = seen - n + 2.0 * square + root;
        Some((most * variance).sqrt() / count as f64)
    }

    /// Reason for which a search with this `step` has converged, if it has.
    pub(crate) fn converged(&self, step: f64, stop: &Stop) -> Option<Converged> {
        if stop.step.is_some_and(|least| step < least) {
            return Some(Converged::Step(step));
        }
        let most = stop.gain.and_then(|_| self.most())?;
        (stop.gain.is_some_and(|least| most < least)).then_some(Converged::Gain(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_streams as streams;

    /// The bound over twice ten generations of 40 duels on five axes, with `slope` on the first of them and
    /// results of unit noise.
    fn bound(slope: f64, seed: u64) -> f64 {
        let mut stream = streams::open(seed, "test", 0);
        let mut slopes = Slopes::default();
        for _ in 0..20 {
            let mut duel = || {
                let step: Vec<f64> = (0..5).map(|_| streams::gauss(&mut stream)).collect();
                let result = 2.0 * slope * step[0] + streams::gauss(&mut stream);
                (step, result)
            };
            let duels: Vec<_> = (0..40).map(|_| duel()).collect();
            slopes.add(duels);
        }
        slopes.most().expect("twenty generations")
    }

    #[test]
    fn the_bound_of_the_gain_is_above_the_slope_in_95_of_100() {
        for slope in [0.02, 0.05, 0.1, 0.3] {
            let above = (0..400).filter(|&seed| bound(slope, seed) >= slope).count();
            println!("slope {slope}: {above} of 400 bounds are above");
            assert!(above >= 372, "slope {slope}: {above} of 400");
        }
    }

    #[test]
    fn the_bound_is_not_far_above_the_slope() {
        let mean = |slope| (0..50).map(|seed| bound(slope, seed)).sum::<f64>() / 50.0;
        assert!(mean(0.0) < 0.12, "{}", mean(0.0));
        assert!(mean(0.3) < 0.38, "{}", mean(0.3));
    }

    #[test]
    fn nothing_is_said_before_there_are_enough_generations() {
        let stop = Stop {
            gain: Some(1.0),
            ..Stop::default()
        };
        let mut slopes = Slopes::default();
        for _ in 1..20 {
            slopes.add([(vec![1.0], 0.0)]);
            assert_eq!(slopes.converged(0.1, &stop), None);
        }
        slopes.add([(vec![1.0], 0.0)]);
        assert_eq!(slopes.converged(0.1, &stop), Some(Converged::Gain(0.0)));
        slopes.clear();
        assert_eq!(slopes.converged(0.1, &stop), None);
        let step = Stop {
            step: Some(0.2),
            ..Stop::default()
        };
        assert_eq!(slopes.converged(0.1, &step), Some(Converged::Step(0.1)));
        assert_eq!(slopes.converged(0.2, &step), None);
    }
}
