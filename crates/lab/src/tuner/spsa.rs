//! SPSA: perturbs all weights at once, up or down at random, lets both ends of each
//! perturbation meet, and walks towards the ends that won.
//!
//! Source: J. C. Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation" (1992), and the schedules of his "Implementation of
//! the simultaneous perturbation algorithm" (1998), as chess engines use them.

use super::duels::Duels;
use super::opponents::Outsiders;
use super::{Ground, Meeting, Told, Tuner};
use crate::tournament::PlayedGame;
use darkforge_streams as streams;

/// How SPSA walks. Lengths are shares of a weight's range on its scale.
#[derive(Clone, Copy, Debug)]
pub struct SpsaSettings {
    /// Perturbations in each generation, each with two individuals.
    pub perturbations: usize,
    /// Pairs between the two ends of each.
    pub pairs: u64,
    /// Size of the first perturbations.
    pub perturbation: f64,
    /// Length of the first steps, for a slope of one point per range.
    pub step: f64,
    /// Generations in which steps hardly shrink (Spall's A).
    pub stability: f64,
    /// How fast steps shrink with the generations.
    pub alpha: f64,
    /// How fast perturbations shrink with the generations.
    pub gamma: f64,
}

/// SPSA under way.
pub struct Spsa {
    settings: SpsaSettings,
    duels: Duels,
    directions: Vec<Vec<f64>>,
}

impl Spsa {
    /// A walk before its first game.
    pub fn new(ground: Ground, settings: SpsaSettings, outsiders: Outsiders) -> Spsa {
        let mut spsa = Spsa {
            settings,
            duels: Duels::new(ground, outsiders),
            directions: Vec::new(),
        };
        spsa.begin();
        spsa
    }

    fn perturbation(&self) -> f64 {
        let number = f64::from(self.duels.number);
        self.settings.perturbation / libm::pow(number + 1.0, self.settings.gamma)
    }

    fn step(&self) -> f64 {
        let number = f64::from(self.duels.number);
        let ahead = self.settings.stability + 1.0;
        self.settings.step * libm::pow(ahead / (number + ahead), self.settings.alpha)
    }

    fn begin(&mut self) {
        let size = self.perturbation();
        let ground = &self.duels.ground;
        let number = u64::from(self.duels.number);
        let mut stream = streams::open(ground.seed, "perturbation", number);
        let dimensions = ground.space.len();
        self.directions = (0..self.settings.perturbations)
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
        self.duels
            .begin_mirrored(&self.directions, size, self.settings.pairs);
    }
}

impl Tuner for Spsa {
    fn ask(&self) -> Vec<Meeting> {
        self.duels.ask()
    }

    fn tell(&mut self, games: &[Vec<PlayedGame>]) -> Told {
        let scores = self.duels.scores(games);
        let size = self.perturbation();
        // Each end stands `size` from the centre, and a direction's places are +-`size`.
        let rate = self.step() / (2.0 * size * size * scores.len() as f64);
        let mut centre = self.duels.centre.clone();
        for (direction, score) in self.directions.iter().zip(&scores) {
            for (place, moved) in centre.iter_mut().zip(direction) {
                *place += rate * score.all * moved;
            }
        }
        for place in &mut centre {
            *place = place.clamp(0.0, 1.0);
        }
        let told = self.duels.end(centre, &scores, games.len());
        self.begin();
        told
    }

    fn expected_pairs(&self) -> f64 {
        self.duels.expected_pairs()
    }
}
