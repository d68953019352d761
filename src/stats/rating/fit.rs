//! Maximum likelihood by Newton's method: all three likelihoods are concave.

use nalgebra::{DMatrix, DVector};

use super::model::{Likelihood, likelihood};
use super::{ELO, Pairing, Pool, RatingError, RatingModel, RatingOptions, graph};

/// Steps after which no maximum is expected any more.
const STEPS: usize = 200;
/// Ratings beyond this many units are infinite.
const FAR: f64 = 15.0;

/// What was fitted for the members of one pool.
pub(super) struct Fitted {
    pub elo: Vec<f64>,
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
}

impl Layout {
    /// Places of the free ratings, and the fixed ratings.
    fn split(&self) -> (Vec<usize>, Vec<f64>) {
        let free = self.members.iter().filter_map(|member| member.ok());
        let fixed = self.members.iter().filter_map(|member| member.err());
        (free.collect(), fixed.collect())
    }
}

/// The games of one pool, with members by place.
struct Problem {
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
    let anchored = members.iter().any(|&i| anchor(pool, options, i).is_some());
    let count = members.len();
    let mut covariance = DMatrix::zeros(count, count);
    for (i, a) in layout.members.iter().enumerate() {
        for (j, b) in layout.members.iter().enumerate() {
            if let (Ok(a), Ok(b)) = (a, b) {
                covariance[(i, j)] = inverse[(*a, *b)] * ELO * ELO;
            }
        }
    }
    let mut elo: Vec<f64> = (0..count).map(|i| layout.value(i, &point) * ELO).collect();
    if !anchored {
        // Ratings around their mean, and errors likewise.
        let mean = elo.iter().sum::<f64>() / count as f64;
        for rating in &mut elo {
            *rating -= mean;
        }
        let centre = DMatrix::identity(count, count)
            - DMatrix::from_element(count, count, 1.0 / count as f64);
        covariance = &centre * covariance * &centre;
    }
    Ok(Fitted {
        elo,
        covariance,
        white_advantage: layout
            .white
            .map(|place| (point[place] * ELO, inverse[(place, place)].sqrt() * ELO)),
        draw: layout.draw.map(|place| match options.model {
            RatingModel::RaoKupper => point[place] * ELO,
            _ => libm::exp(point[place]),
        }),
    })
}

/// The rating at which `player` is anchored, in Elo.
fn anchor(pool: &Pool, options: &RatingOptions, player: usize) -> Option<f64> {
    let name = &pool.players()[player];
    let found = options.anchors.iter().find(|(anchor, _)| anchor == name);
    found.map(|&(_, elo)| elo)
}

impl Problem {
    fn new(pool: &Pool, members: &[usize], options: &RatingOptions, prior: f64) -> Problem {
        let place = |player: usize| members.iter().position(|&member| member == player);
        let mut pairings = Vec::new();
        for pairing in pool.pairings() {
            if let (Some(white), Some(black)) = (place(pairing.white), place(pairing.black)) {
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

    /// Value at `point` with gradient and negative Hessian.
    fn at(&self, point: &DVector<f64>) -> (f64, DVector<f64>, DMatrix<f64>) {
        let layout = &self.layout;
        let mut gradient = DVector::zeros(layout.size);
        let mut curvature = DMatrix::zeros(layout.size, layout.size);
        let mut value = 0.0;
        for pairing in &self.pairings {
            let lead = layout.value(pairing.white, point) - layout.value(pairing.black, point)
                + layout.white.map_or(0.0, |place| point[place]);
            let draw = layout.draw.map(|place| point[place]);
            let games: Likelihood = likelihood(self.model, pairing, lead, draw);
            value += games.value;
            // Each parameter's share in the lead of White.
            let mut shares = Vec::with_capacity(3);
            shares.extend(layout.members[pairing.white].ok().map(|place| (place, 1.0)));
            shares.extend(
                layout.members[pairing.black]
                    .ok()
                    .map(|place| (place, -1.0)),
            );
            shares.extend(layout.white.map(|place| (place, 1.0)));
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
            if gain < 1e-12 {
                return Ok((point, curvature));
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
            if members.iter().any(|&at| (point[at] - start).abs() > FAR) {
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
