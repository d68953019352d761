//! `diversity.csv`: distances between weights and sizes of mutations, a row for each generation.
//!
//! All distances are root mean squares of logarithms of ratios of weights.

use std::path::Path;

use super::ancestry::{Ancestry, Place, distance};
use super::format::plural;
use super::plot::Caption;
use super::plot::series::{self, Line, Words};
use super::table::{Fixed, Share, row};
use darkforge_engine::weights::Weights;
use darkforge_lab::tuner::{Evolution, Generation};

/// A generation's distances.
pub(super) struct Spread {
    generation: u32,
    diversity: f64,
    /// Of the new individuals: distance from their fathers, and scale.
    mutations: Vec<(f64, f64)>,
    champion_step: f64,
    from_start: f64,
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        (sum, count) = (sum + value, count + 1.0);
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

impl Spread {
    fn mutation(&self) -> f64 {
        mean(self.mutations.iter().map(|(distance, _)| *distance))
    }

    fn scale(&self) -> f64 {
        mean(self.mutations.iter().map(|(_, scale)| *scale))
    }

    /// The row of the file.
    pub(super) fn row(&self) -> Row {
        let distances = self.mutations.iter().map(|(distance, _)| *distance);
        let any = !self.mutations.is_empty();
        Row {
            generation: self.generation,
            diversity: Fixed(self.diversity),
            children: self.mutations.len(),
            mutation: any.then(|| Fixed(self.mutation())),
            mutation_min: distances.clone().reduce(f64::min).map(Fixed),
            mutation_max: distances.reduce(f64::max).map(Fixed),
            mutation_scale: any.then(|| Fixed(self.scale())),
            champion_step: Fixed(self.champion_step),
            from_start: Fixed(self.from_start),
        }
    }
}

/// The distances of all finished generations.
pub(super) fn spreads(evolution: &Evolution) -> Vec<Spread> {
    let setup = &evolution.settings().setup;
    let searched = setup.space.len();
    let ancestry = Ancestry::new(evolution.finished());
    let mut champion: &Weights = &setup.start;
    let mut spreads = Vec::new();
    for generation in evolution.finished() {
        let own = |place: &&Place<'_>| place.generation == generation.number;
        let new = ancestry.places.iter().filter(own);
        let new = new.filter(|place| !ancestry.lived_on(place));
        let mutations = new.map(|place| {
            let scale = place.individual.mutation_scale;
            (ancestry.step(evolution, place), scale)
        });
        // A champion that survives is a copy under a new number.
        let mutations = mutations.filter(|(distance, _)| *distance > 0.0);
        let weights = &generation.champion().weights;
        spreads.push(Spread {
            generation: generation.number,
            diversity: diversity(generation, searched),
            mutations: mutations.collect(),
            champion_step: distance(weights, champion, searched),
            from_start: distance(weights, &setup.start, searched),
        });
        champion = weights;
    }
    spreads
}

fn diversity(generation: &Generation, searched: usize) -> f64 {
    let weights: Vec<&Weights> = generation.population.iter().map(|i| &i.weights).collect();
    let pairs = weights.iter().enumerate().flat_map(|(index, a)| {
        let others = weights[index + 1..].iter();
        others.map(move |b| distance(a, b, searched))
    });
    mean(pairs)
}

row! {
    /// A row for each generation.
    Row in "diversity.csv" {
        generation: u32,
        /// Mean distance between two individuals of the generation. Distances are root mean
        /// squares of logarithms of ratios of weights.
        diversity: Share,
        /// Number of new individuals, copies not counted.
        children: usize,
        /// Mean distance of the new individuals from their parents.
        mutation: Option<Share>,
        /// Least of these distances.
        mutation_min: Option<Share>,
        /// Greatest of these distances.
        mutation_max: Option<Share>,
        /// Mean scale of their mutations, as the tuner defines it.
        mutation_scale: Option<Share>,
        /// Distance of the champion from the previous champion.
        champion_step: Share,
        /// Distance of the champion from the start.
        from_start: Share,
    }
}

/// Draws the diversity of each generation, and the distance of its champion from the start.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(stem: &Path, spreads: &[Spread]) -> anyhow::Result<()> {
    let lines = [
        line("between two of a generation", spreads, |spread| {
            spread.diversity
        }),
        line("from the start to the champion", spreads, |spread| {
            spread.from_start
        }),
    ];
    let caption = Caption {
        title: "Distances between weights",
        sentence: &distances(spreads),
    };
    series::draw(stem, &caption, WORDS, &lines)
}

/// Draws the sizes of mutations.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw_mutations(stem: &Path, spreads: &[Spread]) -> anyhow::Result<()> {
    let lines = [
        line("from child to parent, mean", spreads, Spread::mutation),
        line("from champion to champion", spreads, |spread| {
            spread.champion_step
        }),
    ];
    let caption = Caption {
        title: "Sizes of mutations and steps",
        sentence: &steps(spreads),
    };
    series::draw(stem, &caption, WORDS, &lines)
}

fn line(name: &str, spreads: &[Spread], value: fn(&Spread) -> f64) -> Line {
    let point = |spread: &Spread| (f64::from(spread.generation), value(spread), None);
    Line {
        name: name.to_owned(),
        points: spreads.iter().map(point).collect(),
    }
}

/// A distance as the factor by which a typical weight differs.
fn factor(distance: f64) -> String {
    format!("{:.2}", libm::exp(distance))
}

/// Diversity and distance from the start in a sentence.
fn distances(spreads: &[Spread]) -> String {
    let [first, .., last] = spreads else {
        return match spreads {
            [only] => format!(
                "Two individuals of generation {} differ in a typical weight by a factor of {}; its champion \
                 differs from the start by {}.",
                only.generation,
                factor(only.diversity),
                factor(only.from_start)
            ),
            _ => String::new(),
        };
    };
    format!(
        "Two individuals differ in a typical weight by a factor of {} in generation {} and of {} in generation \
         {}; the last champion differs from the start by {}.",
        factor(first.diversity),
        first.generation,
        factor(last.diversity),
        last.generation,
        factor(last.from_start)
    )
}

/// Sizes of mutations and steps of the champion in a sentence.
fn steps(spreads: &[Spread]) -> String {
    let Some(last) = spreads.last() else {
        return String::new();
    };
    let new = match last.mutations.len() {
        0 => format!("Generation {} has no new individual", last.generation),
        _ => format!(
            "In generation {} a new individual differs from its parent in a typical weight by a factor of {}",
            last.generation,
            factor(last.mutation())
        ),
    };
    let count = spreads.len() as u64;
    let moved = spreads.iter().filter(|one| one.champion_step > 0.0).count();
    format!(
        "{new}; the champion changed in {moved} of {}.",
        plural(count, "generation")
    )
}

/// Names of axes.
const WORDS: Words<'static> = Words {
    x: "generation",
    y: Y_NAME,
};

const Y_NAME: &str = "distance (root mean square of logarithms of ratios; 0.1 is a factor of 1.1)";
