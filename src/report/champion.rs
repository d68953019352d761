//! `champion.toml`: the weights of the champion, with its results in comments.

use std::fmt::Write as _;

use super::format::percent;
use darkforge_lab::tuner::{Evolution, Proof, ProofSettings};
use darkforge_ratings::{Tally, Verdict};

/// The file's text: of the candidate chosen by the last proof, else of the last champion; `None`
/// before the end of a generation.
pub fn champion(evolution: &Evolution, version: &str) -> Option<String> {
    let champion = evolution.champion()?;
    let settings = evolution.settings();
    let mut heading = format!(
        "Champion {}, {} (darkforge {version}, seed {}).\n",
        champion.name, champion.origin, settings.setup.seed
    );
    if let (Some((generation, proof)), Some(of)) = (evolution.proof(), &settings.proof) {
        heading += &proven(generation.number, proof, of);
    } else {
        heading += "Not proven against the start.\n";
    }
    let measured = evolution.finished().iter().rev();
    let measured = measured.filter_map(|generation| Some((generation, generation.reference?)));
    let own = |name: &str| name == champion.name;
    let mut measured = measured.filter(|(generation, _)| own(&generation.champion().name()));
    match measured.next() {
        Some((generation, tally)) => {
            let _ = write!(
                heading,
                "Generation {}: {}.",
                generation.number,
                against(&settings.reference.entrant.name, &tally)
            );
        }
        None => heading += "Not measured against the reference itself.",
    }
    Some(settings.setup.weight_file(&champion.weights, &heading))
}

fn against(opponent: &str, tally: &Tally) -> String {
    format!(
        "{} against {opponent} over {} fresh games, Elo {}",
        percent(tally.score_estimate()),
        tally.games(),
        tally.elo()
    )
}

/// Result of the proof.
fn proven(generation: u32, proof: &Proof, settings: &ProofSettings) -> String {
    let verdict = match proof.verdict {
        Verdict::AcceptH1 => "proven: H1 accepted",
        Verdict::AcceptH0 => "not proven: H0 accepted",
        Verdict::Continue => "not proven: undecided",
    };
    let player = settings.player.as_ref();
    let player = player.map_or_else(String::new, |player| format!(", played by {player}"));
    let mut text = format!(
        "Proof after generation {generation}{player}: {}.\n\
         SPRT {}: {verdict} after {} of {} pairs, LLR {:.2}.\n",
        against("the start", &proof.games),
        settings.test,
        proof.llrs.len(),
        proof.pairs,
        proof.llr()
    );
    if let Some(naive) = proof.naive() {
        let _ = writeln!(
            text,
            "It was chosen among {} candidates by other games (Elo {}, biased upwards by the choice).",
            proof.candidates.len(),
            naive.elo()
        );
        if let [_, others @ ..] = &proof.screened_by[..]
            && !others.is_empty()
        {
            let others = others.join(", ");
            let _ = writeln!(
                text,
                "The mean of its scores against the start, {others} decided."
            );
        }
    }
    for (opponent, tally) in &proof.opponents {
        let _ = writeln!(text, "Proof: {}.", against(opponent, tally));
    }
    text
}
