//! Strengths of players and their errors, from any number of games: Bradley-Terry with a normal
//! prior, and a posterior that is normal around the maximum (Laplace).
//!
//! Published ratings come from [`crate::Ratings`], which add no games if the games suffice.
//! Schedules that decide by strength who plays next need a finite answer after any number of games,
//! and strengths that can be drawn. The matrices are computed here and not by a library, because a
//! library's sums may differ between machines.

use crate::elo::{ELO_PER_UNIT, ln_logistic, logistic};
use crate::tally::Tally;
use darkforge_streams::{self as streams, Stream};

/// Standard deviation of strengths before any game, in Elo: players of one tournament seldom differ
/// more, and some hundred games outweigh it.
const PRIOR: f64 = 400.0;
/// Prior weight, in pairs, of a spread like that of independent games without draws.
const SUPPOSED_PAIRS: f64 = 20.0;
/// Greatest number of Newton steps; each is shortened until it climbs.
const STEPS: usize = 100;

/// Games of two players: their places in the list of players, and the first one's results.
pub type HeadToHead = (usize, usize, Tally);

/// Strengths of players by their games: a normal distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// Most likely strengths, in units of the logistic scale.
    mean: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    /// Ratio of a game's variance to that of a coin with the same expected score.
    dispersion: f64,
}

impl Strengths {
    /// Strengths of `players` players by the games of `met`.
    ///
    /// Draws, and pairs whose two games end differently, make results more regular than coins. The
    /// spread of the pairs around their expected scores is measured, and the errors are scaled by
    /// it.
    pub fn of(players: usize, met: &[HeadToHead]) -> Strengths {
        let coins = fit(players, met, 1.0);
        fit(players, met, coins.dispersion_of(met))
    }

    /// Most likely strengths in Elo; their mean is about 0.
    pub fn elo(&self) -> Vec<f64> {
        self.mean.iter().map(|unit| unit * ELO_PER_UNIT).collect()
    }

    /// Players from the strongest down; equal ones in the order of the list.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.mean.len()).collect();
        order.sort_by(|&a, &b| self.mean[b].total_cmp(&self.mean[a]));
        order
    }

    /// Lead of `a` over `b` and its standard deviation, in units of the logistic scale.
    pub fn lead(&self, a: usize, b: usize) -> (f64, f64) {
        let c = &self.covariance;
        let variance = c[a][a] + c[b][b] - c[a][b] - c[b][a];
        (self.mean[a] - self.mean[b], variance.max(0.0).sqrt())
    }

    /// Probability that the one of `a` and `b` with the lower mean is the stronger one.
    pub fn doubt(&self, a: usize, b: usize) -> f64 {
        let (lead, error) = self.lead(a, b);
        normal_cdf(-lead.abs() / error)
    }

    /// Covariance of two leads, each of one player over another.
    pub fn covariance_of_leads(&self, one: (usize, usize), other: (usize, usize)) -> f64 {
        let row =
            |player: usize| self.covariance[player][other.0] - self.covariance[player][other.1];
        row(one.0) - row(one.1)
    }

    /// Information of `games` more games of `a` against `b` on their lead: the inverse of its
    /// variance.
    pub fn information(&self, a: usize, b: usize, games: f64) -> f64 {
        let p = logistic(self.lead(a, b).0);
        games * p * (1.0 - p) / self.dispersion
    }

    /// The same strengths with the errors expected after `games` more games of `a` against `b`.
    #[must_use]
    pub fn supposing(&self, a: usize, b: usize, games: f64) -> Strengths {
        let information = self.information(a, b, games);
        let (_, error) = self.lead(a, b);
        let share = information / (1.0 + information * error * error);
        let moved: Vec<f64> = self.covariance.iter().map(|row| row[a] - row[b]).collect();
        let mut after = self.clone();
        for (row, x) in after.covariance.iter_mut().zip(&moved) {
            for (value, y) in row.iter_mut().zip(&moved) {
                *value -= share * x * y;
            }
        }
        after
    }

    /// Number of times, out of `draws`, that each player is the strongest when all strengths are
    /// drawn from their distribution.
    pub fn times_best(&self, stream: &mut Stream, draws: u32) -> Vec<u32> {
        let mut times = vec![0; self.mean.len()];
        let Some(factor) = cholesky(&self.covariance) else {
            return times;
        };
        for _ in 0..draws {
            let noise: Vec<f64> = self.mean.iter().map(|_| streams::gauss(stream)).collect();
            let drawn = self.mean.iter().zip(&factor).map(|(mean, row)| {
                let moved: f64 = row.iter().zip(&noise).map(|(a, b)| a * b).sum();
                mean + moved
            });
            let best = drawn
                .enumerate()
                .reduce(|best, next| if next.1 > best.1 { next } else { best });
            if let Some((best, _)) = best {
                times[best] += 1;
            }
        }
        times
    }

    fn dispersion_of(&self, met: &[HeadToHead]) -> f64 {
        dispersion(met.iter().map(|(a, b, tally)| (self.lead(*a, *b).0, tally)))
    }
}

/// Ratio of a game's variance to that of a coin with the same expected score, by the pairs of
/// players with a lead of the first.
pub(crate) fn dispersion<'a>(met: impl Iterator<Item = (f64, &'a Tally)>) -> f64 {
    // A pair of coin tosses has a mean with variance p (1 - p) / 2.
    let mut seen = SUPPOSED_PAIRS / 8.0;
    let mut expected = seen;
    for (lead, tally) in met {
        let p = logistic(lead);
        for (quarters, &pairs) in tally.pairs.iter().enumerate() {
            let off = quarters as f64 / 4.0 - p;
            seen += pairs as f64 * off * off;
            expected += pairs as f64 * p * (1.0 - p) / 2.0;
        }
    }
    (seen / expected).clamp(0.1, 2.0)
}

fn fit(players: usize, met: &[HeadToHead], dispersion: f64) -> Strengths {
    let prior = (ELO_PER_UNIT / PRIOR) * (ELO_PER_UNIT / PRIOR);
    let value = |at: &[f64]| -> f64 {
        let games: f64 = met
            .iter()
            .map(|&(a, b, tally)| {
                let games = tally.games() as f64;
                let points = tally.score() * games;
                let lead = at[a] - at[b];
                points * ln_logistic(lead) + (games - points) * ln_logistic(-lead)
            })
            .sum();
        games / dispersion - at.iter().map(|x| x * x).sum::<f64>() * prior / 2.0
    };
    let slopes = |at: &[f64]| {
        let mut gradient: Vec<f64> = at.iter().map(|x| -prior * x).collect();
        let mut curvature = vec![vec![0.0; players]; players];
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] = prior;
        }
        for &(a, b, tally) in met {
            let games = tally.games() as f64 / dispersion;
            let p = logistic(at[a] - at[b]);
            let pull = games * (tally.score() - p);
            gradient[a] += pull;
            gradient[b] -= pull;
            let bend = games * p * (1.0 - p);
            curvature[a][a] += bend;
            curvature[b][b] += bend;
            curvature[a][b] -= bend;
            curvature[b][a] -= bend;
        }
        (gradient, curvature)
    };
    let mut at = vec![0.0; players];
    let mut height = value(&at);
    for _ in 0..STEPS {
        let (gradient, curvature) = slopes(&at);
        let step = solve(&factor(&curvature), &gradient);
        let gain: f64 = step.iter().zip(&gradient).map(|(a, b)| a * b).sum();
        if gain < 1e-12 {
            break;
        }
        let mut length = 1.0;
        while length > 1e-9 {
            let next: Vec<f64> = at.iter().zip(&step).map(|(x, s)| x + length * s).collect();
            let there = value(&next);
            if there >= height {
                (at, height) = (next, there);
                break;
            }
            length /= 2.0;
        }
    }
    let (_, curvature) = slopes(&at);
    Strengths {
        covariance: inverse(&curvature),
        mean: at,
        dispersion,
    }
}

/// The standard normal distribution function.
pub fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() {
        return 0.5; // no lead and no error
    }
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// The lower triangle L with L Lᵀ = `matrix`; `None` if the matrix is not positive.
fn cholesky(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut factor = vec![vec![0.0; size]; size];
    for i in 0..size {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let left = matrix[i][j] - known;
            if i == j {
                if left <= 0.0 {
                    return None;
                }
                factor[i][i] = left.sqrt();
            } else {
                factor[i][j] = left / factor[j][j];
            }
        }
    }
    Some(factor)
}

/// The factor of a curvature.
fn factor(curvature: &[Vec<f64>]) -> Vec<Vec<f64>> {
    cholesky(curvature).expect("the prior makes the curvature positive")
}

/// `x` with L Lᵀ x = `right`, where L is `factor`.
fn solve(factor: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut x = right.to_vec();
    for i in 0..size {
        for k in 0..i {
            x[i] -= factor[i][k] * x[k];
        }
        x[i] /= factor[i][i];
    }
    for i in (0..size).rev() {
        for k in i + 1..size {
            x[i] -= factor[k][i] * x[k];
        }
        x[i] /= factor[i][i];
    }
    x
}

fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let factor = factor(matrix);
    let unit = |i: usize| -> Vec<f64> { (0..size).map(|j| f64::from(u8::from(i == j))).collect() };
    (0..size).map(|i| solve(&factor, &unit(i))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_games_outweigh_the_prior() {
        let met = [
            (0, 1, Tally::of(6400, 0, 3600)),
            (1, 2, Tally::of(5000, 0, 5000)),
        ];
        let elo = Strengths::of(3, &met).elo();
        assert!((elo[0] - elo[1] - 100.0).abs() < 1.5, "{elo:?}");
        assert!((elo[1] - elo[2]).abs() < 1.0, "{elo:?}");
    }

    #[test]
    fn without_games_everybody_may_be_the_best() {
        let strengths = Strengths::of(4, &[]);
        let times = strengths.times_best(&mut streams::open(1, "best", 0), 4000);
        assert!(times.iter().all(|&t| (850..1150).contains(&t)), "{times:?}");
        assert!((strengths.doubt(0, 3) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn lopsided_results_stay_finite_and_errors_shrink() {
        let strengths = Strengths::of(2, &[(0, 1, Tally::of(1000, 0, 0))]);
        let elo = strengths.elo();
        assert!(elo[0] - elo[1] > 300.0 && elo[0] < 3000.0, "{elo:?}");
        let before = Strengths::of(2, &[]);
        let supposed = before.supposing(0, 1, 40.0);
        let played = Strengths::of(2, &[(0, 1, Tally::of(20, 0, 20))]);
        assert!((supposed.lead(0, 1).1 - played.lead(0, 1).1).abs() < 1e-9);
    }

    #[test]
    fn regular_pairs_tell_more() {
        let mut regular = Tally::of(100, 0, 100);
        regular.pairs = [0, 0, 100, 0, 0];
        let sure = Strengths::of(2, &[(0, 1, regular)]).lead(0, 1).1;
        let unsure = Strengths::of(2, &[(0, 1, Tally::of(100, 0, 100))])
            .lead(0, 1)
            .1;
        assert!(sure < 0.6 * unsure, "{sure} {unsure}");
    }

    /// Pairs between players by the first one's points 0, 1/2, 1, 3/2 and 2.
    const MET: [(usize, usize, [u64; 5]); 5] = [
        (0, 1, [3, 6, 21, 9, 6]),
        (1, 2, [6, 7, 15, 8, 5]),
        (3, 0, [3, 5, 8, 7, 9]),
        (2, 3, [5, 4, 6, 5, 3]),
        (4, 0, [17, 2, 1, 0, 0]),
    ];

    fn met() -> Strengths {
        let met = MET.map(|(a, b, pairs)| {
            let [nothing, half, one, more, all] = pairs;
            let mut tally = Tally::of(2 * all + more, half + 2 * one + more, 2 * nothing + half);
            tally.pairs = pairs;
            (a, b, tally)
        });
        Strengths::of(5, &met)
    }

    fn assert_near(got: f64, expected: f64) {
        assert!(
            (got - expected).abs() < 2e-6 * (1.0 + expected.abs()),
            "{got} != {expected}"
        );
    }

    #[test]
    fn strengths_are_those_of_an_independent_fit() {
        // scripts/statistics_reference.py
        let strengths = met();
        let elo = [90.1078, 69.7428, 90.2994, 143.5482, -393.6966];
        for (got, expected) in strengths.elo().into_iter().zip(elo) {
            assert!((got - expected).abs() < 1e-3, "{got} != {expected}");
        }
        assert_eq!(strengths.ranking(), [3, 2, 0, 1, 4]);
        assert_near(strengths.dispersion, 0.761_729);
        for ((a, b), lead, error) in [
            ((0, 1), 0.117_231, 0.166_462),
            ((1, 2), -0.118_333, 0.172_580),
            ((3, 2), 0.306_525, 0.207_679),
        ] {
            let got = strengths.lead(a, b);
            assert_near(got.0, lead);
            assert_near(got.1, error);
        }
        for ((a, b), doubt) in [
            ((0, 1), 0.240_639),
            ((1, 0), 0.240_639),
            ((2, 3), 0.069_978),
        ] {
            assert_near(strengths.doubt(a, b), doubt);
        }
        assert_near(strengths.covariance_of_leads((0, 1), (2, 3)), -0.012_172_92);
        assert_near(strengths.information(0, 2, 30.0), 9.846_013);
        let after = strengths.supposing(0, 2, 30.0);
        assert_near(after.lead(0, 2).1, 0.175_178);
        assert_near(after.lead(1, 3).1, 0.214_552);
        let times = strengths.times_best(&mut streams::open(1, "best", 0), 40_000);
        assert_eq!(times.len(), 5);
        for (times, share) in times.into_iter().zip([0.0423, 0.0116, 0.0606, 0.8854, 0.0]) {
            let got = f64::from(times) / 40_000.0;
            assert!((got - share).abs() < 0.006, "{got} != {share}");
        }
    }

    #[test]
    fn an_unbroken_row_of_wins_does_not_lead_the_fit_astray() {
        // Full Newton steps leave the maximum here; the gradient at the end decides.
        let met = [
            (0, 1, Tally::of(5000, 0, 0)),
            (1, 2, Tally::of(5000, 0, 1)),
            (2, 0, Tally::of(1, 0, 3)),
            (2, 3, Tally::of(0, 0, 900)),
        ];
        let strengths = Strengths::of(4, &met);
        let prior = (ELO_PER_UNIT / PRIOR).powi(2);
        let mut gradient: Vec<f64> = strengths.mean.iter().map(|x| -prior * x).collect();
        for (a, b, tally) in met {
            let p = 1.0 / (1.0 + (-strengths.lead(a, b).0).exp());
            let pull = tally.games() as f64 * (tally.score() - p) / strengths.dispersion;
            gradient[a] += pull;
            gradient[b] -= pull;
        }
        assert!(
            gradient.iter().all(|slope| slope.abs() < 1e-4),
            "{gradient:?}"
        );
    }

    #[test]
    fn the_normal_distribution_function_is_the_usual_table() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_345),
            (-1.0, 0.158_655),
            (-2.5, 0.006_210),
        ] {
            assert!((normal_cdf(x) - expected).abs() < 1e-6, "{x}");
        }
        assert_eq!(normal_cdf(f64::NAN).to_bits(), 0.5_f64.to_bits());
    }

    #[test]
    fn equals_keep_their_order_and_share_the_lead() {
        let none = Strengths::of(3, &[]);
        assert_eq!(none.ranking(), [0, 1, 2]);
        let error = 400.0 * 2.0_f64.sqrt() / ELO_PER_UNIT;
        assert_near(none.lead(0, 2).1, error);
        assert_near(none.information(0, 1, 8.0), 2.0);
    }
}
