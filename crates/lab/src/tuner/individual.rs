//! Individuals: competing weight sets, and their generations.

use super::Proof;
use darkforge_engine::weights::Weights;
use darkforge_ratings::Tally;

/// One weight set.
#[derive(Clone, Debug)]
pub struct Individual {
    /// Number in the run, from 0.
    pub id: u64,
    /// Number of its parent; none in the first generation.
    pub parent: Option<u64>,
    /// Scale of the mutation that made it; 0 for a copy.
    pub mutation_scale: f64,
    /// The weights.
    pub weights: Weights,
    /// Place in its generation: 1 for the champion alone; in a knockout 2, 3 (twice), 5 (four
    /// times), ... for the others; 0 while unknown.
    pub placing: usize,
}

impl Individual {
    /// Name in files.
    pub fn name(&self) -> String {
        individual_name(self.id)
    }

    /// Name of its parent in files.
    pub fn parent_name(&self) -> Option<String> {
        self.parent.map(individual_name)
    }
}

/// Name in files of individual `id`.
pub(super) fn individual_name(id: u64) -> String {
    format!("i{id}")
}

/// Whether `name` is one that individuals have in files.
pub fn is_individual(name: &str) -> bool {
    let number = name.strip_prefix('i').and_then(|id| id.parse().ok());
    number.is_some_and(|id| individual_name(id) == name)
}

/// A complete generation: the unit of reports.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Number, from 0.
    pub number: u32,
    /// All individuals, with their placings.
    pub population: Vec<Individual>,
    /// The selecting games, counted for the first player of each bout.
    pub games: Tally,
    /// The champion's games against the reference, from the champion's side; nothing if it did not
    /// meet it, or if all of them were forfeited.
    pub reference: Option<Tally>,
    /// Games that the champion played against the reference, forfeited ones among them.
    pub reference_games: u64,
    /// The proof played after it.
    pub proof: Option<Proof>,
    /// Whether the search had converged here and began again after it.
    pub restarts: bool,
}

impl Generation {
    /// The tuner's best guess after this generation.
    ///
    /// # Panics
    /// Never: every tuner names one.
    pub fn champion(&self) -> &Individual {
        self.population
            .iter()
            .find(|individual| individual.placing == 1)
            .expect("a finished generation has a champion")
    }
}
