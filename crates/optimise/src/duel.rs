//! Duels: an optimiser's questions, their scores and the outcomes.

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
    /// Place in its generation: 1 for the champion alone; in a knockout 2, 3 (twice), 5 (four
    /// times), ... for the others; 0 while unknown.
    pub placing: usize,
}

/// Purpose of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuelKind {
    /// All pairs are played, and the score counts.
    Scored,
    /// One of the two is eliminated. Fewer pairs than requested may be reported; unless they decide
    /// the duel, the rest is asked for again.
    Decided,
    /// More pairs of a drawn [`DuelKind::Decided`].
    Extra,
    /// The match for the championship between the challenger and the champion before; fewer
    /// pairs may be reported here, too.
    Title,
}

/// A duel asks which of two individuals is better. The answer comes from pairs of games with
/// colours swapped, or from pairs of evaluations.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// Purpose.
    pub kind: DuelKind,
    /// Round of the generation, from 1.
    pub round: u32,
    /// The first individual.
    pub first: Individual,
    /// The second.
    pub second: Individual,
    /// Pairs asked for now.
    pub pairs: u64,
    /// Pairs of this duel that were reported earlier.
    pub played: u64,
}

impl Duel {
    /// Scores the duel by results. `result` gives the result of a pair between two points, from -1
    /// (the second won) to 1 (the first won), and is called once for each pair.
    ///
    /// The score covers these pairs alone: all pairs of a [`DuelKind::Scored`]; the extra pairs of
    /// a drawn duel start from an equal score.
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

/// Half points and games of a set of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Lead of the first over the second in half points: four for a pair won twice, two for each
    /// point more against others.
    pub lead: f64,
    /// Games behind the score: those of the duel, and those of one of the two against others.
    pub games: f64,
}

impl Score {
    /// Lead of the first in points per game, from -1 to 1.
    pub fn rate(&self) -> f64 {
        self.lead / (2.0 * self.games).max(1.0)
    }
}

/// Answer to a duel: the results of all its games so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuelScore {
    /// Score of every other pair, beginning with the first.
    pub even: Score,
    /// Score of the remaining pairs; the agreement of the two halves measures the noise.
    pub odd: Score,
    /// Pairs of the duel that were played so far.
    pub pairs: u64,
    /// Whether a test of the caller has found the leader better; a duel that must have a winner
    /// then ends early.
    pub sure: bool,
    /// Probability that the first is better; only the match for the championship needs it.
    pub superiority: f64,
    /// Values of the function at both points, if a function is minimised. With values CMA-ES ranks
    /// all points, without them the better of each two.
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

/// Reason for a duel's decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decision {
    /// Open, or a duel that eliminates no player.
    #[default]
    None,
    /// Its pairs.
    Pairs,
    /// Extra pairs.
    ExtraPairs,
    /// A test that decided before the last pair.
    Race,
    /// A coin.
    Coin,
}

/// Outcome of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Winner's number, if the duel eliminates the loser.
    pub winner: Option<u64>,
    /// Reason for the decision.
    pub decision: Decision,
}

/// Outcome of the scores that an optimiser received.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Outcome of each duel, in the order in which they were asked for.
    pub settled: Vec<Settled>,
    /// The generation's individuals with their placings, when these scores ended it.
    pub generation: Option<Vec<Individual>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(pairs: u64, played: u64) -> Duel {
        let individual = |id, value| Individual {
            id,
            parent: None,
            mutation_scale: 0.0,
            point: vec![value],
            placing: 0,
        };
        Duel {
            kind: DuelKind::Scored,
            round: 1,
            first: individual(0, 2.0),
            second: individual(1, 5.0),
            pairs,
            played,
        }
    }

    #[test]
    fn a_score_counts_pairs_by_halves() {
        let mut results = [1.0, -0.5, 0.5].into_iter();
        let score = duel(3, 2).score(|_, _| results.next().expect("three"));
        assert_eq!((score.even.lead, score.even.games), (6.0, 4.0));
        assert_eq!((score.odd.lead, score.odd.games), (-2.0, 2.0));
        let all = score.all();
        assert_eq!((all.lead, all.games), (4.0, 6.0));
        assert!((all.rate() - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!((score.pairs, score.superiority), (5, 1.0));
        let equal = duel(2, 0).score(|_, _| 0.0);
        let none = Score::default();
        assert!(equal.superiority.abs() + none.rate().abs() < 1e-12);
    }

    #[test]
    fn a_function_is_evaluated_at_both_points_in_each_pair() {
        let mut noise = [0.0, 0.0, 3.0, 0.0, 0.0, 3.0].into_iter();
        let score = duel(3, 0).evaluate(|point| point[0] + noise.next().expect("six"));
        assert_eq!(score.values, Some([3.0, 6.0]));
        assert!((score.all().lead - 4.0 * (3.0 + 0.0 + 6.0)).abs() < 1e-12);
    }
}
