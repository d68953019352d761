//! Maximum likelihood by Newton's method; all three likelihoods are concave.

use nalgebra::{DMatrix, DVector};

use super::likelihood::{PoolLikelihood, Prior, count_of};
use super::model::RatingModel;
use super::options::{RatingError, RatingOptions};
use super::pool::Pool;
use super::profile_likelihood;
use crate::elo::ELO_PER_UNIT;

/// Number of steps after which the search has failed.
const STEPS: usize = 200;
/// A lead of White beyond this many units counts as infinite.
const FAR: f64 = 15.0;

/// Ratings of the members of one pool, in Elo, with the other parameters of the model.
pub(super) struct Fitted {
    pub elo: Vec<f64>,
    /// Lower and upper ends of the ratings' 95 % intervals.
    pub lo: Vec<f64>,
    pub hi: Vec<f64>,
    /// Of the ratings, in squared Elo.
    pub covariance: DMatrix<f64>,
    /// In Elo, with its standard error.
    pub white_advantage: Option<(f64, f64)>,
    /// Davidson's nu, or Rao-Kupper's threshold in Elo.
    pub draw: Option<f64>,
}

/// Whether the games within each group alone give finite ratings.
pub(super) fn is_finite_within(
    pool: &Pool,
    members: &[usize],
    options: &RatingOptions,
    groups: &[usize],
) -> bool {
    let likelihood = PoolLikelihood::new(pool, members, options, Prior::WithinGroups(groups));
    likelihood.pairings.is_empty() || likelihood.maximum().is_ok()
}

/// Fits the ratings of `members`, which are one pool. Without an anchor their mean over `reference`
/// (by place) is zero.
pub(super) fn fit(
    pool: &Pool,
    members: &[usize],
    reference: &[bool],
    options: &RatingOptions,
    prior: Prior,
) -> Result<Fitted, RatingError> {
    let likelihood = PoolLikelihood::new(pool, members, options, prior);
    let Maximum { point, curvature } = likelihood.maximum()?;
    let parameters = &likelihood.parameters;
    let inverse = curvature
        .cholesky()
        .map(|factors| factors.inverse())
        .ok_or(RatingError::Diverged(options.model))?;
    // Half points are not outcomes of a coin: their spread is measured, not taken from the
    // likelihood.
    let spread = match options.model {
        RatingModel::BradleyTerry => &inverse * likelihood.noise(&point) * &inverse,
        RatingModel::Davidson | RatingModel::RaoKupper => {
            &inverse * likelihood.information(&point) * &inverse
        }
    };
    let anchored = members
        .iter()
        .any(|&i| options.anchor(&pool.players()[i]).is_some());
    let directions = parameters.directions(anchored, reference);
    let mut fitted = Fitted {
        elo: Vec::new(),
        lo: Vec::new(),
        hi: Vec::new(),
        covariance: &directions * &spread * directions.transpose() * (ELO_PER_UNIT * ELO_PER_UNIT),
        white_advantage: parameters.white.map(|place| {
            (
                point[place] * ELO_PER_UNIT,
                spread[(place, place)].sqrt() * ELO_PER_UNIT,
            )
        }),
        draw: parameters.draw.map(|place| match options.model {
            RatingModel::RaoKupper => point[place] * ELO_PER_UNIT,
            _ => libm::exp(point[place]),
        }),
    };
    let raw: Vec<f64> = (0..members.len())
        .map(|i| parameters.value(i, &point))
        .collect();
    let centre = if anchored {
        0.0
    } else {
        let chosen = raw.iter().zip(reference).filter(|(_, chosen)| **chosen);
        chosen.map(|(raw, _)| raw).sum::<f64>() / count_of(reference)
    };
    for (i, raw) in raw.iter().enumerate() {
        let direction = directions.row(i).transpose();
        let [below, above] =
            profile_likelihood::ends(&likelihood, &point, &direction, &inverse, &spread);
        let rating = raw - centre;
        fitted.elo.push(rating * ELO_PER_UNIT);
        fitted.lo.push((rating - below) * ELO_PER_UNIT);
        fitted.hi.push((rating + above) * ELO_PER_UNIT);
    }
    Ok(fitted)
}

/// The point of greatest likelihood.
struct Maximum {
    point: DVector<f64>,
    /// The negative Hessian there.
    curvature: DMatrix<f64>,
}

impl PoolLikelihood {
    /// The maximum over all parameters.
    fn maximum(&self) -> Result<Maximum, RatingError> {
        let diverged = || RatingError::Diverged(self.model);
        let mut point = DVector::zeros(self.parameters.size);
        let (members, fixed): (Vec<usize>, Vec<f64>) = self.parameters.split();
        let start = fixed.iter().sum::<f64>() / fixed.len().max(1) as f64;
        for &place in &members {
            point[place] = start;
        }
        if let (Some(place), RatingModel::RaoKupper) = (self.parameters.draw, self.model) {
            point[place] = 0.5;
        }
        let mut here = self.at(&point);
        for _ in 0..STEPS {
            let factors = here.curvature.clone().cholesky().ok_or_else(diverged)?;
            let step = factors.solve(&here.gradient);
            let gain = here.gradient.dot(&step);
            // If the likelihood rises without end, ever more slowly, steps stay this long: under
            // Rao-Kupper when one side won or drew all games of a pairing.
            let endless = step.amax() > 0.25;
            // Below this gain the likelihood's rounding hides the direction of ascent.
            if gain < 1e-12 * (1.0 + here.value.abs()) {
                let (point, curvature) = (point + step, here.curvature);
                return if endless {
                    Err(diverged())
                } else {
                    Ok(Maximum { point, curvature })
                };
            }
            let mut length = 1.0;
            loop {
                let next = &point + length * &step;
                let there = self.at(&next);
                if there.value >= here.value || length < 1e-12 {
                    (point, here) = (next, there);
                    break;
                }
                length /= 2.0;
            }
            if length < 1e-12 {
                // No better precision is possible.
                let curvature = here.curvature;
                return if endless {
                    Err(diverged())
                } else {
                    Ok(Maximum { point, curvature })
                };
            }
            // White's lead is checked even where no rating is infinite by itself: a player that won
            // every game with White may be strong, or White may be.
            // Two given ratings may be as far apart as they are.
            let is_given = |member: usize| self.parameters.members[member].is_err();
            let free = self.pairings.iter();
            let free = free.filter(|p| !(is_given(p.white) && is_given(p.black)));
            let mut leads = free.map(|p| self.lead(p, &point));
            if leads.any(|lead| lead.abs() > FAR) {
                return Err(diverged());
            }
        }
        Err(diverged())
    }
}
