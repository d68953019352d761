//! Scores expected from ratings.

use super::model::RatingModel;
use super::pool::Pairing;
use super::ratings::Ratings;
use crate::elo::{ELO_PER_UNIT, logistic};

/// Parameters of expected scores: strengths and the model's other parameters, in units of a factor
/// e in the odds.
#[derive(Clone)]
pub(super) struct Expected {
    pub model: RatingModel,
    /// Of each player.
    pub strengths: Vec<f64>,
    /// The pool of each player.
    pools: Vec<usize>,
    /// White's advantage in each pool, if known.
    pub white: Vec<Option<f64>>,
    /// Davidson's nu or Rao-Kupper's threshold in each pool with draws.
    draw: Vec<Option<f64>>,
}

impl Expected {
    pub(super) fn of(ratings: &Ratings) -> Expected {
        let in_units = |draw: f64| match ratings.model {
            RatingModel::RaoKupper => draw / ELO_PER_UNIT,
            _ => draw,
        };
        let white = ratings.white_advantage.iter();
        Expected {
            model: ratings.model,
            strengths: ratings
                .players
                .iter()
                .map(|p| p.elo / ELO_PER_UNIT)
                .collect(),
            pools: ratings.players.iter().map(|p| p.pool).collect(),
            white: white
                .map(|known| known.map(|(elo, _)| elo / ELO_PER_UNIT))
                .collect(),
            draw: ratings.draw.iter().map(|d| d.map(in_units)).collect(),
        }
    }

    /// The pool of two players that met.
    pub(super) fn pool(&self, p: &Pairing) -> usize {
        self.pools[p.white]
    }

    /// White's lead.
    pub(super) fn lead(&self, p: &Pairing) -> f64 {
        let ahead = self.white[self.pool(p)].unwrap_or(0.0);
        self.strengths[p.white] - self.strengths[p.black] + ahead
    }

    /// Mean score at a lead of `x`.
    pub(super) fn score(&self, x: f64, pool: usize) -> f64 {
        match (self.model, self.draw[pool]) {
            (RatingModel::BradleyTerry, _) | (_, None) => logistic(x),
            (RatingModel::Davidson, Some(nu)) => {
                let (win, loss) = (libm::exp(x / 2.0), libm::exp(-x / 2.0));
                (win + nu / 2.0) / (win + loss + nu)
            }
            (RatingModel::RaoKupper, Some(t)) => 0.5 * (1.0 + logistic(x - t) - logistic(-x - t)),
        }
    }

    /// Probability of a draw at a lead of `x`, if the model has draws.
    pub(super) fn drawn(&self, x: f64, pool: usize) -> f64 {
        match (self.model, self.draw[pool]) {
            (RatingModel::BradleyTerry, _) | (_, None) => 0.0,
            (RatingModel::Davidson, Some(nu)) => {
                nu / (libm::exp(x / 2.0) + libm::exp(-x / 2.0) + nu)
            }
            (RatingModel::RaoKupper, Some(t)) => 1.0 - logistic(x - t) - logistic(-x - t),
        }
    }

    /// Derivative of the mean score by the lead.
    pub(super) fn slope(&self, x: f64, pool: usize) -> f64 {
        let step = 1e-4;
        (self.score(x + step, pool) - self.score(x - step, pool)) / (2.0 * step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One pool in which a third of the games between equals is drawn.
    fn expected(model: RatingModel) -> Expected {
        Expected {
            model,
            strengths: vec![0.5, -0.25],
            pools: vec![0, 0],
            white: vec![Some(0.1)],
            draw: vec![match model {
                RatingModel::BradleyTerry => None,
                RatingModel::Davidson => Some(1.0),
                RatingModel::RaoKupper => Some(2.0_f64.ln()),
            }],
        }
    }

    #[test]
    fn scores_draws_and_slopes_are_those_of_the_models() {
        let game = Pairing {
            white: 0,
            black: 1,
            wins: 0.0,
            draws: 1.0,
            losses: 0.0,
        };
        for model in RatingModel::ALL {
            let expected = expected(model);
            assert!((expected.lead(&game) - 0.85).abs() < 1e-12);
            for x in [-0.7_f64, 0.0, 1.9] {
                // Probabilities of win, draw and loss.
                let [win, drawn, loss] = match model {
                    RatingModel::BradleyTerry => [x.exp(), 0.0, 1.0],
                    RatingModel::Davidson => [(x / 2.0).exp(), 1.0, (-x / 2.0).exp()],
                    RatingModel::RaoKupper => {
                        let (win, loss) =
                            (1.0 / (1.0 + 2.0 * (-x).exp()), 1.0 / (1.0 + 2.0 * x.exp()));
                        [win, 1.0 - win - loss, loss]
                    }
                };
                let sum = win + drawn + loss;
                let score = (win + drawn / 2.0) / sum;
                assert!((expected.score(x, 0) - score).abs() < 1e-12, "{model} {x}");
                assert!(
                    (expected.drawn(x, 0) - drawn / sum).abs() < 1e-12,
                    "{model} {x}"
                );
                let slope = (expected.score(x + 1e-3, 0) - expected.score(x - 1e-3, 0)) / 2e-3;
                assert!((expected.slope(x, 0) - slope).abs() < 1e-6, "{model} {x}");
            }
        }
    }
}
