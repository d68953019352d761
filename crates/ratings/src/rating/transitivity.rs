//! A test of transitivity: whether one number per player explains the pairings' scores, and the
//! strongest cycle of three players that beat one another in turn.

use statrs::distribution::{ContinuousCDF, Normal};

use super::expected::Expected;
use super::graph;
use super::monte_carlo::Cells;
use super::pool::{Pairing, Pool};
use super::ratings::Ratings;

/// Three players, each of whom scores more than half against the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// The players; after the last follows the first.
    pub players: [usize; 3],
    /// Score of each against the next.
    pub scores: [f64; 3],
    /// Number of games of each against the next.
    pub games: [f64; 3],
    /// One-sided p-value of the weakest of the three, times the number of possible cycles: small
    /// only if all three scores are above half.
    pub p_value: f64,
}

/// Evidence for and against transitivity.
#[derive(Clone, Debug, PartialEq)]
pub struct Transitivity {
    /// Sum of squared deviations of the pairings' scores from their expectation, each divided by
    /// its variance.
    pub chi_squared: f64,
    /// Number of pairings less the number of parameters of the ratings.
    pub degrees: usize,
    /// Probability of at least such deviations if strength is transitive, from tournaments drawn
    /// from the ratings (the same at each call; at least 1/400); `None` without degrees of freedom.
    pub p_value: Option<f64>,
    /// The cycle with the smallest p-value.
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

    /// Variance of the mean around `centre`.
    fn variance(&self, a: usize, b: usize, centre: f64) -> f64 {
        let n = self.games[a][b];
        let square = self.squares[a][b] / n - 2.0 * centre * self.mean(a, b) + centre * centre;
        // A pairing whose games all ended alike may still have other results.
        (square.max(0.0) * n + centre * (1.0 - centre)) / (n + 1.0) / n
    }

    /// One-sided p-value of `a` not being better than `b`.
    fn p_value(&self, a: usize, b: usize) -> f64 {
        let error = self.variance(a, b, 0.5).sqrt();
        1.0 - Normal::standard().cdf((self.mean(a, b) - 0.5) / error)
    }
}

impl Ratings {
    /// Tests whether the pairings of `pool`, to which these ratings were fitted, agree with one
    /// strength per player. Pairs of players of whom one never scored against the other, directly
    /// or through others, agree in any case and are left out.
    pub fn transitivity(&self, pool: &Pool) -> Transitivity {
        let groups = graph::groups(pool);
        let near = |p: &&Pairing| groups[p.white] == groups[p.black];
        let pairings: Vec<Pairing> = pool.pairings().iter().filter(near).copied().collect();
        let cells = Cells::new(&pairings);
        let expected = Expected::of(self);
        let found = cells.deviations(&pairings, &expected);
        let count = self.players.len();
        let groups = groups.into_iter().max().map_or(0, |last| last + 1);
        let degrees = (cells.count + groups).saturating_sub(count);
        let p_value = (degrees > 0).then(|| cells.p_value(&pairings, &expected, &found));
        Transitivity {
            chi_squared: found.chi_squared,
            degrees,
            p_value,
            cycle: strongest_cycle(&Scores::of(pool), count),
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
