//! Means with games as clusters, from exact integer sums: the result has the same bits in any order
//! of games and merges.

use darkforge_ratings::Z95;

/// Sums of observations, some of each game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean {
    /// Games with an observation.
    pub games: u64,
    /// Observations.
    pub count: u64,
    sum: i64,
    /// Sum over all observations of the value's square.
    squares: i128,
    /// Sums over games of n², n·y and y², for n observations of a game with the sum y.
    nn: u64,
    ny: i128,
    yy: i128,
}

/// Result of a [`Mean`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Average {
    /// The mean of all observations.
    pub mean: f64,
    /// Its 95 % interval with games as clusters, from two games on.
    pub interval: Option<(f64, f64)>,
    /// Sample deviation of the observations, from two on.
    pub sd: Option<f64>,
}

/// The observations of one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cluster {
    count: u64,
    sum: i64,
    squares: i64,
}

impl Cluster {
    /// Adds an observation.
    #[inline]
    pub fn push(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// `all` observations, of which `ones` are 1 and the others 0.
    pub fn of_share(ones: u64, all: u64) -> Cluster {
        Cluster {
            count: all,
            sum: ones as i64,
            squares: ones as i64,
        }
    }

    /// Joins the observations of two clusters of one game.
    #[must_use]
    pub fn with(self, other: Cluster) -> Cluster {
        Cluster {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }
}

impl Mean {
    /// Adds the observations of one game; a game without any is ignored.
    #[inline]
    pub fn add(&mut self, game: Cluster) {
        if game.count == 0 {
            return;
        }
        self.games += 1;
        self.count += game.count;
        self.sum += game.sum;
        self.squares += i128::from(game.squares);
        self.nn += game.count * game.count;
        self.ny += i128::from(game.count as i64 * game.sum);
        self.yy += i128::from(game.sum) * i128::from(game.sum);
    }

    /// Adds a game of one observation.
    #[inline]
    pub fn add_one(&mut self, value: i64) {
        let mut game = Cluster::default();
        game.push(value);
        self.add(game);
    }

    /// Adds `games` games of this one observation each.
    pub fn add_ones(&mut self, value: i64, games: u64) {
        let times = i128::from(games);
        let square = i128::from(value) * i128::from(value) * times;
        self.games += games;
        self.count += games;
        self.sum += value * games as i64;
        self.squares += square;
        self.nn += games;
        self.ny += i128::from(value) * times;
        self.yy += square;
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Mean) {
        self.games += other.games;
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.nn += other.nn;
        self.ny += other.ny;
        self.yy += other.yy;
    }

    /// The sum of all observations.
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// The mean in units of `unit` (1000 for thousandths); `None` without observations.
    pub fn average(&self, unit: f64) -> Option<Average> {
        if self.count == 0 {
            return None;
        }
        let n = self.count as f64;
        let (games, sum) = (self.games as f64, self.sum as f64);
        let ratio = sum / n;
        let spread = self.yy as f64 - 2.0 * ratio * self.ny as f64 + ratio * ratio * self.nn as f64;
        let deviation = |sum: f64, divisor: f64| (sum.max(0.0) / divisor).sqrt();
        let mean = ratio / unit;
        let interval = (self.games > 1).then(|| {
            let error = deviation(spread * games / (games - 1.0), 1.0) / n;
            let half = Z95 * error / unit;
            (mean - half, mean + half)
        });
        let sd =
            (self.count > 1).then(|| deviation(self.squares as f64 - sum * ratio, n - 1.0) / unit);
        Some(Average { mean, interval, sd })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_observation_a_game_gives_the_ordinary_error() {
        let mut mean = Mean::default();
        for value in [2, 4, 4, 4, 5, 5, 7, 9] {
            mean.add_one(value);
        }
        let found = mean.average(1.0).unwrap();
        assert!((found.mean - 5.0).abs() < 1e-12);
        let sd = (32.0_f64 / 7.0).sqrt();
        assert!((found.sd.unwrap() - sd).abs() < 1e-12);
        let (lo, hi) = found.interval.unwrap();
        let half = Z95 * sd / 8.0_f64.sqrt();
        assert!((lo - 5.0 + half).abs() < 1e-12 && (hi - 5.0 - half).abs() < 1e-12);
    }

    #[test]
    fn games_are_clusters() {
        // Two games that repeat one value each count as two observations.
        let (mut many, mut few) = (Mean::default(), Mean::default());
        for value in [10, 20] {
            let mut game = Cluster::default();
            for _ in 0..50 {
                game.push(value);
            }
            many.add(game);
            few.add_one(value);
        }
        let (many, few) = (many.average(1.0).unwrap(), few.average(1.0).unwrap());
        assert_eq!(many.interval, few.interval);
        assert_eq!(Mean::default().average(1.0), None);
    }
}
