//! Outcomes: results, reasons and lengths of games.

use std::collections::BTreeMap;

use super::course::Course;
use super::reason::Reason;
use darkforge_board::Color;
use darkforge_kriegspiel::umpire::GameResult;

/// Result, reason, and the side concerned.
pub type How = (Option<GameResult>, Reason, Option<Color>);

/// Games by result, reason and length in moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    games: BTreeMap<Key, BTreeMap<u32, u64>>,
}

/// [`How`] as a sort key: results in their order, then reasons, then colours.
type Key = (u8, Reason, u8);

const RESULTS: [Option<GameResult>; 4] = [
    Some(GameResult::WhiteWins),
    Some(GameResult::BlackWins),
    Some(GameResult::Draw),
    None,
];

const COLORS: [Option<Color>; 3] = [None, Some(Color::Black), Some(Color::White)];

fn place<T: PartialEq>(list: &[T], item: &T) -> u8 {
    list.iter().position(|known| known == item).unwrap_or(0) as u8
}

impl Outcomes {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        let game = course.game;
        let key = (
            place(&RESULTS, &game.result),
            game.reason,
            place(&COLORS, &game.color),
        );
        *self
            .games
            .entry(key)
            .or_default()
            .entry(course.moves())
            .or_default() += 1;
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Outcomes) {
        for (key, lengths) in other.games {
            let own = self.games.entry(key).or_default();
            for (moves, games) in lengths {
                *own.entry(moves).or_default() += games;
            }
        }
    }

    /// Every combination of result and reason, with its number of games.
    pub fn counts(&self) -> Vec<(How, u64)> {
        let how = |&(result, reason, color): &Key| {
            let (result, color) = (RESULTS[result as usize], COLORS[color as usize]);
            (result, reason, color)
        };
        let games = self.games.iter();
        games
            .map(|(key, lengths)| (how(key), lengths.values().sum()))
            .collect()
    }

    /// Number of games for which `fits` is true.
    pub fn count(&self, fits: impl Fn(How) -> bool) -> u64 {
        let counts = self.counts().into_iter();
        counts
            .filter(|&(how, _)| fits(how))
            .map(|(_, games)| games)
            .sum()
    }

    /// Lengths in moves, each with its number of games, over games for which `fits` is true.
    pub fn lengths(&self, fits: impl Fn(How) -> bool) -> BTreeMap<u32, u64> {
        let mut all = BTreeMap::new();
        for (&(result, reason, color), lengths) in &self.games {
            if fits((RESULTS[result as usize], reason, COLORS[color as usize])) {
                for (&moves, games) in lengths {
                    *all.entry(moves).or_default() += games;
                }
            }
        }
        all
    }
}
