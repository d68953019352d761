//! Ratings of a pool of players from all their games: Bradley-Terry, Davidson and
//! Rao-Kupper by maximum likelihood, with White's advantage, anchors and intervals.
//!
//! Elo differences of `d` mean a factor of 10^(d/400) in the odds. What no likelihood can
//! tell is told in words: pools that never met are rated apart, and where some players won
//! or lost everything against the rest, one game more for each pairing between those and the
//! rest, half won by either, is supposed, and said ([`Rated::prior`]). It places them and
//! leaves the ratings of the others among themselves as they are.

mod chance;
mod cycle;
mod expected;
mod fit;
mod footing;
mod graph;
mod model;
mod problem;
mod profile;

pub use cycle::{Cycle, Transitivity};
pub use model::RatingModel;

use std::collections::BTreeMap;

use footing::Footing;
use statrs::distribution::{ContinuousCDF, Normal};

use super::Roster;

/// Elo of one unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Most players that are rated together: time grows with the cube of their number.
pub const MOST_PLAYERS: usize = 3000;

/// Games between two players of a pool with fixed colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// Index of White.
    pub white: usize,
    /// Index of Black.
    pub black: usize,
    /// Games that White won.
    pub wins: f64,
    /// Drawn games.
    pub draws: f64,
    /// Games that Black won.
    pub losses: f64,
}

impl Pairing {
    /// Number of games.
    pub fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// Players and their games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pool {
    roster: Roster,
    /// One entry for each pair of White and Black.
    pairings: Vec<Pairing>,
    /// Where each pair of White and Black stands.
    pairs: BTreeMap<(usize, usize), usize>,
}

impl Pool {
    /// A pool without games.
    pub fn new() -> Pool {
        Pool::default()
    }

    /// Counts a game by White's points: 1, 1/2 or 0.
    pub fn add(&mut self, white: &str, black: &str, points: f64) {
        let (wins, draws, losses) = match points {
            p if p > 0.75 => (1.0, 0.0, 0.0),
            p if p < 0.25 => (0.0, 0.0, 1.0),
            _ => (0.0, 1.0, 0.0),
        };
        self.add_games(white, black, [wins, draws, losses]);
    }

    /// Counts games: White's wins, draws, White's losses. A player's games against itself
    /// say nothing of its strength and are left out.
    pub fn add_games(&mut self, white: &str, black: &str, [wins, draws, losses]: [f64; 3]) {
        if white == black {
            return;
        }
        let (white, black) = (self.roster.join(white), self.roster.join(black));
        let place = *self.pairs.entry((white, black)).or_insert_with(|| {
            self.pairings.push(Pairing {
                white,
                black,
                wins: 0.0,
                draws: 0.0,
                losses: 0.0,
            });
            self.pairings.len() - 1
        });
        let pairing = &mut self.pairings[place];
        pairing.wins += wins;
        pairing.draws += draws;
        pairing.losses += losses;
    }

    /// Names of the players in the order in which they joined.
    pub fn players(&self) -> &[String] {
        self.roster.names()
    }

    /// The games of each pair of White and Black.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Points and games of each player.
    pub fn points(&self) -> Vec<(f64, f64)> {
        let mut points = vec![(0.0, 0.0); self.players().len()];
        for pairing in &self.pairings {
            let white = pairing.wins + pairing.draws / 2.0;
            points[pairing.white].0 += white;
            points[pairing.black].0 += pairing.games() - white;
            points[pairing.white].1 += pairing.games();
            points[pairing.black].1 += pairing.games();
        }
        points
    }
}

/// How to rate.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingOptions {
    /// The model.
    pub model: RatingModel,
    /// Whether White's advantage is estimated; otherwise it is none.
    pub white_advantage: bool,
    /// Players with a given rating.
    pub anchors: Vec<(String, f64)>,
    /// Games that are supposed for each pairing that was played, half of them won by either
    /// player; `None` supposes one between players who would be infinitely far apart
    /// otherwise, and none elsewhere.
    pub prior: Option<f64>,
}

impl Default for RatingOptions {
    fn default() -> RatingOptions {
        RatingOptions {
            model: RatingModel::BradleyTerry,
            white_advantage: true,
            anchors: Vec::new(),
            prior: None,
        }
    }
}

/// Why a pool cannot be rated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// There is nothing to rate.
    #[error("there is no game between two different players")]
    Empty,
    /// An anchor that nobody is.
    #[error("anchor '{0}' played no game; the players are {1}")]
    Anchor(String, String),
    /// More players than a fit can hold.
    #[error("there are {0} players; at most {MOST_PLAYERS} can be rated together")]
    TooMany(usize),
    /// No maximum was found.
    #[error("the {0} likelihood has no finite maximum; suppose more games by a prior")]
    Diverged(RatingModel),
}

/// A player's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Name.
    pub player: String,
    /// Which of the pools that never met, from 0.
    pub pool: usize,
    /// Games played.
    pub games: f64,
    /// Points made.
    pub points: f64,
    /// Rating in Elo: the anchors' scale, or in each pool without an anchor counted from the
    /// mean of the players that rest on played games alone (of all, if nobody does).
    pub elo: f64,
    /// Lower end of its 95 % interval, which follows the likelihood and so is asymmetric; an
    /// anchor's has no width.
    pub elo_lo: f64,
    /// Upper end of that interval.
    pub elo_hi: f64,
    /// Whether its distance from the anchors, or from the mean, rests on supposed games.
    pub prior: bool,
}

/// Ratings of all players, with what is known of their errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The model.
    pub model: RatingModel,
    /// In the order of [`Pool::players`].
    pub players: Vec<Rated>,
    /// White's advantage in Elo with its standard error, of each pool; `None` where it was
    /// not estimated or the games cannot tell it.
    pub white_advantage: Vec<Option<(f64, f64)>>,
    /// The model's draw parameter of each pool: Davidson's nu, or Rao-Kupper's threshold in
    /// Elo.
    pub draw: Vec<Option<f64>>,
    /// Games that were supposed for each pairing for which any was.
    pub prior: f64,
    /// Whether the prior was needed for finite ratings.
    pub prior_was_needed: bool,
    /// Covariances of the ratings, in squared Elo.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Rates `pool`.
    ///
    /// # Errors
    /// [`RatingError`]: no games, an unknown anchor, or no finite maximum.
    pub fn fit(pool: &Pool, options: &RatingOptions) -> Result<Ratings, RatingError> {
        if pool.pairings.is_empty() {
            return Err(RatingError::Empty);
        }
        if pool.players().len() > MOST_PLAYERS {
            return Err(RatingError::TooMany(pool.players().len()));
        }
        for (name, _) in &options.anchors {
            if !pool.players().contains(name) {
                let known = pool.players().join(", ");
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
            let footing = Footing::find(pool, &members, &groups, options)?;
            let fitted = footing.fitted;
            for (place, &i) in members.iter().enumerate() {
                ends[i] = (fitted.elo[place], fitted.lo[place], fitted.hi[place]);
                supposed[i] = footing.supposed[place];
                for (other, &j) in members.iter().enumerate() {
                    ratings.covariance[i][j] = fitted.covariance[(place, other)];
                }
            }
            if footing.was_needed {
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

#[cfg(test)]
mod tests;
