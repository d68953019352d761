//! Counted results of a match, seen from the first player's side.
//!
//! Unit: games, and colour-swapped pairs of games (the same opening played once with each colour).
//! Pairs are counted beside the games because the two games of a pair are correlated, so that the
//! pair is the independent observation.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// The result of one game for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameScore {
    /// No point.
    Loss,
    /// Half a point.
    Draw {
        /// Whether the game was drawn because the side to move had no legal move.
        stalemate: bool,
    },
    /// One point.
    Win,
}

impl GameScore {
    /// The first player's points in half points: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw { .. } => 1,
            Self::Win => 2,
        }
    }
}

/// Counts of games and of colour-swapped pairs, from the first player's point of view.
///
/// Games of pairs are counted in both ways, unpaired games only as games: `2 * pair_count() <=
/// games()` holds for every tally built by the methods below.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn, for whatever reason.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn by stalemate, a part of `draws`. No other figure depends on it.
    pub stalemates: u64,
    /// Colour-swapped pairs by the points made in them: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Tally of `wins`, `draws` and `losses` that belong to no pair.
    pub fn of(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally {
            wins,
            draws,
            losses,
            ..Tally::default()
        }
    }

    /// Counts one game that belongs to no pair.
    pub fn add_game(&mut self, score: GameScore) {
        match score {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw { stalemate } => {
                self.draws += 1;
                self.stalemates += u64::from(stalemate);
            }
            GameScore::Win => self.wins += 1,
        }
    }

    /// Counts the two games of a colour-swapped pair, both as the first player's result.
    pub fn add_pair(&mut self, first: GameScore, second: GameScore) {
        self.add_game(first);
        self.add_game(second);
        self.pairs[first.half_points() + second.half_points()] += 1;
    }

    /// Number of games, paired or not.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Number of complete colour-swapped pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Whether every game belongs to a pair; false for no games.
    pub fn is_all_paired(&self) -> bool {
        self.games() > 0 && 2 * self.pair_count() == self.games()
    }

    /// Mean points per game in [0, 1]; 0.5 for no games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + 0.5 * self.draws as f64) / games as f64,
        }
    }

    /// The same results from the other player's point of view.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self {
            wins: self.losses,
            losses: self.wins,
            pairs,
            ..*self
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.stalemates += other.stalemates;
        for (own, more) in self.pairs.iter_mut().zip(other.pairs) {
            *own += more;
        }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::EloEstimate;
    use crate::interval::Estimate;

    const STALEMATE: GameScore = GameScore::Draw { stalemate: true };
    const DRAW: GameScore = GameScore::Draw { stalemate: false };

    fn mixed() -> Tally {
        let mut tally = Tally::default();
        tally.add_pair(GameScore::Win, GameScore::Win);
        tally.add_pair(GameScore::Win, DRAW);
        tally.add_pair(STALEMATE, DRAW);
        tally.add_pair(GameScore::Loss, GameScore::Win);
        tally
    }

    #[test]
    fn pairs_and_games_are_counted_together() {
        let tally = mixed();
        let expected = Tally {
            wins: 4,
            draws: 3,
            losses: 1,
            stalemates: 1,
            pairs: [0, 0, 2, 1, 1],
        };
        assert_eq!(tally, expected);
        assert_eq!((tally.games(), tally.pair_count()), (8, 4));
        assert!(tally.is_all_paired());
        assert!((tally.score() - 5.5 / 8.0).abs() < 1e-15);
        assert!((tally.win_rate().value - 0.5).abs() < 1e-15);
        assert!((tally.draw_rate().value - 0.375).abs() < 1e-15);
        assert!((tally.stalemate_rate().value - 0.125).abs() < 1e-15);
    }

    #[test]
    fn an_unpaired_game_counts_as_a_game_only() {
        let mut tally = mixed();
        tally.add_game(GameScore::Loss);
        assert_eq!((tally.games(), tally.pair_count()), (9, 4));
        assert!(!tally.is_all_paired());
    }

    #[test]
    fn no_games_give_a_whole_interval_and_unknown_elo() {
        let none = Tally::default();
        let whole = Estimate {
            value: 0.5,
            lo: 0.0,
            hi: 1.0,
        };
        assert_eq!(none.score_estimate(), whole);
        assert_eq!(none.win_rate(), whole);
        assert_eq!(none.elo(), EloEstimate::UNKNOWN);
        assert!((none.los() - 0.5).abs() < 1e-12);
        assert!(!none.is_all_paired());
    }

    #[test]
    fn swapping_twice_gives_the_tally_back() {
        let tally = mixed();
        let other = tally.swapped();
        assert_eq!(other.pairs, [1, 1, 2, 0, 0]);
        assert_eq!((other.wins, other.losses, other.stalemates), (1, 4, 1));
        assert!((other.score() + tally.score() - 1.0).abs() < 1e-15);
        assert_eq!(other.swapped(), tally);
    }

    #[test]
    fn sums_count_everything_once() {
        let mut unpaired = Tally::default();
        unpaired.add_game(STALEMATE);
        let total: Tally = [mixed(), unpaired, mixed()].into_iter().sum();
        assert_eq!(total, mixed() + mixed() + unpaired);
        assert_eq!((total.games(), total.stalemates), (17, 3));
        assert_eq!(total.pairs, [0, 0, 4, 2, 2]);
    }
}
