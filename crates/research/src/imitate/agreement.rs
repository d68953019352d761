//! Agreement: the share of situations in which a player chooses the recorded try.

use rayon::prelude::*;

use super::Sample;
use darkforge_board::Try;
use darkforge_engine::darkboard::{EngineOptions, Weights};
use darkforge_engine::player::{Weighed, near_best};
use darkforge_ratings::{Estimate, Z95, wilson};

/// Greatest k of the top-k curve.
pub const MOST: usize = 10;

/// Agreement over one game, as sums over its decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct GameSums {
    game: u64,
    decisions: u64,
    /// Decisions whose recorded try was among the student's tries.
    known: u64,
    /// Expected agreement of the student, for k from 1.
    top: [f64; MOST],
    /// The same for a student that draws among all its tries.
    chance: [f64; MOST],
}

/// Agreement over some games; games are the independent units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    games: Vec<GameSums>,
}

/// The player that is compared with the recorded choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// The engine.
    Student,
    /// A draw among the engine's tries.
    Chance,
}

/// Probability that `asked` is among the first `k` of a player with these values, for each k from
/// 1: it draws among the best, which lie within `ties`, and equal ones follow in any order.
fn top(weighed: &Weighed, asked: Try, ties: f64) -> Option<[f64; MOST]> {
    let place = weighed.tries.iter().position(|&known| known == asked)?;
    let value = weighed.values[place];
    let (floor, near) = near_best(&weighed.values, ties);
    let (better, equal) = if value >= floor {
        (0, near)
    } else {
        let count = |which: &dyn Fn(f64) -> bool| {
            let values = weighed.values.iter();
            values.filter(|&&other| which(other)).count()
        };
        let better = count(&|other| other > value);
        (better, count(&|other| other >= value) - better)
    };
    Some(std::array::from_fn(|k| {
        let places = (k + 1).saturating_sub(better) as f64;
        (places / equal as f64).min(1.0)
    }))
}

impl Agreement {
    /// Agreement of the engine with `weights` and `options` with the choices of `samples`.
    /// Situations with one try are no decisions.
    pub fn measure(
        samples: &[Sample],
        weights: &Weights,
        options: EngineOptions,
        seed: u64,
    ) -> Agreement {
        let each: Vec<GameSums> = samples
            .par_iter()
            .map(|sample| {
                let mut sums = GameSums {
                    game: sample.game,
                    ..GameSums::default()
                };
                let mut students = [sample.student(weights, options, seed)];
                sample.follow(&mut students, |students, view, _, asked| {
                    sums.add(&students[0].weigh(view, None), asked, options.ties);
                });
                sums
            })
            .collect();
        let mut games: Vec<GameSums> = Vec::new();
        for sums in each {
            match games.last_mut().filter(|last| last.game == sums.game) {
                Some(last) => last.join(&sums),
                None => games.push(sums),
            }
        }
        Agreement { games }
    }

    /// Number of decisions.
    pub fn decisions(&self) -> u64 {
        self.games.iter().map(|game| game.decisions).sum()
    }

    /// Decisions whose recorded try the engine excludes: no agreement is possible there.
    pub fn unknown(&self) -> u64 {
        self.games
            .iter()
            .map(|game| game.decisions - game.known)
            .sum()
    }

    /// Share of the decisions whose recorded try is among the first `k`, 1 to [`MOST`], with its 95
    /// % interval: Wilson's, with as many independent decisions as the spread between games
    /// implies.
    pub fn share(&self, k: usize, chooser: Chooser) -> Estimate {
        let all = self.decisions() as f64;
        if all == 0.0 {
            return wilson(0.0, 0.0, Z95);
        }
        let sum: f64 = self.games.iter().map(|game| game.of(k, chooser)).sum();
        let share = (sum / all).clamp(0.0, 1.0);
        let games = self.games.len() as f64;
        let spread = self.spread(|game| game.of(k, chooser) - share * game.decisions as f64);
        let independent = if spread > 0.0 {
            (share * (1.0 - share) / spread).clamp(games.min(all), all)
        } else {
            games
        };
        wilson(share * independent, independent, Z95)
    }

    /// Difference of this agreement and `other`, on the same games, among the first `k`, with its
    /// 95 % interval: normal, by the spread of the differences between games.
    ///
    /// # Panics
    /// If the games differ.
    pub fn gain(&self, other: &Agreement, k: usize) -> Estimate {
        assert_eq!(self.games.len(), other.games.len(), "the same games");
        let all = (self.decisions() as f64).max(1.0);
        let difference = |a: &GameSums, b: &GameSums| a.top[k - 1] - b.top[k - 1];
        let pairs = || self.games.iter().zip(&other.games);
        let value = pairs().map(|(a, b)| difference(a, b)).sum::<f64>() / all;
        let others: Vec<f64> = pairs()
            .map(|(a, b)| difference(a, b) - value * a.decisions as f64)
            .collect();
        let mut left = others.into_iter();
        let half = Z95 * self.spread(|_| left.next().unwrap_or(0.0)).sqrt();
        Estimate {
            value,
            lo: value - half,
            hi: value + half,
        }
    }

    /// Variance of a mean over decisions, by the residual sums of each game.
    fn spread(&self, mut residual: impl FnMut(&GameSums) -> f64) -> f64 {
        let games = self.games.len() as f64;
        let all = self.decisions() as f64;
        if games < 2.0 || all == 0.0 {
            return 0.0;
        }
        let squares: f64 = self.games.iter().map(|game| residual(game).powi(2)).sum();
        games / (games - 1.0) * squares / (all * all)
    }
}

impl GameSums {
    fn add(&mut self, weighed: &Weighed, asked: Try, ties: f64) {
        let tries = weighed.tries.len();
        if tries < 2 {
            return;
        }
        self.decisions += 1;
        let Some(top) = top(weighed, asked, ties) else {
            return;
        };
        self.known += 1;
        for (k, share) in top.into_iter().enumerate() {
            self.top[k] += share;
            self.chance[k] += ((k + 1) as f64 / tries as f64).min(1.0);
        }
    }

    fn join(&mut self, other: &GameSums) {
        self.decisions += other.decisions;
        self.known += other.known;
        for k in 0..MOST {
            self.top[k] += other.top[k];
            self.chance[k] += other.chance[k];
        }
    }

    fn of(&self, k: usize, chooser: Chooser) -> f64 {
        match chooser {
            Chooser::Student => self.top[k - 1],
            Chooser::Chance => self.chance[k - 1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(values: &[f64]) -> Weighed {
        let tries = ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3"];
        Weighed {
            tries: tries[..values.len()]
                .iter()
                .map(|asked| asked.parse().unwrap())
                .collect(),
            values: values.to_vec(),
            by_weights: true,
        }
    }

    #[test]
    fn the_best_share_the_draw_and_equals_their_places() {
        let weighed = weighed(&[1.0, 0.99, 0.5, 0.5, 0.1]);
        let of = |asked: &str| top(&weighed, asked.parse().unwrap(), 0.02).unwrap()[..5].to_vec();
        assert_eq!(of("a2a3"), [0.5, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(of("b2b3"), [0.5, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(of("d2d3"), [0.0, 0.0, 0.5, 1.0, 1.0]);
        assert_eq!(of("e2e3"), [0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(top(&weighed, "h2h4".parse().unwrap(), 0.02), None);
    }

    #[test]
    fn games_that_differ_widen_the_interval() {
        let game = |number, agreed: f64| {
            let mut top = [agreed; MOST];
            top[0] = agreed;
            GameSums {
                game: number,
                decisions: 100,
                known: 100,
                top,
                ..GameSums::default()
            }
        };
        let of = |agreed: [f64; 4]| {
            let games = agreed.into_iter().zip(0..).map(|(a, n)| game(n, a));
            Agreement {
                games: games.collect(),
            }
        };
        let width = |agreement: &Agreement| {
            let share = agreement.share(1, Chooser::Student);
            assert!((share.value - 0.5).abs() < 1e-12);
            share.hi - share.lo
        };
        let (alike, apart) = (of([48.0, 52.0, 45.0, 55.0]), of([10.0, 90.0, 20.0, 80.0]));
        assert!(width(&apart) > 3.0 * width(&alike));
        let gain = of([60.0, 100.0, 30.0, 90.0]).gain(&apart, 1);
        assert!((gain.value - 0.2).abs() < 1e-12 && gain.lo < 0.2 && gain.hi > 0.2);
    }
}
