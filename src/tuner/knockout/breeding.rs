//! How a generation is made of the one before.

use super::mutation::fathers;
use super::{Ground, Individual, KnockoutSettings};
use crate::stream;
use crate::tuner::Space;

/// The first generation: children of the start. The start itself is not among them, so that
/// it can serve as the reference without ever having taken part in the selection.
pub(super) fn first(ground: &Ground, settings: &KnockoutSettings) -> Vec<Individual> {
    let scale = settings.first_scale;
    (0..settings.size as u64)
        .map(|id| {
            let mut stream = stream::open(ground.seed, "mutation", id);
            let child = settings
                .mutation
                .child(&ground.space, &ground.start, scale, &mut stream);
            Individual {
                id,
                parent: None,
                mutation_scale: scale,
                weights: child,
                placing: 0,
            }
        })
        .collect()
}

/// The mean of the better half of `population` on the scales of `space`; the better they
/// were placed, the more they count.
pub(super) fn blend(space: &Space, population: &[Individual], id: u64) -> Individual {
    let half = (population.len() as f64 + 1.0) / 2.0;
    let mut mean = vec![0.0; space.len()];
    let mut sum = 0.0;
    let mut father = 0;
    for individual in population {
        // The places that the placing stands for: 3 for the third and fourth, ...
        let shared = individual.placing.next_power_of_two().max(1) as f64;
        let place = f64::midpoint(individual.placing as f64, shared);
        let share = (libm::log(half) - libm::log(place)).max(0.0);
        for (mean, place) in mean.iter_mut().zip(space.places(&individual.weights)) {
            *mean += share * place;
        }
        sum += share;
        if individual.placing == 1 {
            father = individual.id;
        }
    }
    for place in &mut mean {
        *place /= sum;
    }
    let weights = &population[0].weights;
    Individual {
        id,
        parent: Some(father),
        mutation_scale: 0.0,
        weights: space.around(weights).weights(&mean),
        placing: 0,
    }
}

/// The next generation: the champion as it is, and children of the best. Its numbers begin
/// with `id`.
pub(super) fn next(
    ground: &Ground,
    settings: &KnockoutSettings,
    population: &[Individual],
    id: u64,
) -> Vec<Individual> {
    let (size, mutation) = (settings.size, &settings.mutation);
    let mut ranked: Vec<&Individual> = population.iter().collect();
    ranked.sort_by_key(|individual| (individual.placing, individual.id));
    let mut next = vec![Individual {
        id,
        parent: Some(ranked[0].id),
        mutation_scale: 0.0,
        weights: ranked[0].weights.clone(),
        placing: 0,
    }];
    for place in fathers(size - 1, size, settings.champion_share) {
        let father = ranked[place];
        // Placing 1 went all the way, 2 fell one round short, 3 two, 5 three, ...
        let rounds_short = (father.placing as u32).next_power_of_two().ilog2();
        let id = id + next.len() as u64;
        let scale = mutation.scale_for(rounds_short, size);
        let mut stream = stream::open(ground.seed, "mutation", id);
        next.push(Individual {
            id,
            parent: Some(father.id),
            mutation_scale: scale,
            weights: mutation.child(&ground.space, &father.weights, scale, &mut stream),
            placing: 0,
        });
    }
    next
}
