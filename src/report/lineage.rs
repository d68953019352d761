//! `lineage.csv`: the last champion's line of descent, a row for each generation, from the
//! last to the first.
//!
//! `step` is how far it is from its father, `from_start` from the start: root mean squares of
//! logarithms of ratios of weights. Where it lived on, the step is 0.

use std::path::Path;

use super::descent::{Descent, distance};
use super::plot;
use super::table::{header, number, share, write_csv};
use darkforge_lab::tuner::Evolution;

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let descent = Descent::new(evolution.finished());
    let ground = &evolution.settings().ground;
    let columns = "generation,individual,parent,placing,mutation_scale,step,from_start";
    let rows = descent.line().into_iter().map(|index| {
        let place = &descent.places[index];
        let individual = place.individual;
        let parent = individual.parent.map(|id| format!("i{id}"));
        let step = if descent.lived_on(place) {
            0.0
        } else {
            descent.step(evolution, place)
        };
        let far = distance(&individual.weights, &ground.start, ground.space.len());
        vec![
            place.generation.to_string(),
            individual.name(),
            parent.unwrap_or_default(),
            individual.placing.to_string(),
            number(individual.mutation_scale),
            share(step),
            share(far),
        ]
    });
    write_csv(path, &header(columns), rows)
}

/// Draws who descends from whom.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(stem: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let descent = Descent::new(evolution.finished());
    let line = descent.line();
    let members: Vec<plot::lineage::Member> = descent
        .places
        .iter()
        .enumerate()
        .map(|(index, place)| plot::lineage::Member {
            generation: place.generation,
            rank: place.rank,
            father: descent.before(place).map(|before| {
                let before = &descent.places[before];
                (before.generation, before.rank)
            }),
            ancestor: line.contains(&index),
        })
        .collect();
    plot::lineage::draw(stem, &members)
}
