//! Results of an evolution: a line for each generation, and text and JSON at its end.

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::output::faults;
use crate::cli::output::progress::Progress;
use crate::report::artifact::{CHAMPION, Kind, PAGE, PLOTS, written};
use crate::report::faults::rows;
use crate::report::format::{duration, percent, plural, thousands, whole_elo};
use crate::report::summary::EvolutionSummary;
use crate::report::table::{Results, TableRow as _};
use darkforge_lab::config::EvolvePlan;
use darkforge_lab::journal::Journal;
use darkforge_lab::tuner::{Evolution, Generation, Proof};
use darkforge_ratings::{Tally, Verdict};

/// Generations whose champion met the reference.
fn measured(evolution: &Evolution) -> impl Iterator<Item = (u32, Tally)> {
    let finished = evolution.finished().iter();
    finished.filter_map(|generation| Some((generation.number, generation.reference?)))
}

fn best_measured(evolution: &Evolution) -> Option<(u32, Tally)> {
    measured(evolution).max_by(|(_, a), (_, b)| a.score().total_cmp(&b.score()))
}

/// State of the evolution: in a few words, and as a table for a terminal. Empty before a champion
/// was measured.
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

/// A generation in a line; the score is the champion's against the reference.
pub(crate) fn line(generation: &Generation) -> String {
    let games = generation.games;
    let measured = generation.reference.map_or_else(String::new, |tally| {
        format!(", score {}", percent(tally.score_estimate()))
    });
    format!(
        "generation {:3}: champion {}, {}, {:.0} % drawn{measured}",
        generation.number,
        generation.champion().name(),
        plural(games.games(), "game"),
        100.0 * games.draw_rate().value,
    )
}

/// Verdict of the test, in a word or two.
fn verdict(proof: &Proof) -> &'static str {
    match proof.verdict {
        Verdict::AcceptH1 => "proven",
        Verdict::AcceptH0 => "not proven: no stronger",
        Verdict::Continue => "not proven: undecided",
    }
}

/// The most important line.
fn headline(evolution: &Evolution, summary: &EvolutionSummary) -> String {
    let proof = evolution.proof().map(|(_, proof)| proof);
    let proof = proof.map(|proof| format!(": {} (LLR {:.1})", verdict(proof), proof.llr()));
    format!("{}{}\n", summary.headline(), proof.unwrap_or_default())
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
        "  {} ({}): {} over {} fresh games{} against the start\n  SPRT {}: {} after {} of {}",
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
        plural(settings.pairs, "pair")
    );
    if let Some(naive) = proof.naive() {
        let _ = writeln!(
            text,
            "  the games that chose it among {} candidates said {}:\n  the best of several looks \
             stronger than it is, so the proof has games of its own,\n  and their number was \
             fixed: neither the choice nor the test biases it",
            proof.candidates.len(),
            whole_elo(naive.elo())
        );
    }
    for (opponent, tally) in &proof.opponents {
        let _ = writeln!(
            text,
            "  against {opponent}: {}, {} over {} fresh games",
            percent(tally.score_estimate()),
            whole_elo(tally.elo()),
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
    let (played, speed) = progress.speed();
    let told = EvolutionSummary::of(evolution, &plan.config, journal);
    let mut text = headline(evolution, &told);
    text += &proof_lines(evolution);
    if told.proof.is_none() {
        let _ = writeln!(text, "  {}", told.unproven());
    }
    if let Some(row) = &told.measured {
        let _ = writeln!(
            text,
            "champion {} of generation {} against the reference, over {}:\n  {}, Elo {}",
            row.champion,
            row.generation,
            plural(row.counts.games, "fresh game"),
            row.counts.score.estimate().map(percent).unwrap_or_default(),
            row.elo.elo()
        );
    }
    let _ = writeln!(
        text,
        "{} ({} played now in {}, {speed:.1} games/s)",
        plural(journal.len() as u64, "game"),
        thousands(played),
        duration(progress.seconds())
    );
    text += &faults::table(&rows(journal.games()));
    text += &files(folder);
    let ended = evolution.generation() < plan.settings.generations;
    let _ = writeln!(
        text,
        "{}:\n  {again}",
        if ended {
            "ended by time; go on with"
        } else {
            "to go on, write a larger population.generations into the config, then"
        }
    );
    text
}

/// Greatest number of named files of each kind.
const MOST_NAMED: usize = 4;

/// The written files, the most important ones by name.
fn files(folder: &Path) -> String {
    let mut text = String::new();
    let mut line = |place: &str, names: &[String]| {
        let named = names.len().min(MOST_NAMED);
        let more = match names.len() - named {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        if named > 0 {
            let names = names[..named].join(", ");
            let _ = writeln!(text, "{}{place}: {names}{more}", folder.display());
        }
    };
    let champion = written(folder, |file| file.name == CHAMPION);
    let tables = written(folder, |file| matches!(file.kind, Kind::Table { .. }));
    line(&format!("/{PAGE}"), &["all of it on one page".to_owned()]);
    line("/", &[champion, tables].concat());
    line(
        &format!("/{PLOTS}/"),
        &written(folder, |file| file.kind == Kind::Plot),
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
        let player = player.unwrap_or(&evolution.settings().setup.player);
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
    journal: &Journal,
) -> anyhow::Result<String> {
    let told = EvolutionSummary::of(evolution, &plan.config, journal);
    let proof = evolution.proof();
    let measured = told.champion.as_ref().and_then(|one| one.measured.as_ref());
    let score = measured.and_then(|row| row.counts.score.estimate());
    let elo = measured.map(|row| row.elo.elo());
    let object = serde_json::json!({
        "name": plan.config.name,
        "folder": folder.display().to_string(),
        "generations": told.generations,
        "games": told.games,
        "champion": told.champion.as_ref().map(|champion| &champion.name),
        "proof": proof.map(|(generation, proof)| proof_json(generation, proof, evolution)),
        "reference": plan.settings.reference.entrant.name,
        "reference_generation": measured.map(|row| row.generation),
        "reference_games": measured.map(|row| row.counts.games),
        "reference_score": score.map(|s| s.value),
        "reference_lo": score.map(|s| s.lo),
        "reference_hi": score.map(|s| s.hi),
        "elo": elo.and_then(|e| e.value),
        "elo_lo": elo.and_then(|e| e.lo),
        "elo_hi": elo.and_then(|e| e.hi),
    });
    Ok(serde_json::to_string(&object)? + "\n")
}
