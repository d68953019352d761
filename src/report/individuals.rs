//! `individuals.csv`: a row for each individual of an evolution, with all its weights.

use std::path::Path;

use super::table::{header, number, write_csv};
use darkforge_engine::darkboard::weights::WEIGHTS;
use darkforge_lab::tuner::Generation;

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, generations: &[Generation]) -> anyhow::Result<()> {
    let mut columns = header("generation,individual,parent,placing,mutation_scale");
    columns.extend(WEIGHTS.iter().map(|info| info.name.to_owned()));
    let rows = generations.iter().flat_map(|generation| {
        generation.population.iter().map(|individual| {
            let mut fields = vec![
                generation.number.to_string(),
                individual.name(),
                individual
                    .parent
                    .map(|id| format!("i{id}"))
                    .unwrap_or_default(),
                individual.placing.to_string(),
                number(individual.mutation_scale),
            ];
            fields.extend(
                individual
                    .weights
                    .values()
                    .iter()
                    .map(|&value| number(value)),
            );
            fields
        })
    });
    write_csv(path, &columns, rows)
}
