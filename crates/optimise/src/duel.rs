//! Duels: the questions of an optimiser, their scores, and what it makes of them.

/// A point that competes.
#[derive(Clone, Debug, PartialEq)]
pub struct Individual {
    /// Number in the search, from 0.
    pub id: u64,
    /// Number of its parent; none in the first generation.
    pub parent: Option<u64>,
    /// Scale of the mutation that made it; 0 for a copy.
    pub mutation_scale: f64,
    /// Its values, in the units of the space's axes.
    pub point: Vec<f64>,
    /// Place in its generation: 1 for the champion alone; a knockout has 2, 3 (twice), 5 (four
    /// times), ... for the others; 0 until it is known.
    pub placing: usize,
}

/// What a duel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuelKind {
    /// All pairs are played, and the score counts.
    Scored,
    /// One of the two goes out. Fewer pairs than asked for may be told; unless they decide it,
    /// the rest is asked for again.
    Decided,
    /// More pairs of a drawn [`DuelKind::Decided`].
    Extra,
    /// The match for the championship between the challenger and the champion before; fewer
    /// pairs may be told here too.
    Title,
}

/// A question: which of two individuals is better? It is answered in pairs of games, in which the
/// sides change, or in pairs of evaluations.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// What for.
    pub kind: DuelKind,
    /// Round of the generation, from 1.
    pub round: u32,
    /// The first individual.
    pub first: Individual,
    /// The second.
    pub second: Individual,
    /// Pairs wanted now.
    pub pairs: u64,
    /// Pairs of this duel that were told already.
    pub played: u64,
}

impl Duel {
    /// Scores the duel by results: `result` says how a pair between two points ended, from -1
    /// (the second won) to 1 (the first won). It is asked once for each pair.
    ///
    /// The score is of these pairs alone. That is all there are of a [`DuelKind::Scored`]; of
    /// the others, extra pairs of a drawn duel begin from even.
    pub fn score(&self, mut result: impl FnMut(&[f64], &[f64]) -> f64) -> DuelScore {
        let mut halves = [Score::default(); 2];
        for pair in 0..self.pairs {
            let half = &mut halves[(pair % 2) as usize];
            half.lead += 4.0 * result(&self.first.point, &self.second.point);
            half.games += 2.0;
        }
        let [even, odd] = halves;
        let ahead = even.lead + odd.lead;
        DuelScore {
            even,
            odd,
            pairs: self.played + self.pairs,
            sure: false,
            superiority: f64::from(u8::from(ahead > 0.0)),
            values: None,
        }
    }

    /// Scores the duel by a function to be minimised, which may be noisy: each pair evaluates it
    /// at both points and counts their difference.
    pub fn evaluate(&self, mut function: impl FnMut(&[f64]) -> f64) -> DuelScore {
        let mut values = [0.0; 2];
        let score = self.score(|first, second| {
            let pair = [function(first), function(second)];
            for (value, now) in values.iter_mut().zip(pair) {
                *value += now / self.pairs as f64;
            }
            pair[1] - pair[0]
        });
        DuelScore {
            values: Some(values),
            ..score
        }
    }
}

/// Half points and games of some pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Half points by which the first is ahead of the second: four for a pair that it won twice,
    /// two for each point that it made more against others.
    pub lead: f64,
    /// Games that it rests on: those of the duel, and those of one of the two against others.
    pub games: f64,
}

impl Score {
    /// Points by which the first is ahead, per game: from -1 to 1.
    pub fn rate(&self) -> f64 {
        self.lead / (2.0 * self.games).max(1.0)
    }
}

/// The answer to a duel: all that was played of it so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuelScore {
    /// Every other pair, beginning with the first.
    pub even: Score,
    /// The rest: how well the two halves agree tells the noise.
    pub odd: Score,
    /// Pairs of the duel that were played so far.
    pub pairs: u64,
    /// Whether a test of the caller is sure that the one ahead is better: then a duel that must
    /// have a winner ends early.
    pub sure: bool,
    /// Probability that the first is better; only the match for the championship needs it.
    pub superiority: f64,
    /// Values of the function at both points, if one is minimised: with them CMA-ES ranks all
    /// points, without them the better of each two.
    pub values: Option<[f64; 2]>,
}

impl DuelScore {
    /// The score over all pairs.
    pub fn all(&self) -> Score {
        Score {
            lead: self.even.lead + self.odd.lead,
            games: self.even.games + self.odd.games,
        }
    }
}

/// How a duel was decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decision {
    /// It is open, or nobody goes out by it.
    #[default]
    None,
    /// By its pairs.
    Pairs,
    /// By extra pairs.
    ExtraPairs,
    /// By a test that was sure before the last pair.
    Race,
    /// By a coin.
    Coin,
}

/// What became of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Number of the individual that goes on, if one goes out.
    pub winner: Option<u64>,
    /// By what.
    pub decision: Decision,
}

/// What an optimiser makes of the scores that it was told.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What became of each duel, in the order in which they were asked for.
    pub settled: Vec<Settled>,
    /// The generation's individuals with their placings, when these scores ended it.
    pub generation: Option<Vec<Individual>>,
}
