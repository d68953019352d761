//! CLOP: fits a bowl to all games so far, and plays where it may be highest. For few weights:
//! the bowl over n of them has n (n + 3) / 2 coefficients.
//!
//! Source: R. Coulom, "CLOP: Confident Local Optimization for Noisy Black-Box Parameter
//! Tuning" (2011): a quadratic logistic regression in which a game counts less the surer it
//! is that its player is worse than the mean. There each player meets a fixed opponent;
//! here both of a duel are drawn, and the difference of their strengths is fitted.

use super::bowl::{Bowl, Duel};
use super::duels::Duels;
use super::opponents::Outsiders;
use super::{Ground, Meeting, Told, Tuner};
use crate::tournament::PlayedGame;
use darkforge_streams::{self as streams, Stream};

/// How CLOP searches.
#[derive(Clone, Copy, Debug)]
pub struct ClopSettings {
    /// Duels in each generation, each between two individuals.
    pub duels: usize,
    /// Pairs of each.
    pub pairs: u64,
    /// Standard errors below the mean at which a place counts e times less (H of the source).
    pub confidence: f64,
    /// How far from the start places are drawn, as a share of a weight's range on its scale.
    pub reach: f64,
}

impl ClopSettings {
    /// Weights that can be searched at most: with more, SPSA measures better by far, and
    /// fitting takes as long as playing.
    pub const MOST_WEIGHTS: usize = 8;
}

/// Sweeps over all weights from one drawn place to the next.
const SWEEPS: usize = 12;
/// Standard deviation of a short step of that walk.
const SHORT: f64 = 0.1;

/// CLOP under way.
pub struct Clop {
    settings: ClopSettings,
    duels: Duels,
    /// For each weight where its places begin and end.
    within: Vec<(f64, f64)>,
    played: Vec<Duel>,
    bowl: Bowl,
    /// Standard deviation of the places that count, over all weights.
    spread: f64,
}

impl Clop {
    /// A search before its first game.
    pub fn new(ground: Ground, settings: ClopSettings, outsiders: Outsiders) -> Clop {
        let duels = Duels::new(ground, outsiders);
        let around = |&start: &f64| {
            let (low, high) = (start - settings.reach, start + settings.reach);
            (low.max(0.0), high.min(1.0))
        };
        let within: Vec<(f64, f64)> = duels.centre.iter().map(around).collect();
        // Of places drawn evenly.
        let squares = within.iter().map(|(low, high)| (high - low) * (high - low));
        let spread = (squares.sum::<f64>() / within.len() as f64 / 12.0).sqrt();
        let mut clop = Clop {
            settings,
            bowl: Bowl::flat(within.len()),
            within,
            played: Vec::new(),
            spread,
            duels,
        };
        clop.begin();
        clop
    }

    fn begin(&mut self) {
        let seed = self.duels.ground.seed;
        let number = u64::from(self.duels.number);
        let mut stream = streams::open(seed, "duel", number);
        let mut places = self.duels.centre.clone();
        let drawn: Vec<[Vec<f64>; 2]> = (0..self.settings.duels)
            .map(|_| {
                [(); 2].map(|()| {
                    self.walk(&mut places, &mut stream);
                    places.clone()
                })
            })
            .collect();
        self.duels
            .begin_between(&drawn, self.spread, self.settings.pairs);
    }

    /// Walks on to a place that is drawn by how much places count: one weight after the
    /// other goes anywhere or a short way, and stays there as Metropolis says.
    fn walk(&self, places: &mut [f64], stream: &mut Stream) {
        let confidence = self.settings.confidence;
        let mut here = self.bowl.weight(places, confidence);
        for step in 0..SWEEPS * places.len() {
            let axis = step % places.len();
            let (low, high) = self.within[axis];
            let before = places[axis];
            places[axis] = match streams::below(stream, 2) {
                0 => low + (high - low) * streams::unit(stream),
                _ => before + SHORT * (high - low) * streams::gauss(stream),
            };
            let inside = (low..=high).contains(&places[axis]);
            let there = self.bowl.weight(places, confidence);
            if inside && streams::unit(stream) * here <= there {
                here = there;
            } else {
                places[axis] = before;
            }
        }
    }

    /// The mean of all places where a duel was played, as they count; and how far they are
    /// from it.
    fn mean(&self) -> (Vec<f64>, f64) {
        let confidence = self.settings.confidence;
        let all = self.played.iter().flat_map(|duel| &duel.places);
        let all: Vec<(f64, &Vec<f64>)> = all
            .map(|places| (self.bowl.weight(places, confidence), places))
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

impl Tuner for Clop {
    fn ask(&self) -> Vec<Meeting> {
        self.duels.ask()
    }

    fn tell(&mut self, games: &[Vec<PlayedGame>]) -> Told {
        let scores = self.duels.scores(games);
        let places = self.duels.places();
        for (score, two) in scores.iter().zip(places.chunks_exact(2)) {
            let two = [two[0].clone(), two[1].clone()];
            let share = f64::midpoint(1.0, score.all);
            self.played.push(Duel::new(two, share, score.games));
        }
        self.bowl.fit(&mut self.played, self.settings.confidence);
        let (centre, spread) = self.mean();
        self.spread = spread;
        let told = self.duels.end(centre, &scores, games.len());
        self.begin();
        told
    }

    fn expected_pairs(&self) -> f64 {
        self.duels.expected_pairs()
    }
}
