//! `llr.csv`: the log-likelihood ratio of a match's sequential test after each pair, in the
//! order of the schedule, up to the pair that decided it.

use super::table::{Fixed, Share, row};
use darkforge_lab::bout::tally;
use darkforge_lab::journal::Journal;
use darkforge_ratings::{Sprt, Tally, Verdict};

row! {
    /// A row for each pair of the match or of the last proof, up to the one that decided.
    Row in "llr.csv" {
        /// Number of the pair in the order of the test, from 1.
        pair: u64,
        /// Log-likelihood ratio after this pair, in natural logarithms.
        llr: Share,
        /// Bound at which H0 is accepted.
        lower: Share,
        /// Bound at which H1 is accepted.
        upper: Share,
    }
}

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

/// The rows of a trajectory between two bounds.
pub(super) fn rows(llrs: &[f64], (lower, upper): (f64, f64)) -> impl Iterator<Item = Row> {
    (1..).zip(llrs).map(move |(pair, &llr)| Row {
        pair,
        llr: Fixed(llr),
        lower: Fixed(lower),
        upper: Fixed(upper),
    })
}
