//! Headline of an evolution.

use super::Said;
use crate::report::format::{plural, whole_elo};
use crate::report::summary::EvolutionSummary;
use darkforge_lab::config::{Parent, RunFile};
use darkforge_lab::tuner::Why;
use darkforge_ratings::EloEstimate;

/// The last proof, without one the champion; why the run ended, and what it began from.
pub(super) fn of(summary: &EvolutionSummary, run: &RunFile) -> Said {
    let mut notes = summary.notes();
    let here = |end: &&darkforge_lab::tuner::End| end.after == summary.generations;
    if let Some(end) = run.ends.iter().find(here) {
        let after = plural(u64::from(end.after), "generation");
        let why = match (end.why, &end.detail) {
            (Why::Time, _) => Some("its time was up".to_owned()),
            (Why::Converged, Some(detail)) => Some(format!("the search had converged: {detail}")),
            _ => None,
        };
        notes.extend(why.map(|why| format!("It ended after {after} because {why}.")));
    }
    notes.extend(run.parent.as_ref().map(began));
    Said {
        headline: summary.headline(),
        notes,
        ..Said::default()
    }
}

/// The run that another began from, with the verdict on its champion.
fn began(parent: &Parent) -> String {
    let Parent {
        run,
        name,
        seed,
        individual,
        proof,
    } = parent;
    let who = match (individual.as_str(), proof) {
        ("champion", _) => "the champion".to_owned(),
        (name, Some(_)) => format!("champion {name}"),
        (name, None) => format!("individual {name}"),
    };
    let proof = match proof {
        None => "It is not proven there.".to_owned(),
        Some(proof) => format!(
            "There it is {} over the start by {}: {}.",
            whole_elo(EloEstimate {
                value: proof.elo,
                lo: proof.elo_lo,
                hi: proof.elo_hi,
            }),
            plural(proof.games, "fresh game"),
            match proof.verdict.as_str() {
                "H1" => "proven",
                "H0" => "not proven, no stronger",
                _ => "not proven, undecided",
            }
        ),
    };
    format!("It began from {who} of {name} (seed {seed}, {run}). {proof}")
}
