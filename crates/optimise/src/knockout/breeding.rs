//! Breeding: makes each generation from the one before.

use super::KnockoutSettings;
use super::mutation::parents;
use crate::{Individual, Space};
use darkforge_streams as streams;

/// Makes the first generation: children of the start. The start is not among them, so it can serve
/// as a reference that never took part in the selection.
pub(super) fn first(
    space: &Space,
    seed: u64,
    settings: &KnockoutSettings,
    start: &[f64],
) -> Vec<Individual> {
    let parents = (0..settings.size).map(|_| (None, start, settings.first_scale));
    children(space, seed, settings, parents, 0)
}

/// Makes a child of each of `parents`, given as number, point and scale. The children's numbers
/// begin with `id`. Twins have the elder's parent.
fn children<'a>(
    space: &Space,
    seed: u64,
    settings: &KnockoutSettings,
    parents: impl Iterator<Item = (Option<u64>, &'a [f64], f64)>,
    id: u64,
) -> Vec<Individual> {
    let parents: Vec<_> = parents.collect();
    (0..parents.len())
        .map(|index| {
            let younger = settings.twins && !index.is_multiple_of(2);
            let (elder, sign) = if younger {
                (index - 1, -1.0)
            } else {
                (index, 1.0)
            };
            let (parent, point, scale) = parents[elder];
            let mut stream = streams::open(seed, "mutation", id + elder as u64);
            let mutation = &settings.mutation;
            Individual {
                id: id + index as u64,
                parent,
                mutation_scale: scale,
                point: mutation.child(space, point, (scale, sign), &mut stream),
                placing: 0,
            }
        })
        .collect()
}

/// Moves from `centre` by the share `blend` towards the mean of the better half of `population`, on
/// the scales of `space`; better placings count more.
pub(super) fn blend(
    space: &Space,
    centre: &[f64],
    population: &[Individual],
    blend: f64,
    id: u64,
) -> Individual {
    let half = f64::midpoint(population.len() as f64, 1.0);
    let mut mean = vec![0.0; space.dimensions()];
    let mut sum = 0.0;
    for individual in population {
        // Middle of the places that share the placing: 3.5 for third and fourth.
        let shared = individual.placing.next_power_of_two() as f64;
        let place = f64::midpoint(individual.placing as f64, shared);
        let share = (libm::log(half) - libm::log(place)).max(0.0);
        for (mean, place) in mean.iter_mut().zip(space.coordinates(&individual.point)) {
            *mean += share * place;
        }
        sum += share;
    }
    let coordinates = space.coordinates(centre).into_iter().zip(mean);
    let coordinates: Vec<f64> = coordinates
        .map(|(centre, mean)| centre + blend * (mean / sum - centre))
        .collect();
    let winner = population.iter().find(|individual| individual.placing == 1);
    Individual {
        id,
        parent: winner.map(|winner| winner.id),
        mutation_scale: 0.0,
        point: space.point(&coordinates),
        placing: 0,
    }
}

/// Makes the next generation: the unchanged champion, then children of the best. With twins the
/// champion is left out. The numbers begin with `id`.
pub(super) fn next(
    space: &Space,
    seed: u64,
    settings: &KnockoutSettings,
    population: &[Individual],
    id: u64,
) -> Vec<Individual> {
    let (size, mutation) = (settings.size, &settings.mutation);
    let mut ranked: Vec<&Individual> = population.iter().collect();
    ranked.sort_by_key(|individual| (individual.placing, individual.id));
    let mut next = Vec::new();
    if !settings.twins {
        next.push(Individual {
            id,
            parent: Some(ranked[0].id),
            mutation_scale: 0.0,
            point: ranked[0].point.clone(),
            placing: 0,
        });
    }
    let places = parents(size - next.len(), size, settings.champion_share);
    let parents = places.into_iter().map(|place| {
        let parent = ranked[place];
        // Placing 1 won all rounds; 2 was eliminated in the last round, 3 one round earlier, ...
        let rounds_short = (parent.placing as u32).next_power_of_two().ilog2();
        let scale = mutation.scale_for(rounds_short, size);
        (Some(parent.id), parent.point.as_slice(), scale)
    });
    let id = id + next.len() as u64;
    next.extend(children(space, seed, settings, parents, id));
    next
}
