//! Parent of an evolution: the run whose champion it began from.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::RunFile;
use crate::folder::RunFolder;
use crate::journal::Journal;
use crate::run::Run;
use crate::tuner::Evolution;
use darkforge_engine::weights::Weights;

/// The run whose champion, or one of whose individuals, an evolution began from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parent {
    /// Its folder as the config names it.
    pub run: String,
    /// Its name.
    pub name: String,
    /// Its seed.
    pub seed: u64,
    /// Name of the champion or individual.
    pub individual: String,
    /// Its proof against the start of that run; absent without one, and for individuals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ParentProof>,
}

/// The proof of a parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParentProof {
    /// Fresh games.
    pub games: u64,
    /// Difference in Elo; absent if it is not finite, as both ends of its 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// Lower end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo_lo: Option<f64>,
    /// Upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo_hi: Option<f64>,
    /// Verdict of the sequential test: `H1` (stronger), `H0` or `undecided`.
    pub verdict: String,
}

impl Parent {
    /// The parent that `start` names, if it is a run's folder or one of its individuals; `weights`
    /// are the weights read from it. The proof comes from the run's journal, and is left out if the
    /// journal has no champion of these weights.
    pub(super) fn of(start: &str, weights: &Weights) -> Option<Parent> {
        let is_run = |path: &str| Path::new(path).join(RunFile::NAME).is_file();
        let (run, individual) = match start.rsplit_once('#') {
            Some((run, individual)) if !Path::new(start).exists() => (run, Some(individual)),
            _ => (start, None),
        };
        if !is_run(run) {
            return None;
        }
        let file = RunFile::load(Path::new(run)).ok()?;
        let plan = file.evolution()?.ok()?;
        let mut parent = Parent {
            run: run.to_owned(),
            name: plan.config.name.clone(),
            seed: file.seed,
            individual: "champion".to_owned(),
            proof: None,
        };
        if let Some(individual) = individual {
            let number = individual.strip_prefix('i').unwrap_or(individual);
            parent.individual = format!("i{number}");
            return Some(parent);
        }
        let journal = Journal::open(&RunFolder::at(run).journal()).ok();
        let replayed = journal.and_then(|journal| {
            let mut run = Run::new(Evolution::new(plan.settings), journal);
            run.replay().ok().map(|()| run.schedule)
        });
        let evolution = replayed.as_ref();
        let champion = evolution.and_then(Evolution::champion);
        let Some(champion) = champion.filter(|champion| champion.weights == *weights) else {
            return Some(parent);
        };
        parent.individual = champion.name;
        let proof = evolution.and_then(Evolution::proof);
        parent.proof = proof.map(|(_, proof)| {
            let elo = proof.games.elo();
            // Tenths are enough, and the same on all platforms.
            let tenth = |elo: f64| (10.0 * elo).round() / 10.0;
            ParentProof {
                games: proof.games.games(),
                elo: elo.value.map(tenth),
                elo_lo: elo.lo.map(tenth),
                elo_hi: elo.hi.map(tenth),
                verdict: proof.verdict_word().to_owned(),
            }
        });
        Some(parent)
    }
}
