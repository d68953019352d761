//! Results of an evolution: a line for each generation, and text and JSON at its end.

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::output::faults;
use crate::cli::output::progress::{Progress, duration, thousands};
use crate::report::faults::rows;
use crate::report::format::percent;
use crate::report::table::{Results, TableRow as _};
use darkforge_lab::config::EvolvePlan;
use darkforge_lab::tournament::Journal;
use darkforge_lab::tuner::{Evolution, Generation, Proof};
use darkforge_ratings::{EloEstimate, Tally, Verdict};

/// Generations whose champion met the reference.
fn measured(evolution: &Evolution) -> impl Iterator<Item = (u32, Tally)> {
    let finished = evolution.finished().iter();
    finished.filter_map(|generation| Some((generation.number, generation.reference?)))
}

fn best_measured(evolution: &Evolution) -> Option<(u32, Tally)> {
    measured(evolution).max_by(|(_, a), (_, b)| a.score().total_cmp(&b.score()))
}

/// State of the evolution: in a few words, and as a table for a terminal. Nothing before a
/// champion was measured.
pub(crate) fn standing(evolution: &Evolution) -> Option<(String, String)> {
    let (best, most) = best_measured(evolution)?;
    let (last, latest) = measured(evolution).last()?;
    let count = measured(evolution).count();
    let short = format!(
        "best of {count} measured: {:.1} % (generation {best})",
        100.0 * most.score()
    );
    let mut table = format!("  {:32}  score %              Elo", "against the reference");
    let mut row = |name: String, tally: &Tally| {
        let score = percent(tally.score_estimate());
        let _ = write!(table, "\n  {name:32}  {score:20} {}", tally.elo());
    };
    row(format!("champion of generation {last}"), &latest);
    row(format!("best of {count}: generation {best}"), &most);
    if let Some((generation, proof)) = evolution.proof() {
        let number = generation.number;
        row(
            format!("proof after {number}, against the start"),
            &proof.games,
        );
        let _ = write!(
            table,
            "\n  LLR of the proof {:+.2}: {}",
            proof.llr(),
            verdict(proof)
        );
    }
    Some((short, table))
}

/// A generation in a line.
pub(crate) fn line(generation: &Generation, reference: &str) -> String {
    let games = generation.games;
    let measured = generation.reference.map_or_else(String::new, |tally| {
        format!("; {} against {reference}", percent(tally.score_estimate()))
    });
    format!(
        "generation {:3}: champion {}, {} selection games, {:.0} % drawn ({:.0} % stalemate){measured}",
        generation.number,
        generation.champion().name(),
        games.games(),
        100.0 * games.draw_rate().value,
        100.0 * games.stalemate_rate().value,
    )
}

/// The last champion's score against the reference.
fn last_measured(evolution: &Evolution) -> Option<(&Generation, Tally)> {
    let last = evolution.finished().last()?;
    Some((last, last.reference?))
}

/// An Elo difference without decimals: `+62 Elo (38..86)`.
fn short(elo: EloEstimate) -> String {
    let end = |end: Option<f64>| end.map_or_else(String::new, |elo| format!("{elo:.0}"));
    match elo.value {
        Some(value) => format!("{value:+.0} Elo ({}..{})", end(elo.lo), end(elo.hi)),
        None => format!("{elo} Elo"),
    }
}

/// Verdict of the test, in a word or two.
fn verdict(proof: &Proof) -> &'static str {
    match proof.verdict {
        Verdict::AcceptH1 => "proven",
        Verdict::AcceptH0 => "not proven: no stronger",
        Verdict::Continue => "not proven: undecided",
    }
}

/// The most important line of all.
fn headline(evolution: &Evolution, games: usize, progress: &Progress) -> String {
    let (played, _) = progress.speed();
    let since = if played < games as u64 {
        " since it was resumed"
    } else {
        ""
    };
    let cost = format!(
        "after {} generations, {} games, {}{since}",
        evolution.finished().len(),
        thousands(games as u64),
        duration(progress.seconds())
    );
    match evolution.proof() {
        Some((_, proof)) => format!(
            "champion {} over the start {cost}: {} (LLR {:.1})\n",
            short(proof.games.elo()),
            verdict(proof),
            proof.llr()
        ),
        None => match evolution.finished().last() {
            Some(last) => format!(
                "champion {} {cost}: nothing is proven, the config has no [proof]\n",
                last.champion().name()
            ),
            None => format!("no champion {cost}\n"),
        },
    }
}

/// The proof in a few lines.
fn proof_lines(evolution: &Evolution) -> String {
    let mut text = String::new();
    let (Some((generation, proof)), Some(settings)) =
        (evolution.proof(), &evolution.settings().proof)
    else {
        return text;
    };
    let champion = proof.champion();
    let _ = writeln!(
        text,
        "  {} ({}): {} over {} fresh games{} against the start; SPRT {}, {} after {} of {} pairs",
        champion.name,
        champion.origin,
        percent(proof.games.score_estimate()),
        thousands(proof.games.games()),
        settings
            .player
            .as_ref()
            .map_or_else(String::new, |player| format!(" of {player}")),
        settings.test,
        match proof.verdict {
            Verdict::AcceptH1 => "H1 accepted",
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::Continue => "not decided",
        },
        proof.llrs.len(),
        settings.pairs
    );
    if let Some(naive) = proof.naive() {
        let _ = writeln!(
            text,
            "  the games that chose it among {} candidates said {}: the best of several looks \
             stronger than it is,\n  so the proof has games of its own, and their number was \
             fixed: neither the choice nor the test biases it",
            proof.candidates.len(),
            short(naive.elo())
        );
    }
    for (opponent, tally) in &proof.opponents {
        let _ = writeln!(
            text,
            "  against {opponent}: {}, {} over {} fresh games",
            percent(tally.score_estimate()),
            short(tally.elo()),
            thousands(tally.games())
        );
    }
    if generation.number + 1 < evolution.generation() {
        let _ = writeln!(text, "  this was after generation {}", generation.number);
    }
    text
}

/// The text at the end.
pub(crate) fn summary(
    folder: &Path,
    plan: &EvolvePlan,
    evolution: &Evolution,
    journal: &Journal,
    progress: &Progress,
    again: &str,
) -> String {
    let reference = &plan.settings.reference.entrant.name;
    let (played, speed) = progress.speed();
    let mut text = headline(evolution, journal.len(), progress);
    text += &proof_lines(evolution);
    if let Some((last, tally)) = last_measured(evolution) {
        let _ = writeln!(
            text,
            "champion {} of generation {}: {}, Elo {} against {reference}, over {} fresh games",
            last.champion().name(),
            last.number,
            percent(tally.score_estimate()),
            tally.elo(),
            tally.games()
        );
    }
    let _ = writeln!(
        text,
        "{} games ({played} played now in {}, {speed:.1} games/s)",
        journal.len(),
        duration(progress.seconds())
    );
    text += &faults::table(&rows(journal.games()));
    let _ = writeln!(
        text,
        "{0}/report.html: all of it on one page\n\
         {0}/: champion.toml, proof.csv, hall_of_fame.csv, generations.csv, individuals.csv, \
         games.csv and more\n\
         {0}/plots/: proof, reference_score, weights, lineage and more (.svg, .png)",
        folder.display()
    );
    let ended = evolution.generation() < plan.settings.generations;
    let _ = writeln!(
        text,
        "{}: {again}",
        if ended {
            "ended by time; go on with"
        } else {
            "to go on, write a larger population.generations into the config and"
        }
    );
    text
}

fn proof_json(generation: &Generation, proof: &Proof, evolution: &Evolution) -> serde_json::Value {
    let named = |key: &str, name: &str, tally: &Tally| {
        let mut object = Results::from(tally).object();
        object[key] = name.into();
        object
    };
    let champion = proof.champion();
    let mut object = named("candidate", &champion.name, &proof.games);
    object["generation"] = generation.number.into();
    object["origin"] = champion.origin.clone().into();
    object["opponent"] = darkforge_lab::tuner::START.into();
    object["llr"] = proof.llr().into();
    object["pairs_seen"] = proof.llrs.len().into();
    if let Some(settings) = &evolution.settings().proof {
        let (lower, upper) = settings.test.bounds();
        let player = settings.player.as_ref();
        let player = player.unwrap_or(&evolution.settings().ground.player);
        object["player"] = player.to_string().into();
        object["sprt"] = settings.test.to_string().into();
        object["lower"] = lower.into();
        object["upper"] = upper.into();
    }
    object["verdict"] = proof.verdict_word().into();
    object["proven"] = proof.proven().into();
    let screened = proof.candidates.iter().zip(&proof.screening);
    object["screening"] = screened
        .map(|(candidate, tally)| named("candidate", &candidate.name, tally))
        .collect();
    let opponents = proof.opponents.iter();
    object["opponents"] = opponents
        .map(|(opponent, tally)| named("opponent", opponent, tally))
        .collect();
    object
}

/// The same for `--json`.
pub(crate) fn json(
    folder: &Path,
    plan: &EvolvePlan,
    evolution: &Evolution,
) -> anyhow::Result<String> {
    let measured = last_measured(evolution);
    let score = measured.map(|(_, tally)| tally.score_estimate());
    let elo = measured.map(|(_, tally)| tally.elo());
    let proof = evolution.proof();
    let champion = evolution.champion().map(|champion| champion.name);
    let object = serde_json::json!({
        "name": plan.config.name,
        "folder": folder.display().to_string(),
        "generations": evolution.finished().len(),
        "games": evolution.results().iter().map(|result| result.tally.games()).sum::<u64>(),
        "champion": champion,
        "proof": proof.map(|(generation, proof)| proof_json(generation, proof, evolution)),
        "reference": plan.settings.reference.entrant.name,
        "reference_games": measured.map(|(_, tally)| tally.games()),
        "reference_score": score.map(|s| s.value),
        "reference_lo": score.map(|s| s.lo),
        "reference_hi": score.map(|s| s.hi),
        "elo": elo.and_then(|e| e.value),
        "elo_lo": elo.and_then(|e| e.lo),
        "elo_hi": elo.and_then(|e| e.hi),
    });
    Ok(serde_json::to_string(&object)? + "\n")
}
