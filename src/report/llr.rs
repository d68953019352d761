//! `llr.csv`: the log-likelihood ratio of a match's sequential test after each pair, in the
//! order of the schedule, up to the pair that decided it.

use super::format::plural;
use super::table::{Fixed, Share, row};
use darkforge_lab::bout::tally_of_bout;
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
        let games = [2 * pair, 2 * pair + 1].map(|game| journal.outcome(game));
        let [Some(first), Some(second)] = games else {
            break;
        };
        seen += tally_of_bout(&[first, second]);
        let llr = sprt.llr_pairs(&seen.pairs);
        llrs.push(llr);
        if sprt.verdict(llr) != Verdict::Continue {
            break;
        }
    }
    llrs
}

/// The course of the test in a sentence.
pub(super) fn sentence(llrs: &[f64], (lower, upper): (f64, f64)) -> String {
    let Some(last) = llrs.last() else {
        return String::new();
    };
    let verdict = match *last {
        llr if llr >= upper => format!("at or above {upper:.2}: the test accepts H1"),
        llr if llr <= lower => format!("at or below {lower:.2}: the test accepts H0"),
        _ => format!("between {lower:.2} and {upper:.2}: the test is undecided"),
    };
    let pairs = plural(llrs.len() as u64, "pair");
    format!("After {pairs} the log-likelihood ratio is {last:.2}, {verdict}.")
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
