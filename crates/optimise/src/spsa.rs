//! SPSA: perturbs all parameters at once, up or down at random, plays both ends of each
//! perturbation against each other, and steps towards the winners.
//!
//! Source: J. C. Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation" (1992), and the schedules of his "Implementation of
//! the simultaneous perturbation algorithm" (1998), as chess engines use them.

use crate::generation::{GenerationSearch, Generations};
use crate::method::Start;
use crate::{DuelScore, Optimiser, Space, Told, settings};
use darkforge_streams as streams;

settings! {
    /// Settings of SPSA. Lengths are shares of an axis' range on its scale.
    pub struct SpsaSettings {
        /// Perturbations in each generation, each with two individuals.
        #[serde(skip)]
        perturbations: usize = 2;
        /// Pairs between the two ends of each.
        #[serde(skip)]
        pairs: u64 = 1;
        /// Size of the first perturbations, as a share of an axis' range on its scale.
        perturbation: f64 = 0.3, 0.001..=0.5;
        /// Length of the first steps, for a slope of one point per range.
        step: f64 = 0.1, 0.0001..=100.0;
        /// Number of generations in which steps hardly shrink (Spall's A).
        stability: f64 = 20.0, 0.0..=1e6;
        /// Exponent of the decrease of steps with the generations.
        alpha: f64 = 0.602, 0.0..=1.0;
        /// Exponent of the decrease of perturbations with the generations.
        gamma: f64 = 0.101, 0.0..=1.0;
        /// Whether a generation is drawn before the results of the last one are known. On many
        /// machines nobody then waits for the last games of a generation.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        overlap: bool = false;
    }
}

impl Start for SpsaSettings {
    fn play(&mut self, individuals: usize, pairs: u64) {
        (self.perturbations, self.pairs) = (individuals / 2, pairs);
    }

    fn tells_convergence(&self) -> bool {
        true
    }

    fn start(&self, space: Space, start: &[f64], seed: u64) -> Box<dyn Optimiser> {
        Box::new(Spsa::new(self.clone(), space, start, seed))
    }
}

/// State of SPSA.
pub struct Spsa {
    settings: SpsaSettings,
    generations: Generations<Perturbations>,
}

/// Perturbations of a generation: directions whose coordinates are + or - `size`.
pub(crate) struct Perturbations {
    size: f64,
    directions: Vec<Vec<f64>>,
}

impl Spsa {
    /// Begins a search from `start`.
    pub fn new(settings: SpsaSettings, space: Space, start: &[f64], seed: u64) -> Spsa {
        let mut spsa = Spsa {
            settings,
            generations: Generations::new(space, start, seed),
        };
        for _ in 0..=u32::from(spsa.settings.overlap) {
            spsa.draw();
        }
        spsa
    }

    /// Size of the perturbations of generation `number`.
    fn perturbation(&self, number: u32) -> f64 {
        let number = f64::from(number);
        self.settings.perturbation / libm::pow(number + 1.0, self.settings.gamma)
    }

    fn step(&self) -> f64 {
        let number = f64::from(self.generations.number);
        let ahead = self.settings.stability + 1.0;
        self.settings.step * libm::pow(ahead / (number + ahead), self.settings.alpha)
    }

    fn draw(&mut self) {
        let number = self.generations.next_number();
        let size = self.perturbation(number);
        let seed = self.generations.seed;
        let mut stream = streams::open(seed, "perturbation", u64::from(number));
        let dimensions = self.generations.space.dimensions();
        let directions: Vec<Vec<f64>> = (0..self.settings.perturbations)
            .map(|_| {
                let sign = |_| {
                    if streams::below(&mut stream, 2) == 0 {
                        size
                    } else {
                        -size
                    }
                };
                (0..dimensions).map(sign).collect()
            })
            .collect();
        let memory = Perturbations {
            size,
            directions: directions.clone(),
        };
        self.generations
            .draw_mirrored(&directions, size, self.settings.pairs, memory);
    }
}

impl GenerationSearch for Spsa {
    type Memory = Perturbations;

    fn generations(&self) -> &Generations<Perturbations> {
        &self.generations
    }

    fn learn(&mut self, scores: &[DuelScore]) -> Told {
        let generation = self.generations.take();
        let Perturbations { size, directions } = &generation.memory;
        let size = *size;
        let signs = directions.iter();
        let signs = signs.map(|moved| moved.iter().map(|step| step / size).collect());
        let results = scores.iter().map(|score| score.all().rate());
        self.generations.slopes.add(signs.zip(results));
        // Each end stands `size` from the centre, and a direction's coordinates are +-`size`.
        let rate = self.step() / (2.0 * size * size * scores.len() as f64);
        let mut centre = self.generations.centre.clone();
        for (direction, score) in directions.iter().zip(scores) {
            for (place, moved) in centre.iter_mut().zip(direction) {
                *place += rate * score.all().rate() * moved;
            }
        }
        for place in &mut centre {
            *place = place.clamp(0.0, 1.0);
        }
        let told = self.generations.end(generation, centre, scores);
        self.draw();
        told
    }

    fn step(&self) -> Option<f64> {
        Some(self.perturbation(self.generations.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa(perturbation: f64) -> Spsa {
        let mut settings = SpsaSettings {
            perturbation,
            step: 0.25,
            stability: 3.0,
            alpha: 0.5,
            gamma: 1.0,
            ..SpsaSettings::default()
        };
        settings.play(6, 2);
        Spsa::new(settings, Space::unit(4), &[0.5; 4], 1)
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn both_ends_of_each_perturbation_meet() {
        let spsa = spsa(0.125);
        let duels = spsa.ask();
        assert_eq!((duels.len(), spsa.population().len()), (3, 6));
        assert_eq!(spsa.pairs_each(), 2);
        assert!(near(spsa.expected_pairs(), 6.0));
        let mut ups = 0;
        for duel in &duels {
            for (first, second) in duel.first.point.iter().zip(&duel.second.point) {
                assert!(near((first - 0.5).abs(), 0.125) && near(first + second, 1.0));
                ups += u32::from(*first > 0.5);
            }
        }
        assert!((1..12).contains(&ups), "{ups} of 12 are up");
    }

    #[test]
    fn steps_go_towards_the_winners_and_shrink_by_their_schedule() {
        let mut spsa = spsa(0.125);
        let results = [1.0, -0.5, 0.25];
        let mut expected = vec![0.5; 4];
        // A step is 0.25 * sqrt(4 / (4 + k)), a perturbation 0.125 / (k + 1).
        for (k, (step, size)) in [(0.25, 0.125), (0.25 * 0.8_f64.sqrt(), 0.0625)]
            .iter()
            .enumerate()
        {
            let duels = spsa.ask();
            let mut results_left = results.iter();
            let scores: Vec<DuelScore> = duels
                .iter()
                .map(|duel| {
                    let result = *results_left.next().expect("three");
                    duel.score(|_, _| result)
                })
                .collect();
            for (duel, result) in duels.iter().zip(results) {
                assert!(near(duel.first.mutation_scale, *size));
                for (axis, place) in expected.iter_mut().enumerate() {
                    let sign = (duel.first.point[axis] - duel.second.point[axis]).signum();
                    // The mean over three of the slope, a lead over twice the perturbation.
                    *place += step * sign * result / (2.0 * size) / 3.0;
                }
            }
            for place in &mut expected {
                *place = place.clamp(0.0, 1.0);
            }
            spsa.tell(&scores);
            let best = spsa.best();
            assert!(
                best.iter().zip(&expected).all(|(a, b)| near(*a, *b)),
                "{k}: {best:?} {expected:?}"
            );
        }
    }
}
