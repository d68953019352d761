//! `individuals.csv`: a row for each individual of an evolution, with all its weights.

use super::table::{ByWeight, Each, Exact, row};
use darkforge_lab::tuner::Generation;

row! {
    /// A row for each individual of each generation.
    Row in "individuals.csv" {
        generation: u32, individual: String, parent: Option<String>, placing: usize,
        mutation_scale: Exact,
        /// The individual's value of the weight.
        weights: Each<ByWeight, Exact>,
    }
}

/// The rows of all individuals.
pub(super) fn rows(generations: &[Generation]) -> impl Iterator<Item = Row> {
    generations.iter().flat_map(|generation| {
        generation.population.iter().map(|individual| Row {
            generation: generation.number,
            individual: individual.name(),
            parent: individual.parent_name(),
            placing: individual.placing,
            mutation_scale: Exact(individual.mutation_scale),
            weights: individual
                .weights
                .values()
                .iter()
                .copied()
                .map(Exact)
                .collect(),
        })
    })
}
