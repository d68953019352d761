//! The scores that ratings expect.

use super::model::{RatingModel, logistic};
use super::pool::Pairing;
use super::ratings::Ratings;
use crate::elo::ELO_PER_UNIT;

/// Strengths and the models' other parameters, in units of a factor e in the odds.
#[derive(Clone)]
pub(super) struct Expected {
    pub model: RatingModel,
    /// Of each player.
    pub strengths: Vec<f64>,
    /// The pool of each player.
    pools: Vec<usize>,
    /// White's advantage in each pool, where it is known.
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

    /// Probability of a draw at a lead of `x`, where draws are part of the model.
    pub(super) fn drawn(&self, x: f64, pool: usize) -> f64 {
        match (self.model, self.draw[pool]) {
            (RatingModel::BradleyTerry, _) | (_, None) => 0.0,
            (RatingModel::Davidson, Some(nu)) => {
                nu / (libm::exp(x / 2.0) + libm::exp(-x / 2.0) + nu)
            }
            (RatingModel::RaoKupper, Some(t)) => 1.0 - logistic(x - t) - logistic(-x - t),
        }
    }

    /// How the mean score grows with the lead.
    pub(super) fn slope(&self, x: f64, pool: usize) -> f64 {
        let step = 1e-4;
        (self.score(x + step, pool) - self.score(x - step, pool)) / (2.0 * step)
    }
}
