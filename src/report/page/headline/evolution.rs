//! Headline of an evolution, from `proof.csv` and `generations.csv`.

use std::path::Path;

use super::Said;
use crate::report::format::{percent, plural, thousands, whole_elo};
use crate::report::table::FileRow as _;
use crate::report::{generations, proof};
use darkforge_lab::config::EvolveConfig;
use darkforge_lab::tuner::START;

/// The last proof; without one the last champion.
pub(super) fn of(folder: &Path, config: &EvolveConfig, games: u64) -> anyhow::Result<Said> {
    let generations = generations::Row::read(folder)?;
    let finished = generations.len() as u64;
    let cost = format!(
        "after {}, {}",
        plural(finished, "generation"),
        plural(games, "game")
    );
    let mut said = Said::default();
    let planned = config.population.generations;
    if finished < u64::from(planned) {
        said.notes
            .push(format!("{finished} of {planned} generations are played."));
    }
    let proofs = proof::Row::read(folder)?;
    let against_start = |row: &&proof::Row| row.stage == proof::PROOF && row.opponent == START;
    if let Some(row) = proofs.iter().rfind(against_start) {
        said.headline = format!(
            "champion {} over the start {cost}",
            whole_elo(row.result.elo.elo())
        );
        said.notes.push(proven(row));
        return Ok(said);
    }
    let Some(last) = generations.last() else {
        said.headline = format!("no champion yet {cost}");
        return Ok(said);
    };
    let champion = &last.champion;
    let measured = generations
        .iter()
        .rev()
        .find_map(|row| Some((row, row.reference()?)));
    said.headline = match measured {
        Some((row, score)) => {
            said.notes.push(format!(
                "The score is that of generation {}'s champion over fresh games against {}.",
                row.generation, config.reference.player
            ));
            format!(
                "champion {champion} {} against the reference {cost}",
                percent(score)
            )
        }
        None => format!("champion {champion} {cost}"),
    };
    said.notes.push(if config.proof.is_some() {
        "The proof, fresh games against the start, is not played yet.".to_owned()
    } else {
        "Nothing is proven against the start: the config has no [proof].".to_owned()
    });
    Ok(said)
}

/// Result of the proof, in a sentence or two.
fn proven(row: &proof::Row) -> String {
    let verdict = match row.verdict.as_deref() {
        Some("H1") => "proven: the sequential test accepts that it is stronger",
        Some("H0") => "not proven: the sequential test accepts that it is no stronger",
        _ => "not proven: the sequential test is undecided",
    };
    let llr = row.llr.map(|llr| format!(" (LLR {:.2})", llr.0));
    format!(
        "Champion {}: {} over {} fresh games against the start. It is {verdict}{}. The \
         games that chose it are not among these.",
        row.candidate,
        row.result.score.estimate().map(percent).unwrap_or_default(),
        thousands(row.result.games),
        llr.unwrap_or_default()
    )
}
