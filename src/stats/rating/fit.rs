//! Maximum likelihood by Newton's method: all three likelihoods are concave.

use std::collections::BTreeSet;

use nalgebra::{DMatrix, DVector};

use super::model::{Likelihood, likelihood, logistic};
use super::{ELO, Pairing, Pool, RatingError, RatingModel, RatingOptions, graph, profile};

/// Steps after which no maximum is expected any more.
const STEPS: usize = 200;
/// Leads of White beyond this many units are infinite.
const FAR: f64 = 15.0;
/// Variance, in squared points, of two games decided by a fair coin: what is believed of the
/// spread of results before any are seen, as for a match.
const COIN_VARIANCE: f64 = 0.5;
/// Games that the spread of all results weighs in the spread of one pairing's.
const SHARED_GAMES: f64 = 20.0;
/// Weight of games between groups that are infinitely far apart, where there are others. In
/// the limit in which they are so far apart these games say nothing of anything else: with
/// no weight but to place the groups, they move other ratings by about a hundredth of an
/// Elo.
const LIGHT: f64 = 1e-4;

/// Which games are supposed beside those that were played, half of them won by either.
#[derive(Clone, Copy)]
pub(super) enum Suppose<'a> {
    /// So many for each two players that met.
    Every(f64),
    /// One for each two players that met and are of two of these groups (by player).
    Between(&'a [usize]),
    /// None, and what was played between groups is left out: groups stand each for itself.
    Nothing(&'a [usize]),
}

/// What was fitted for the members of one pool.
pub(super) struct Fitted {
    pub elo: Vec<f64>,
    /// Ends of the ratings' 95 % intervals.
    pub lo: Vec<f64>,
    pub hi: Vec<f64>,
    pub covariance: DMatrix<f64>,
    pub white_advantage: Option<(f64, f64)>,
    pub draw: Option<f64>,
}

/// Where each parameter stands in the vector of free ones.
struct Layout {
    /// For each member its place, or its fixed value in units.
    members: Vec<Result<usize, f64>>,
    white: Option<usize>,
    draw: Option<usize>,
    size: usize,
}

impl Layout {
    fn value(&self, member: usize, point: &DVector<f64>) -> f64 {
        self.members[member].map_or_else(|fixed| fixed, |place| point[place])
    }

    /// How each member's rating, a row, moves with each free parameter: without an anchor
    /// ratings are counted from the mean of `reference`.
    fn directions(&self, anchored: bool, reference: &[bool]) -> DMatrix<f64> {
        let count = self.members.len();
        let mut rows = DMatrix::zeros(count, self.size);
        for (i, member) in self.members.iter().enumerate() {
            if let Ok(place) = *member {
                rows[(i, place)] = 1.0;
                if !anchored && reference[i] {
                    for row in 0..count {
                        rows[(row, place)] -= 1.0 / size_of(reference);
                    }
                }
            }
        }
        rows
    }

    /// Places of the free ratings, and the fixed ratings.
    fn split(&self) -> (Vec<usize>, Vec<f64>) {
        let free = self.members.iter().filter_map(|member| member.ok());
        let fixed = self.members.iter().filter_map(|member| member.err());
        (free.collect(), fixed.collect())
    }
}

/// The games of one pool, with members by place.
pub(super) struct Problem {
    model: RatingModel,
    pairings: Vec<Pairing>,
    /// What the games of each pairing count.
    weights: Vec<f64>,
    layout: Layout,
}

/// Whether the groups' own games give finite ratings within each.
pub(super) fn is_finite_within(
    pool: &Pool,
    members: &[usize],
    options: &RatingOptions,
    groups: &[usize],
) -> bool {
    let problem = Problem::new(pool, members, options, Suppose::Nothing(groups));
    problem.pairings.is_empty() || problem.maximum(options.model).is_ok()
}

/// Fits the ratings of `members`, which are one pool. Without an anchor they are counted from
/// the mean of those whom `reference` holds (by place).
pub(super) fn fit(
    pool: &Pool,
    members: &[usize],
    reference: &[bool],
    options: &RatingOptions,
    suppose: Suppose,
) -> Result<Fitted, RatingError> {
    let problem = Problem::new(pool, members, options, suppose);
    let (point, hessian) = problem.maximum(options.model)?;
    let layout = &problem.layout;
    let inverse = hessian
        .cholesky()
        .map(|factors| factors.inverse())
        .ok_or(RatingError::Diverged(options.model))?;
    // Half points are no outcomes of a coin: their spread is measured, not taken from the
    // likelihood.
    let spread = match options.model {
        RatingModel::BradleyTerry => &inverse * problem.noise(&point) * &inverse,
        RatingModel::Davidson | RatingModel::RaoKupper => {
            &inverse * problem.information(&point) * &inverse
        }
    };
    let anchored = members.iter().any(|&i| anchor(pool, options, i).is_some());
    let directions = layout.directions(anchored, reference);
    let mut fitted = Fitted {
        elo: Vec::new(),
        lo: Vec::new(),
        hi: Vec::new(),
        covariance: &directions * &spread * directions.transpose() * (ELO * ELO),
        white_advantage: layout
            .white
            .map(|place| (point[place] * ELO, spread[(place, place)].sqrt() * ELO)),
        draw: layout.draw.map(|place| match options.model {
            RatingModel::RaoKupper => point[place] * ELO,
            _ => libm::exp(point[place]),
        }),
    };
    let raw: Vec<f64> = (0..members.len())
        .map(|i| layout.value(i, &point))
        .collect();
    let centre = if anchored {
        0.0
    } else {
        let chosen = raw.iter().zip(reference).filter(|(_, chosen)| **chosen);
        chosen.map(|(raw, _)| raw).sum::<f64>() / size_of(reference)
    };
    for (i, raw) in raw.iter().enumerate() {
        let direction = directions.row(i).transpose();
        let [below, above] = profile::ends(&problem, &point, &direction, &inverse, &spread);
        let rating = raw - centre;
        fitted.elo.push(rating * ELO);
        fitted.lo.push((rating - below) * ELO);
        fitted.hi.push((rating + above) * ELO);
    }
    Ok(fitted)
}

fn size_of(chosen: &[bool]) -> f64 {
    chosen.iter().filter(|chosen| **chosen).count().max(1) as f64
}

/// The rating at which `player` is anchored, in Elo.
pub(super) fn anchor(pool: &Pool, options: &RatingOptions, player: usize) -> Option<f64> {
    let name = &pool.players()[player];
    let found = options.anchors.iter().find(|(anchor, _)| anchor == name);
    found.map(|&(_, elo)| elo)
}

impl Problem {
    fn new(pool: &Pool, members: &[usize], options: &RatingOptions, how: Suppose) -> Problem {
        let mut pairings = pairings_of(pool, members);
        let apart = |p: &Pairing| match how {
            Suppose::Every(_) => false,
            Suppose::Between(groups) | Suppose::Nothing(groups) => {
                groups[members[p.white]] != groups[members[p.black]]
            }
        };
        let some_within = !pairings.iter().all(apart);
        let telling = pairings.iter().filter(|p| !(some_within && apart(p)));
        let white = options.white_advantage && graph::tells_white_advantage(members.len(), telling);
        match how {
            Suppose::Every(games) => suppose(&mut pairings, games, |_| true),
            Suppose::Between(_) => suppose(&mut pairings, 1.0, apart),
            Suppose::Nothing(_) => pairings.retain(|p| !apart(p)),
        }
        let weigh = |p: &Pairing| if some_within && apart(p) { LIGHT } else { 1.0 };
        let weights = pairings.iter().map(weigh).collect();
        let mut size = 0;
        let mut next = || {
            size += 1;
            size - 1
        };
        let held = held(pool, members, options, how);
        let places = held.into_iter().map(|elo| match elo {
            Some(elo) => Err(elo / ELO),
            None => Ok(next()),
        });
        let places = places.collect();
        let white = white.then(&mut next);
        let drawn = pairings.iter().any(|pairing| pairing.draws > 0.0);
        let draw = (options.model.has_draws() && drawn).then(&mut next);
        Problem {
            model: options.model,
            pairings,
            weights,
            layout: Layout {
                members: places,
                white,
                draw,
                size,
            },
        }
    }

    /// White's lead in a pairing.
    fn lead(&self, pairing: &Pairing, point: &DVector<f64>) -> f64 {
        let layout = &self.layout;
        layout.value(pairing.white, point) - layout.value(pairing.black, point)
            + layout.white.map_or(0.0, |place| point[place])
    }

    fn weighed(&self) -> impl Iterator<Item = (&Pairing, f64)> {
        self.pairings.iter().zip(self.weights.iter().copied())
    }

    /// Each free parameter's share in White's lead.
    fn shares(&self, pairing: &Pairing) -> Vec<(usize, f64)> {
        let mut shares = Vec::with_capacity(3);
        let (white, black) = (pairing.white, pairing.black);
        shares.extend(self.layout.members[white].ok().map(|place| (place, 1.0)));
        shares.extend(self.layout.members[black].ok().map(|place| (place, -1.0)));
        shares.extend(self.layout.white.map(|place| (place, 1.0)));
        shares
    }

    /// Standard errors that a 95 % interval reaches: more than 1.96 where there are few games
    /// to each parameter.
    pub(super) fn quantile(&self) -> f64 {
        let games: f64 = self.weighed().map(|(p, weight)| weight * p.games()).sum();
        profile::student(games - self.layout.size as f64)
    }

    /// Log-likelihood at `point`.
    pub(super) fn value(&self, point: &DVector<f64>) -> f64 {
        let draw = self.layout.draw.map(|place| point[place]);
        let games = self.weighed().map(|(pairing, weight)| {
            let lead = self.lead(pairing, point);
            weight * likelihood(self.model, pairing, lead, draw).value
        });
        games.sum()
    }

    /// Covariance of the gradient under Bradley-Terry, from how far the points of the games
    /// lie from what is expected: with draws, less far than wins and losses would. What a
    /// pairing's own games say is drawn towards what all say, by the weight of
    /// [`SHARED_GAMES`].
    fn noise(&self, point: &DVector<f64>) -> DMatrix<f64> {
        let size = self.layout.size;
        let (mut squares, mut coins, mut games) = (COIN_VARIANCE, COIN_VARIANCE, 0.0);
        let terms: Vec<(f64, f64)> = self
            .weighed()
            .map(|(p, weight)| {
                let expected = logistic(self.lead(p, point));
                let square = p.wins * (1.0 - expected).powi(2)
                    + p.draws * (0.5 - expected).powi(2)
                    + p.losses * expected.powi(2);
                let coin = expected * (1.0 - expected);
                // Games that all ended alike, and supposed ones, tell no spread.
                if weight > LIGHT {
                    squares += square;
                    coins += p.games() * coin;
                    games += p.games();
                }
                (square, coin)
            })
            .collect();
        // Residuals are small by what was fitted to them.
        let fitted = games / (games - size as f64).max(0.5 * games);
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
    fn information(&self, point: &DVector<f64>) -> DMatrix<f64> {
        let squared = self.weights.iter().map(|weight| weight * weight);
        self.with_weights(point, squared).2
    }

    /// Value at `point` with gradient and negative Hessian.
    fn at(&self, point: &DVector<f64>) -> (f64, DVector<f64>, DMatrix<f64>) {
        self.with_weights(point, self.weights.iter().copied())
    }

    fn with_weights(
        &self,
        point: &DVector<f64>,
        weights: impl Iterator<Item = f64>,
    ) -> (f64, DVector<f64>, DMatrix<f64>) {
        let layout = &self.layout;
        let mut gradient = DVector::zeros(layout.size);
        let mut curvature = DMatrix::zeros(layout.size, layout.size);
        let mut value = 0.0;
        for (pairing, weight) in self.pairings.iter().zip(weights) {
            let draw = layout.draw.map(|place| point[place]);
            let lead = self.lead(pairing, point);
            let games: Likelihood = likelihood(self.model, pairing, lead, draw).times(weight);
            value += games.value;
            let shares = self.shares(pairing);
            for &(a, share) in &shares {
                gradient[a] += share * games.x;
                for &(b, other) in &shares {
                    curvature[(a, b)] -= share * other * games.xx;
                }
                if let Some(t) = layout.draw {
                    curvature[(a, t)] -= share * games.xt;
                    curvature[(t, a)] -= share * games.xt;
                }
            }
            if let Some(t) = layout.draw {
                gradient[t] += games.t;
                curvature[(t, t)] -= games.tt;
            }
        }
        (value, gradient, curvature)
    }

    /// The maximum and the negative Hessian there.
    fn maximum(&self, model: RatingModel) -> Result<(DVector<f64>, DMatrix<f64>), RatingError> {
        let diverged = || RatingError::Diverged(model);
        let mut point = DVector::zeros(self.layout.size);
        let (members, fixed): (Vec<usize>, Vec<f64>) = self.layout.split();
        let start = fixed.iter().sum::<f64>() / fixed.len().max(1) as f64;
        for &place in &members {
            point[place] = start;
        }
        if let (Some(place), RatingModel::RaoKupper) = (self.layout.draw, model) {
            point[place] = 0.5;
        }
        let (mut value, mut gradient, mut curvature) = self.at(&point);
        for _ in 0..STEPS {
            let factors = curvature.clone().cholesky().ok_or_else(diverged)?;
            let step = factors.solve(&gradient);
            let gain = gradient.dot(&step);
            // Nearer than this the likelihood's rounding hides which way is up.
            if gain < 1e-12 * (1.0 + value.abs()) {
                return Ok((point + step, curvature));
            }
            let mut length = 1.0;
            loop {
                let next = &point + length * &step;
                let (there, slope, bend) = self.at(&next);
                if there >= value || length < 1e-12 {
                    (point, value, gradient, curvature) = (next, there, slope, bend);
                    break;
                }
                length /= 2.0;
            }
            if length < 1e-12 {
                return Ok((point, curvature)); // as good as numbers get
            }
            // Also where no rating is infinite by itself: a player that won every game with
            // White may owe it to its strength or to White.
            let leads = self
                .pairings
                .iter()
                .map(|pairing| self.lead(pairing, &point));
            if leads.into_iter().any(|lead| lead.abs() > FAR) {
                return Err(diverged());
            }
        }
        Err(diverged())
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

/// The ratings in Elo that are not free: the anchors', and where there is none the first
/// player's, which is one until the mean is taken.
fn held(pool: &Pool, members: &[usize], options: &RatingOptions, how: Suppose) -> Vec<Option<f64>> {
    // Whose levels only an anchor in the same group would tell.
    let group = |member: usize| match how {
        Suppose::Nothing(groups) => groups[member],
        Suppose::Every(_) | Suppose::Between(_) => 0,
    };
    let anchors = members.iter().map(|&i| anchor(pool, options, i));
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

/// Adds games for each two players that met and are `chosen`, half of them won by either,
/// with either colour alike. Won games and not drawn ones: a draw does not bound a lead
/// where the model's draw parameter may explain it.
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
