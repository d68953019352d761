//! The weights of the terms: a conditional logit (McFadden 1974), fitted by damped Newton steps.

use nalgebra::{SMatrix, SVector};

use super::decisions::Decision;
use darkforge_engine::opponent::{Factors, Situation, TERMS, Terms};
use darkforge_kriegspiel::belief::EnemyChoice as _;

/// Number of weights.
const K: usize = TERMS.len();
/// Standard deviation of each weight around 0 before any game was seen.
const PRIOR: f64 = 1.0;
/// Greatest number of Newton steps.
const STEPS: usize = 30;
/// Greatest number of halvings of a step.
const HALVINGS: usize = 20;
/// Gain in log-likelihood below which the fit ends.
const ENOUGH: f64 = 1e-7;

type Vector = SVector<f64, K>;
type Matrix = SMatrix<f64, K, K>;

/// Terms of all legal moves in one turn, and the place of the one that was played.
pub(super) struct Choice {
    terms: Vec<[f32; K]>,
    played: usize,
}

impl Choice {
    /// The choice of `decision`, by `terms` and `factors`.
    pub fn of(decision: &Decision, terms: &Terms, factors: &Factors) -> Choice {
        let situation = Situation::of(&decision.board, &decision.before);
        let legal = decision.board.legal_moves();
        let played = legal.iter().position(|&m| m == decision.played);
        let mut usual = Vec::new();
        let model = factors.model();
        model.weigh(&decision.board, &decision.before, &legal, &mut usual);
        Choice {
            terms: legal
                .iter()
                .zip(usual)
                .map(|(&m, usual)| terms.of_move(&situation, m, usual))
                .collect(),
            played: played.unwrap_or(0), // a move that was played is legal
        }
    }

    fn term(&self, place: usize) -> Vector {
        Vector::from_iterator(self.terms[place].iter().map(|&term| f64::from(term)))
    }

    /// Probability of each move with these weights.
    fn probabilities(&self, weights: &Vector) -> Vec<f64> {
        let values = self.terms.iter().map(|terms| {
            let products = terms.iter().zip(weights.iter());
            products
                .map(|(&term, weight)| f64::from(term) * weight)
                .sum()
        });
        let mut values: Vec<f64> = values.collect();
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for value in &mut values {
            *value = libm::exp(*value - most);
        }
        let sum: f64 = values.iter().sum();
        for value in &mut values {
            *value /= sum;
        }
        values
    }
}

/// Logarithm of the posterior density of the weights, up to a constant.
fn posterior(choices: &[Choice], weights: &Vector) -> f64 {
    let likelihood = choices.iter().map(|choice| {
        let played = choice.probabilities(weights)[choice.played];
        libm::log(played.max(1e-300))
    });
    likelihood.sum::<f64>() - weights.norm_squared() / (2.0 * PRIOR * PRIOR)
}

/// The likeliest weights of the terms.
pub(super) fn fit(choices: &[Choice]) -> [f64; K] {
    let mut weights = Vector::zeros();
    let mut best = posterior(choices, &weights);
    for _ in 0..STEPS {
        let mut slope = -weights / (PRIOR * PRIOR);
        let mut curvature = Matrix::identity() / (PRIOR * PRIOR);
        for choice in choices {
            let mut mean = Vector::zeros();
            let mut square = Matrix::zeros();
            for (place, probability) in choice.probabilities(&weights).into_iter().enumerate() {
                let term = choice.term(place);
                mean += term * probability;
                square += term * term.transpose() * probability;
            }
            slope += choice.term(choice.played) - mean;
            curvature += square - mean * mean.transpose();
        }
        let Some(cholesky) = curvature.cholesky() else {
            break;
        };
        let step = cholesky.solve(&slope);
        let mut factor = 1.0;
        let found = (0..HALVINGS).find_map(|_| {
            let next = weights + step * factor;
            factor /= 2.0;
            let value = posterior(choices, &next);
            (value > best).then_some((next, value))
        });
        let Some((next, value)) = found else {
            break;
        };
        let gain = value - best;
        (weights, best) = (next, value);
        if gain < ENOUGH * choices.len() as f64 {
            break;
        }
    }
    weights.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_streams as streams;

    #[test]
    fn planted_weights_are_found_again() {
        let mut planted = [0.0; K];
        planted[0] = 1.5;
        planted[3] = -0.5;
        let mut stream = streams::open(1, "test", 0);
        let choices: Vec<Choice> = (0..4000)
            .map(|_| {
                let mut unit = || streams::unit(&mut stream) as f32;
                let terms = (0..12).map(|_| std::array::from_fn(|_| 2.0 * unit() - 1.0));
                let mut choice = Choice {
                    terms: terms.collect(),
                    played: 0,
                };
                let probabilities = choice.probabilities(&Vector::from(planted));
                let mut left = f64::from(unit());
                choice.played = probabilities
                    .iter()
                    .position(|probability| {
                        left -= probability;
                        left < 0.0
                    })
                    .unwrap_or(0);
                choice
            })
            .collect();
        for (found, planted) in fit(&choices).into_iter().zip(planted) {
            assert!((found - planted).abs() < 0.15, "{found} for {planted}");
        }
        assert!(fit(&[]).iter().all(|weight| weight.abs() < 1e-12));
    }
}
