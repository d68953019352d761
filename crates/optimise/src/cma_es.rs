//! CMA-ES: draws each generation from a normal distribution, and moves, stretches and scales the
//! distribution towards the winners.
//!
//! Source: N. Hansen, "The CMA Evolution Strategy: A Tutorial" (2016), with mirrored samples. If a
//! function has values, the better half of all samples is selected; with duels alone, the better of
//! each two (D. Brockhoff et al., "Mirrored sampling and sequential selection for evolution
//! strategies", 2010). To handle noise (N. Hansen et al., "A method for handling uncertainty in
//! evolutionary optimization", 2009) every sample is evaluated twice; if the two evaluations hardly
//! agree, the next generation plays more pairs.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use crate::generation::Generation;
use crate::method::Start;
use crate::{Duel, DuelScore, Individual, Optimiser, Space, Told, settings};
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
        /// First standard deviation, as a share of an axis' range on its scale.
        sigma: f64 = 0.2, 0.001..=0.5;
        /// Greatest number of pairs between two mirrored samples, played when noise is large; if
        /// left out, the same as the least number.
        #[serde(skip_serializing_if = "Option::is_none")]
        max_pairs: Option<u64> = None, 1..=10_000;
    }
}

impl Start for CmaEsSettings {
    fn play(&mut self, individuals: usize, pairs: u64) {
        (self.size, self.pairs) = (individuals, pairs);
    }

    fn start(&self, space: Space, start: &[f64], seed: u64) -> Box<dyn Optimiser> {
        Box::new(CmaEs::new(self.clone(), space, start, seed))
    }
}

/// Constants of the strategy, with the names of the tutorial.
struct Constants {
    weights: Vec<f64>,
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
        Constants {
            weights,
            mu_eff,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu: c_mu.max(0.0).min(1.0 - c_1),
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

/// State of CMA-ES.
pub struct CmaEs {
    settings: CmaEsSettings,
    constants: Constants,
    generation: Generation,
    pairs: u64,
    sigma: f64,
    covariance: DMatrix<f64>,
    /// Axes of the distribution and its standard deviations along them.
    axes: DMatrix<f64>,
    lengths: DVector<f64>,
    path_sigma: DVector<f64>,
    path_c: DVector<f64>,
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
        let mut search = CmaEs {
            constants: Constants::new(settings.size, dimensions),
            pairs: settings.pairs,
            sigma: settings.sigma,
            generation: Generation::new(space, start, seed),
            covariance: DMatrix::identity(dimensions, dimensions),
            axes: DMatrix::identity(dimensions, dimensions),
            lengths: DVector::from_element(dimensions, 1.0),
            path_sigma: DVector::zeros(dimensions),
            path_c: DVector::zeros(dimensions),
            settings,
        };
        search.begin();
        search
    }

    fn begin(&mut self) {
        let seed = self.generation.seed;
        let number = u64::from(self.generation.number);
        let mut stream = streams::open(seed, "sample", number);
        let dimensions = self.lengths.len();
        let directions: Vec<Vec<f64>> = (0..self.settings.size / 2)
            .map(|_| {
                let z = DVector::from_fn(dimensions, |row, _| {
                    self.lengths[row] * streams::gauss(&mut stream)
                });
                let y = &self.axes * z * self.sigma;
                y.iter().copied().collect()
            })
            .collect();
        self.generation
            .begin_mirrored(&directions, self.sigma, self.pairs);
    }

    /// Steps from the centre to `individuals` in units of sigma.
    fn steps(&self, individuals: &[usize]) -> Vec<DVector<f64>> {
        let coordinates = self.generation.coordinates();
        individuals
            .iter()
            .map(|&individual| {
                let steps = coordinates[individual].iter().zip(&self.generation.centre);
                let steps = steps.map(|(there, centre)| (there - centre) / self.sigma);
                DVector::from_iterator(self.lengths.len(), steps)
            })
            .collect()
    }

    /// Moves, stretches and scales the distribution; returns the new centre.
    fn update(&mut self, steps: &[DVector<f64>]) -> Vec<f64> {
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
        // C^(-1/2) of the step.
        let mut whitened = self.axes.transpose() * &step;
        whitened.component_div_assign(&self.lengths);
        let whitened = &self.axes * whitened;
        self.path_sigma = &self.path_sigma * (1.0 - c_sigma)
            + whitened * (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt();
        let length = self.path_sigma.norm();
        let age = 2 * (self.generation.number as i32 + 1);
        let settled = (1.0 - libm::pow(1.0 - c_sigma, f64::from(age))).sqrt();
        let rises = length / settled / chi < 1.4 + 2.0 / (n as f64 + 1.0);
        let rise = if rises { 1.0 } else { 0.0 };
        self.path_c =
            &self.path_c * (1.0 - c_c) + &step * (rise * (c_c * (2.0 - c_c) * mu_eff).sqrt());
        let lost = (1.0 - rise) * c_c * (2.0 - c_c);
        let mut covariance = &self.covariance * (1.0 - c_1 - c_mu + c_1 * lost)
            + &self.path_c * self.path_c.transpose() * c_1;
        for (weight, y) in weighted() {
            covariance += y * y.transpose() * (c_mu * weight);
        }
        let centre = self.generation.centre.iter().zip(step.iter());
        let centre = centre.map(|(centre, step)| (centre + self.sigma * step).clamp(0.0, 1.0));
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

/// The better half of all individuals, the best first, if all have values.
fn best_half(scores: &[DuelScore]) -> Option<Vec<usize>> {
    let values: Option<Vec<[f64; 2]>> = scores.iter().map(|score| score.values).collect();
    let values = values?.concat();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]).then(a.cmp(&b)));
    order.truncate(scores.len());
    Some(order)
}

impl Optimiser for CmaEs {
    fn population(&self) -> &[Individual] {
        &self.generation.individuals
    }

    fn ask(&self) -> Vec<Duel> {
        self.generation.ask()
    }

    fn tell(&mut self, scores: &[DuelScore]) -> Told {
        let selected = best_half(scores).unwrap_or_else(|| clearest(scores));
        let steps = self.steps(&selected);
        let centre = self.update(&steps);
        self.meet_noise(scores);
        let told = self.generation.end(centre, scores);
        self.begin();
        told
    }

    fn best(&self) -> Vec<f64> {
        self.generation.best()
    }

    fn pairs_each(&self) -> u64 {
        self.generation.pairs
    }

    fn expected_pairs(&self) -> f64 {
        self.generation.expected_pairs()
    }
}
