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
    let mut likelihood = rows.likelihood(&at, noise);
    for _ in 0..ROUNDS {
        likelihood = climb(&rows, &mut at, &terms.precisions(&widths), noise);
        let leads = rows.leads(&at);
        noise = dispersion(leads.iter().copied().zip(&rows.games));
        for _ in 0..RESCALINGS {
            (widths, _) = likelihood.widths(&terms, widths);
            let posterior = likelihood.posterior(terms.precisions(&widths));
            let mean = posterior.solve(&likelihood.pull);
            terms.rescale(&widths, &mean, &posterior.variances());
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
            let posterior = likelihood.posterior(terms.precisions(&off));
            let mean = posterior.solve(&likelihood.pull);
            mixture.push((weight, mean, posterior));
        }
    }
    let total: f64 = mixture.iter().map(|(weight, ..)| weight).sum();
    let mut mean = DVector::zeros(terms.len());
    for (weight, own, _) in &mixture {
        mean.axpy(weight / total, own, 1.0);
    }
    let mut covariance = DMatrix::zeros(terms.len(), terms.len());
    for (weight, own, posterior) in &mixture {
        let share = weight / total;
        let off = own - &mean;
        covariance += posterior.covariance() * share;
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

    /// The likelihood around `at` as a normal distribution.
    fn likelihood(&self, at: &DVector<f64>, dispersion: f64) -> Likelihood {
        let leads = self.leads(at);
        let mut gradient = DVector::zeros(at.len());
        let mut scaled = |from: usize, count: usize| {
            let mut columns = self.x.columns(from, count).into_owned();
            for (index, mut column) in columns.column_iter_mut().enumerate() {
                let tally = &self.games[from + index];
                let games = tally.games() as f64 / dispersion;
                let p = logistic(leads[from + index]);
                gradient.axpy(games * (tally.score() - p), &column, 1.0);
                column *= (games * p * (1.0 - p)).sqrt();
            }
            columns
        };
        let count = self.games.len();
        let precision = if 2 * count <= at.len() {
            Precision::Games(scaled(0, count))
        } else {
            let mut sum = DMatrix::zeros(at.len(), at.len());
            for from in (0..count).step_by(BLOCK) {
                let columns = scaled(from, BLOCK.min(count - from));
                sum.gemm(1.0, &columns, &columns.transpose(), 1.0);
            }
            Precision::Terms(sum)
        };
        let pull = &gradient + precision.times(at);
        Likelihood {
            precision,
            pull,
            gradient,
        }
    }
}

/// A precision of the terms. All work is done in the smaller of two spaces.
enum Precision {
    /// A row and column for each term.
    Terms(DMatrix<f64>),
    /// Of few games: its root, a column for each meeting.
    Games(DMatrix<f64>),
}

impl Precision {
    fn times(&self, at: &DVector<f64>) -> DVector<f64> {
        match self {
            Precision::Terms(matrix) => matrix * at,
            Precision::Games(root) => root * root.tr_mul(at),
        }
    }
}

/// The likelihood as a normal distribution of the terms.
struct Likelihood {
    precision: Precision,
    /// The precision times the mean.
    pull: DVector<f64>,
    /// Gradient of the likelihood's logarithm at the terms around which it was made.
    gradient: DVector<f64>,
}

/// A precision with a prior's added, factored.
enum Posterior {
    /// The factor of the sum.
    Terms(Cholesky<f64, Dyn>),
    /// By the matrix inversion lemma: the prior's precision L, the likelihood's root R divided by it,
    /// and the factor of 1 + R' L^-1 R.
    Games {
        prior: DVector<f64>,
        divided: DMatrix<f64>,
        factor: Cholesky<f64, Dyn>,
    },
}

impl Posterior {
    fn solve(&self, pull: &DVector<f64>) -> DVector<f64> {
        match self {
            Posterior::Terms(factor) => factor.solve(pull),
            Posterior::Games {
                prior,
                divided,
                factor,
            } => pull.component_div(prior) - divided * factor.solve(&divided.tr_mul(pull)),
        }
    }

    /// Logarithm of the root of the precision's determinant.
    fn ln_root_determinant(&self) -> f64 {
        let (factor, prior) = match self {
            Posterior::Terms(factor) => (factor, 0.0),
            Posterior::Games { prior, factor, .. } => {
                (factor, prior.iter().map(|&x| libm::log(x)).sum())
            }
        };
        let lower = factor.l_dirty();
        let diagonal = (0..lower.nrows()).map(|i| libm::log(lower[(i, i)]));
        diagonal.sum::<f64>() + prior / 2.0
    }

    /// A root of what the games take from the prior's covariance: a row for each meeting.
    fn taken(divided: &DMatrix<f64>, factor: &Cholesky<f64, Dyn>) -> DMatrix<f64> {
        let mut taken = divided.transpose();
        // The diagonal of a factor has no zero.
        factor.l_dirty().solve_lower_triangular_mut(&mut taken);
        taken
    }

    fn variances(&self) -> DVector<f64> {
        match self {
            Posterior::Terms(factor) => factor.inverse().diagonal(),
            Posterior::Games {
                prior,
                divided,
                factor,
            } => {
                let taken = Self::taken(divided, factor);
                DVector::from_fn(prior.len(), |term, _| {
                    1.0 / prior[term] - taken.column(term).norm_squared()
                })
            }
        }
    }

    fn covariance(&self) -> DMatrix<f64> {
        match self {
            Posterior::Terms(factor) => factor.inverse(),
            Posterior::Games {
                prior,
                divided,
                factor,
            } => {
                let taken = Self::taken(divided, factor);
                let mut covariance = DMatrix::from_diagonal(&prior.map(|x| 1.0 / x));
                covariance.gemm(-1.0, &taken.transpose(), &taken, 1.0);
                covariance
            }
        }
    }
}

impl Likelihood {
    fn posterior(&self, prior: DVector<f64>) -> Posterior {
        match &self.precision {
            Precision::Terms(matrix) => {
                let mut sum = matrix.clone();
                for (term, prior) in prior.iter().enumerate() {
                    sum[(term, term)] += prior;
                }
                Posterior::Terms(factor(sum))
            }
            Precision::Games(root) => {
                let mut divided = root.clone();
                for mut column in divided.column_iter_mut() {
                    column.component_div_assign(&prior);
                }
                let mut inner = root.tr_mul(&divided);
                for meeting in 0..inner.nrows() {
                    inner[(meeting, meeting)] += 1.0;
                }
                let factor = factor(inner);
                Posterior::Games {
                    prior,
                    divided,
                    factor,
                }
            }
        }
    }

    /// Logarithm of the evidence for `widths` with their own prior, up to a constant.
    fn evidence(&self, terms: &Terms, widths: &[f64; GROUPS]) -> f64 {
        let precisions = terms.precisions(widths);
        let prior: f64 = precisions.iter().map(|&x| libm::log(x)).sum();
        let posterior = self.posterior(precisions);
        let mean = posterior.solve(&self.pull);
        let determinant = posterior.ln_root_determinant();
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
        let likelihood = rows.likelihood(at, noise);
        let slope = &likelihood.gradient - at.component_mul(prior);
        let step = likelihood.posterior(prior.clone()).solve(&slope);
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
    fn few_games_give_the_same_in_the_space_of_games_as_in_that_of_terms() {
        let mut stream = streams::open(1, "root", 0);
        let root = DMatrix::from_fn(30, 7, |_, _| streams::gauss(&mut stream));
        let prior = DVector::from_fn(30, |_, _| 0.1 + streams::unit(&mut stream));
        let pull = DVector::from_fn(30, |_, _| streams::gauss(&mut stream));
        let of = |precision| Likelihood {
            precision,
            pull: pull.clone(),
            gradient: pull.clone(),
        };
        let terms = of(Precision::Terms(&root * root.transpose()));
        let games = of(Precision::Games(root));
        let times = |likelihood: &Likelihood| likelihood.precision.times(&pull);
        assert!((times(&terms) - times(&games)).amax() < 1e-9);
        let [terms, games] = [terms, games].map(|one| one.posterior(prior.clone()));
        assert!((terms.solve(&pull) - games.solve(&pull)).amax() < 1e-9);
        assert!((terms.variances() - games.variances()).amax() < 1e-9);
        assert!((terms.covariance() - games.covariance()).amax() < 1e-9);
        let determinants = [terms, games].map(|one| one.ln_root_determinant());
        assert!((determinants[0] - determinants[1]).abs() < 1e-9);
    }

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
