//! Duels: a meeting that must have a winner, with its pairs, a bounded number of extra pairs while
//! it is drawn, and then a rule that needs no game.

use darkforge_ratings::Tally;

/// Ways in which a pairing is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By more points in the pairs that every meeting has.
    Games,
    /// By extra pairs.
    Extra,
    /// Before its last pair, by a sequential test.
    Race,
    /// By a seeded coin.
    Coin,
    /// By the better seed.
    Seed,
    /// Not at all: no player is eliminated.
    None,
}

impl Decision {
    /// Name of the decision in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Decision::Games => "games",
            Decision::Extra => "extra_pairs",
            Decision::Race => "race",
            Decision::Coin => "coin",
            Decision::Seed => "seed",
            Decision::None => "",
        }
    }
}

/// Pairs of a meeting that must have a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelPairs {
    /// Pairs that every meeting has.
    pub pairs: u64,
    /// Pairs added to a drawn meeting at a time.
    pub extra_pairs: u64,
    /// Greatest number of additions.
    pub max_extra: u32,
}

/// A meeting that must have a winner; players are numbers of the caller.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Player of White in the first game of each pair.
    pub first: usize,
    /// Player of Black in it.
    pub second: usize,
    /// The winner, once that is decided.
    pub winner: Option<usize>,
    tally: Tally,
    extra: u32,
}

impl Duel {
    /// A meeting before its first game.
    pub fn new(first: usize, second: usize) -> Duel {
        Duel {
            first,
            second,
            winner: None,
            tally: Tally::default(),
            extra: 0,
        }
    }

    /// Pairs to play next.
    pub fn pairs(&self, pairs: &DuelPairs) -> u64 {
        match self.extra {
            0 => pairs.pairs,
            _ => pairs.extra_pairs,
        }
    }

    /// Takes the next games, and returns whether they decided it. If no more may be played, `last`
    /// says whether the first advances.
    pub fn tell(
        &mut self,
        games: Tally,
        pairs: &DuelPairs,
        last: impl FnOnce() -> (bool, Decision),
    ) -> Decision {
        self.tally += games;
        let (won, lost) = (self.tally.wins, self.tally.losses);
        let (first, decision) = if won != lost {
            let by = match self.extra {
                0 => Decision::Games,
                _ => Decision::Extra,
            };
            (won > lost, by)
        } else if self.extra >= pairs.max_extra || pairs.extra_pairs == 0 {
            last()
        } else {
            self.extra += 1;
            return Decision::None;
        };
        self.winner = Some(if first { self.first } else { self.second });
        decision
    }

    /// The loser, once that is decided.
    pub fn loser(&self) -> Option<usize> {
        let winner = self.winner?;
        Some(if winner == self.first {
            self.second
        } else {
            self.first
        })
    }
}
