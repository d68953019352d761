//! Maximum likelihood by Newton's method: all three likelihoods are concave.

use nalgebra::{DMatrix, DVector};

use super::model::{Likelihood, likelihood, logistic};
use super::problem::{LIGHT, Suppose};
use super::{ELO, Pairing, Pool, RatingError, RatingModel, RatingOptions, profile};

/// Steps after which no maximum is expected any more.
const STEPS: usize = 200;
/// Leads of White beyond this many units are infinite.
const FAR: f64 = 15.0;
/// Variance, in squared points, of two games decided by a fair coin: what is believed of the
/// spread of results before any are seen, as for a match.
const COIN_VARIANCE: f64 = 0.5;
/// Games that the spread of all results weighs in the spread of one pairing's.
const SHARED_GAMES: f64 = 20.0;

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
pub(super) struct Layout {
    /// For each member its place, or its fixed value in units.
    pub members: Vec<Result<usize, f64>>,
    pub white: Option<usize>,
    pub draw: Option<usize>,
    pub size: usize,
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
    pub model: RatingModel,
    pub pairings: Vec<Pairing>,
    /// What the games of each pairing count.
    pub weights: Vec<f64>,
    pub layout: Layout,
    /// Parameters that games of full weight tell: all but the distances between groups.
    pub told: f64,
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
        profile::student(games - self.told)
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
            // Along a likelihood that rises for ever, ever less, steps stay that long: under
            // Rao-Kupper when one side won or drew all games of a pairing.
            let endless = step.amax() > 0.25;
            // Nearer than this the likelihood's rounding hides which way is up.
            if gain < 1e-12 * (1.0 + value.abs()) {
                return if endless {
                    Err(diverged())
                } else {
                    Ok((point + step, curvature))
                };
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
                return if endless {
                    Err(diverged())
                } else {
                    Ok((point, curvature)) // as good as numbers get
                };
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
