//! Bayesian game: one choice of ours, then one choice of the enemy in each of its information
//! groups. A payoff matrix is a game with a single group.
//!
//! T is the thesis, see [the crate](crate).

use super::RegretTable;

/// A zero-sum game (T 3.2.3, 3.2.7). We choose a row. Chance, and the row, decide in which group
/// the enemy finds itself; it knows the group and nothing else, and chooses a reply.
#[derive(Clone, Debug, Default)]
pub struct BayesianGame {
    rows: usize,
    replies: usize,
    groups: usize,
    /// Row and group of each cell.
    cells: Vec<(usize, usize)>,
    /// For each cell the payoff of each reply, times the probability that the row leads there.
    payoffs: Vec<f64>,
}

/// A solution of a game, approximately.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// Probability of each row.
    pub rows: Vec<f64>,
    /// For each group the probability of each reply.
    pub replies: Vec<Vec<f64>>,
    /// Our mean payoff.
    pub value: f64,
    /// Sum of what both sides could gain by another strategy; 0 in an exact solution.
    pub exploitability: f64,
}

impl BayesianGame {
    /// A game with `rows` and `replies`, each at least one, and without payoffs.
    pub fn new(rows: usize, replies: usize) -> BayesianGame {
        BayesianGame {
            rows,
            replies,
            ..BayesianGame::default()
        }
    }

    /// The game with these payoffs to us: a row for each choice of ours, equally long.
    pub fn of_matrix(payoffs: &[&[f64]]) -> BayesianGame {
        let mut game = BayesianGame::new(payoffs.len(), payoffs[0].len());
        for (row, payoffs) in payoffs.iter().enumerate() {
            game.add(row, 0, 1.0, payoffs);
        }
        game
    }

    /// Adds: `row` leads to `group` with this additional `probability`, and then each reply has the
    /// payoff in `payoffs` to us.
    ///
    /// # Panics
    /// If there is no such row, or `payoffs` has another length than the number of replies.
    pub fn add(&mut self, row: usize, group: usize, probability: f64, payoffs: &[f64]) {
        assert!(row < self.rows && payoffs.len() == self.replies);
        self.groups = self.groups.max(group + 1);
        self.cells.push((row, group));
        let weighed = payoffs.iter().map(|payoff| probability * payoff);
        self.payoffs.extend(weighed);
    }

    /// Number of information groups of the enemy.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// A row that is at least as good as every other whatever the enemy does, if there is one.
    pub fn dominant_row(&self) -> Option<usize> {
        // It is one of the best against every strategy, so against equally likely replies.
        let replies = vec![1.0; self.groups * self.replies];
        let mut values = vec![0.0; self.rows];
        self.row_values(&replies, &mut values);
        let best = first_greatest(&values)?;
        let mut lead = vec![0.0; self.groups * self.replies];
        let others = (0..self.rows).filter(|&other| other != best);
        for other in others {
            lead.fill(0.0);
            for (&(row, group), payoffs) in self.cells() {
                let sign = match row {
                    row if row == best => 1.0,
                    row if row == other => -1.0,
                    _ => continue,
                };
                for (lead, payoff) in self.of_group(&mut lead, group).iter_mut().zip(payoffs) {
                    *lead += sign * payoff;
                }
            }
            if self.least(&lead) < 0.0 {
                return None;
            }
        }
        Some(best)
    }

    /// Solves the game by this number of `iterations`, at least one: each side in turn answers the
    /// other's last strategy, and the average has quadratic weights.
    pub fn solve(&self, iterations: u32) -> Equilibrium {
        let mut rows = RegretTable::new(1, self.rows);
        let mut replies = RegretTable::new(self.groups, self.replies);
        let mut row_values = vec![0.0; self.rows];
        let mut losses = vec![0.0; self.groups * self.replies];
        let mut played = vec![1.0 / self.replies as f64; self.groups * self.replies];
        for iteration in 1..=iterations.max(1) {
            let weight = f64::from(iteration) * f64::from(iteration);
            self.row_values(&played, &mut row_values);
            rows.observe(0, &row_values);
            rows.count(0, weight);
            self.reply_values(rows.strategy(0), &mut losses);
            for loss in &mut losses {
                *loss = -*loss;
            }
            for group in 0..self.groups {
                let gains = &losses[group * self.replies..][..self.replies];
                replies.observe(group, gains);
                replies.count(group, weight);
                let strategy = replies.strategy(group);
                self.of_group(&mut played, group).copy_from_slice(strategy);
            }
        }
        let rows = rows.average(0);
        let replies: Vec<Vec<f64>> = (0..self.groups).map(|at| replies.average(at)).collect();
        self.row_values(&replies.concat(), &mut row_values);
        self.reply_values(&rows, &mut losses);
        let value = rows.iter().zip(&row_values).map(|(x, u)| x * u).sum();
        let most = row_values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Equilibrium {
            exploitability: most - self.least(&losses),
            rows,
            replies,
            value,
        }
    }

    fn cells(&self) -> impl Iterator<Item = (&(usize, usize), &[f64])> {
        self.cells.iter().zip(self.payoffs.chunks(self.replies))
    }

    fn of_group<'a>(&self, values: &'a mut [f64], group: usize) -> &'a mut [f64] {
        &mut values[group * self.replies..][..self.replies]
    }

    /// Payoff of each row against `replies`, a strategy for each group.
    fn row_values(&self, replies: &[f64], values: &mut [f64]) {
        values.fill(0.0);
        for (&(row, group), payoffs) in self.cells() {
            let replies = &replies[group * self.replies..];
            values[row] += payoffs.iter().zip(replies).map(|(u, y)| u * y).sum::<f64>();
        }
    }

    /// Part of each reply in each group in our payoff if we play `rows`.
    fn reply_values(&self, rows: &[f64], values: &mut [f64]) {
        values.fill(0.0);
        for (&(row, group), payoffs) in self.cells() {
            for (value, payoff) in self.of_group(values, group).iter_mut().zip(payoffs) {
                *value += rows[row] * payoff;
            }
        }
    }

    /// Our payoff if the enemy takes the reply that is worst for us in each group.
    fn least(&self, values: &[f64]) -> f64 {
        let groups = values.chunks(self.replies);
        let worst = |group: &[f64]| group.iter().copied().fold(f64::INFINITY, f64::min);
        groups.map(worst).sum()
    }
}

/// Keeps at most the `most` likeliest entries of `strategy` and only those of at least the
/// probability `least`; the others become 0, and the sum is 1 again. The likeliest always stays.
pub fn likeliest(strategy: &mut [f64], least: f64, most: usize) {
    let mut order: Vec<usize> = (0..strategy.len()).collect();
    order.sort_by(|&a, &b| strategy[b].total_cmp(&strategy[a]));
    for (place, index) in order.into_iter().enumerate() {
        if place > 0 && (place >= most || strategy[index] < least) {
            strategy[index] = 0.0;
        }
    }
    let total: f64 = strategy.iter().sum();
    for share in strategy {
        *share /= total;
    }
}

fn first_greatest(values: &[f64]) -> Option<usize> {
    let places = (0..values.len()).rev(); // of equal ones `max_by` takes the last
    places.max_by(|&a, &b| values[a].total_cmp(&values[b]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_streams as streams;

    fn solved(payoffs: &[&[f64]]) -> Equilibrium {
        BayesianGame::of_matrix(payoffs).solve(2000)
    }

    #[track_caller]
    fn assert_near(found: &[f64], wanted: &[f64]) {
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 2e-3;
        let same = found.len() == wanted.len() && found.iter().zip(wanted).all(near);
        assert!(same, "{found:?}, not {wanted:?}");
    }

    #[test]
    fn matching_pennies_is_even() {
        let found = solved(&[&[1.0, -1.0], &[-1.0, 1.0]]);
        assert_near(&[found.value], &[0.0]);
        assert_near(&found.rows, &[0.5, 0.5]);
        assert_near(&found.replies[0], &[0.5, 0.5]);
    }

    #[test]
    fn a_dearer_rock_is_played_less_than_paper() {
        // Winning with the rock counts twice. With shares r, p, s of each side: p - 2 s =
        // s - r = 2 r - p = 0.
        let found = solved(&[&[0.0, -1.0, 2.0], &[1.0, 0.0, -1.0], &[-2.0, 1.0, 0.0]]);
        assert_near(&[found.value], &[0.0]);
        assert_near(&found.rows, &[0.25, 0.5, 0.25]);
        assert_near(&found.replies[0], &[0.25, 0.5, 0.25]);
    }

    #[test]
    fn a_dominated_column_is_not_played() {
        // The third column pays us more than the first in both rows; the others alone are the
        // game with value (2 * 3 - 0 * 1) / (2 + 3 - 0 - 1).
        let game = BayesianGame::of_matrix(&[&[2.0, 0.0, 3.0], &[1.0, 3.0, 2.0]]);
        let found = game.solve(2000);
        assert_near(&[found.value], &[1.5]);
        assert_near(&found.rows, &[0.5, 0.5]);
        assert_near(&found.replies[0], &[0.75, 0.25, 0.0]);
        assert_eq!(game.dominant_row(), None);
    }

    #[test]
    fn who_defects_is_never_behind() {
        // The prisoner's dilemma of T Table 3.1, played for the difference of both payoffs.
        let game = BayesianGame::of_matrix(&[&[0.0, -5.0], &[5.0, 0.0]]);
        assert_eq!(game.dominant_row(), Some(1));
        let found = game.solve(100);
        assert_near(&[found.value], &[0.0]);
        assert_near(&found.rows, &[0.0, 1.0]);
    }

    #[test]
    fn patience_is_blottos_virtue() {
        // T Table 6.1, a row for each number of divisions that Blotto sends. `again` is the value
        // of the repeated game: 0 on the last day.
        let mut again = 0.0;
        for day in 0..6 {
            let found = solved(&[
                &[again, again, again],
                &[again, again, 1.0],
                &[again, 1.0, -1.0],
                &[1.0, -1.0, -1.0],
            ]);
            // All three replies are equally good: rows in the proportion 4 / a^3 : 2 / a^2 : 1 / a.
            let a = 1.0 - again;
            let parts = [0.0, 4.0 / (a * a * a), 2.0 / (a * a), 1.0 / a];
            let sum: f64 = parts.iter().sum();
            assert_near(&[found.value], &[again + 1.0 / sum]);
            if day == 0 {
                assert_near(&found.rows, &[0.0, 4.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]);
                assert_near(&[found.value], &[1.0 / 7.0]);
            }
            assert!(found.value > again, "a day more is worth something");
            again += 1.0 / sum;
        }
    }

    /// A game with payoffs from -1 to 1.
    fn random_game(stream: &mut streams::Stream) -> BayesianGame {
        let rows = 1 + streams::below(stream, 6);
        let replies = 1 + streams::below(stream, 5);
        let groups = 1 + streams::below(stream, 4);
        let mut game = BayesianGame::new(rows, replies);
        for row in 0..rows {
            for group in 0..groups {
                let draw = |_| 2.0 * streams::unit(stream) - 1.0;
                let payoffs: Vec<f64> = (0..replies).map(draw).collect();
                game.add(row, group, 1.0 / groups as f64, &payoffs);
            }
        }
        game
    }

    #[test]
    fn strategies_of_random_games_can_hardly_be_exploited() {
        let mut stream = streams::open(1, "test", 0);
        let mut sums = [0.0, 0.0];
        for number in 0..300 {
            let game = random_game(&mut stream);
            let [few, many] = [50, 1000].map(|iterations| game.solve(iterations));
            for found in [&few, &many] {
                let total: f64 = found.rows.iter().sum();
                assert!((total - 1.0).abs() < 1e-9 && found.rows.iter().all(|&x| x >= 0.0));
                assert!(found.exploitability > -1e-9);
            }
            assert!(few.exploitability < 0.1, "game {number}: {few:?}");
            assert!(many.exploitability < 0.01, "game {number}: {many:?}");
            sums[0] += few.exploitability;
            sums[1] += many.exploitability;
        }
        assert!(sums[1] < 0.1 * sums[0], "{sums:?}");
    }

    #[test]
    fn a_dominant_row_is_never_worse() {
        let mut stream = streams::open(2, "test", 0);
        let mut dominant = 0;
        for _ in 0..300 {
            let game = random_game(&mut stream);
            let Some(row) = game.dominant_row() else {
                continue;
            };
            dominant += 1;
            for _ in 0..20 {
                let size = game.groups * game.replies;
                let mut replies: Vec<f64> = (0..size).map(|_| streams::unit(&mut stream)).collect();
                for group in replies.chunks_mut(game.replies) {
                    let total: f64 = group.iter().sum();
                    for share in group {
                        *share /= total;
                    }
                }
                let mut values = vec![0.0; game.rows];
                game.row_values(&replies, &mut values);
                assert!(values.iter().all(|&value| value <= values[row] + 1e-12));
            }
        }
        assert!(dominant > 30, "{dominant}");
    }

    #[test]
    fn the_enemy_uses_what_it_knows() {
        // Two boards, equally likely; on each the enemy must guess our row. Knowing the board does
        // not help it against an even mixture, but it does if a row is played on one board only.
        let pennies = [[1.0, -1.0], [-1.0, 1.0]];
        let mut apart = BayesianGame::new(2, 2);
        let mut together = BayesianGame::new(2, 2);
        for (row, payoffs) in pennies.iter().enumerate() {
            let turned = [payoffs[1], payoffs[0]];
            apart.add(row, 0, 0.5, payoffs);
            apart.add(row, 1, 0.5, &turned);
            together.add(row, 0, 0.5, payoffs);
            together.add(row, 0, 0.5, &turned);
        }
        let [apart, together] = [apart, together].map(|game| game.solve(1000));
        assert_near(&[apart.value, together.value], &[0.0, 0.0]);
        assert_near(&apart.rows, &[0.5, 0.5]);
        // One group for each row: the enemy hears which row it was.
        let mut heard = BayesianGame::new(2, 2);
        for (row, payoffs) in pennies.iter().enumerate() {
            heard.add(row, row, 1.0, payoffs);
        }
        assert_near(&[heard.solve(1000).value], &[-1.0]);
    }

    #[test]
    fn the_same_game_has_the_same_bits() {
        let game = random_game(&mut streams::open(3, "test", 0));
        assert_eq!(game.solve(77), game.solve(77));
    }

    #[test]
    fn unlikely_rows_are_left_out() {
        let mut strategy = [0.3, 0.04, 0.26, 0.2, 0.2];
        likeliest(&mut strategy, 0.05, 3);
        let sum = 0.3 + 0.26 + 0.2;
        assert_near(&strategy, &[0.3 / sum, 0.0, 0.26 / sum, 0.2 / sum, 0.0]);
        let mut even = [0.02; 50];
        likeliest(&mut even, 0.05, 3);
        assert_eq!(even[0].to_bits(), 1.0_f64.to_bits());
    }
}
