//! Ancestry of individuals over the generations, and distances between weight sets.

use std::collections::BTreeMap;

use darkforge_engine::weights::Weights;
use darkforge_lab::tuner::{Evolution, Generation, Individual};

/// Root mean square of the logarithms of the ratios of weights, over `searched` weights: 0.1
/// is a typical factor of e^0.1, about 1.1.
pub(super) fn distance(a: &Weights, b: &Weights, searched: usize) -> f64 {
    let logs = a.values().iter().zip(b.values());
    let sum: f64 = logs.map(|(a, b)| libm::log(a / b).powi(2)).sum();
    (sum / searched as f64).sqrt()
}

/// An individual in one of its generations.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) generation: u32,
    /// Rank there, from 1: by placing, then by number.
    pub(super) rank: u32,
    pub(super) individual: &'a Individual,
}

/// All individuals of the finished generations.
pub(super) struct Ancestry<'a> {
    /// By generation, then by rank.
    pub(super) places: Vec<Place<'a>>,
    /// Index of an individual's places, by its number.
    of: BTreeMap<u64, Vec<usize>>,
}

impl<'a> Ancestry<'a> {
    pub(super) fn new(finished: &'a [Generation]) -> Ancestry<'a> {
        let mut ancestry = Ancestry {
            places: Vec::new(),
            of: BTreeMap::new(),
        };
        for generation in finished {
            let mut ranked: Vec<&Individual> = generation.population.iter().collect();
            ranked.sort_by_key(|individual| (individual.placing, individual.id));
            for (individual, rank) in ranked.into_iter().zip(1..) {
                let index = ancestry.places.len();
                ancestry.of.entry(individual.id).or_default().push(index);
                ancestry.places.push(Place {
                    generation: generation.number,
                    rank,
                    individual,
                });
            }
        }
        ancestry
    }

    /// The father of `place`: the index of its latest place before it or in the same generation.
    pub(super) fn father(&self, place: &Place<'_>) -> Option<usize> {
        let parent = place.individual.parent?;
        let places = self.of.get(&parent)?;
        let before = |&&index: &&usize| self.places[index].generation <= place.generation;
        places.iter().rev().find(before).copied()
    }

    /// Its own place in the generation before, or else the father's.
    pub(super) fn before(&self, place: &Place<'_>) -> Option<usize> {
        let own = self.of.get(&place.individual.id)?;
        let earlier = |&&index: &&usize| self.places[index].generation < place.generation;
        let own = own.iter().rev().find(earlier).copied();
        own.or_else(|| self.father(place))
    }

    /// Whether the individual of `place` existed in an earlier generation.
    pub(super) fn lived_on(&self, place: &Place<'_>) -> bool {
        let own = self.of.get(&place.individual.id);
        own.is_some_and(|own| self.places[own[0]].generation < place.generation)
    }

    /// Distance of the weights of `place` from those of its father, or from the start without a
    /// father.
    pub(super) fn step(&self, evolution: &Evolution, place: &Place<'_>) -> f64 {
        let setup = &evolution.settings().setup;
        let father = self.father(place);
        let weights = father.map_or(&setup.start, |father| {
            &self.places[father].individual.weights
        });
        distance(&place.individual.weights, weights, setup.space.len())
    }

    /// Places of the last champion and its ancestors, the last first.
    pub(super) fn line(&self) -> Vec<usize> {
        let last = self.places.iter().rposition(|place| place.rank == 1);
        let mut line: Vec<usize> = last.into_iter().collect();
        while let Some(before) = line
            .last()
            .and_then(|&index| self.before(&self.places[index]))
        {
            if line.contains(&before) {
                break;
            }
            line.push(before);
        }
        line
    }
}
