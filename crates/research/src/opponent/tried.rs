//! Openings that others tried against a player, and the one that did best.

use std::collections::BTreeMap;

use darkforge_board::Try;
use darkforge_engine::opponent::{OPENING, Prepared};

/// Least number of games that begin with a prepared opening.
const LEAST: u32 = 20;
/// Games with the mean of all that are added to those of an opening: the best of many means was also lucky.
const PRIOR: f64 = 20.0;

/// Games and points by first moves, with one colour.
#[derive(Default)]
pub(super) struct Tried {
    by_moves: BTreeMap<Vec<Try>, (u32, f64)>,
}

impl Tried {
    /// Adds a game with these `moves` before the first announcement, and its `points` for who played them.
    pub fn add(&mut self, moves: &[Try], points: f64) {
        for length in 0..=moves.len().min(OPENING) {
            let (games, sum) = self.by_moves.entry(moves[..length].to_vec()).or_default();
            *games += 1;
            *sum += points;
        }
    }

    /// The best opening: of those with enough games the one with the best mean, continued as most of these
    /// games were. Games and score are those before that.
    pub fn best(&self) -> Option<Prepared> {
        let &(all, sum) = self.by_moves.get(&Vec::new())?;
        let usual = sum / f64::from(all);
        let value = |games: u32, sum: f64| (sum + PRIOR * usual) / (f64::from(games) + PRIOR);
        let tried = self
            .by_moves
            .iter()
            .filter(|(_, (games, _))| *games >= LEAST);
        let best = tried.max_by(|(a_moves, a), (b_moves, b)| {
            let values = value(a.0, a.1).total_cmp(&value(b.0, b.1));
            values.then(b_moves.len().cmp(&a_moves.len()))
        });
        let (mut moves, &(games, sum)) = best.filter(|(moves, _)| !moves.is_empty())?;
        // The games were won by what most of them went on with, too.
        let mut most = games;
        while let Some((longer, &(games, _))) = self.by_moves.iter().find(|(longer, (games, _))| {
            let next = longer.len() == moves.len() + 1 && longer.starts_with(moves);
            next && *games >= LEAST && 2 * *games > most
        }) {
            (moves, most) = (longer, games);
        }
        Some(Prepared {
            moves: moves.clone(),
            games,
            score: sum / f64::from(games),
            all,
            usual,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Try> {
        text.split(' ').map(|word| word.parse().unwrap()).collect()
    }

    fn best(games: &[(&str, u32, f64)]) -> Option<String> {
        let mut tried = Tried::default();
        for &(text, games, points) in games {
            (0..games).for_each(|_| tried.add(&moves(text), points));
        }
        let best = tried.best()?;
        let words: Vec<String> = best.moves.iter().map(ToString::to_string).collect();
        Some(format!("{} {} {}", words.join(" "), best.games, best.all))
    }

    #[test]
    fn the_best_opening_of_enough_games_is_taken_to_its_end() {
        let games = [
            ("d2d4 e2e3", 60, 1.0),
            ("d2d4 g1f3", 60, 0.5),
            ("e2e4 g1f3", 60, 0.0),
        ];
        assert_eq!(best(&games).as_deref(), Some("d2d4 e2e3 60 180"));
        assert_eq!(best(&[("d2d4", 19, 1.0)]), None, "too few games");
        let lost_early = [("d2d4 e2e3", 60, 0.9), ("d2d4", 5, 1.0), ("e2e4", 60, 0.0)];
        assert_eq!(best(&lost_early).as_deref(), Some("d2d4 e2e3 65 125"));
    }

    #[test]
    fn a_few_lucky_games_do_not_outweigh_many_good_ones() {
        let games = [
            ("e2e4", 20, 1.0),
            ("d2d4", 190, 1.0),
            ("d2d4", 10, 0.0),
            ("a2a3", 200, 0.0),
        ];
        assert_eq!(best(&games).as_deref(), Some("d2d4 200 420"));
    }

    #[test]
    fn what_few_games_went_on_with_is_left_to_the_engine() {
        let games = [("d2d4", 30, 1.0), ("d2d4 e2e3", 10, 0.5), ("e2e4", 60, 0.0)];
        assert_eq!(best(&games).as_deref(), Some("d2d4 40 100"));
    }
}
