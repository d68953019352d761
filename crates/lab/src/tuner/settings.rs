//! Settings of an evolution: the search, its measurement, proof and ends.

use super::adapter::Tuner;
use super::opponents::Outsiders;
use super::{Change, End, Individual, Keep, Method, Noise, ProofSettings, Ratios, Space, Stop};
use crate::bout::Entrant;
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::weights::Weights;

/// The search that every tuner makes: whose weights, from where, in which space.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Seed of the run.
    pub seed: u64,
    /// The player whose weights evolve.
    pub player: PlayerSpec,
    /// Start of the search.
    pub start: Weights,
    /// The weights that are searched.
    pub space: Space,
    /// Measures against noise.
    pub noise: Noise,
}

impl Setup {
    /// A weight file of `weights` that this search found: with the player they were tuned for, and
    /// in comments the values of the start. `heading` becomes comment lines at the top.
    pub fn weight_file(&self, weights: &Weights, heading: &str) -> String {
        let list = weights.list();
        let player = self.player.reweighted(list.usual, &Weights::usual_of(list));
        weights.to_file(heading, Some(&player.to_string()), Some(&self.start))
    }

    /// The player of `individual`.
    pub fn entrant(&self, individual: &Individual) -> Entrant {
        let name = individual.name();
        Entrant {
            spec: self.player.reweighted(&name, &individual.weights),
            name,
        }
    }
}

/// Settings of an evolution.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The search itself.
    pub setup: Setup,
    /// Generations to play.
    pub generations: u32,
    /// The tuner.
    pub method: Method,
    /// Opponents of individuals.
    pub opponents: Ratios,
    /// Measurement of progress.
    pub reference: Reference,
    /// Settings of the proof; `None` for no proof.
    pub proof: Option<ProofSettings>,
    /// Conditions under which the search has converged: it begins again if its method has a restart
    /// left, and otherwise the run ends.
    pub stop: Option<Stop>,
    /// Games whose tries are kept.
    pub keep: Keep,
    /// Ends of the run so far, in time order. It may have been continued after them.
    pub ends: Vec<End>,
    /// Earlier rules of the run, in time order.
    pub changes: Vec<Change>,
}

impl Settings {
    /// Its tuner, before its first game.
    pub(super) fn tuner(&self) -> Tuner {
        let outsiders = Outsiders::new(self.opponents.clone(), self.reference.entrant.clone());
        Tuner::new(self.setup.clone(), &self.method, outsiders)
    }
}

/// A fixed player outside the selection.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The player.
    pub entrant: Entrant,
    /// Pairs that a champion plays against it.
    pub pairs: u64,
    /// Number of generations between measurements; the last generation is always measured.
    pub every: u32,
}
