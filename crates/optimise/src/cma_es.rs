//! CMA-ES: draws each generation from a normal distribution, and moves, stretches and scales the
//! distribution towards the winners.
//!
//! Source: N. Hansen, "The CMA Evolution Strategy: A Tutorial" (2016), with mirrored samples. If a
//! function has values, the better half of all samples is selected, and the distribution shrinks
//! along the steps of the worse half (the tutorial's negative weights). With duels alone the better
//! of each two is selected (D. Brockhoff et al., "Mirrored sampling and sequential selection for
//! evolution strategies", 2010); the worse one lies on the same line and gives no more information.
//! To handle noise (N. Hansen et al., "A method for handling uncertainty in evolutionary
//! optimization", 2009) every sample is evaluated twice; if the two evaluations hardly agree, the
//! next generation plays more pairs. A search that has converged may begin again with twice as many
//! samples (A. Auger and N. Hansen, "A restart CMA evolution strategy with increasing population
//! size", 2005), and then passes over more local optima.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use crate::generation::{Generation, GenerationSearch, Generations};
use crate::method::Start;
use crate::{DuelScore, Optimiser, Space, Told, settings};
use darkforge_streams as streams;

settings! {
    /// Settings of CMA-ES.
    pub struct CmaEsSettings {
        /// Samples in each generation; even.
        #[serde(skip)]
        size: usize = 4;
        /// Least number of pairs between two mirrored samples. With 1, noise cannot be measured and
        /// the number stays 1.
        #[serde(skip)]
        pairs: u64 = 1;
        /// Standard deviation at the start, as a share of an axis' range on its scale.
        sigma: f64 = 0.2, 0.001..=0.5;
        /// Greatest number of pairs between two mirrored samples, for large noise; by default
        /// bout.pairs.
        #[serde(skip_serializing_if = "Option::is_none")]
        max_pairs: Option<u64> = None, 1..=10_000;
        /// Restarts when the search has converged, each from the start with twice as many samples
        /// (IPOP).
        restarts: u32 = 0, 0..=10;
        /// Whether a generation is drawn before the results of the last one are known. On many
        /// machines nobody then waits for the last games of a generation.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        overlap: bool = false;
    }
}

impl Start for CmaEsSettings {
    fn play(&mut self, individuals: usize, pairs: u64) {
        (self.size, self.pairs) = (individuals, pairs);
    }

    fn tells_convergence(&self) -> bool {
        true
    }

    fn start(&self, space: Space, start: &[f64], seed: u64) -> Box<dyn Optimiser> {
        Box::new(CmaEs::new(self.clone(), space, start, seed))
    }
}

/// Constants of the strategy, with the names of the tutorial.
struct Constants {
    weights: Vec<f64>,
    /// Weights of the worse half in the update of the covariance, the last for the worst; negative.
    negative: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    chi: f64,
}

impl Constants {
    fn new(size: usize, dimensions: usize) -> Constants {
        let mu = size / 2;
        let n = dimensions as f64;
        let raw = |rank: usize| libm::log(mu as f64 + 0.5) - libm::log(rank as f64);
        let sum: f64 = (1..=mu).map(raw).sum();
        let weights: Vec<f64> = (1..=mu).map(|rank| raw(rank) / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu = 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0) * (n + 2.0) + mu_eff);
        let c_mu = c_mu.max(0.0).min(1.0 - c_1);
        // Equations 49 to 53 of the tutorial.
        let raw = |rank: usize| libm::log((size + 1) as f64 / 2.0) - libm::log(rank as f64);
        let worse: Vec<f64> = (mu + 1..=size).map(raw).collect();
        let sum: f64 = worse.iter().sum();
        let mu_eff_worse = sum * sum / worse.iter().map(|w| w * w).sum::<f64>();
        let most = (1.0 + c_1 / c_mu)
            .min(1.0 + 2.0 * mu_eff_worse / (mu_eff + 2.0))
            .min((1.0 - c_1 - c_mu) / (n * c_mu));
        let negative = worse.iter().map(|w| -most * w / sum).collect();
        Constants {
            weights,
            negative,
            mu_eff,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu,
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

/// State of CMA-ES.
pub struct CmaEs {
    settings: CmaEsSettings,
    constants: Constants,
    generations: Generations<Distribution>,
    pairs: u64,
    sigma: f64,
    covariance: DMatrix<f64>,
    /// Axes of the distribution and its standard deviations along them.
    axes: DMatrix<f64>,
    lengths: DVector<f64>,
    /// Paths that steps have taken. With overlap every other generation has its own: a step that was
    /// drawn without knowing the last one repeats it, and says nothing of the step size.
    paths: Vec<Paths>,
    /// Coordinates of the start.
    start: Vec<f64>,
    /// Restarts so far.
    restarts: u32,
}

/// Share of a generation's step that the centre moves (`c_m` of the tutorial), without overlap and with
/// it: then two generations are drawn from about the same place, and each finds the way again.
const SHARE_OF_STEP: [f64; 2] = [1.0, 0.5];

/// Evolution paths of the tutorial.
#[derive(Clone)]
struct Paths {
    sigma: DVector<f64>,
    c: DVector<f64>,
    /// Steps so far.
    steps: u32,
}

impl Paths {
    fn new(dimensions: usize) -> Paths {
        Paths {
            sigma: DVector::zeros(dimensions),
            c: DVector::zeros(dimensions),
            steps: 0,
        }
    }
}

/// The distribution that a generation was drawn from, and its draws.
pub(crate) struct Distribution {
    sigma: f64,
    axes: DMatrix<f64>,
    lengths: DVector<f64>,
    /// First twins as they were drawn, from a standard normal distribution.
    drawn: Vec<DVector<f64>>,
}

impl Distribution {
    /// A step in units of the standard deviations along the axes: C^(-1/2) except for a turn.
    fn along(&self, step: &DVector<f64>) -> DVector<f64> {
        let turned = self.axes.transpose() * step;
        turned.component_div(&self.lengths)
    }
}

/// Agreement of the two evaluations below which more pairs are played, and above which fewer.
const AGREEMENT: (f64, f64) = (0.1, 0.5);

impl CmaEs {
    /// Begins a search from `start`.
    ///
    /// # Panics
    /// When the generation's size is odd or below 4.
    pub fn new(settings: CmaEsSettings, space: Space, start: &[f64], seed: u64) -> CmaEs {
        assert!(settings.size >= 4 && settings.size.is_multiple_of(2));
        let dimensions = space.dimensions();
        let generations = Generations::new(space, start, seed);
        let mut search = CmaEs {
            constants: Constants::new(settings.size, dimensions),
            pairs: settings.pairs,
            sigma: settings.sigma,
            start: generations.centre.clone(),
            generations,
            covariance: DMatrix::identity(dimensions, dimensions),
            axes: DMatrix::identity(dimensions, dimensions),
            lengths: DVector::from_element(dimensions, 1.0),
            paths: vec![Paths::new(dimensions); 1 + usize::from(settings.overlap)],
            restarts: 0,
            settings,
        };
        search.begin();
        search
    }

    /// Draws as many generations as are drawn without results.
    fn begin(&mut self) {
        for _ in 0..=u32::from(self.settings.overlap) {
            self.draw();
        }
    }

    fn draw(&mut self) {
        let seed = self.generations.seed;
        let number = u64::from(self.generations.next_number());
        let mut stream = streams::open(seed, "sample", number);
        let dimensions = self.lengths.len();
        let drawn: Vec<DVector<f64>> = (0..self.settings.size / 2)
            .map(|_| DVector::from_fn(dimensions, |_, _| streams::gauss(&mut stream)))
            .collect();
        let directions: Vec<Vec<f64>> = (drawn.iter())
            .map(|drawn| {
                let y = &self.axes * self.lengths.component_mul(drawn) * self.sigma;
                y.iter().copied().collect()
            })
            .collect();
        let memory = Distribution {
            sigma: self.sigma,
            axes: self.axes.clone(),
            lengths: self.lengths.clone(),
            drawn,
        };
        self.generations
            .draw_mirrored(&directions, self.sigma, self.pairs, memory);
    }

    /// Steps of `individuals` from the centre that they were drawn from, in units of its sigma.
    fn steps(
        &self,
        generation: &Generation<Distribution>,
        individuals: &[usize],
    ) -> Vec<DVector<f64>> {
        let coordinates = self.generations.coordinates(generation);
        individuals
            .iter()
            .map(|&individual| {
                let steps = coordinates[individual].iter().zip(&generation.centre);
                let steps = steps.map(|(there, centre)| (there - centre) / generation.memory.sigma);
                DVector::from_iterator(self.lengths.len(), steps)
            })
            .collect()
    }

    /// Moves, stretches and scales the distribution, away from the `worse` steps if there are any;
    /// returns the new centre. The steps were drawn from `from`.
    fn update(
        &mut self,
        from: &Distribution,
        steps: &[DVector<f64>],
        worse: &[DVector<f64>],
    ) -> Vec<f64> {
        let Constants {
            mu_eff,
            c_sigma,
            d_sigma,
            c_c,
            c_1,
            c_mu,
            chi,
            ..
        } = self.constants;
        let n = self.lengths.len();
        let weighted = || self.constants.weights.iter().zip(steps);
        let step = weighted().fold(DVector::zeros(n), |sum, (w, y)| sum + y * *w);
        let whitened = &from.axes * from.along(&step);
        let turn = self.generations.number as usize % self.paths.len();
        let paths = &mut self.paths[turn];
        paths.steps += 1;
        paths.sigma =
            &paths.sigma * (1.0 - c_sigma) + whitened * (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt();
        let length = paths.sigma.norm();
        let age = 2 * paths.steps as i32;
        let settled = (1.0 - libm::pow(1.0 - c_sigma, f64::from(age))).sqrt();
        let rises = length / settled / chi < 1.4 + 2.0 / (n as f64 + 1.0);
        let rise = if rises { 1.0 } else { 0.0 };
        paths.c = &paths.c * (1.0 - c_c) + &step * (rise * (c_c * (2.0 - c_c) * mu_eff).sqrt());
        let lost = (1.0 - rise) * c_c * (2.0 - c_c);
        let away = self.constants.negative.iter().zip(worse);
        let away = away.map(|(w, y)| (*w, y, n as f64 / from.along(y).norm_squared()));
        let all = weighted().map(|(w, y)| (*w, y, 1.0)).chain(away);
        let total: f64 = all.clone().map(|(w, ..)| w).sum();
        let mut covariance = &self.covariance * (1.0 - c_1 - c_mu * total + c_1 * lost)
            + &paths.c * paths.c.transpose() * c_1;
        for (weight, y, scale) in all {
            covariance += y * y.transpose() * (c_mu * weight * scale);
        }
        let centre = self.generations.centre.iter().zip(step.iter());
        let learnt = SHARE_OF_STEP[usize::from(self.settings.overlap)] * from.sigma;
        let centre = centre.map(|(centre, step)| (centre + learnt * step).clamp(0.0, 1.0));
        let centre = centre.collect();
        self.covariance = covariance;
        let grown = libm::exp(c_sigma / d_sigma * (length / chi - 1.0));
        // With more than half the range both twins would stand at its ends.
        self.sigma = (self.sigma * grown).clamp(1e-4, 0.5);
        self.decompose();
        centre
    }

    fn decompose(&mut self) {
        // Rounding must not make the matrix asymmetric.
        self.covariance = (&self.covariance + self.covariance.transpose()) * 0.5;
        let eigen = SymmetricEigen::new(self.covariance.clone());
        self.lengths = eigen.eigenvalues.map(|value| value.max(1e-12).sqrt());
        self.axes = eigen.eigenvectors;
    }

    /// Adds the slope that a generation measured, in the coordinates in which its samples have a
    /// standard normal distribution.
    fn measure(&mut self, from: &Distribution, scores: &[DuelScore]) {
        let drawn = from.drawn.iter();
        let drawn = drawn.map(|drawn| (&from.axes * drawn).iter().copied().collect());
        let results = scores.iter().map(|score| score.all().rate());
        self.generations.slopes.add(drawn.zip(results));
    }

    /// Sets the next generation's pairs by the agreement of this generation's two evaluations.
    fn meet_noise(&mut self, scores: &[DuelScore]) {
        let halves = || {
            scores
                .iter()
                .map(|score| (score.even.rate(), score.odd.rate()))
        };
        let both: f64 = halves().map(|(even, odd)| even * odd).sum();
        let each = halves().map(|(even, odd)| even * even + odd * odd);
        let each: f64 = each.sum::<f64>() / 2.0;
        if each <= 0.0 || self.pairs < 2 {
            return;
        }
        let agreement = both / each;
        if agreement < AGREEMENT.0 {
            let most = self.settings.max_pairs.unwrap_or(self.settings.pairs);
            self.pairs = (self.pairs + 1).min(most);
        } else if agreement > AGREEMENT.1 {
            self.pairs = (self.pairs - 1).max(self.settings.pairs);
        }
    }
}

/// The better of each two twins, those with the largest lead first.
fn clearest(scores: &[DuelScore]) -> Vec<usize> {
    let rates: Vec<f64> = scores.iter().map(|score| score.all().rate()).collect();
    let mut order: Vec<usize> = (0..rates.len()).collect();
    order.sort_by(|&a, &b| {
        let clear = rates[b].abs().total_cmp(&rates[a].abs());
        clear.then(a.cmp(&b))
    });
    let better = order.into_iter();
    let better = better.map(|duel| 2 * duel + usize::from(rates[duel] < 0.0));
    better.collect()
}

/// All individuals, the best first, if all have values.
fn ranked(scores: &[DuelScore]) -> Option<Vec<usize>> {
    let values: Option<Vec<[f64; 2]>> = scores.iter().map(|score| score.values).collect();
    let values = values?.concat();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]).then(a.cmp(&b)));
    Some(order)
}

impl GenerationSearch for CmaEs {
    type Memory = Distribution;

    fn generations(&self) -> &Generations<Distribution> {
        &self.generations
    }

    fn learn(&mut self, scores: &[DuelScore]) -> Told {
        let generation = self.generations.take();
        self.measure(&generation.memory, scores);
        let order = ranked(scores).unwrap_or_else(|| clearest(scores));
        let steps = self.steps(&generation, &order);
        let (better, worse) = steps.split_at(scores.len());
        let centre = self.update(&generation.memory, better, worse);
        self.meet_noise(scores);
        let told = self.generations.end(generation, centre, scores);
        self.draw();
        told
    }

    fn step(&self) -> Option<f64> {
        let mean = self.covariance.trace() / self.lengths.len() as f64;
        Some(self.sigma * mean.sqrt())
    }

    fn restart(&mut self) -> bool {
        if self.restarts >= self.settings.restarts {
            return false;
        }
        let dimensions = self.lengths.len();
        self.restarts += 1;
        self.settings.size *= 2;
        self.constants = Constants::new(self.settings.size, dimensions);
        self.pairs = self.settings.pairs;
        self.sigma = self.settings.sigma;
        self.covariance = DMatrix::identity(dimensions, dimensions);
        self.axes = DMatrix::identity(dimensions, dimensions);
        self.lengths = DVector::from_element(dimensions, 1.0);
        self.paths.fill(Paths::new(dimensions));
        self.generations.restart(self.start.clone());
        self.begin();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    fn search(size: usize, pairs: u64, sigma: f64) -> CmaEs {
        let mut settings = CmaEsSettings {
            sigma,
            max_pairs: Some(3),
            ..CmaEsSettings::default()
        };
        settings.play(size, pairs);
        CmaEs::new(settings, Space::unit(2), &[0.5, 0.45], 7)
    }

    type Matrix = [[f64; 2]; 2];

    /// C^(-1/2) of two dimensions, by its closed form.
    fn inverse_root(m: Matrix) -> Matrix {
        let root = (m[0][0] * m[1][1] - m[0][1] * m[1][0]).sqrt();
        let scale = (m[0][0] + m[1][1] + 2.0 * root).sqrt();
        let [a, b] = [(m[0][0] + root) / scale, m[0][1] / scale];
        let d = (m[1][1] + root) / scale;
        let determinant = a * d - b * b;
        [[d, -b], [-b, a]].map(|row| row.map(|value| value / determinant))
    }

    /// The tutorial's state in two dimensions: mean, C, step size and both paths.
    #[derive(Clone, Debug)]
    struct Plain {
        mean: [f64; 2],
        covariance: Matrix,
        sigma: f64,
        path_sigma: [f64; 2],
        path_c: [f64; 2],
        generations: f64,
        stalled: bool,
    }

    impl Plain {
        /// Equations 41 to 47 of the tutorial, and its Table 1, for twelve points, the best first.
        fn update(&mut self, all: &[[f64; 2]]) {
            let raw: Vec<f64> = (1..=12).map(|i| (6.5 / f64::from(i)).ln()).collect();
            let (raw, worse) = raw.split_at(6);
            let sum: f64 = raw.iter().sum();
            let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
            let mu = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
            let c_sigma = (mu + 2.0) / (7.0 + mu);
            let damping = 1.0 + 2.0 * (((mu - 1.0) / 3.0).sqrt() - 1.0).max(0.0) + c_sigma;
            let c_c = (4.0 + mu / 2.0) / (6.0 + mu);
            let c_1 = 2.0 / (3.3 * 3.3 + mu);
            let c_mu = (1.0 - c_1).min(2.0 * (mu - 2.0 + 1.0 / mu) / (16.0 + mu));
            let chi = 2.0_f64.sqrt() * (1.0 - 1.0 / 8.0 + 1.0 / 84.0);
            let most = {
                let sum: f64 = worse.iter().sum();
                let mu_worse = sum * sum / worse.iter().map(|w| w * w).sum::<f64>();
                (1.0 + c_1 / c_mu)
                    .min(1.0 + 2.0 * mu_worse / (mu + 2.0))
                    .min((1.0 - c_1 - c_mu) / (2.0 * c_mu))
            };
            let steps: Vec<[f64; 2]> = all
                .iter()
                .map(|point| [0, 1].map(|i| (point[i] - self.mean[i]) / self.sigma))
                .collect();
            let of_axis = |i: usize| weights.iter().zip(&steps).map(|(w, y)| w * y[i]).sum();
            let step: [f64; 2] = [0, 1].map(of_axis);
            let root = inverse_root(self.covariance);
            let worse_sum: f64 = worse.iter().sum();
            let away: Vec<f64> = worse
                .iter()
                .zip(&steps[6..])
                .map(|(w, y)| {
                    let white = root.map(|row| row[0] * y[0] + row[1] * y[1]);
                    let square = white[0] * white[0] + white[1] * white[1];
                    -most * (w / worse_sum) * 2.0 / square
                })
                .collect();
            for (i, row) in root.iter().enumerate() {
                let white = row[0] * step[0] + row[1] * step[1];
                self.path_sigma[i] = (1.0 - c_sigma) * self.path_sigma[i]
                    + (c_sigma * (2.0 - c_sigma) * mu).sqrt() * white;
            }
            self.generations += 1.0;
            let length = self.path_sigma[0].hypot(self.path_sigma[1]);
            let bias = (1.0 - (1.0 - c_sigma).powf(2.0 * self.generations)).sqrt();
            self.stalled = length / bias >= (1.4 + 2.0 / 3.0) * chi;
            let h = if self.stalled { 0.0 } else { 1.0 };
            for (path, step) in self.path_c.iter_mut().zip(step) {
                *path = (1.0 - c_c) * *path + h * (c_c * (2.0 - c_c) * mu).sqrt() * step;
            }
            let kept = 1.0 - c_1 - c_mu * (1.0 - most) + c_1 * (1.0 - h) * c_c * (2.0 - c_c);
            for i in 0..2 {
                for j in 0..2 {
                    let all = weights.iter().chain(&away).zip(&steps);
                    let rank_mu = all.map(|(w, y)| w * y[i] * y[j]);
                    self.covariance[i][j] = kept * self.covariance[i][j]
                        + c_1 * self.path_c[i] * self.path_c[j]
                        + c_mu * rank_mu.sum::<f64>();
                }
                self.mean[i] += self.sigma * step[i];
            }
            self.sigma *= (c_sigma / damping * (length / chi - 1.0)).exp();
        }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * (1.0 + a.abs())
    }

    #[test]
    fn the_distribution_moves_as_the_tutorial_says() {
        // A slope first, which stalls the path, then a valley.
        let slope = |x: &[f64]| x[0] + 0.3 * x[1];
        let valley = |x: &[f64]| (x[0] - 0.45).powi(2) + 10.0 * (x[1] - x[0]).powi(2);
        let mut search = search(12, 1, 0.001);
        let mut plain = Plain {
            mean: [0.5, 0.45],
            covariance: [[1.0, 0.0], [0.0, 1.0]],
            sigma: 0.001,
            path_sigma: [0.0; 2],
            path_c: [0.0; 2],
            generations: 0.0,
            stalled: false,
        };
        let mut stalls = 0;
        for generation in 0..30 {
            let function: &dyn Fn(&[f64]) -> f64 = if generation < 8 { &slope } else { &valley };
            let duels = search.ask();
            let mut points: Vec<Vec<f64>> = Vec::new();
            for duel in &duels {
                points.extend([duel.first.point.clone(), duel.second.point.clone()]);
            }
            points.sort_by(|a, b| function(a).total_cmp(&function(b)));
            let ordered: Vec<[f64; 2]> = points.iter().map(|p| [p[0], p[1]]).collect();
            let scores: Vec<_> = duels.iter().map(|duel| duel.evaluate(function)).collect();
            search.tell(&scores);
            plain.update(&ordered);
            stalls += u32::from(plain.stalled);
            for i in 0..2 {
                assert!(
                    near(search.generations.centre[i], plain.mean[i]),
                    "{plain:?}"
                );
                assert!(
                    near(search.paths[0].sigma[i], plain.path_sigma[i]),
                    "{plain:?}"
                );
                assert!(near(search.paths[0].c[i], plain.path_c[i]), "{plain:?}");
                for j in 0..2 {
                    let [ours, theirs] = [search.covariance[(i, j)], plain.covariance[i][j]];
                    assert!(near(ours, theirs), "{plain:?}");
                }
            }
            assert!(near(search.sigma, plain.sigma), "{plain:?}");
        }
        assert!((1..30).contains(&stalls), "{stalls}");
    }

    #[test]
    fn the_constants_are_those_of_the_tutorial() {
        // Ten samples in ten dimensions, with digits of pycma.
        let constants = Constants::new(10, 10);
        assert!((constants.mu_eff - 3.167_299).abs() < 1e-6);
        assert!((constants.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        // Many samples in one dimension: the rates leave nothing of the old matrix.
        let many = Constants::new(400, 1);
        assert!((many.c_1 + many.c_mu - 1.0).abs() < 1e-12 && many.c_mu > 0.0);
        // With two selected points the rank-mu rate is 0 or more.
        assert!(Constants::new(4, 3).c_mu >= 0.0);
    }

    #[test]
    fn samples_have_the_covariance_of_the_distribution() {
        let mut search = search(8000, 1, 0.01);
        search.covariance = DMatrix::from_row_slice(2, 2, &[4.0, 1.5, 1.5, 1.0]);
        search.decompose();
        search.generations.take();
        search.draw();
        let mut sums = [[0.0; 2]; 2];
        for duel in search.ask() {
            let [x, y] = [0, 1].map(|i| (duel.first.point[i] - [0.5, 0.45][i]) / 0.01);
            let (other, centre) = (&duel.second.point, [0.5, 0.45]);
            assert!(near(duel.first.point[0] + other[0], 2.0 * centre[0]));
            assert!(near(duel.first.point[1] + other[1], 2.0 * centre[1]));
            for (i, a) in [x, y].into_iter().enumerate() {
                for (j, b) in [x, y].into_iter().enumerate() {
                    sums[i][j] += a * b / 4000.0;
                }
            }
        }
        for (i, row) in [[4.0, 1.5], [1.5, 1.0]].iter().enumerate() {
            for (j, expected) in row.iter().enumerate() {
                assert!((sums[i][j] - expected).abs() < 0.25, "{sums:?}");
            }
        }
    }

    /// Scores of two halves by their rates.
    fn halves(even: f64, odd: f64) -> DuelScore {
        let half = |rate: f64| Score {
            lead: 4.0 * rate,
            games: 2.0,
        };
        DuelScore {
            even: half(even),
            odd: half(odd),
            pairs: 2,
            sure: false,
            superiority: 0.0,
            values: None,
        }
    }

    #[test]
    fn pairs_follow_the_agreement_of_two_halves() {
        let agree = [halves(0.5, 0.5), halves(-1.0, -1.0)];
        let differ = [halves(0.5, -0.5), halves(1.0, 0.0)];
        // (0.5 * 1 + 0.5 * 0) / ((0.25 + 1 + 0.25 + 0) / 2) is 2 / 3; a third of that is between.
        let between = [halves(0.5, 1.0), halves(0.5, -0.5)];
        let mut search = search(4, 2, 0.1);
        search.meet_noise(&agree);
        assert_eq!(search.pairs, 2, "never fewer than the least");
        search.meet_noise(&differ);
        assert_eq!(search.pairs, 3);
        search.meet_noise(&differ);
        assert_eq!(search.pairs, 3, "never more than the most");
        search.meet_noise(&between);
        assert_eq!(search.pairs, 3);
        search.meet_noise(&[halves(0.0, 0.0)]);
        assert_eq!(search.pairs, 3, "no result tells nothing");
        search.meet_noise(&agree);
        assert_eq!(search.pairs, 2);
        search.settings.max_pairs = None;
        search.meet_noise(&differ);
        assert_eq!(search.pairs, 2, "without a most the number stays");
        search.pairs = 1;
        search.settings.max_pairs = Some(3);
        search.meet_noise(&differ);
        assert_eq!(search.pairs, 1, "one pair has no halves");
    }

    #[test]
    fn agreement_is_twice_the_product_over_the_squares() {
        // 2 x / (1 + x x) is 0.1 at 0.0501 and 0.5 at 0.2679.
        for scale in [1.0, 0.5, 0.2] {
            for (x, pairs) in [(0.049, 3), (0.052, 2), (0.26, 2), (0.28, 1)] {
                let mut search = search(4, 1, 0.1);
                search.pairs = 2;
                search.meet_noise(&[halves(scale, scale * x)]);
                assert_eq!(search.pairs, pairs, "{scale} {x}");
                search.pairs = 2;
                search.meet_noise(&[halves(-scale * x, -scale)]);
                assert_eq!(search.pairs, pairs, "{scale} {x}");
            }
        }
    }

    #[test]
    fn the_better_of_each_twins_is_selected_the_clearest_first() {
        let scores = [
            halves(0.2, 0.2),
            halves(-0.9, -0.7),
            halves(0.0, 0.0),
            halves(0.2, 0.2),
        ];
        assert_eq!(clearest(&scores), [3, 0, 6, 4]);
        assert_eq!(ranked(&scores), None);
        let valued = [[3.0, 1.0], [2.0, 4.0]].map(|values| DuelScore {
            values: Some(values),
            ..halves(0.0, 0.0)
        });
        assert_eq!(ranked(&valued), Some(vec![1, 2, 0, 3]));
    }

    #[test]
    fn a_generation_plays_what_was_asked_for() {
        let mut search = search(6, 2, 0.1);
        assert_eq!((search.population().len(), search.ask().len()), (6, 3));
        assert_eq!(search.pairs_each(), 2);
        assert!(near(search.expected_pairs(), 6.0));
        assert_eq!(search.best(), [0.5, 0.45]);
        let scores: Vec<_> = search
            .ask()
            .iter()
            .map(|duel| duel.score(|_, _| 1.0))
            .collect();
        let told = search.tell(&scores);
        assert_eq!(told.generation.map(|all| all.len()), Some(7));
        assert_ne!(search.best(), [0.5, 0.45]);
    }

    #[test]
    fn sizes_below_four_and_odd_sizes_are_faults_of_the_caller() {
        for size in [2, 5] {
            assert!(std::panic::catch_unwind(|| search(size, 1, 0.1)).is_err());
        }
    }
}
