//! `llr.csv`: the log-likelihood ratio of a match's sequential test after each pair, in the
//! order of the schedule, up to the pair that decided it.

use std::path::Path;

use super::table::{header, write_csv};
use darkforge_lab::tournament::{Journal, tally};
use darkforge_ratings::{Sprt, Tally, Verdict};

/// The ratio after each pair that the test saw.
pub(super) fn trajectory(sprt: &Sprt, journal: &Journal) -> Vec<f64> {
    let mut seen = Tally::default();
    let mut llrs = Vec::new();
    for pair in 0.. {
        let (Some(first), Some(second)) = (journal.get(2 * pair), journal.get(2 * pair + 1)) else {
            break;
        };
        seen += tally([first, second]);
        let llr = sprt.llr_pairs(&seen.pairs);
        llrs.push(llr);
        if sprt.verdict(llr) != Verdict::Continue {
            break;
        }
    }
    llrs
}

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, llrs: &[f64], (lower, upper): (f64, f64)) -> anyhow::Result<()> {
    let rows = llrs.iter().enumerate().map(|(index, llr)| {
        let mut row = vec![(index + 1).to_string()];
        row.extend([*llr, lower, upper].map(|end| format!("{end:.6}")));
        row
    });
    write_csv(path, &header("pair,llr,lower,upper"), rows)
}
