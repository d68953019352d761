//! Ratings of all players of a pool, with their errors.

use statrs::distribution::{ContinuousCDF, Normal};

use super::graph;
use super::model::RatingModel;
use super::options::{MOST_PLAYERS, RatingError, RatingOptions};
use super::pool::Pool;
use super::prior::PoolFit;

/// Greatest number of names in a message.
const MOST_NAMED: usize = 12;

/// A player's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Name.
    pub player: String,
    /// Number of its pool among pools that never met, from 0.
    pub pool: usize,
    /// Games played.
    pub games: f64,
    /// Points made.
    pub points: f64,
    /// Rating in Elo, on the anchors' scale. In a pool without an anchor the mean of the players
    /// rated by played games alone is zero (of all players, if there are none).
    pub elo: f64,
    /// Lower end of its 95 % interval, by the likelihood and so asymmetric; an anchor's interval
    /// has no width.
    pub elo_lo: f64,
    /// Upper end of that interval.
    pub elo_hi: f64,
    /// Whether its distance from the anchors, or from the mean, depends on added games.
    pub prior: bool,
}

/// Ratings of all players, with their errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The model.
    pub model: RatingModel,
    /// In the order of [`Pool::players`].
    pub players: Vec<Rated>,
    /// White's advantage in Elo with its standard error, of each pool; `None` if it was not
    /// estimated or the games do not determine it.
    pub white_advantage: Vec<Option<(f64, f64)>>,
    /// The model's draw parameter of each pool: Davidson's nu, or Rao-Kupper's threshold in
    /// Elo.
    pub draw: Vec<Option<f64>>,
    /// Games added for each pairing with added games.
    pub prior: f64,
    /// Whether finite ratings needed the prior.
    pub prior_was_needed: bool,
    /// Covariances of the ratings, in squared Elo.
    covariance: Vec<Vec<f64>>,
}

/// Names in a sentence: the first, and the number of the others.
fn some(names: &[String]) -> String {
    let named = &names[..names.len().min(MOST_NAMED)];
    match names.len() - named.len() {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

impl Ratings {
    /// Rates `pool`.
    ///
    /// # Errors
    /// [`RatingError`]: no games, an unknown anchor, or no finite maximum.
    pub fn fit(pool: &Pool, options: &RatingOptions) -> Result<Ratings, RatingError> {
        if pool.pairings().is_empty() {
            return Err(RatingError::Empty);
        }
        if pool.players().len() > MOST_PLAYERS {
            return Err(RatingError::TooMany(pool.players().len()));
        }
        for (name, _) in &options.anchors {
            if !pool.players().contains(name) {
                let known = some(pool.players());
                return Err(RatingError::Anchor(name.clone(), known));
            }
        }
        let count = pool.players().len();
        let (pools, groups) = (graph::pools(pool), graph::groups(pool));
        let mut ratings = Ratings {
            model: options.model,
            players: Vec::with_capacity(count),
            white_advantage: Vec::new(),
            draw: Vec::new(),
            prior: options.prior.unwrap_or(0.0),
            prior_was_needed: false,
            covariance: vec![vec![0.0; count]; count],
        };
        let mut ends = vec![(0.0, 0.0, 0.0); count];
        let mut supposed = vec![false; count];
        for number in 0..=pools.iter().copied().max().unwrap_or(0) {
            let members: Vec<usize> = (0..count).filter(|&i| pools[i] == number).collect();
            let fit = PoolFit::new(pool, &members, &groups, options)?;
            let fitted = fit.fitted;
            for (place, &i) in members.iter().enumerate() {
                ends[i] = (fitted.elo[place], fitted.lo[place], fitted.hi[place]);
                supposed[i] = fit.supposed[place];
                for (other, &j) in members.iter().enumerate() {
                    ratings.covariance[i][j] = fitted.covariance[(place, other)];
                }
            }
            if fit.was_needed {
                (ratings.prior, ratings.prior_was_needed) = (1.0, true);
            }
            ratings.white_advantage.push(fitted.white_advantage);
            ratings.draw.push(fitted.draw);
        }
        for (i, (points, games)) in pool.points().into_iter().enumerate() {
            let (elo, elo_lo, elo_hi) = ends[i];
            ratings.players.push(Rated {
                player: pool.players()[i].clone(),
                pool: pools[i],
                games,
                points,
                elo,
                elo_lo,
                elo_hi,
                prior: supposed[i],
            });
        }
        Ok(ratings)
    }

    /// Players from the strongest down, as indices; pools one after the other.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (&self.players[a], &self.players[b]);
            a.pool.cmp(&b.pool).then(b.elo.total_cmp(&a.elo))
        });
        order
    }

    /// Standard error of a rating, in Elo; 0 for an anchor.
    pub fn error(&self, player: usize) -> f64 {
        self.covariance[player][player].max(0.0).sqrt()
    }

    /// Number of pools that never met.
    pub fn pools(&self) -> usize {
        1 + self.players.iter().map(|p| p.pool).max().unwrap_or(0)
    }

    /// Standard error of the difference of two ratings, in Elo.
    pub fn error_of_difference(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        (c[a][a] + c[b][b] - c[a][b] - c[b][a]).max(0.0).sqrt()
    }

    /// Probability that player `a` is stronger than player `b`; `None` for players of
    /// different pools.
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        if self.players[a].pool != self.players[b].pool {
            return None;
        }
        let difference = self.players[a].elo - self.players[b].elo;
        let error = self.error_of_difference(a, b);
        if error == 0.0 {
            return Some(
                0.5 + 0.5
                    * difference
                        .partial_cmp(&0.0)
                        .map_or(0.0, |o| f64::from(o as i8)),
            );
        }
        Some(Normal::standard().cdf(difference / error))
    }
}
