//! `lineage.csv`: the last champion's line of ancestry, a row for each generation, from the
//! last to the first.

use std::collections::BTreeMap;
use std::path::Path;

use super::ancestry::{Ancestry, distance};
use super::format::plural;
use super::plot::lineage::Ancestor;
use super::plot::{self, Caption};
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

/// Draws the last champion's ancestors; nothing before there is one.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(stem: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let ancestry = Ancestry::new(evolution.finished());
    let setup = &evolution.settings().setup;
    let mut line: Vec<Ancestor> = ancestry
        .line()
        .into_iter()
        .map(|index| {
            let place = &ancestry.places[index];
            Ancestor {
                generation: place.generation,
                name: place.individual.name(),
                rank: place.rank,
                distance: distance(&place.individual.weights, &setup.start, setup.space.len()),
            }
        })
        .collect();
    line.reverse();
    let Some(champion) = line.last() else {
        return Ok(());
    };
    let title = format!("Ancestors of {}, the last champion", champion.name);
    let caption = Caption {
        title: &title,
        sentence: &sentence(&line),
    };
    plot::lineage::draw(stem, &caption, &line)
}

/// The ancestors in a sentence.
fn sentence(line: &[Ancestor]) -> String {
    let ([first, ..], Some(champion)) = (line, line.last()) else {
        return String::new();
    };
    let far = format!(
        "{} differs from the start in a typical weight by a factor of {:.2}",
        champion.name,
        libm::exp(champion.distance)
    );
    if first.name == champion.name {
        return format!("{} has no recorded parent; {far}.", champion.name);
    }
    // A generation may have two: a champion made of another one.
    let mut best: BTreeMap<u32, u32> = BTreeMap::new();
    for ancestor in line {
        let rank = best.entry(ancestor.generation).or_insert(ancestor.rank);
        *rank = ancestor.rank.min(*rank);
    }
    let firsts = best.values().filter(|&&rank| rank == 1).count();
    let all = plural(best.len() as u64, "generation");
    let ranks = match best.iter().max_by_key(|&(_, rank)| rank) {
        Some((generation, &rank)) if rank > 1 => {
            format!("in {firsts} of {all}, at worst at place {rank} in generation {generation}")
        }
        _ => format!("in each of {all}"),
    };
    format!(
        "The line of {} goes back to {} of generation {} and had the best individual {ranks}; {far}.",
        champion.name, first.name, first.generation
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::lineage::Ancestor;
    use darkforge_lab::tuner::simulation::{by_queen, run, settings};

    fn line(places: &[(u32, &str, u32)]) -> Vec<Ancestor> {
        let ancestor = |&(generation, name, rank): &(u32, &str, u32)| Ancestor {
            generation,
            name: name.to_owned(),
            rank,
            distance: f64::from(generation) / 10.0,
        };
        places.iter().map(ancestor).collect()
    }

    #[test]
    fn the_line_is_told_with_its_ranks() {
        let far = "differs from the start in a typical weight by a factor of";
        assert_eq!(
            sentence(&line(&[(0, "i3", 1)])),
            format!("i3 has no recorded parent; i3 {far} 1.00.")
        );
        assert_eq!(
            sentence(&line(&[(0, "i3", 1), (1, "i8", 2), (1, "i9", 1)])),
            format!(
                "The line of i9 goes back to i3 of generation 0 and had the best individual in each of 2 generations; \
                 i9 {far} 1.11."
            )
        );
        assert_eq!(
            sentence(&line(&[(0, "i3", 4), (1, "i9", 2), (2, "i12", 1)])),
            format!(
                "The line of i12 goes back to i3 of generation 0 and had the best individual in 1 of 3 generations, \
                 at worst at place 4 in generation 0; i12 {far} 1.22."
            )
        );
    }

    #[test]
    fn the_drawing_has_ancestors_and_nobody_else() {
        let evolution = run(settings(8, 12), by_queen);
        let folder = tempfile::tempdir().unwrap();
        draw(&folder.path().join("lineage"), &evolution).unwrap();
        let ancestors: Vec<String> = rows(&evolution)
            .into_iter()
            .map(|row| row.individual)
            .collect();
        let svg = std::fs::read_to_string(folder.path().join("lineage.svg")).unwrap();
        let named: Vec<&str> = svg
            .lines()
            .filter(|line| darkforge_lab::tuner::is_individual(line))
            .collect();
        assert!(!named.is_empty());
        assert!(
            named
                .iter()
                .all(|&name| ancestors.iter().any(|one| one == name)),
            "{named:?}"
        );
        let dots = svg.matches("<circle").count();
        // Those of the legend are two at most.
        assert!(
            (ancestors.len()..=ancestors.len() + 2).contains(&dots),
            "{dots}"
        );
    }
}
