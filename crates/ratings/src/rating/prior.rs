//! Ratings of one pool from its games, or, if these leave a rating without a bound, also from added
//! games (the prior).

use super::fit::{self, Fitted};
use super::likelihood::Prior;
use super::model::RatingModel;
use super::options::{RatingError, RatingOptions};
use super::pool::Pool;

/// The ratings of a pool's members.
pub(super) struct PoolFit {
    pub fitted: Fitted,
    /// For each member, whether its place on the scale depends on added games.
    pub supposed: Vec<bool>,
    /// Whether finite ratings needed added games.
    pub was_needed: bool,
}

impl PoolFit {
    /// Rates `members`, which are one pool; `groups` are those of all players
    /// ([`super::graph::groups`]).
    pub(super) fn new(
        pool: &Pool,
        members: &[usize],
        groups: &[usize],
        options: &RatingOptions,
    ) -> Result<PoolFit, RatingError> {
        let every = |prior: f64, was_needed| {
            let all = vec![true; members.len()];
            let fitted = fit::fit(pool, members, &all, options, Prior::Every(prior))?;
            Ok(PoolFit {
                fitted,
                supposed: vec![prior > 0.0; members.len()],
                was_needed,
            })
        };
        if let Some(prior) = options.prior {
            return every(prior, false);
        }
        match PoolFit::between(pool, members, groups, options) {
            // Draws alone do not bound a lead in every model.
            Err(RatingError::Diverged(_)) => {}
            done => return done,
        }
        // White's advantage cannot be estimated either if White won all games of a strong player.
        // Under Rao-Kupper it may be the draw parameter that has no bound.
        if options.model != RatingModel::RaoKupper {
            let without = RatingOptions {
                white_advantage: false,
                ..options.clone()
            };
            if let Ok(fit) = PoolFit::between(pool, members, groups, &without) {
                return Ok(fit);
            }
        }
        every(1.0, true)
    }

    /// Adds games only between groups that are infinitely far apart.
    fn between(
        pool: &Pool,
        members: &[usize],
        groups: &[usize],
        options: &RatingOptions,
    ) -> Result<PoolFit, RatingError> {
        let was_needed = members.iter().any(|&i| groups[i] != groups[members[0]]);
        if was_needed && !fit::is_finite_within(pool, members, options, groups) {
            return Err(RatingError::Diverged(options.model));
        }
        let supposed: Vec<bool> = if was_needed {
            let held = groups_that_hold_the_scale(pool, members, groups, options);
            members
                .iter()
                .map(|&i| !held.contains(&groups[i]))
                .collect()
        } else {
            vec![false; members.len()]
        };
        let nobody = supposed.iter().all(|supposed| *supposed);
        let reference: Vec<bool> = supposed.iter().map(|s| nobody || !s).collect();
        let how = Prior::Between(groups);
        Ok(PoolFit {
            fitted: fit::fit(pool, members, &reference, options, how)?,
            supposed,
            was_needed,
        })
    }
}

/// The groups with an anchor; without anchors, the largest group if it has more than one player,
/// the first of equals.
fn groups_that_hold_the_scale(
    pool: &Pool,
    members: &[usize],
    groups: &[usize],
    options: &RatingOptions,
) -> Vec<usize> {
    let anchored = members
        .iter()
        .filter(|&&i| options.anchor(&pool.players()[i]).is_some());
    let anchored: Vec<usize> = anchored.map(|&i| groups[i]).collect();
    if !anchored.is_empty() {
        return anchored;
    }
    let mut sizes = vec![0_usize; groups.len()];
    for &i in members {
        sizes[groups[i]] += 1;
    }
    let most = sizes.iter().copied().max().unwrap_or(0);
    let first = sizes.iter().position(|&size| size == most && size > 1);
    first.into_iter().collect()
}
