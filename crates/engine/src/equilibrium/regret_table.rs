//! Regret table: predictive regret matching+ for several information sets with equally many
//! actions.

/// A mixed strategy for each information set, which learns from utilities.
///
/// Regrets are cut off at 0. The next strategy expects the last regret once more (the prediction).
#[derive(Clone, Debug, Default)]
pub struct RegretTable {
    actions: usize,
    /// For each set the regret of each action, at least 0.
    regrets: Vec<f64>,
    strategies: Vec<f64>,
    /// Sums of counted strategies.
    sums: Vec<f64>,
}

impl RegretTable {
    /// A table for this number of information `sets`, each with this number of `actions`, at least
    /// one; all actions are equally likely.
    pub fn new(sets: usize, actions: usize) -> RegretTable {
        RegretTable {
            actions,
            regrets: vec![0.0; sets * actions],
            strategies: vec![1.0 / actions as f64; sets * actions],
            sums: vec![0.0; sets * actions],
        }
    }

    /// Probability of each action in this `set`.
    #[inline]
    pub fn strategy(&self, set: usize) -> &[f64] {
        &self.strategies[set * self.actions..][..self.actions]
    }

    /// Changes the strategy of `set` after the utility of each action was `utilities`, against what
    /// the other side played.
    #[inline]
    pub fn observe(&mut self, set: usize, utilities: &[f64]) {
        let places = set * self.actions..(set + 1) * self.actions;
        let strategy = &mut self.strategies[places.clone()];
        let regrets = &mut self.regrets[places];
        let played: f64 = strategy.iter().zip(utilities).map(|(x, u)| x * u).sum();
        let mut total = 0.0;
        for ((x, regret), utility) in strategy.iter_mut().zip(regrets).zip(utilities) {
            let missed = utility - played;
            *regret = (*regret + missed).max(0.0);
            *x = (*regret + missed).max(0.0);
            total += *x;
        }
        if total > 0.0 {
            for x in strategy {
                *x /= total;
            }
        } else {
            strategy.fill(1.0 / self.actions as f64);
        }
    }

    /// Adds the strategy of `set` to its average with this `weight`.
    #[inline]
    pub fn count(&mut self, set: usize, weight: f64) {
        let places = set * self.actions..(set + 1) * self.actions;
        let sums = &mut self.sums[places.clone()];
        for (sum, x) in sums.iter_mut().zip(&self.strategies[places]) {
            *sum += weight * x;
        }
    }

    /// The average of the counted strategies of `set`; the present one if none has weight.
    pub fn average(&self, set: usize) -> Vec<f64> {
        let sums = &self.sums[set * self.actions..][..self.actions];
        let total: f64 = sums.iter().sum();
        if total > 0.0 {
            sums.iter().map(|sum| sum / total).collect()
        } else {
            self.strategy(set).to_vec()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_always_better_is_soon_played_alone() {
        let mut table = RegretTable::new(2, 3);
        for _ in 0..3 {
            table.observe(1, &[0.0, 1.0, -1.0]);
        }
        assert_eq!(table.strategy(1), [0.0, 1.0, 0.0]);
        let third = 1.0 / 3.0;
        assert_eq!(table.strategy(0), [third; 3], "another information set");
    }

    #[test]
    fn regrets_do_not_fall_below_zero() {
        // After a long bad time an action is played as soon as it is the best.
        let mut table = RegretTable::new(1, 2);
        for _ in 0..1000 {
            table.observe(0, &[1.0, 0.0]);
        }
        table.observe(0, &[0.0, 1.0]);
        table.observe(0, &[0.0, 1.0]);
        assert!(table.strategy(0)[1] > 0.5);
    }

    #[test]
    fn an_average_is_weighed() {
        let mut table = RegretTable::new(1, 2);
        table.count(0, 3.0);
        table.observe(0, &[1.0, 0.0]);
        table.count(0, 1.0);
        assert_eq!(table.average(0), [2.5 / 4.0, 1.5 / 4.0]);
    }
}
