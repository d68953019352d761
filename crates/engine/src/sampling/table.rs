//! Table: value of each try on each of the sampled boards, and on average.

use darkforge_board::Try;

/// Weight of an average try in each mean, in boards: a try that is legal on two boards only may
/// have been lucky.
const DOUBT: f32 = 2.0;

/// A row for each sampled board, a column for each try.
#[derive(Clone, Debug, Default)]
pub struct Table {
    tries: Vec<Try>,
    /// NaN if a try is illegal.
    values: Vec<f32>,
    /// Whether the refusals of this turn leave a row's board possible.
    alive: Vec<bool>,
}

impl Table {
    /// A table for these tries, without boards.
    pub fn new(tries: Vec<Try>) -> Table {
        Table {
            tries,
            values: Vec::new(),
            alive: Vec::new(),
        }
    }

    /// The tries.
    pub fn tries(&self) -> &[Try] {
        &self.tries
    }

    /// Boards that are possible.
    pub fn boards(&self) -> usize {
        self.alive.iter().filter(|&&alive| alive).count()
    }

    /// Adds a board with the values of its `legal` tries.
    pub fn add(&mut self, legal: impl Iterator<Item = (Try, f32)>) {
        let row = self.values.len();
        self.values.resize(row + self.tries.len(), f32::NAN);
        for (asked, value) in legal {
            if let Some(column) = self.tries.iter().position(|&one| one == asked) {
                self.values[row + column] = value;
            }
        }
        self.alive.push(true);
    }

    /// Takes the refusal of `asked`: boards on which it is legal are impossible.
    pub fn refused(&mut self, asked: Try) {
        let Some(column) = self.tries.iter().position(|&one| one == asked) else {
            return;
        };
        for (row, alive) in self.values.chunks(self.tries.len()).zip(&mut self.alive) {
            *alive &= row[column].is_nan();
        }
    }

    /// Keeps the tries for which `fits` is true; boards do not change.
    pub fn retain(&mut self, fits: impl Fn(Try) -> bool) {
        let kept: Vec<bool> = self.tries.iter().map(|&asked| fits(asked)).collect();
        let width = self.tries.len();
        let mut place = 0;
        self.values.retain(|_| {
            place += 1;
            kept[(place - 1) % width]
        });
        let mut columns = kept.iter();
        self.tries.retain(|_| *columns.next().unwrap_or(&true));
    }

    /// For each try its mean value over the boards on which it is legal, as a refusal costs
    /// nothing; `None` if it is legal on none.
    pub fn means(&self) -> Vec<Option<f32>> {
        let width = self.tries.len();
        let mut sums = vec![(0.0_f32, 0.0_f32); width];
        if width > 0 {
            let rows = self.values.chunks(width).zip(&self.alive);
            for (row, _) in rows.filter(|(_, alive)| **alive) {
                for (sum, &value) in sums.iter_mut().zip(row) {
                    if !value.is_nan() {
                        *sum = (sum.0 + value, sum.1 + 1.0);
                    }
                }
            }
        }
        let all = sums.iter().fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        let usual = all.0 / f32::max(all.1, 1.0);
        let mean = |&(sum, count): &(f32, f32)| {
            (count > 0.0).then(|| (sum + DOUBT * usual) / (count + DOUBT))
        };
        sums.iter().map(mean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_possible_boards_on_which_a_try_is_legal() {
        let [a, b]: [Try; 2] = ["a2a3", "b2b3"].map(|text| text.parse().unwrap());
        let mut table = Table::new(vec![a, b]);
        for _ in 0..50 {
            table.add([(a, 1.0), (b, 5.0)].into_iter());
            table.add([(a, 2.0)].into_iter());
        }
        let means = table.means();
        assert!((means[0].unwrap() - 1.5).abs() < 0.1);
        assert!((means[1].unwrap() - 5.0).abs() < 0.2);
        table.refused(b);
        assert_eq!(table.boards(), 50);
        let means = table.means();
        assert!((means[0].unwrap() - 2.0).abs() < 0.01);
        assert_eq!(means[1], None);
    }

    #[test]
    fn tries_can_be_left_out() {
        let [a, b]: [Try; 2] = ["a2a3", "b2b3"].map(|text| text.parse().unwrap());
        let mut table = Table::new(vec![a, b]);
        table.add([(a, 1.0), (b, 5.0)].into_iter());
        table.add([(b, 7.0)].into_iter());
        table.retain(|asked| asked == b);
        assert_eq!(table.tries(), [b]);
        assert!((table.means()[0].unwrap() - 6.0).abs() < 0.01);
    }
}
