//! Results of an evolution: a line for each generation, and text and JSON at its end.

use std::path::Path;

use crate::cli::output::faults;
use crate::cli::output::progress::Progress;
use crate::cli::screen::{Column, Screen, Table};
use crate::report::artifact::{Kind, written};
use crate::report::faults::rows;
use crate::report::format::{duration, percent, plural, thousands, whole_elo};
use crate::report::names::{CHAMPION, PAGE, PLOTS};
use crate::report::object::{Nested, object};
use crate::report::summary::EvolutionSummary;
use crate::report::table::{EloInterval, Results};
use darkforge_lab::config::EvolvePlan;
use darkforge_lab::journal::{Journal, JournalError};
use darkforge_lab::tuner::{End, Evolution, Generation, Proof, START, Why};
use darkforge_ratings::{Tally, Verdict};

/// Generations whose champion met the reference.
fn measured(evolution: &Evolution) -> impl Iterator<Item = (u32, Tally)> {
    let finished = evolution.finished().iter();
    finished.filter_map(|generation| Some((generation.number, generation.reference?)))
}

fn best_measured(evolution: &Evolution) -> Option<(u32, Tally)> {
    measured(evolution).max_by(|(_, a), (_, b)| a.score().total_cmp(&b.score()))
}

/// State of the evolution: in a few words, and as a table for a terminal. `None` before a champion
/// was measured.
pub(crate) fn standing(evolution: &Evolution) -> Option<(String, Screen)> {
    let (best, most) = best_measured(evolution)?;
    let (last, latest) = measured(evolution).last()?;
    let count = measured(evolution).count();
    let short = format!(
        "best of {count} measured: {:.1} % (generation {best})",
        100.0 * most.score()
    );
    let columns = [
        Column::text("against the reference", 32),
        Column::words("score %", 20),
        Column::words("Elo", 0).detail(1),
    ];
    let mut table = Table::new(2, columns);
    let mut row = |name: String, tally: &Tally| {
        let score = percent(tally.score_estimate());
        table.row([name, score, tally.elo().to_string()]);
    };
    row(format!("champion of generation {last}"), &latest);
    row(format!("best of {count}: generation {best}"), &most);
    let mut screen = Screen::new();
    if let Some((generation, proof)) = evolution.proof() {
        let number = generation.number;
        row(
            format!("proof after {number}, against the start"),
            &proof.games,
        );
        screen.table(table);
        let (llr, verdict) = (proof.llr(), verdict(proof));
        screen.line(format!("  LLR of the proof {llr:+.2}: {verdict}"));
    } else {
        screen.table(table);
    }
    Some((short, screen))
}

/// A generation in a line; the score is the champion's against the reference.
pub(crate) fn line(generation: &Generation) -> String {
    let games = generation.games;
    let measured = generation.reference.map_or_else(String::new, |tally| {
        let score = percent(tally.score_estimate());
        format!(", {score} of {} against the reference", tally.games())
    });
    format!(
        "generation {:3}: {}, {:.0} % drawn; champion {}{measured}",
        generation.number,
        plural(games.games(), "game"),
        100.0 * games.draw_rate().value,
        generation.champion().name(),
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
    format!("{}{}", summary.headline(), proof.unwrap_or_default())
}

/// The proof in a few lines.
fn proof_lines(evolution: &Evolution) -> Screen {
    let mut screen = Screen::new();
    let (Some((generation, proof)), Some(settings)) =
        (evolution.proof(), &evolution.settings().proof)
    else {
        return screen;
    };
    let champion = proof.champion();
    screen.line(format!(
        "  {} ({}): {} over {}{} against the start",
        champion.name,
        champion.origin,
        percent(proof.games.score_estimate()),
        plural(proof.games.games(), "fresh game"),
        settings
            .player
            .as_ref()
            .map_or_else(String::new, |player| format!(" of {player}"))
    ));
    screen.line(format!(
        "  SPRT {}: {} after {} of {}",
        settings.test,
        match proof.verdict {
            Verdict::AcceptH1 => "H1 accepted",
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::Continue => "not decided",
        },
        proof.llrs.len(),
        plural(proof.pairs, "pair")
    ));
    if let Some(naive) = proof.naive() {
        screen.line(format!(
            "  the games that chose it among {} candidates said {}:",
            proof.candidates.len(),
            whole_elo(naive.elo())
        ));
        screen
            .line("  the choice of the best biases that upwards, so the proof has its own games,");
        screen.line("  and their number was fixed: neither the choice nor the test biases it");
        if proof.screened_by.len() > 1 {
            let others = proof.screened_by[1..].join(", ");
            screen.line(format!(
                "  it was chosen by the mean of its scores against the start, {others}"
            ));
        }
    }
    for (opponent, tally) in &proof.opponents {
        screen.line(format!(
            "  against {opponent}: {}, {} over {}",
            percent(tally.score_estimate()),
            whole_elo(tally.elo()),
            plural(tally.games(), "fresh game")
        ));
    }
    if generation.number + 1 < evolution.generation() {
        screen.line(format!("  this was after generation {}", generation.number));
    }
    screen
}

/// The run at its end, for people.
///
/// # Errors
/// The journal cannot be read.
pub(crate) fn summary(
    folder: &Path,
    plan: &EvolvePlan,
    evolution: &Evolution,
    journal: &Journal,
    progress: &Progress,
    again: &str,
) -> Result<Screen, JournalError> {
    let (played, speed) = progress.speed();
    let told = EvolutionSummary::of(evolution, &plan.config, journal);
    let mut screen = Screen::new();
    screen.headline(headline(evolution, &told));
    screen.append(proof_lines(evolution));
    if told.proof.is_none() {
        screen.line(format!("  {}", told.unproven()));
    }
    if let Some(row) = &told.measured {
        screen.line(format!(
            "champion {} of generation {} against the reference, over {}:",
            row.champion,
            row.generation,
            plural(row.counts.games, "fresh game")
        ));
        screen.line(format!(
            "  {}, Elo {}",
            row.counts.score.estimate().map(percent).unwrap_or_default(),
            row.elo.elo()
        ));
    }
    screen.line(format!(
        "{} ({} played now in {}, {speed:.1} games/s)",
        plural(journal.len() as u64, "game"),
        thousands(played),
        duration(progress.seconds())
    ));
    screen.append(faults::screen(&rows(journal)?));
    screen.append(files(folder));
    screen.line(match evolution.end() {
        Some(End { why: Why::Time, .. }) => "ended by time; continue with:".to_owned(),
        Some(End {
            why: Why::Converged,
            detail,
            ..
        }) => format!(
            "ended by itself: {}; to continue, change or remove [stop] in the config, then:",
            detail.unwrap_or_default()
        ),
        _ => "to continue, write a larger population.generations into the config, then:".to_owned(),
    });
    screen.command(format!("  {again}"));
    Ok(screen)
}

/// Greatest number of named files of each kind.
const MOST_NAMED: usize = 4;

/// The written files, the most important ones by name.
fn files(folder: &Path) -> Screen {
    let mut screen = Screen::new();
    let mut line = |place: &str, names: &[String]| {
        let named = names.len().min(MOST_NAMED);
        let more = match names.len() - named {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        if named > 0 {
            let names = names[..named].join(", ");
            screen.line(format!("{}{place}: {names}{more}", folder.display()));
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
    screen
}

object! {
    /// Figures of an evolution.
    EvolutionFigures {
        /// Name of the run.
        name: String,
        /// Its folder.
        folder: String,
        /// Finished generations.
        generations: u32,
        games: u64,
        /// Champion: of the last proof, else of the last generation; null before the first.
        champion: Option<String>,
        /// The last proof; null without one.
        proof: Option<Nested<ProofFigures>>,
        /// Name of the reference.
        reference: String,
        /// Generation in which a champion of this name last met the reference; null if it never
        /// did, as all that follows.
        reference_generation: Option<u32>,
        /// Games of that meeting.
        reference_games: Option<u64>,
        /// Score of the champion in it.
        reference_score: Option<f64>,
        /// Lower end of the interval of `reference_score`.
        reference_lo: Option<f64>,
        /// Upper end of the interval of `reference_score`.
        reference_hi: Option<f64>,
        /// Difference in Elo that follows from `reference_score`.
        elo: EloInterval,
    }
}

object! {
    /// A proof: fresh games of the chosen candidate against the start.
    ProofFigures {
        /// Generation after which it was played.
        generation: u32,
        /// The chosen candidate.
        candidate: String,
        /// Origin of the candidate.
        origin: String,
        /// The player of the start.
        opponent: String,
        results: Results,
        /// Log-likelihood ratio of the test, in natural logarithms.
        llr: f64,
        /// Pairs that the test has seen.
        pairs_seen: usize,
        /// Player whose weights are proven.
        player: String,
        /// The sequential test.
        sprt: String,
        /// Bound at which H0 is accepted.
        lower: f64,
        /// Bound at which H1 is accepted.
        upper: f64,
        /// `H1` (stronger), `H0` or `undecided`.
        verdict: String,
        /// Whether the champion is proven to be stronger.
        proven: bool,
        /// Games that chose the candidate, for each candidate.
        screening: Vec<Nested<ScreenedFigures>>,
        /// Fresh games against other opponents.
        opponents: Vec<Nested<OpponentFigures>>,
    }
}

object! {
    /// Games of a candidate in the screening.
    ScreenedFigures {
        /// Name of the candidate.
        candidate: String,
        /// Name of the opponent; `start` is the start of the evolution.
        opponent: String,
        results: Results,
    }
}

object! {
    /// Games against an opponent of the proof.
    OpponentFigures {
        opponent: String, results: Results,
    }
}

fn proof_figures(
    generation: &Generation,
    proof: &Proof,
    evolution: &Evolution,
) -> Option<ProofFigures> {
    let settings = evolution.settings().proof.as_ref()?;
    let champion = proof.champion();
    let (lower, upper) = settings.test.bounds();
    let player = settings.player.as_ref();
    let player = player.unwrap_or(&evolution.settings().setup.player);
    let opponents = proof.opponents.iter();
    Some(ProofFigures {
        generation: generation.number,
        candidate: champion.name.clone(),
        origin: champion.origin.clone(),
        opponent: START.to_owned(),
        results: (&proof.games).into(),
        llr: proof.llr(),
        pairs_seen: proof.llrs.len(),
        player: player.to_string(),
        sprt: settings.test.to_string(),
        lower,
        upper,
        verdict: proof.verdict_word().to_owned(),
        proven: proof.proven(),
        screening: proof
            .screened()
            .map(|(candidate, opponent, tally)| {
                Nested(ScreenedFigures {
                    candidate: candidate.name.clone(),
                    opponent: opponent.to_owned(),
                    results: tally.into(),
                })
            })
            .collect(),
        opponents: opponents
            .map(|(opponent, tally)| {
                Nested(OpponentFigures {
                    opponent: opponent.clone(),
                    results: tally.into(),
                })
            })
            .collect(),
    })
}

/// The same figures for `--json`.
pub(crate) fn figures(
    folder: &Path,
    plan: &EvolvePlan,
    evolution: &Evolution,
    journal: &Journal,
) -> EvolutionFigures {
    let told = EvolutionSummary::of(evolution, &plan.config, journal);
    let proof = evolution.proof();
    let measured = told.champion.as_ref().and_then(|one| one.measured.as_ref());
    let score = measured.and_then(|row| row.counts.score.estimate());
    EvolutionFigures {
        name: plan.config.name.clone(),
        folder: folder.display().to_string(),
        generations: told.generations,
        games: told.games,
        champion: told.champion.as_ref().map(|champion| champion.name.clone()),
        proof: proof
            .and_then(|(generation, proof)| proof_figures(generation, proof, evolution))
            .map(Nested),
        reference: plan.settings.reference.entrant.name.clone(),
        reference_generation: measured.map(|row| row.generation),
        reference_games: measured.map(|row| row.counts.games),
        reference_score: score.map(|score| score.value),
        reference_lo: score.map(|score| score.lo),
        reference_hi: score.map(|score| score.hi),
        elo: measured.map(|row| row.elo).unwrap_or_default(),
    }
}
