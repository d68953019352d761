//! `proofs.csv`: the champions' proofs against the starts of their evolutions.

use std::path::Path;

use super::groups::Groups;
use super::run::ComparedRun;
use crate::report::format::whole_elo;
use crate::report::plot::Caption;
use crate::report::plot::marks::{self, Frame, MarkRow, Point};
use crate::report::table::{Results, Share, row};
use darkforge_ratings::{Estimate, Z95};

row! {
    /// A row for each evolution with a proof: fresh games of its champion against the start.
    ProofRow in "proofs.csv" {
        /// Name of the run.
        run: String,
        /// Name of the champion.
        champion: String,
        generation: u32,
        result: Results,
        /// Log-likelihood ratio of the sequential test, in natural logarithms.
        llr: Option<Share>,
        /// Verdict of the test: `H1` (stronger), `H0` or `undecided`.
        verdict: Option<String>,
        /// Number of the start: runs with the same number have the same start, player and rules.
        start: u32,
    }
}

/// Beginning of the names of the plots.
const PLOT: &str = "proofs";

/// Evolutions with a proof, by their starts.
pub(super) fn groups(runs: &[ComparedRun]) -> Groups {
    Groups::of(runs, |run| {
        let evolved = run.evolved.as_ref()?;
        evolved.proof.as_ref().map(|_| &evolved.start)
    })
}

/// The rows of all proofs.
pub(super) fn rows(runs: &[ComparedRun], groups: &Groups) -> Vec<ProofRow> {
    let rows = runs.iter().enumerate().filter_map(|(place, run)| {
        let proof = run.evolved.as_ref()?.proof.as_ref()?;
        Some(ProofRow {
            run: run.name.clone(),
            champion: proof.candidate.clone(),
            generation: proof.generation,
            result: proof.result.clone(),
            llr: proof.llr,
            verdict: proof.verdict.clone(),
            start: groups.number(place)?,
        })
    });
    rows.collect()
}

/// Proofs against one start.
type Plot<'a> = (String, Vec<(&'a ProofRow, Estimate)>);

/// The plots by their names: proofs against one start, of at least two runs, whose Elo has an
/// interval; the best first.
fn plots(rows: &[ProofRow]) -> Vec<Plot<'_>> {
    let last = rows.iter().map(|row| row.start).max().unwrap_or(0);
    let mut plots: Vec<Plot<'_>> = Vec::new();
    for start in 1..=last {
        let own = rows.iter().filter(|row| row.start == start);
        let mut own: Vec<_> = own
            .filter_map(|row| Some((row, row.result.elo.estimate()?)))
            .collect();
        own.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
        if own.len() < 2 {
            continue;
        }
        let name = match plots.len() {
            0 => PLOT.to_owned(),
            before => format!("{PLOT}_{}", before + 1),
        };
        plots.push((name, own));
    }
    plots
}

/// Draws the proofs.
///
/// # Errors
/// A file cannot be written.
pub(super) fn draw(folder: &Path, rows: &[ProofRow]) -> anyhow::Result<()> {
    let frame = Frame {
        x_name: "Elo over the start",
        series: &["Elo with its 95 % interval"],
        neutral: Some((0.0, "the start")),
    };
    for (name, proofs) in plots(rows) {
        let rows: Vec<MarkRow> = proofs
            .iter()
            .map(|(row, elo)| MarkRow {
                label: row.run.clone(),
                points: vec![Point {
                    series: 0,
                    value: elo.value,
                    interval: Some((elo.lo, elo.hi)),
                }],
            })
            .collect();
        let caption = Caption {
            title: "Champions over the same start, by the fresh games of their proofs",
            sentence: &told(&proofs),
        };
        marks::draw(&folder.join(name), &caption, &frame, &rows)?;
    }
    Ok(())
}

/// Elo of all proofs, and how far the best two are apart.
fn told(proofs: &[(&ProofRow, Estimate)]) -> String {
    let all = proofs.iter();
    let all = all.map(|(row, _)| format!("{} {}", row.run, whole_elo(row.result.elo.elo())));
    let [(first, a), (second, b)] = [&proofs[0], &proofs[1]];
    // Fresh games of two runs are independent of each other.
    let error = |elo: &Estimate| (elo.hi - elo.lo) / (2.0 * Z95);
    let wide = Z95 * error(a).hypot(error(b));
    let apart = a.value - b.value;
    let sure = if apart > wide {
        ""
    } else {
        ", which may be chance"
    };
    format!(
        "Over the same start: {}. {} is {apart:.0} Elo ({:.0}..{:.0}) ahead of {}{sure}.",
        all.collect::<Vec<_>>().join(", "),
        first.run,
        apart - wide,
        apart + wide,
        second.run,
    )
}

/// Greatest number of proofs in a headline.
const MOST_TOLD: usize = 3;

/// The proofs against one start in a line, the best first, of the start that most runs have; `None` if no
/// two runs have one.
pub(super) fn headline(rows: &[ProofRow]) -> Option<String> {
    let plots = plots(rows);
    // Of equal numbers the first.
    let (_, proofs) = plots.iter().rev().max_by_key(|(_, proofs)| proofs.len())?;
    let told = proofs.iter().take(MOST_TOLD);
    let told = told.map(|(row, _)| format!("{} {}", row.run, whole_elo(row.result.elo.elo())));
    let mut told: Vec<String> = told.collect();
    if proofs.len() > MOST_TOLD {
        told.push(format!("{} more", proofs.len() - MOST_TOLD));
    }
    Some(format!("over the same start: {}", told.join(", ")))
}
