//! `proof.csv`: a row for each candidate of each proof, and for each opponent of the chosen one;
//! `llr.csv`: the course of the last proof's test.
//!
//! Rows of the `screening` made the choice: the best of them is an overestimate. Rows of the
//! `proof` are fresh games of a fixed number.

use std::path::Path;

use super::format::{percent, plural, whole_elo};
use super::plot::Caption;
use super::plot::marks::{self, Frame, MarkRow, Point};
use super::table::{FileRow as _, Fixed, Results, Share, row};
use super::{llr, plot};
use darkforge_lab::tuner::{Evolution, Generation, Proof, START};
use darkforge_ratings::Tally;

fn proofs(evolution: &Evolution) -> impl Iterator<Item = (&Generation, &Proof)> {
    let finished = evolution.finished().iter();
    finished.filter_map(|generation| Some((generation, generation.proof.as_ref()?)))
}

row! {
    /// A row for each candidate of a screening, and for each opponent of the chosen one in a
    /// proof.
    Row in "proof.csv" {
        generation: u32,
        /// `screening` for games that chose the candidate, `proof` for fresh games of the chosen
        /// one.
        stage: String,
        /// Name of the candidate.
        candidate: String,
        /// Name of the opponent; `start` is the start of the evolution.
        opponent: String,
        result: Results,
        /// Log-likelihood ratio of the sequential test, in natural logarithms; only in the proof
        /// against the start.
        llr: Option<Share>,
        /// Verdict of the test: `H1` (stronger), `H0` or `undecided`; only in the proof against
        /// the start.
        verdict: Option<String>,
    }
}

/// Stage of fresh games.
pub(super) const PROOF: &str = "proof";

fn row(generation: u32, stage: &str, [candidate, opponent]: [&str; 2], tally: &Tally) -> Row {
    Row {
        generation,
        stage: stage.to_owned(),
        candidate: candidate.to_owned(),
        opponent: opponent.to_owned(),
        result: tally.into(),
        llr: None,
        verdict: None,
    }
}

/// The rows of all proofs.
pub(super) fn rows(evolution: &Evolution) -> Vec<Row> {
    let mut rows = Vec::new();
    for (generation, proof) in proofs(evolution) {
        let number = generation.number;
        for (candidate, opponent, tally) in proof.screened() {
            let names = [&candidate.name, opponent];
            rows.push(row(number, "screening", names, tally));
        }
        let champion = proof.champion().name.as_str();
        rows.push(Row {
            llr: Some(Fixed(proof.llr())),
            verdict: Some(proof.verdict_word().to_owned()),
            ..row(number, PROOF, [champion, START], &proof.games)
        });
        for (opponent, tally) in &proof.opponents {
            rows.push(row(number, PROOF, [champion, opponent], tally));
        }
    }
    rows
}

/// Writes the files; none before a proof.
///
/// # Errors
/// Those of the files.
pub(super) fn write(folder: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let Some(settings) = &evolution.settings().proof else {
        return Ok(());
    };
    Row::write(folder, rows(evolution))?;
    match proofs(evolution).last() {
        Some((_, proof)) => {
            let bounds = settings.test.bounds();
            llr::Row::write(folder, llr::rows(&proof.llrs, bounds))
        }
        None => Ok(()),
    }
}

fn point(series: usize, tally: &Tally) -> Point {
    let score = tally.score_estimate();
    Point {
        series,
        value: 100.0 * score.value,
        interval: Some((100.0 * score.lo, 100.0 * score.hi)),
    }
}

/// Draws the last proof: its scores, and the course of its test. Nothing before a proof.
///
/// # Errors
/// A file cannot be written.
pub(super) fn draw(plots: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let (Some((generation, proof)), Some(settings)) =
        (evolution.proof(), &evolution.settings().proof)
    else {
        return Ok(());
    };
    let mut rows: Vec<MarkRow> = Vec::new();
    for (index, candidate) in proof.candidates.iter().enumerate() {
        let screened = proof.screening.get(index).and_then(|games| games.first());
        let screened = screened.map(|tally| point(0, tally));
        let chosen = (index == proof.chosen).then(|| point(1, &proof.games));
        rows.push(MarkRow {
            label: format!("{}, {}", candidate.name, candidate.origin),
            points: screened.into_iter().chain(chosen).collect(),
        });
    }
    for (candidate, opponent, tally) in proof.screened() {
        if opponent != START {
            rows.push(MarkRow {
                label: format!("{} against {opponent}", candidate.name),
                points: vec![point(0, tally)],
            });
        }
    }
    for (opponent, tally) in &proof.opponents {
        rows.push(MarkRow {
            label: format!("{} against {opponent}", proof.champion().name),
            points: vec![point(2, tally)],
        });
    }
    let word = if proof.proven() {
        "proven"
    } else {
        "not proven"
    };
    let title = format!(
        "Proof after generation {}: {} is {word} to be stronger than the start",
        generation.number,
        proof.champion().name
    );
    let screened = proof.naive().map_or(String::new(), |tally| {
        format!(
            " In the {} that chose it among {} it had {}.",
            plural(tally.games(), "game"),
            plural(proof.candidates.len() as u64, "candidate"),
            percent(tally.score_estimate())
        )
    });
    let sentence = format!(
        "{} scored {} in {} against the start: {}, {word} (LLR {:.2}).{screened}",
        proof.champion().name,
        percent(proof.games.score_estimate()),
        plural(proof.games.games(), "fresh game"),
        whole_elo(proof.games.elo()),
        proof.llr()
    );
    let all = [
        "screening: chose, so the best of it is too high",
        "proof: fresh games against the start",
        "fresh games against others",
    ];
    let series = if proof.opponents.is_empty() {
        &all[..2]
    } else {
        &all[..]
    };
    let frame = Frame {
        x_name: "score (%)",
        series,
        neutral: Some((50.0, "even")),
    };
    let caption = Caption {
        title: &title,
        sentence: &sentence,
    };
    marks::draw(&plots.join("proof"), &caption, &frame, &rows)?;
    let title = format!(
        "{} against the start: SPRT {}",
        proof.champion().name,
        settings.test
    );
    let bounds = settings.test.bounds();
    let caption = Caption {
        title: &title,
        sentence: &llr::sentence(&proof.llrs, bounds),
    };
    plot::llr::draw(&plots.join("llr"), &caption, &proof.llrs, bounds)
}
