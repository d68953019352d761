//! Quadratic model: strength as a quadratic function of the coordinates, fitted to the scores of
//! duels.

use nalgebra::{DMatrix, DVector};

/// Prior standard deviation of each coefficient: 2 logits, 350 Elo.
const PRIOR: f64 = 2.0;
/// Greatest number of alternations between fitting the model and computing the weights.
const ROUNDS: usize = 8;
/// Greatest number of Newton steps.
const STEPS: usize = 20;
/// Change below which the fit has settled.
const SETTLED: f64 = 1e-4;

/// The coordinates of two samples, and the score between them.
pub(crate) struct Sample {
    pub(crate) places: [Vec<f64>; 2],
    features: [DVector<f64>; 2],
    /// Difference of the two.
    apart: DVector<f64>,
    /// Points per game of the first.
    share: f64,
    games: f64,
    /// Weight in the fit, up to 1.
    weight: f64,
}

impl Sample {
    pub(crate) fn new(places: [Vec<f64>; 2], share: f64, games: f64) -> Sample {
        let features = places.each_ref().map(|places| features(places));
        Sample {
            apart: &features[0] - &features[1],
            features,
            places,
            share,
            games,
            weight: 1.0,
        }
    }
}

/// A quadratic function of coordinates, in logits.
pub(crate) struct Quadratic {
    /// Coefficients of the features.
    coefficients: DVector<f64>,
    /// Weighted mean features of the duels.
    mean: DVector<f64>,
    /// Standard error of the difference between a place and the mean.
    error: f64,
}

impl Quadratic {
    /// A constant function over `dimensions` axes.
    pub(crate) fn flat(dimensions: usize) -> Quadratic {
        let len = features(&vec![0.5; dimensions]).len();
        Quadratic {
            coefficients: DVector::zeros(len),
            mean: DVector::zeros(len),
            error: 1.0,
        }
    }

    /// Fits the function to `duels`. A duel has the weight of the worse of its two places; the more
    /// certain it is that a place is worse than the mean, the smaller its weight, e times smaller
    /// at `confidence` standard errors. As weights change the mean, the two are computed in turn
    /// until they settle.
    pub(crate) fn fit(&mut self, duels: &mut [Sample], confidence: f64) {
        for duel in duels.iter_mut() {
            duel.weight = 1.0;
        }
        for _ in 0..ROUNDS {
            let covariance = self.regress(duels);
            self.compare(duels, &covariance);
            let mut changed = 0.0_f64;
            for duel in duels.iter_mut() {
                let each = duel.features.each_ref();
                let each = each.map(|features| self.of_features(features, confidence));
                let weight = each.into_iter().fold(duel.weight, f64::min);
                changed = changed.max(duel.weight - weight);
                duel.weight = weight;
            }
            if changed < SETTLED {
                break;
            }
        }
    }

    /// Fits a logistic regression of the duels' shares to the difference of their places; returns
    /// the covariance of the coefficients.
    fn regress(&mut self, duels: &[Sample]) -> DMatrix<f64> {
        let len = self.coefficients.len();
        let precision = 1.0 / (PRIOR * PRIOR);
        let mut covariance = DMatrix::identity(len, len) / precision;
        for _ in 0..STEPS {
            let mut curvature = DMatrix::identity(len, len) * precision;
            let mut slope = &self.coefficients * -precision;
            for duel in duels {
                let expected = 1.0 / (1.0 + libm::exp(-self.coefficients.dot(&duel.apart)));
                let games = duel.weight * duel.games;
                slope.axpy(games * (duel.share - expected), &duel.apart, 1.0);
                let slopes = games * expected * (1.0 - expected);
                curvature.ger(slopes, &duel.apart, &duel.apart, 1.0);
            }
            // The prior keeps the matrix positive definite.
            let Some(factors) = curvature.cholesky() else {
                break;
            };
            let step = factors.solve(&slope);
            covariance = factors.inverse();
            self.coefficients += &step;
            if step.norm() < SETTLED {
                break;
            }
        }
        covariance
    }

    /// Computes the mean place and the errors of differences from it.
    fn compare(&mut self, duels: &[Sample], covariance: &DMatrix<f64>) {
        let places = || {
            duels
                .iter()
                .flat_map(|duel| duel.features.iter().map(|each| (duel.weight, each)))
        };
        let total: f64 = places().map(|(weight, _)| weight).sum();
        let total = total.max(f64::MIN_POSITIVE);
        self.mean.fill(0.0);
        for (weight, features) in places() {
            self.mean.axpy(weight / total, features, 1.0);
        }
        let mut apart = self.mean.clone();
        let mut product = self.mean.clone();
        let mut variance = 0.0;
        for (weight, features) in places() {
            apart.copy_from(features);
            apart -= &self.mean;
            product.gemv(1.0, covariance, &apart, 0.0);
            variance += weight * apart.dot(&product);
        }
        self.error = (variance / total).sqrt();
    }

    fn of_features(&self, features: &DVector<f64>, confidence: f64) -> f64 {
        let below = self.coefficients.dot(&(features - &self.mean)).min(0.0);
        libm::exp(below / (confidence * self.error).max(f64::MIN_POSITIVE))
    }

    /// Weight of a place, up to 1.
    pub(crate) fn weight(&self, places: &[f64], confidence: f64) -> f64 {
        self.of_features(&features(places), confidence)
    }
}

/// Terms of a quadratic function without the constant, for places from -1 to 1.
fn features(places: &[f64]) -> DVector<f64> {
    let mut features: Vec<f64> = places.iter().map(|place| 2.0 * place - 1.0).collect();
    for first in 0..places.len() {
        for second in 0..=first {
            // A mixed term stands for two entries of the matrix.
            let times = if first == second {
                1.0
            } else {
                std::f64::consts::SQRT_2
            };
            features.push(times * features[first] * features[second]);
        }
    }
    DVector::from_vec(features)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadratic_function_is_found_again() {
        // Strength falls with the square of the distance from (0.3, 0.8).
        let strength = |at: [f64; 2]| -8.0 * ((at[0] - 0.3).powi(2) + (at[1] - 0.8).powi(2));
        let grid = |i: usize| [(i % 7) as f64 / 6.0, (i / 7) as f64 / 6.0];
        let mut duels = Vec::new();
        for first in 0..49 {
            let (a, b) = (grid(first), grid((first * 11 + 5) % 49));
            let share = 1.0 / (1.0 + libm::exp(strength(b) - strength(a)));
            duels.push(Sample::new([a.to_vec(), b.to_vec()], share, 1000.0));
        }
        let mut model = Quadratic::flat(2);
        model.fit(&mut duels, 3.0);
        let best = (0..49).max_by(|&a, &b| {
            let value = |i: usize| model.coefficients.dot(&features(&grid(i)));
            value(a).total_cmp(&value(b))
        });
        assert_eq!(best, Some(2 + 5 * 7));
        assert!(model.weight(&[0.3, 0.8], 3.0) > 0.99);
        assert!(model.weight(&[1.0, 0.0], 3.0) < 1e-3);
    }

    #[test]
    fn without_games_every_place_counts_the_same() {
        let model = Quadratic::flat(3);
        assert!((model.weight(&[0.0, 0.2, 1.0], 1.0) - 1.0).abs() < 1e-12);
    }
}
