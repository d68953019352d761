//! Regression of the games on the terms: their posterior, with widths of the prior by the evidence.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use super::Meeting;
use super::terms::{GROUPS, Terms};
use crate::elo::{ELO_PER_UNIT, ln_logistic, logistic};
use crate::strengths::dispersion;
use crate::tally::Tally;

/// Prior median of the widths, in Elo over the whole range of a parameter: slopes, curvatures,
/// mixed terms.
const WIDTHS: [f64; GROUPS] = [75.0, 150.0, 75.0];
/// Standard deviation of the logarithm of a width, before any game.
const WIDTH_SPREAD: f64 = 2.0;
/// Rounds in which terms, spread and widths are fitted in turn.
const ROUNDS: usize = 3;
/// Times in a round that the scales of single terms are fitted.
const RESCALINGS: usize = 2;
/// Greatest number of Newton steps in a round.
const STEPS: usize = 20;
/// Rows that are multiplied at once.
const BLOCK: usize = 1024;
/// Columns of a matrix that are factored at once.
const FACTORED: usize = 48;

/// Mean and covariance of `terms` around `origin` by the games of `meetings`, in units of the logistic
/// scale.
pub(super) fn fit(
    origin: &[f64],
    terms: &Terms,
    meetings: &[Meeting],
) -> (DVector<f64>, DMatrix<f64>) {
    let rows = Rows::new(terms, origin, meetings);
    let mut terms = terms.clone();
    terms.scales = vec![1.0; terms.len()];
    let mut at = DVector::zeros(terms.len());
    let mut widths = typical();
    let mut noise = 1.0;
    let mut likelihood = Likelihood {
        precision: DMatrix::zeros(terms.len(), terms.len()),
        pull: DVector::zeros(terms.len()),
    };
    for _ in 0..ROUNDS {
        likelihood = climb(&rows, &mut at, &terms.precisions(&widths), noise);
        let leads = rows.leads(&at);
        noise = dispersion(leads.iter().copied().zip(&rows.games));
        for _ in 0..RESCALINGS {
            (widths, _) = likelihood.widths(&terms, widths);
            let (factor, mean) = likelihood.posterior(&terms, &widths);
            terms.rescale(&widths, &mean, &factor.inverse());
        }
    }
    // Six points of equal weight have mean and covariance of a normal distribution in three
    // dimensions; the evidence corrects their weights.
    let (widths, spread) = likelihood.widths(&terms, widths);
    let reach = (GROUPS as f64).sqrt();
    let best = likelihood.evidence(&terms, &widths);
    let mut mixture = Vec::new();
    for group in 0..GROUPS {
        for sign in [1.0, -1.0] {
            let mut off = widths;
            off[group] += sign * reach * spread[group];
            let weight = libm::exp(likelihood.evidence(&terms, &off) - best + reach * reach / 2.0);
            mixture.push((weight, likelihood.posterior(&terms, &off)));
        }
    }
    let total: f64 = mixture.iter().map(|(weight, _)| weight).sum();
    let mut mean = DVector::zeros(terms.len());
    for (weight, (_, own)) in &mixture {
        mean.axpy(weight / total, own, 1.0);
    }
    let mut covariance = DMatrix::zeros(terms.len(), terms.len());
    for (weight, (factor, own)) in &mixture {
        let share = weight / total;
        let off = own - &mean;
        covariance += factor.inverse() * share;
        covariance.ger(share, &off, &off, 1.0);
    }
    (mean, covariance)
}

/// The games as rows of a regression.
struct Rows {
    /// Differences of terms, a row for each meeting.
    x: DMatrix<f64>,
    games: Vec<Tally>,
}

impl Rows {
    fn new(terms: &Terms, centre: &[f64], meetings: &[Meeting]) -> Rows {
        let mut x = DMatrix::zeros(terms.len(), meetings.len());
        for (meeting, mut column) in meetings.iter().zip(x.column_iter_mut()) {
            let row = column.as_mut_slice();
            terms.add(centre, &meeting.first, 1.0, row);
            terms.add(centre, &meeting.second, -1.0, row);
        }
        let games = meetings.iter().map(|meeting| meeting.games).collect();
        Rows { x, games }
    }

    fn leads(&self, at: &DVector<f64>) -> DVector<f64> {
        self.x.tr_mul(at)
    }

    /// Logarithm of the likelihood.
    fn height(&self, at: &DVector<f64>, dispersion: f64) -> f64 {
        let leads = self.leads(at);
        let each = self.games.iter().zip(leads.iter()).map(|(tally, &lead)| {
            let games = tally.games() as f64;
            let points = tally.score() * games;
            points * ln_logistic(lead) + (games - points) * ln_logistic(-lead)
        });
        each.sum::<f64>() / dispersion
    }

    /// Gradient of the likelihood's logarithm, and minus its second derivative.
    fn slopes(&self, at: &DVector<f64>, dispersion: f64) -> (DVector<f64>, DMatrix<f64>) {
        let leads = self.leads(at);
        let mut gradient = DVector::zeros(at.len());
        let mut curvature = DMatrix::zeros(at.len(), at.len());
        let mut from = 0;
        while from < self.games.len() {
            let count = BLOCK.min(self.games.len() - from);
            let mut scaled = self.x.columns(from, count).into_owned();
            for (index, mut column) in scaled.column_iter_mut().enumerate() {
                let tally = &self.games[from + index];
                let games = tally.games() as f64 / dispersion;
                let p = logistic(leads[from + index]);
                gradient.axpy(games * (tally.score() - p), &column, 1.0);
                column *= (games * p * (1.0 - p)).sqrt();
            }
            curvature.gemm(1.0, &scaled, &scaled.transpose(), 1.0);
            from += count;
        }
        (gradient, curvature)
    }
}

/// The likelihood as a normal distribution of the terms: its precision, and that times its mean.
struct Likelihood {
    precision: DMatrix<f64>,
    pull: DVector<f64>,
}

impl Likelihood {
    fn posterior(
        &self,
        terms: &Terms,
        widths: &[f64; GROUPS],
    ) -> (Cholesky<f64, Dyn>, DVector<f64>) {
        let mut precision = self.precision.clone();
        for (term, prior) in terms.precisions(widths).iter().enumerate() {
            precision[(term, term)] += prior;
        }
        let factor = factor(precision);
        let mean = factor.solve(&self.pull);
        (factor, mean)
    }

    /// Logarithm of the evidence for `widths` with their own prior, up to a constant.
    fn evidence(&self, terms: &Terms, widths: &[f64; GROUPS]) -> f64 {
        let (factor, mean) = self.posterior(terms, widths);
        let lower = factor.l_dirty();
        let determinant: f64 = (0..mean.len()).map(|i| libm::log(lower[(i, i)])).sum();
        let prior: f64 = terms.precisions(widths).iter().map(|&x| libm::log(x)).sum();
        let own = widths.iter().zip(typical()).map(|(width, typical)| {
            let off = (width - typical) / WIDTH_SPREAD;
            off * off
        });
        prior / 2.0 - determinant + self.pull.dot(&mean) / 2.0 - own.sum::<f64>() / 2.0
    }

    /// Widths of the greatest evidence, from `widths` on, with the standard deviations around them.
    fn widths(&self, terms: &Terms, mut widths: [f64; GROUPS]) -> ([f64; GROUPS], [f64; GROUPS]) {
        let mut best = self.evidence(terms, &widths);
        let mut step = 1.0;
        while step > 0.05 {
            let mut moved = false;
            for group in 0..GROUPS {
                for sign in [1.0, -1.0] {
                    let mut next = widths;
                    next[group] += sign * step;
                    let there = self.evidence(terms, &next);
                    if there > best {
                        (widths, best, moved) = (next, there, true);
                        break;
                    }
                }
            }
            if !moved {
                step /= 2.0;
            }
        }
        let spread = std::array::from_fn(|group| {
            let at = |off: f64| {
                let mut next = widths;
                next[group] += off;
                self.evidence(terms, &next)
            };
            let bend = 2.0 * best - at(0.7) - at(-0.7);
            (0.49 / bend).sqrt().min(WIDTH_SPREAD)
        });
        (widths, spread)
    }
}

/// Logarithms of the prior medians of the widths, in units of the logistic scale.
fn typical() -> [f64; GROUPS] {
    WIDTHS.map(|width| libm::log(width / ELO_PER_UNIT))
}

/// Factor of `precision`, block by block: most of the work is then products of matrices, which are
/// several times as fast as the plain way. The upper triangle is not used.
fn factor(mut precision: DMatrix<f64>) -> Cholesky<f64, Dyn> {
    let size = precision.nrows();
    for from in (0..size).step_by(FACTORED) {
        let count = FACTORED.min(size - from);
        let block = precision.view((from, from), (count, count)).clone_owned();
        let block = Cholesky::new(block).expect("the prior makes the precision positive");
        let block = block.unpack();
        precision
            .view_mut((from, from), (count, count))
            .copy_from(&block);
        let next = from + count;
        let mut across = precision
            .view((next, from), (size - next, count))
            .transpose();
        // The diagonal of a factor has no zero.
        block.solve_lower_triangular_mut(&mut across);
        let below = across.transpose();
        precision
            .view_mut((next, from), (size - next, count))
            .copy_from(&below);
        precision
            .view_mut((next, next), (size - next, size - next))
            .gemm(-1.0, &below, &across, 1.0);
    }
    Cholesky::pack_dirty(precision)
}

/// Climbs to the maximum of likelihood and prior; returns the likelihood there.
fn climb(rows: &Rows, at: &mut DVector<f64>, prior: &DVector<f64>, noise: f64) -> Likelihood {
    let height = |at: &DVector<f64>| rows.height(at, noise) - at.component_mul(at).dot(prior) / 2.0;
    let mut here = height(at);
    let mut step_left = STEPS;
    loop {
        let (gradient, precision) = rows.slopes(at, noise);
        let likelihood = Likelihood {
            pull: &gradient + &precision * &*at,
            precision,
        };
        let slope = gradient - at.component_mul(prior);
        let mut both = likelihood.precision.clone();
        for (term, prior) in prior.iter().enumerate() {
            both[(term, term)] += prior;
        }
        let step = factor(both).solve(&slope);
        if step_left == 0 || step.dot(&slope) < 1e-3 {
            return likelihood;
        }
        step_left -= 1;
        let mut length = 1.0;
        while length > 1e-6 {
            let next = &*at + &step * length;
            let there = height(&next);
            if there >= here {
                (*at, here) = (next, there);
                break;
            }
            length /= 2.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_streams as streams;

    #[test]
    fn the_factor_by_blocks_is_the_plain_one() {
        for size in [1, FACTORED - 1, FACTORED, FACTORED + 1, 3 * FACTORED + 7] {
            let mut stream = streams::open(1, "factor", size as u64);
            let root = DMatrix::from_fn(size, size, |_, _| streams::gauss(&mut stream));
            let matrix = &root * root.transpose() + DMatrix::identity(size, size);
            let [blocks, plain] = [
                factor(matrix.clone()),
                Cholesky::new(matrix).expect("positive"),
            ];
            let off = (blocks.l() - plain.l()).amax();
            assert!(off < 1e-8, "{size}: {off}");
            let ones = DVector::from_element(size, 1.0);
            assert!((blocks.solve(&ones) - plain.solve(&ones)).amax() < 1e-8);
        }
    }
}
