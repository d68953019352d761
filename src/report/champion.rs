//! `champion.toml`: the weights of the last champion, with what is known of it in comments.

use std::fmt::Write as _;

use crate::tuner::Evolution;

/// The file's text; `None` while no generation is finished.
pub fn champion(evolution: &Evolution, version: &str) -> Option<String> {
    let last = evolution.finished().last()?;
    let champion = last.champion();
    let settings = evolution.settings();
    let mut heading = format!(
        "Champion {} of generation {} (darkforge {version}, seed {}).\n",
        champion.name(),
        last.number,
        settings.ground.seed
    );
    let measured = evolution
        .finished()
        .iter()
        .rev()
        .find_map(|generation| Some((generation, generation.reference?)));
    match measured {
        Some((generation, tally)) => {
            let score = tally.score_estimate();
            let _ = write!(
                heading,
                "Generation {}: {:.1} % ({:.1}..{:.1}) against {} over {} fresh games, Elo {}.",
                generation.number,
                100.0 * score.value,
                100.0 * score.lo,
                100.0 * score.hi,
                settings.reference.entrant.name,
                tally.games(),
                tally.elo()
            );
        }
        None => heading += "Not yet measured against the reference.",
    }
    Some(champion.weights.to_toml(&heading))
}
