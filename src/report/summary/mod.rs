//! Summaries of matches, tournaments and evolutions, computed once: terminal, `--json` and page are
//! views of them.

mod evolution;
mod tournament;

pub use evolution::EvolutionSummary;
pub use tournament::TournamentSummary;

use std::collections::{BTreeMap, BTreeSet};

use darkforge_kriegspiel::umpire::Ending;
use darkforge_lab::bout::tally;
use darkforge_lab::journal::{Journal, JournalError};
use darkforge_lab::matches::SprtState;
use darkforge_ratings::{EloEstimate, Sprt, Tally, Verdict};
use darkforge_streams::fnv1a;

use super::faults;
use super::object::object;

object! {
    /// State of a sequential test.
    TestState {
        /// Log-likelihood ratio, in natural logarithms.
        llr: f64,
        /// Bound at which H0 is accepted.
        lower: f64,
        /// Bound at which H1 is accepted.
        upper: f64,
        /// `continue`, `accept_h0` or `accept_h1`.
        verdict: String,
        /// Elo difference of H0.
        elo0: f64,
        /// Elo difference of H1.
        elo1: f64,
        /// Units of both: `logistic` or `normalized`.
        model: String,
    }
}

impl TestState {
    /// `sprt` at the ratio `llr`.
    pub(crate) fn new(sprt: &Sprt, llr: f64) -> TestState {
        let (lower, upper) = sprt.bounds();
        let verdict = match sprt.verdict(llr) {
            Verdict::Continue => "continue",
            Verdict::AcceptH0 => "accept_h0",
            Verdict::AcceptH1 => "accept_h1",
        };
        TestState {
            llr,
            lower,
            upper,
            verdict: verdict.to_owned(),
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            model: sprt.model().to_string(),
        }
    }
}

/// Summary of a match so far.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// Games of the first player.
    pub tally: Tally,
    /// Forfeited games, by either side.
    forfeits: u64,
    /// Endings of games, most frequent first.
    pub endings: Vec<(Ending, u64)>,
    /// Games that differ from each other in their plies or their final position.
    pub different: u64,
    /// Mean plies of a game.
    pub mean_plies: f64,
    /// Mean refused tries of both players in a game.
    pub mean_refused: [f64; 2],
    /// Faults of players.
    pub(crate) faults: Vec<faults::Row>,
    /// The sequential test, if there is one, and its state.
    pub test: Option<(Sprt, SprtState)>,
}

impl MatchSummary {
    /// The match in `journal`, in whose even games the first player has White.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn of(
        journal: &Journal,
        test: Option<(Sprt, SprtState)>,
    ) -> Result<MatchSummary, JournalError> {
        let games = journal.len().max(1) as f64;
        let (mut plies, mut refused) = (0.0, [0.0; 2]);
        let mut different = BTreeSet::new();
        for game in journal.games() {
            let game = game?;
            plies += f64::from(game.plies);
            different.insert(fnv1a(
                format!("{} {}", game.plies, game.final_fen).as_bytes(),
            ));
            let mut by_color = [game.white_refused, game.black_refused];
            if !game.game.is_multiple_of(2) {
                by_color.swap(0, 1);
            }
            refused[0] += f64::from(by_color[0]);
            refused[1] += f64::from(by_color[1]);
        }
        Ok(MatchSummary {
            tally: tally(journal.outcomes()),
            forfeits: faults::forfeits(journal.outcomes()),
            endings: endings(journal),
            different: different.len() as u64,
            mean_plies: plies / games,
            mean_refused: refused.map(|tries| tries / games),
            faults: faults::rows(journal)?,
            test,
        })
    }

    /// Whether every game was forfeited, so that strength is unknown.
    pub fn is_forfeited(&self) -> bool {
        self.forfeits > 0 && self.forfeits == self.tally.games()
    }

    /// Elo of the score; `None` if every game was forfeited.
    pub fn elo(&self) -> Option<EloEstimate> {
        (!self.is_forfeited()).then(|| self.tally.elo())
    }
}

/// Endings of games, most frequent first.
fn endings(journal: &Journal) -> Vec<(Ending, u64)> {
    let mut counts: BTreeMap<Ending, u64> = BTreeMap::new();
    for (_, outcome) in journal.outcomes() {
        *counts.entry(outcome.ending).or_default() += 1;
    }
    let mut counts: Vec<(Ending, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|&(ending, count)| (std::cmp::Reverse(count), ending));
    counts
}
