//! Race: a duel that must have a winner.

use crate::{Decision, Duel, DuelKind, DuelScore, Individual};

/// Numbers of pairs of a duel that must have a winner.
#[derive(Clone, Copy, Debug)]
pub(super) struct RacePairs {
    /// Pairs unless it is decided earlier.
    pub(super) pairs: u64,
    /// Pairs added at a time while it is drawn.
    pub(super) extra_pairs: u64,
    /// Greatest number of such additions.
    pub(super) max_extra: u32,
}

/// A duel that must have a winner, between two numbers of a population.
#[derive(Clone, Debug)]
pub(super) struct Race {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) winner: Option<usize>,
    played: u64,
    extra: u32,
}

impl Race {
    pub(super) fn new(first: usize, second: usize) -> Race {
        Race {
            first,
            second,
            winner: None,
            played: 0,
            extra: 0,
        }
    }

    /// The pairs to play next; `kind` is the duel's kind before its extra pairs.
    pub(super) fn duel(
        &self,
        population: &[Individual],
        (kind, round): (DuelKind, u32),
        pairs: &RacePairs,
    ) -> Duel {
        let left = pairs.pairs.saturating_sub(self.played);
        let (kind, pairs) = match left {
            0 => (DuelKind::Extra, pairs.extra_pairs),
            _ => (kind, left),
        };
        Duel {
            kind,
            round,
            first: population[self.first].clone(),
            second: population[self.second].clone(),
            pairs,
            played: self.played,
        }
    }

    /// Takes the score so far and returns whether it decides. If no pairs are left, `coin` says
    /// whether the first advances.
    pub(super) fn tell(
        &mut self,
        score: &DuelScore,
        pairs: &RacePairs,
        coin: impl FnOnce() -> bool,
    ) -> Decision {
        self.played = score.pairs;
        let lead = score.all().lead;
        let left = pairs.pairs.saturating_sub(self.played);
        let (first, decision) = if left > 0 {
            // A pair lost twice instead of won twice changes the lead by four half points.
            if lead.abs() > 4.0 * left as f64 {
                (lead > 0.0, Decision::Pairs)
            } else if score.sure && lead != 0.0 {
                (lead > 0.0, Decision::Race)
            } else {
                return Decision::None;
            }
        } else if lead != 0.0 {
            let by = match self.extra {
                0 => Decision::Pairs,
                _ => Decision::ExtraPairs,
            };
            (lead > 0.0, by)
        } else if self.extra >= pairs.max_extra || pairs.extra_pairs == 0 {
            (coin(), Decision::Coin)
        } else {
            self.extra += 1;
            return Decision::None;
        };
        self.winner = Some(if first { self.first } else { self.second });
        decision
    }

    /// The loser, once decided.
    pub(super) fn loser(&self) -> Option<usize> {
        let winner = self.winner?;
        Some(if winner == self.first {
            self.second
        } else {
            self.first
        })
    }
}
