//! Whether strength is one number: a test of the ratings against the pairings' own scores,
//! and the strongest cycle of three players that beat one another in turn.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use super::{Pool, Ratings};

/// Three players of whom each scores better than half against the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// The players; the last one's next is the first.
    pub players: [usize; 3],
    /// Scores of each against the next.
    pub scores: [f64; 3],
    /// Games of each against the next.
    pub games: [f64; 3],
    /// One-sided p-value of the weakest of the three, times the number of cycles that could
    /// have been found: small only if all three hold.
    pub p_value: f64,
}

/// What the pairings say of transitivity.
#[derive(Clone, Debug, PartialEq)]
pub struct Transitivity {
    /// Sum of squared deviations of the pairings' scores from what the ratings expect, in
    /// their variances.
    pub chi_squared: f64,
    /// Pairings beyond those that the ratings need.
    pub degrees: usize,
    /// Probability of at least such deviations if strength is one number; `None` without
    /// degrees of freedom.
    pub p_value: Option<f64>,
    /// The cycle of the least p-value.
    pub cycle: Option<Cycle>,
}

/// Points and games of each player against each other one, with the variance of a game.
struct Scores {
    points: Vec<Vec<f64>>,
    games: Vec<Vec<f64>>,
    squares: Vec<Vec<f64>>,
}

impl Scores {
    fn of(pool: &Pool) -> Scores {
        let count = pool.players().len();
        let empty = || vec![vec![0.0; count]; count];
        let mut scores = Scores {
            points: empty(),
            games: empty(),
            squares: empty(),
        };
        for p in pool.pairings() {
            for (a, b, won) in [(p.white, p.black, p.wins), (p.black, p.white, p.losses)] {
                scores.points[a][b] += won + p.draws / 2.0;
                scores.games[a][b] += p.games();
                scores.squares[a][b] += won + p.draws / 4.0;
            }
        }
        scores
    }

    fn mean(&self, a: usize, b: usize) -> f64 {
        self.points[a][b] / self.games[a][b]
    }

    /// Spread of the games of a pairing around its own mean, in the spread of games without
    /// draws, from all pairings together: few games of one pairing say too little of it.
    fn dispersion(&self) -> f64 {
        let count = self.points.len();
        let (mut squares, mut coins) = (0.5, 0.5); // two games decided by a fair coin
        for a in 0..count {
            for b in a + 1..count {
                let n = self.games[a][b];
                if n > 0.0 {
                    let mean = self.mean(a, b);
                    squares += self.squares[a][b] - n * mean * mean;
                    coins += n * mean * (1.0 - mean);
                }
            }
        }
        squares / coins
    }

    /// Variance of the mean around `centre`.
    fn variance(&self, a: usize, b: usize, centre: f64) -> f64 {
        let n = self.games[a][b];
        let square = self.squares[a][b] / n - 2.0 * centre * self.mean(a, b) + centre * centre;
        // A pairing that always ended alike is not certain to go on so.
        (square.max(0.0) * n + centre * (1.0 - centre)) / (n + 1.0) / n
    }

    /// One-sided p-value of `a` not being better than `b`.
    fn p_value(&self, a: usize, b: usize) -> f64 {
        let error = self.variance(a, b, 0.5).sqrt();
        1.0 - Normal::standard().cdf((self.mean(a, b) - 0.5) / error)
    }
}

impl Ratings {
    /// Tests whether the pairings of `pool`, which these ratings were fitted to, agree with
    /// strength being one number.
    pub fn transitivity(&self, pool: &Pool) -> Transitivity {
        let count = self.players.len();
        let scores = Scores::of(pool);
        let expected = self.expected_points(pool);
        let dispersion = scores.dispersion();
        let (mut chi_squared, mut pairs) = (0.0, 0);
        for a in 0..count {
            for b in a + 1..count {
                if scores.games[a][b] > 0.0 {
                    let expected = expected[a][b] / scores.games[a][b];
                    let difference = scores.mean(a, b) - expected;
                    let variance = dispersion * expected * (1.0 - expected) / scores.games[a][b];
                    chi_squared += difference * difference / variance;
                    pairs += 1;
                }
            }
        }
        let pools = self.pools();
        let degrees = (pairs + pools).saturating_sub(count);
        let p_value = ChiSquared::new(degrees as f64)
            .ok()
            .filter(|_| degrees > 0)
            .map(|law| 1.0 - law.cdf(chi_squared));
        Transitivity {
            chi_squared,
            degrees,
            p_value,
            cycle: strongest_cycle(&scores, count),
        }
    }

    /// Points that the ratings expect of each player against each other one, with the
    /// colours that they had.
    fn expected_points(&self, pool: &Pool) -> Vec<Vec<f64>> {
        let count = self.players.len();
        let mut points = vec![vec![0.0; count]; count];
        for p in pool.pairings() {
            let (white, black) = (&self.players[p.white], &self.players[p.black]);
            let ahead = self.white_advantage[white.pool].map_or(0.0, |(elo, _)| elo);
            let lead = (white.elo - black.elo + ahead) / super::ELO;
            let score = self.score(lead, white.pool);
            points[p.white][p.black] += p.games() * score;
            points[p.black][p.white] += p.games() * (1.0 - score);
        }
        points
    }

    /// Mean score at a lead of `x` units.
    fn score(&self, x: f64, pool: usize) -> f64 {
        use super::model::{RatingModel, logistic};
        match (self.model, self.draw[pool]) {
            (RatingModel::Davidson, Some(nu)) => {
                let (win, loss) = (libm::exp(x / 2.0), libm::exp(-x / 2.0));
                (win + nu / 2.0) / (win + loss + nu)
            }
            (RatingModel::RaoKupper, Some(elo)) => {
                let t = elo / super::ELO;
                0.5 * (1.0 + logistic(x - t) - logistic(-x - t))
            }
            _ => logistic(x),
        }
    }
}

fn strongest_cycle(scores: &Scores, count: usize) -> Option<Cycle> {
    let mut best: Option<Cycle> = None;
    let mut possible = 0_u32;
    for a in 0..count {
        for b in a + 1..count {
            if scores.games[a][b] == 0.0 {
                continue;
            }
            for c in b + 1..count {
                if scores.games[b][c] == 0.0 || scores.games[a][c] == 0.0 {
                    continue;
                }
                for players in [[a, b, c], [a, c, b]] {
                    possible += 1;
                    let edges = [0, 1, 2].map(|i| (players[i], players[(i + 1) % 3]));
                    let means = edges.map(|(x, y)| scores.mean(x, y));
                    if means.iter().any(|&mean| mean <= 0.5) {
                        continue;
                    }
                    let p_values = edges.map(|(x, y)| scores.p_value(x, y));
                    let p_value = p_values.into_iter().fold(0.0, f64::max);
                    if best.as_ref().is_none_or(|best| p_value < best.p_value) {
                        best = Some(Cycle {
                            players,
                            scores: means,
                            games: edges.map(|(x, y)| scores.games[x][y]),
                            p_value,
                        });
                    }
                }
            }
        }
    }
    best.map(|cycle| Cycle {
        p_value: (cycle.p_value * f64::from(possible)).min(1.0),
        ..cycle
    })
}
