//! A test of ratings by simulation: how far results deviate from their expectation by chance, in
//! tournaments drawn from the fitted model. In lopsided pairings or few games the deviation is far
//! from normal, and tables of chi-squared do not apply.

use std::collections::BTreeMap;

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use super::expected::Expected;
use super::model::RatingModel;
use super::pool::Pairing;
use darkforge_streams::{self as streams, Stream};

/// Number of tournaments drawn, unless the pool is large.
const DRAWS: usize = 399;
/// Least number of tournaments drawn.
const LEAST_DRAWS: usize = 99;
/// Work, in steps, beyond which fewer tournaments are drawn.
const WORK: usize = 20_000_000;
/// Scoring steps from the fitted ratings to those of a drawn tournament; the start is near.
const STEPS: usize = 2;
/// Variance above which a count of games is drawn from a normal distribution.
const NORMAL: f64 = 100.0;

/// Test statistic of a set of games.
pub(super) struct Deviations {
    /// Sum of the squared deviations of the scores from their expectation, each divided by its
    /// variance.
    pub chi_squared: f64,
    /// Ratio of the games' variance to that of games without draws.
    pub dispersion: f64,
}

/// Pairings of either colour grouped by the two players.
pub(super) struct Cells {
    /// The cell of each pairing.
    of: Vec<usize>,
    /// Number of cells.
    pub count: usize,
}

/// Sums over the pairings of a cell, for the player of lower number.
#[derive(Clone, Copy, Default)]
struct Sums {
    games: f64,
    points: f64,
    squares: f64,
    expected: f64,
}

impl Cells {
    pub(super) fn new(pairings: &[Pairing]) -> Cells {
        let mut known = BTreeMap::new();
        let place = |p: &Pairing| {
            let next = known.len();
            let players = (p.white.min(p.black), p.white.max(p.black));
            *known.entry(players).or_insert(next)
        };
        let of = pairings.iter().map(place).collect();
        let count = known.len();
        Cells { of, count }
    }

    /// Statistic of `pairings`, the pairings of which the cells were made.
    pub(super) fn deviations(&self, pairings: &[Pairing], expected: &Expected) -> Deviations {
        let mut cells = vec![Sums::default(); self.count];
        for (p, &cell) in pairings.iter().zip(&self.of) {
            let white = expected.score(expected.lead(p), expected.pool(p));
            let (won, score) = if p.white < p.black {
                (p.wins, white)
            } else {
                (p.losses, 1.0 - white)
            };
            let cell = &mut cells[cell];
            cell.games += p.games();
            cell.points += won + p.draws / 2.0;
            cell.squares += won + p.draws / 4.0;
            cell.expected += p.games() * score;
        }
        let (mut squares, mut coins) = (0.5, 0.5); // two games decided by a fair coin
        let mut deviations = 0.0;
        for cell in cells.iter().filter(|cell| cell.games > 0.0) {
            let (mean, centre) = (cell.points / cell.games, cell.expected / cell.games);
            squares += cell.squares - cell.games * mean * mean;
            coins += cell.games * mean * (1.0 - mean);
            let variance = centre * (1.0 - centre) / cell.games;
            deviations += (mean - centre) * (mean - centre) / variance;
        }
        // Few games of one pairing say too little of their variance, so all pairings share one
        // ratio.
        let dispersion = squares / coins;
        Deviations {
            chi_squared: deviations / dispersion,
            dispersion,
        }
    }

    /// Probability of deviations of at least `found`, estimated over tournaments drawn from the
    /// expectation; at least one in the number of drawn tournaments.
    pub(super) fn p_value(
        &self,
        pairings: &[Pairing],
        expected: &Expected,
        found: &Deviations,
    ) -> f64 {
        let work = pairings.len() + expected.strengths.len().pow(2);
        let draws = (WORK / work.max(1)).clamp(LEAST_DRAWS, DRAWS);
        let Some(refit) = Refit::new(expected, pairings) else {
            return 1.0;
        };
        let mut stream = streams::open(0, "transitivity", 0);
        let mut reached = 0_u32;
        for _ in 0..draws {
            let drawn: Vec<Pairing> = pairings
                .iter()
                .map(|p| draw(&mut stream, expected, p, found.dispersion))
                .collect();
            let again = self.deviations(&drawn, &refit.of(expected, &drawn));
            // Rounding must not make equal results different.
            if again.chi_squared >= found.chi_squared * (1.0 - 1e-9) {
                reached += 1;
            }
        }
        f64::from(reached + 1) / (draws + 1) as f64
    }
}

/// Draws games of a pairing by the ratings.
fn draw(stream: &mut Stream, expected: &Expected, p: &Pairing, dispersion: f64) -> Pairing {
    let lead = expected.lead(p);
    let score = expected.score(lead, expected.pool(p));
    let drawn = match expected.model {
        // The share of draws that reduces the variance by this factor.
        RatingModel::BradleyTerry => 4.0 * score * (1.0 - score) * (1.0 - dispersion),
        RatingModel::Davidson | RatingModel::RaoKupper => expected.drawn(lead, expected.pool(p)),
    };
    let drawn = drawn.clamp(0.0, 2.0 * score.min(1.0 - score));
    let draws = binomial(stream, p.games(), drawn);
    let won = (score - drawn / 2.0) / (1.0 - drawn).max(f64::MIN_POSITIVE);
    let wins = binomial(stream, p.games() - draws, won.clamp(0.0, 1.0));
    Pairing {
        wins,
        draws,
        losses: p.games() - draws - wins,
        ..*p
    }
}

/// Draws the number of `games` with an outcome of this probability.
fn binomial(stream: &mut Stream, games: f64, probability: f64) -> f64 {
    let games = games.round();
    if probability > 0.5 {
        return games - binomial(stream, games, 1.0 - probability);
    }
    if games * probability * (1.0 - probability) > NORMAL {
        let (radius, angle) = (1.0 - streams::unit(stream), streams::unit(stream));
        let angle = std::f64::consts::TAU * angle;
        let normal = (-2.0 * libm::log(radius)).sqrt() * libm::cos(angle);
        let spread = (games * probability * (1.0 - probability)).sqrt();
        return (games * probability + spread * normal)
            .round()
            .clamp(0.0, games);
    }
    // The first count whose distribution function exceeds a uniform number.
    let mut left = streams::unit(stream);
    let odds = probability / (1.0 - probability);
    let mut chance = libm::exp(games * libm::log1p(-probability));
    let mut count = 0.0;
    while left >= chance && count < games {
        left -= chance;
        chance *= odds * (games - count) / (count + 1.0);
        count += 1.0;
    }
    count
}

/// Fits ratings to drawn results by Fisher's scoring, from the ratings behind the draw.
struct Refit {
    factors: Cholesky<f64, Dyn>,
}

impl Refit {
    fn new(expected: &Expected, pairings: &[Pairing]) -> Option<Refit> {
        let size = expected.strengths.len() + expected.white.len();
        let mut information = DMatrix::zeros(size, size);
        for p in pairings {
            let slope = p.games() * expected.slope(expected.lead(p), expected.pool(p));
            let shares = shares(p, expected);
            for &(a, share) in &shares {
                for &(b, other) in &shares {
                    information[(a, b)] += slope * share * other;
                }
            }
        }
        // Directions that move no score, such as a common shift, stay fixed.
        let ridge = 1e-9 * (1.0 + information.diagonal().max());
        for i in 0..size {
            information[(i, i)] += ridge;
        }
        let factors = information.cholesky()?;
        Some(Refit { factors })
    }

    fn of(&self, expected: &Expected, drawn: &[Pairing]) -> Expected {
        let count = expected.strengths.len();
        let mut fitted = expected.clone();
        for _ in 0..STEPS {
            let mut gradient = DVector::zeros(count + expected.white.len());
            for p in drawn {
                let points = p.wins + p.draws / 2.0;
                let score = fitted.score(fitted.lead(p), fitted.pool(p));
                for (a, share) in shares(p, expected) {
                    gradient[a] += share * (points - p.games() * score);
                }
            }
            let step = self.factors.solve(&gradient);
            for (strength, step) in fitted.strengths.iter_mut().zip(step.iter()) {
                *strength += step;
            }
            for (white, step) in fitted.white.iter_mut().zip(step.iter().skip(count)) {
                *white = white.map(|ahead| ahead + step);
            }
        }
        fitted
    }
}

/// Each parameter's share in White's lead.
fn shares(p: &Pairing, expected: &Expected) -> Vec<(usize, f64)> {
    let (pool, count) = (expected.pool(p), expected.strengths.len());
    let mut shares = vec![(p.white, 1.0), (p.black, -1.0)];
    shares.extend(expected.white[pool].map(|_| (count + pool, 1.0)));
    shares
}

#[cfg(test)]
mod tests {
    use super::super::options::RatingOptions;
    use super::super::pool::Pool;
    use super::super::ratings::Ratings;
    use super::*;

    fn near(got: f64, expected: f64, tolerance: f64, what: &str) {
        assert!(
            (got - expected).abs() < tolerance,
            "{what}: {got}, not {expected}"
        );
    }

    /// Mean, variance and share of zeros of many draws.
    fn moments(games: f64, probability: f64) -> [f64; 3] {
        let mut stream = streams::open(3, "binomial", games as u64);
        let counts: Vec<f64> = (0..20_000)
            .map(|_| binomial(&mut stream, games, probability))
            .collect();
        assert!(
            counts
                .iter()
                .all(|&n| (0.0..=games).contains(&n) && n.fract() == 0.0)
        );
        let size = counts.len() as f64;
        let mean = counts.iter().sum::<f64>() / size;
        let variance = counts.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / size;
        let zeros = counts.iter().filter(|&&n| n == 0.0).count() as f64 / size;
        [mean, variance, zeros]
    }

    #[test]
    fn counts_are_binomial() {
        for (games, p) in [
            (1.0, 0.3),
            (4.0, 0.5),
            (12.0, 0.1),
            (12.0, 0.9),
            (380.0, 0.5),
            (420.0, 0.5),
            (2000.0, 0.2),
            (2000.0, 0.8),
        ] {
            let [mean, variance, zeros] = moments(games, p);
            let (about, spread) = (games * p, games * p * (1.0 - p));
            near(mean, about, 4.0 * (spread / 20_000.0).sqrt(), "mean");
            near(variance / spread, 1.0, 0.04, "variance");
            near(zeros, (1.0 - p).powf(games), 0.013, "zeros");
        }
        let mut stream = streams::open(3, "binomial", 0);
        for games in [0.0, 7.0, 5000.0] {
            assert_eq!(
                binomial(&mut stream, games, 0.0).to_bits(),
                0.0_f64.to_bits()
            );
            assert_eq!(binomial(&mut stream, games, 1.0).to_bits(), games.to_bits());
        }
    }

    fn pool() -> Pool {
        let mut pool = Pool::new();
        for (white, black, counts) in [
            ("a", "b", [30.0, 20.0, 10.0]),
            ("b", "a", [12.0, 25.0, 23.0]),
            ("b", "c", [14.0, 28.0, 18.0]),
            ("c", "a", [21.0, 24.0, 15.0]),
            ("c", "b", [45.0, 10.0, 5.0]),
        ] {
            pool.add_games(white, black, counts);
        }
        pool
    }

    fn fitted(model: RatingModel, pool: &Pool) -> Expected {
        let options = RatingOptions {
            model,
            ..RatingOptions::default()
        };
        Expected::of(&Ratings::fit(pool, &options).unwrap())
    }

    #[test]
    fn drawn_games_score_and_scatter_as_expected() {
        let pool = pool();
        for model in RatingModel::ALL {
            let expected = fitted(model, &pool);
            let p = pool.pairings()[0];
            let score = expected.score(expected.lead(&p), 0);
            let scatter = 0.6;
            let share = match model {
                RatingModel::BradleyTerry => 4.0 * score * (1.0 - score) * (1.0 - scatter),
                _ => expected.drawn(expected.lead(&p), 0),
            };
            let mut stream = streams::open(5, "drawn", 0);
            let (mut points, mut draws, mut games) = (0.0, 0.0, 0.0);
            for _ in 0..2000 {
                let drawn = draw(&mut stream, &expected, &p, scatter);
                assert_eq!((drawn.white, drawn.black), (p.white, p.black));
                assert!((drawn.games() - p.games()).abs() < 1e-9);
                points += drawn.wins + drawn.draws / 2.0;
                draws += drawn.draws;
                games += drawn.games();
            }
            near(points / games, score, 5e-3, "score");
            near(draws / games, share, 6e-3, "draws");
        }
    }

    /// Points of each player less the expected points.
    fn surplus(drawn: &[Pairing], expected: &Expected) -> Vec<f64> {
        let mut surplus = vec![0.0; expected.strengths.len()];
        for p in drawn {
            let score = expected.score(expected.lead(p), 0);
            let more = p.wins + p.draws / 2.0 - p.games() * score;
            surplus[p.white] += more;
            surplus[p.black] -= more;
        }
        surplus
    }

    #[test]
    fn scoring_steps_fit_the_points_that_were_drawn() {
        let pool = pool();
        for model in RatingModel::ALL {
            let expected = fitted(model, &pool);
            let refit = Refit::new(&expected, pool.pairings()).unwrap();
            for index in 0..5 {
                let mut stream = streams::open(6, "refit", index);
                let draw = |p| draw(&mut stream, &expected, p, 0.7);
                let drawn: Vec<Pairing> = pool.pairings().iter().map(draw).collect();
                let before = surplus(&drawn, &expected);
                let after = surplus(&drawn, &refit.of(&expected, &drawn));
                for (before, after) in before.into_iter().zip(after) {
                    assert!(
                        after.abs() < 0.1 + 0.02 * before.abs(),
                        "{model}: {before} {after}"
                    );
                }
            }
        }
    }
}
