//! CLOP: fits a quadratic model of strength to all duels so far and samples points where the model
//! may be highest. It suits few parameters: the model of n parameters has n (n + 3) / 2
//! coefficients.
//!
//! Source: R. Coulom, "CLOP: Confident Local Optimization for Noisy Black-Box Parameter Tuning"
//! (2011): a quadratic logistic regression in which a game counts less the more certain it is that
//! its sample is worse than the mean. In the source each sample meets a fixed opponent; here both
//! points of a duel are samples, and the model is fitted to the difference of their strengths.

use crate::generation::{GenerationSearch, Generations};
use crate::method::Start;
use crate::quadratic::{Quadratic, Sample};
use crate::{DuelScore, Optimiser, Space, Told, settings};
use darkforge_streams::{self as streams, Stream};

settings! {
    /// Settings of CLOP.
    pub struct ClopSettings {
        /// Duels in each generation, each between two individuals.
        #[serde(skip)]
        duels: usize = 2;
        /// Pairs of each duel.
        #[serde(skip)]
        pairs: u64 = 1;
        /// Number of standard errors below the mean at which the weight of a sample is e times
        /// smaller (H of the source).
        confidence: f64 = 1.5, 0.1..=100.0;
        /// Greatest distance of samples from the start, as a share of an axis' range on its scale.
        reach: f64 = 1.0, 0.001..=1.0;
    }
}

impl Start for ClopSettings {
    fn play(&mut self, individuals: usize, pairs: u64) {
        (self.duels, self.pairs) = (individuals / 2, pairs);
    }

    fn most_dimensions(&self) -> usize {
        ClopSettings::MOST_WEIGHTS
    }

    fn start(&self, space: Space, start: &[f64], seed: u64) -> Box<dyn Optimiser> {
        Box::new(Clop::new(self.clone(), space, start, seed))
    }
}

impl ClopSettings {
    /// Greatest number of parameters: with more, SPSA is far better in measurements, and fitting
    /// takes as long as playing.
    pub const MOST_WEIGHTS: usize = 8;
}

/// Sweeps over all axes from one sample to the next.
const SWEEPS: usize = 12;
/// Standard deviation of a short step of the walk between samples.
const SHORT: f64 = 0.1;

/// State of CLOP.
pub struct Clop {
    settings: ClopSettings,
    generations: Generations<()>,
    /// Range of the samples' coordinates on each axis.
    within: Vec<(f64, f64)>,
    played: Vec<Sample>,
    model: Quadratic,
    /// Weighted standard deviation of the samples, over all axes.
    spread: f64,
}

impl Clop {
    /// Begins a search around `start`.
    pub fn new(settings: ClopSettings, space: Space, start: &[f64], seed: u64) -> Clop {
        let generations = Generations::new(space, start, seed);
        let around = |&start: &f64| {
            let (low, high) = (start - settings.reach, start + settings.reach);
            (low.max(0.0), high.min(1.0))
        };
        let within: Vec<(f64, f64)> = generations.centre.iter().map(around).collect();
        // Variance of uniformly drawn samples.
        let squares = within.iter().map(|(low, high)| (high - low) * (high - low));
        let spread = (squares.sum::<f64>() / within.len() as f64 / 12.0).sqrt();
        let mut clop = Clop {
            settings,
            model: Quadratic::flat(within.len()),
            within,
            played: Vec::new(),
            spread,
            generations,
        };
        clop.draw();
        clop
    }

    fn draw(&mut self) {
        let seed = self.generations.seed;
        let number = u64::from(self.generations.next_number());
        let mut stream = streams::open(seed, "duel", number);
        let mut places = self.generations.centre.clone();
        let drawn: Vec<[Vec<f64>; 2]> = (0..self.settings.duels)
            .map(|_| {
                [(); 2].map(|()| {
                    self.walk(&mut places, &mut stream);
                    places.clone()
                })
            })
            .collect();
        self.generations
            .draw_between(&drawn, self.spread, self.settings.pairs, ());
    }

    /// Walks on to a sample drawn in proportion to the weights of places: each coordinate in turn
    /// proposes a far or a short step, accepted by the Metropolis rule.
    fn walk(&self, places: &mut [f64], stream: &mut Stream) {
        let confidence = self.settings.confidence;
        let mut here = self.model.weight(places, confidence);
        for step in 0..SWEEPS * places.len() {
            let axis = step % places.len();
            let (low, high) = self.within[axis];
            let before = places[axis];
            places[axis] = match streams::below(stream, 2) {
                0 => low + (high - low) * streams::unit(stream),
                _ => before + SHORT * (high - low) * streams::gauss(stream),
            };
            let inside = (low..=high).contains(&places[axis]);
            let there = self.model.weight(places, confidence);
            if inside && streams::unit(stream) * here <= there {
                here = there;
            } else {
                places[axis] = before;
            }
        }
    }

    /// Weighted mean of all samples and their standard deviation.
    fn mean(&self) -> (Vec<f64>, f64) {
        let confidence = self.settings.confidence;
        let all = self.played.iter().flat_map(|duel| &duel.places);
        let all: Vec<(f64, &Vec<f64>)> = all
            .map(|places| (self.model.weight(places, confidence), places))
            .collect();
        let total: f64 = all.iter().map(|(weight, _)| weight).sum();
        let dimensions = self.within.len();
        let mut mean = vec![0.0; dimensions];
        let mut squares = 0.0;
        for &(weight, places) in &all {
            for (sum, place) in mean.iter_mut().zip(places) {
                *sum += weight / total * place;
            }
            squares += weight / total * places.iter().map(|place| place * place).sum::<f64>();
        }
        let square: f64 = mean.iter().map(|place| place * place).sum();
        let variance = (squares - square) / dimensions as f64;
        (mean, variance.max(0.0).sqrt())
    }
}

impl GenerationSearch for Clop {
    type Memory = ();

    fn generations(&self) -> &Generations<()> {
        &self.generations
    }

    fn learn(&mut self, scores: &[DuelScore]) -> Told {
        let generation = self.generations.take();
        let places = self.generations.coordinates(&generation);
        for (score, two) in scores.iter().zip(places.chunks_exact(2)) {
            let two = [two[0].clone(), two[1].clone()];
            let score = score.all();
            let share = f64::midpoint(1.0, score.rate());
            self.played.push(Sample::new(two, share, score.games));
        }
        self.model.fit(&mut self.played, self.settings.confidence);
        let (centre, spread) = self.mean();
        self.spread = spread;
        let told = self.generations.end(generation, centre, scores);
        self.draw();
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    fn clop(duels: usize) -> Clop {
        let axis = Axis {
            min: 0.0,
            max: 1.0,
            log: false,
            whole: false,
        };
        let mut settings = ClopSettings {
            reach: 0.2,
            ..ClopSettings::default()
        };
        settings.play(2 * duels, 3);
        Clop::new(settings, Space::new(vec![axis; 2]), &[0.7, 0.1], 1)
    }

    #[test]
    fn half_as_many_duels_as_individuals_are_played() {
        let clop = clop(5);
        assert_eq!(clop.ask().len(), 5);
        assert_eq!(clop.population().len(), 10);
        assert_eq!(clop.pairs_each(), 3);
        assert!(clop.ask().iter().all(|duel| duel.pairs == 3));
        assert!((clop.expected_pairs() - 15.0).abs() < 1e-12);
        assert_eq!(clop.settings.most_dimensions(), 8);
    }

    #[test]
    fn samples_before_any_result_are_even_and_independent_within_reach() {
        let clop = clop(2000);
        let samples = clop.generations.coordinates(clop.generations.current());
        // The second axis ends at 0.
        for (axis, low, high) in [(0, 0.5, 0.9), (1, 0.0, 0.3)] {
            let width: f64 = high - low;
            let moved: Vec<f64> = samples
                .iter()
                .map(|sample| (sample[axis] - low) / width - 0.5)
                .collect();
            assert!(moved.iter().all(|x| x.abs() <= 0.5 + 1e-9));
            let count = moved.len() as f64;
            let mean = moved.iter().sum::<f64>() / count;
            let variance = moved.iter().map(|x| x * x).sum::<f64>() / count;
            let next: f64 = moved.windows(2).map(|two| two[0] * two[1]).sum();
            assert!(mean.abs() < 0.02, "mean {mean}");
            assert!((variance * 12.0 - 1.0).abs() < 0.06, "variance {variance}");
            assert!((next / count * 12.0).abs() < 0.06, "successors {next}");
        }
        let spread = (f64::midpoint(0.4 * 0.4, 0.3 * 0.3) / 12.0).sqrt();
        assert!((clop.spread - spread).abs() < 1e-12, "{}", clop.spread);
    }

    #[test]
    fn a_walk_is_a_function_of_its_stream() {
        let clop = clop(1);
        let (mut places, mut sums) = ([0.7, 0.15], [0.0; 2]);
        let mut stream = streams::open(7, "duel", 0);
        for _ in 0..10 {
            clop.walk(&mut places, &mut stream);
            sums = [sums[0] + places[0], sums[1] + places[1]];
        }
        let golden = [6.846_175_798_7, 1.439_839_965_5];
        for (sum, golden) in sums.iter().zip(golden) {
            assert!((sum - golden).abs() < 1e-9, "{sums:?}");
        }
    }

    #[test]
    fn the_guess_is_the_mean_of_the_samples_as_they_count() {
        let mut clop = clop(1);
        let two = [vec![0.6, 0.1], vec![0.8, 0.2]];
        let played = || Sample::new(two.clone(), 0.5, 2.0);
        clop.played = vec![played(), played()];
        let (mean, spread) = clop.mean();
        assert!((mean[0] - 0.7).abs() < 1e-12 && (mean[1] - 0.15).abs() < 1e-12);
        let expected = f64::midpoint(0.1 * 0.1, 0.05 * 0.05).sqrt();
        assert!((spread - expected).abs() < 1e-12, "{spread}");
    }
}
