//! `lineage.csv`: the last champion's line of ancestry, a row for each generation, from the
//! last to the first.

use std::path::Path;

use super::ancestry::{Ancestry, distance};
use super::plot;
use super::table::{Exact, Fixed, Share, row};
use darkforge_lab::tuner::Evolution;

row! {
    /// A row for each generation: the ancestor of the last champion in it, the last first.
    Row in "lineage.csv" {
        generation: u32, individual: String, parent: Option<String>, placing: usize,
        mutation_scale: Exact,
        /// Distance from its parent, 0 if it survived: root mean square of the logarithms of the
        /// ratios of weights.
        step: Share,
        from_start: Share,
    }
}

/// The rows of the last champion's line.
pub(super) fn rows(evolution: &Evolution) -> Vec<Row> {
    let ancestry = Ancestry::new(evolution.finished());
    let setup = &evolution.settings().setup;
    let row = |index: usize| {
        let place = &ancestry.places[index];
        let individual = place.individual;
        let step = if ancestry.lived_on(place) {
            0.0
        } else {
            ancestry.step(evolution, place)
        };
        let far = distance(&individual.weights, &setup.start, setup.space.len());
        Row {
            generation: place.generation,
            individual: individual.name(),
            parent: individual.parent_name(),
            placing: individual.placing,
            mutation_scale: Exact(individual.mutation_scale),
            step: Fixed(step),
            from_start: Fixed(far),
        }
    };
    ancestry.line().into_iter().map(row).collect()
}

/// Draws the ancestry.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(stem: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let ancestry = Ancestry::new(evolution.finished());
    let line = ancestry.line();
    let members: Vec<plot::lineage::Member> = ancestry
        .places
        .iter()
        .enumerate()
        .map(|(index, place)| plot::lineage::Member {
            generation: place.generation,
            rank: place.rank,
            father: ancestry.before(place).map(|before| {
                let before = &ancestry.places[before];
                (before.generation, before.rank)
            }),
            ancestor: line.contains(&index),
        })
        .collect();
    plot::lineage::draw(stem, &members)
}
