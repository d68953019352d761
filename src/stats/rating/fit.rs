//! Maximum likelihood by Newton's method: all three likelihoods are concave.

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
    /// ratings are counted from their mean.
    fn directions(&self, anchored: bool) -> DMatrix<f64> {
        let count = self.members.len();
        let mut rows = DMatrix::zeros(count, self.size);
        for (i, member) in self.members.iter().enumerate() {
            if let Ok(place) = *member {
                rows[(i, place)] = 1.0;
                if !anchored {
                    for row in 0..count {
                        rows[(row, place)] -= 1.0 / count as f64;
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
    layout: Layout,
}

pub(super) fn fit(
    pool: &Pool,
    members: &[usize],
    options: &RatingOptions,
    prior: f64,
) -> Result<Fitted, RatingError> {
    let problem = Problem::new(pool, members, options, prior);
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
        RatingModel::Davidson | RatingModel::RaoKupper => inverse.clone(),
    };
    let anchored = members.iter().any(|&i| anchor(pool, options, i).is_some());
    let directions = layout.directions(anchored);
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
        // Ratings around their mean.
        raw.iter().sum::<f64>() / raw.len() as f64
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

/// The rating at which `player` is anchored, in Elo.
fn anchor(pool: &Pool, options: &RatingOptions, player: usize) -> Option<f64> {
    let name = &pool.players()[player];
    let found = options.anchors.iter().find(|(anchor, _)| anchor == name);
    found.map(|&(_, elo)| elo)
}

impl Problem {
    fn new(pool: &Pool, members: &[usize], options: &RatingOptions, prior: f64) -> Problem {
        let mut places = vec![None; pool.players().len()];
        for (place, &member) in members.iter().enumerate() {
            places[member] = Some(place);
        }
        let mut pairings = Vec::new();
        for pairing in pool.pairings() {
            if let (Some(white), Some(black)) = (places[pairing.white], places[pairing.black]) {
                pairings.push(Pairing {
                    white,
                    black,
                    ..*pairing
                });
            }
        }
        if prior > 0.0 {
            suppose(&mut pairings, prior);
        }
        let mut size = 0;
        let mut next = || {
            size += 1;
            size - 1
        };
        let anchors: Vec<Option<f64>> = members
            .iter()
            .map(|&member| anchor(pool, options, member))
            .collect();
        let free = anchors.iter().all(Option::is_none);
        let places = anchors.iter().enumerate().map(|(i, anchor)| match anchor {
            Some(elo) => Err(elo / ELO),
            // Without an anchor the first player is one until the mean is taken.
            None if free && i == 0 => Err(0.0),
            None => Ok(next()),
        });
        let places = places.collect();
        let white = options.white_advantage && graph::tells_white_advantage(pool, members);
        let white = white.then(&mut next);
        let drawn = pairings.iter().any(|pairing| pairing.draws > 0.0);
        let draw = (options.model.has_draws() && drawn).then(&mut next);
        Problem {
            model: options.model,
            pairings,
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
        let games: f64 = self.pairings.iter().map(Pairing::games).sum();
        profile::student(games - self.layout.size as f64)
    }

    /// Log-likelihood at `point`.
    pub(super) fn value(&self, point: &DVector<f64>) -> f64 {
        let draw = self.layout.draw.map(|place| point[place]);
        let games = self.pairings.iter().map(|pairing| {
            let lead = self.lead(pairing, point);
            likelihood(self.model, pairing, lead, draw).value
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
            .pairings
            .iter()
            .map(|p| {
                let expected = logistic(self.lead(p, point));
                let square = p.wins * (1.0 - expected).powi(2)
                    + p.draws * (0.5 - expected).powi(2)
                    + p.losses * expected.powi(2);
                let coin = expected * (1.0 - expected);
                squares += square;
                coins += p.games() * coin;
                games += p.games();
                (square, coin)
            })
            .collect();
        // Residuals are small by what was fitted to them.
        let fitted = games / (games - size as f64).max(0.5 * games);
        let ratio = (squares * fitted / coins).min(1.5);
        let mut noise = DMatrix::zeros(size, size);
        for (pairing, (square, coin)) in self.pairings.iter().zip(terms) {
            let n = pairing.games();
            let own = (square * fitted + SHARED_GAMES * ratio * coin) / (n + SHARED_GAMES);
            let shares = self.shares(pairing);
            for &(a, share) in &shares {
                for &(b, other) in &shares {
                    noise[(a, b)] += share * other * n * own;
                }
            }
        }
        noise
    }

    /// Value at `point` with gradient and negative Hessian.
    fn at(&self, point: &DVector<f64>) -> (f64, DVector<f64>, DMatrix<f64>) {
        let layout = &self.layout;
        let mut gradient = DVector::zeros(layout.size);
        let mut curvature = DMatrix::zeros(layout.size, layout.size);
        let mut value = 0.0;
        for pairing in &self.pairings {
            let draw = layout.draw.map(|place| point[place]);
            let lead = self.lead(pairing, point);
            let games: Likelihood = likelihood(self.model, pairing, lead, draw);
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

/// Adds games for each two players that met, half of them won by either, with either
/// colour alike. Won games and not drawn ones: a draw does not bound a lead where the
/// model's draw parameter may explain it.
fn suppose(pairings: &mut Vec<Pairing>, games: f64) {
    let mut met: Vec<(usize, usize)> = pairings
        .iter()
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
