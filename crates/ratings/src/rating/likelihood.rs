//! Likelihood of all games of a pool, as a function of the ratings, White's advantage and the
//! draw parameter.

use std::collections::BTreeSet;

use nalgebra::{DMatrix, DVector};

use super::graph;
use super::model::{PairingLikelihood, RatingModel, likelihood};
use super::options::RatingOptions;
use super::pool::{Pairing, Pool};
use crate::elo::{ELO_PER_UNIT, logistic};

/// Variance, in squared points, of two games decided by a fair coin: the prior spread of results,
/// as for a match.
const COIN_VARIANCE: f64 = 0.5;
/// Weight, in games, of the spread of all results in the spread of one pairing's results.
const SHARED_GAMES: f64 = 20.0;

/// Weight of games between groups that are infinitely far apart, if there are other games. In the
/// limit such games say nothing of other ratings; with just enough weight to place the groups they
/// move other ratings by about a hundredth of an Elo.
const LIGHT: f64 = 1e-4;

/// Games added to those that were played, half of them won by each side.
#[derive(Clone, Copy)]
pub(super) enum Prior<'a> {
    /// This number for each two players that met.
    Every(f64),
    /// One for each two players that met and belong to different groups of these (by player).
    Between(&'a [usize]),
    /// None, and games between groups are left out: each group is rated by itself.
    WithinGroups(&'a [usize]),
}

/// Places of the parameters in the vector of free ones.
pub(super) struct Parameters {
    /// For each member its place, or its fixed value in units.
    pub members: Vec<Result<usize, f64>>,
    /// Place of White's advantage, if it is estimated.
    pub white: Option<usize>,
    /// Place of the draw parameter, if the model has one and a game was drawn.
    pub draw: Option<usize>,
    /// Number of free parameters.
    pub size: usize,
}

impl Parameters {
    pub(super) fn value(&self, member: usize, point: &DVector<f64>) -> f64 {
        self.members[member].map_or_else(|fixed| fixed, |place| point[place])
    }

    /// Derivative of each member's rating (a row) by each free parameter. Without an anchor the
    /// mean rating of `reference` is zero.
    pub(super) fn directions(&self, anchored: bool, reference: &[bool]) -> DMatrix<f64> {
        let count = self.members.len();
        let mut rows = DMatrix::zeros(count, self.size);
        for (i, member) in self.members.iter().enumerate() {
            if let Ok(place) = *member {
                rows[(i, place)] = 1.0;
                if !anchored && reference[i] {
                    for row in 0..count {
                        rows[(row, place)] -= 1.0 / count_of(reference);
                    }
                }
            }
        }
        rows
    }

    /// Places of the free ratings, and the fixed ratings.
    pub(super) fn split(&self) -> (Vec<usize>, Vec<f64>) {
        let free = self.members.iter().filter_map(|member| member.ok());
        let fixed = self.members.iter().filter_map(|member| member.err());
        (free.collect(), fixed.collect())
    }
}

/// Number of chosen members, at least 1.
pub(super) fn count_of(chosen: &[bool]) -> f64 {
    chosen.iter().filter(|chosen| **chosen).count().max(1) as f64
}

/// Games of one pool, added ones included, with members by place.
pub(super) struct PoolLikelihood {
    pub model: RatingModel,
    pub pairings: Vec<Pairing>,
    /// Weight of the games of each pairing.
    weights: Vec<f64>,
    pub parameters: Parameters,
    /// Number of parameters that games of full weight determine: all but the distances between
    /// groups.
    told: f64,
}

/// A log-likelihood at a point, with its derivatives there.
pub(super) struct Expansion {
    pub value: f64,
    pub gradient: DVector<f64>,
    /// The negative Hessian.
    pub curvature: DMatrix<f64>,
}

impl PoolLikelihood {
    /// The games of `members`, which are one pool.
    pub(super) fn new(
        pool: &Pool,
        members: &[usize],
        options: &RatingOptions,
        prior: Prior,
    ) -> PoolLikelihood {
        let mut pairings = pairings_of(pool, members);
        let apart = |p: &Pairing| match prior {
            Prior::Every(_) => false,
            Prior::Between(groups) | Prior::WithinGroups(groups) => {
                groups[members[p.white]] != groups[members[p.black]]
            }
        };
        let some_within = !pairings.iter().all(apart);
        let telling = pairings.iter().filter(|p| !(some_within && apart(p)));
        let white = options.white_advantage && graph::tells_white_advantage(members.len(), telling);
        match prior {
            Prior::Every(games) => suppose(&mut pairings, games, |_| true),
            Prior::Between(_) => suppose(&mut pairings, 1.0, apart),
            Prior::WithinGroups(_) => pairings.retain(|p| !apart(p)),
        }
        let weigh = |p: &Pairing| if some_within && apart(p) { LIGHT } else { 1.0 };
        let weights = pairings.iter().map(weigh).collect();
        let mut size = 0_usize;
        let mut next = || {
            size += 1;
            size - 1
        };
        let held = held(pool, members, options, prior);
        let places = held.into_iter().map(|elo| match elo {
            Some(elo) => Err(elo / ELO_PER_UNIT),
            None => Ok(next()),
        });
        let places = places.collect();
        let white = white.then(&mut next);
        let drawn = pairings.iter().any(|pairing| pairing.draws > 0.0);
        let draw = (options.model.has_draws() && drawn).then(&mut next);
        let distances = match prior {
            Prior::Between(groups) if some_within => {
                let groups: BTreeSet<usize> = members.iter().map(|&i| groups[i]).collect();
                groups.len() - 1
            }
            _ => 0,
        };
        PoolLikelihood {
            model: options.model,
            pairings,
            weights,
            told: size.saturating_sub(distances) as f64,
            parameters: Parameters {
                members: places,
                white,
                draw,
                size,
            },
        }
    }

    /// White's lead in a pairing.
    pub(super) fn lead(&self, pairing: &Pairing, point: &DVector<f64>) -> f64 {
        let parameters = &self.parameters;
        parameters.value(pairing.white, point) - parameters.value(pairing.black, point)
            + parameters.white.map_or(0.0, |place| point[place])
    }

    fn weighed(&self) -> impl Iterator<Item = (&Pairing, f64)> {
        self.pairings.iter().zip(self.weights.iter().copied())
    }

    /// Derivative of White's lead by each free parameter.
    fn shares(&self, pairing: &Pairing) -> Vec<(usize, f64)> {
        let mut shares = Vec::with_capacity(3);
        let (white, black) = (pairing.white, pairing.black);
        let parameters = &self.parameters;
        shares.extend(parameters.members[white].ok().map(|place| (place, 1.0)));
        shares.extend(parameters.members[black].ok().map(|place| (place, -1.0)));
        shares.extend(parameters.white.map(|place| (place, 1.0)));
        shares
    }

    /// Number of games less the number of parameters that they determine.
    pub(super) fn degrees_of_freedom(&self) -> f64 {
        let games: f64 = self.weighed().map(|(p, weight)| weight * p.games()).sum();
        games - self.told
    }

    /// Log-likelihood at `point`.
    pub(super) fn value(&self, point: &DVector<f64>) -> f64 {
        let draw = self.parameters.draw.map(|place| point[place]);
        let games = self.weighed().map(|(pairing, weight)| {
            let lead = self.lead(pairing, point);
            weight * likelihood(self.model, pairing, lead, draw).value
        });
        games.sum()
    }

    /// Covariance of the gradient under Bradley-Terry, from the spread of the points around their
    /// expectation; draws make it smaller than wins and losses would. The spread of a pairing's own
    /// games is shrunk towards that of all games, by the weight of [`SHARED_GAMES`].
    pub(super) fn noise(&self, point: &DVector<f64>) -> DMatrix<f64> {
        let size = self.parameters.size;
        let (mut squares, mut coins, mut games) = (COIN_VARIANCE, COIN_VARIANCE, 0.0);
        let terms: Vec<(f64, f64)> = self
            .weighed()
            .map(|(p, weight)| {
                let expected = logistic(self.lead(p, point));
                let square = p.wins * (1.0 - expected).powi(2)
                    + p.draws * (0.5 - expected).powi(2)
                    + p.losses * expected.powi(2);
                let coin = expected * (1.0 - expected);
                // Pairings whose games all ended alike, and added games, show no spread.
                if weight > LIGHT {
                    squares += square;
                    coins += p.games() * coin;
                    games += p.games();
                }
                (square, coin)
            })
            .collect();
        // Residuals are smaller by the number of fitted parameters.
        let fitted = games / (games - self.told).max(0.5 * games);
        let ratio = (squares * fitted / coins).min(1.5);
        let mut noise = DMatrix::zeros(size, size);
        for ((pairing, weight), (square, coin)) in self.weighed().zip(terms) {
            let n = weight * weight * pairing.games();
            let own = if weight > LIGHT {
                (square * fitted + SHARED_GAMES * ratio * coin) / (n + SHARED_GAMES)
            } else {
                coin
            };
            let shares = self.shares(pairing);
            for &(a, share) in &shares {
                for &(b, other) in &shares {
                    noise[(a, b)] += share * other * n * own;
                }
            }
        }
        noise
    }

    /// Covariance of the gradient by the model itself.
    pub(super) fn information(&self, point: &DVector<f64>) -> DMatrix<f64> {
        let squared = self.weights.iter().map(|weight| weight * weight);
        self.with_weights(point, squared).curvature
    }

    /// Value at `point` with its derivatives.
    pub(super) fn at(&self, point: &DVector<f64>) -> Expansion {
        self.with_weights(point, self.weights.iter().copied())
    }

    fn with_weights(&self, point: &DVector<f64>, weights: impl Iterator<Item = f64>) -> Expansion {
        let parameters = &self.parameters;
        let mut gradient = DVector::zeros(parameters.size);
        let mut curvature = DMatrix::zeros(parameters.size, parameters.size);
        let mut value = 0.0;
        for (pairing, weight) in self.pairings.iter().zip(weights) {
            let draw = parameters.draw.map(|place| point[place]);
            let lead = self.lead(pairing, point);
            let games: PairingLikelihood =
                likelihood(self.model, pairing, lead, draw).times(weight);
            value += games.value;
            let shares = self.shares(pairing);
            for &(a, share) in &shares {
                gradient[a] += share * games.x;
                for &(b, other) in &shares {
                    curvature[(a, b)] -= share * other * games.xx;
                }
                if let Some(t) = parameters.draw {
                    curvature[(a, t)] -= share * games.xt;
                    curvature[(t, a)] -= share * games.xt;
                }
            }
            if let Some(t) = parameters.draw {
                gradient[t] += games.t;
                curvature[(t, t)] -= games.tt;
            }
        }
        Expansion {
            value,
            gradient,
            curvature,
        }
    }
}

/// The pairings of `members`, by place.
fn pairings_of(pool: &Pool, members: &[usize]) -> Vec<Pairing> {
    let mut places = vec![None; pool.players().len()];
    for (place, &member) in members.iter().enumerate() {
        places[member] = Some(place);
    }
    let pairings = pool.pairings().iter();
    let pairings = pairings.filter_map(|pairing| {
        Some(Pairing {
            white: places[pairing.white]?,
            black: places[pairing.black]?,
            ..*pairing
        })
    });
    pairings.collect()
}

/// Ratings in Elo that are not free: the anchors', and without an anchor the first player's, until
/// the mean is subtracted.
fn held(pool: &Pool, members: &[usize], options: &RatingOptions, prior: Prior) -> Vec<Option<f64>> {
    // Only an anchor in the same group fixes a group's level.
    let group = |member: usize| match prior {
        Prior::WithinGroups(groups) => groups[member],
        Prior::Every(_) | Prior::Between(_) => 0,
    };
    let anchors = members.iter().map(|&i| options.anchor(&pool.players()[i]));
    let mut held: Vec<Option<f64>> = anchors.collect();
    let with = members.iter().zip(&held).filter(|(_, elo)| elo.is_some());
    let mut placed: BTreeSet<usize> = with.map(|(&i, _)| group(i)).collect();
    for (&i, elo) in members.iter().zip(&mut held) {
        if placed.insert(group(i)) {
            *elo = Some(0.0);
        }
    }
    held
}

/// Adds games for each two players that met and are `chosen`, half of them won by each, equally
/// with both colours. The games are won and not drawn, because a draw does not bound a lead if the
/// model's draw parameter may explain it.
fn suppose(pairings: &mut Vec<Pairing>, games: f64, chosen: impl Fn(&Pairing) -> bool) {
    if games == 0.0 {
        return;
    }
    let mut met: Vec<(usize, usize)> = pairings
        .iter()
        .filter(|p| chosen(p))
        .map(|p| (p.white.min(p.black), p.white.max(p.black)))
        .collect();
    met.sort_unstable();
    met.dedup();
    for (a, b) in met {
        for (white, black) in [(a, b), (b, a)] {
            pairings.push(Pairing {
                white,
                black,
                wins: games / 4.0,
                draws: 0.0,
                losses: games / 4.0,
            });
        }
    }
}
