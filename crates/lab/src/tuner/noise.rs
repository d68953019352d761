//! What is done against the noise of games: common seeds, and bouts that stop when they are
//! decided.

use crate::tournament::{Decision, Openings};
use darkforge_ratings::{Sprt, Tally, Verdict};

/// How noise is met.
#[derive(Clone, Debug)]
pub struct Noise {
    /// Whether all bouts of a round have the same seeds.
    pub common_seeds: bool,
    /// How bouts stop before their last pair, if they do.
    pub racing: Option<Racing>,
}

/// When a bout stops before its last pair.
#[derive(Clone, Debug)]
pub struct Racing {
    /// Pairs between two looks at the result.
    pub slice: u64,
    /// A test of minus against plus so many Elo, with its error probabilities.
    pub test: Sprt,
}

impl Noise {
    /// Seeds of a bout of round `round` of generation `generation`, of which `played` pairs
    /// were played.
    pub(super) fn openings(&self, generation: u32, round: u32, played: u64) -> Openings {
        if !self.common_seeds {
            return Openings::Own;
        }
        // No tournament has 2^16 rounds.
        Openings::Series {
            series: (u64::from(generation) << 16) + u64::from(round),
            from: played,
        }
    }
}

/// Pairs of a bout that must have a winner.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoutPairs {
    /// Pairs that it has unless it is decided sooner.
    pub(super) pairs: u64,
    /// Pairs added while it is drawn.
    pub(super) extra_pairs: u64,
    /// How often they are added at most.
    pub(super) max_extra: u32,
}

/// A bout that must have a winner, between two numbers of a population.
#[derive(Clone, Debug)]
pub(super) struct Race {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) winner: Option<usize>,
    /// The games so far, from the first's side.
    pub(super) tally: Tally,
    /// Half points that the first brings with it, from games that both played against others.
    head_start: i64,
    extra: u32,
}

impl Race {
    pub(super) fn new(first: usize, second: usize, head_start: i64) -> Race {
        Race {
            first,
            second,
            winner: None,
            tally: Tally::default(),
            head_start,
            extra: 0,
        }
    }

    /// Pairs played so far.
    pub(super) fn played(&self) -> u64 {
        self.tally.pair_count()
    }

    /// Pairs to play next.
    pub(super) fn next_pairs(&self, pairs: &BoutPairs, racing: Option<&Racing>) -> u64 {
        let left = pairs.pairs.saturating_sub(self.played());
        match racing {
            _ if left == 0 => pairs.extra_pairs,
            Some(racing) => left.min(racing.slice),
            None => left,
        }
    }

    /// By how many half points the first leads.
    fn lead(&self) -> i64 {
        2 * (self.tally.wins as i64 - self.tally.losses as i64) + self.head_start
    }

    /// Takes the games that were played next, and says whether they decided it. When no
    /// more may be played, `coin` says whether the first goes on.
    pub(super) fn tell(
        &mut self,
        games: Tally,
        pairs: &BoutPairs,
        racing: Option<&Racing>,
        coin: impl FnOnce() -> bool,
    ) -> Decision {
        self.tally += games;
        let lead = self.lead();
        let left = pairs.pairs.saturating_sub(self.played());
        let (first, decision) = if left > 0 {
            // A pair that is won twice turns a lead by four half points.
            if lead.unsigned_abs() > 4 * left {
                (lead > 0, Decision::Games)
            } else {
                match racing.map(|racing| {
                    racing
                        .test
                        .verdict(racing.test.llr_pairs(&self.tally.pairs))
                }) {
                    Some(Verdict::AcceptH1) if lead > 0 => (true, Decision::Race),
                    Some(Verdict::AcceptH0) if lead < 0 => (false, Decision::Race),
                    _ => return Decision::None,
                }
            }
        } else if lead != 0 {
            let by = match self.extra {
                0 => Decision::Games,
                _ => Decision::Extra,
            };
            (lead > 0, by)
        } else if self.extra >= pairs.max_extra || pairs.extra_pairs == 0 {
            (coin(), Decision::Coin)
        } else {
            self.extra += 1;
            return Decision::None;
        };
        self.winner = Some(if first { self.first } else { self.second });
        decision
    }

    /// Who is out, once that is decided.
    pub(super) fn loser(&self) -> Option<usize> {
        let winner = self.winner?;
        Some(if winner == self.first {
            self.second
        } else {
            self.first
        })
    }
}

/// Half points that a tally is above or below even.
pub(super) fn half_points(tally: &Tally) -> i64 {
    tally.wins as i64 - tally.losses as i64
}
