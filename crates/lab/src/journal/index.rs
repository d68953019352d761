//! Index of a journal: for each game the place of its line and its outcome, ten bytes in all. The
//! games themselves stay in the file.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::bout::Scored;
use darkforge_kriegspiel::umpire::Outcome;

/// Games of a page. Numbers of games are dense, or a share of them at equal distances.
const PAGE: u64 = 256;

/// Places and outcomes of games with neighbouring numbers.
#[derive(Clone, Debug)]
struct Page {
    offsets: [u64; PAGE as usize],
    outcomes: [Option<Outcome>; PAGE as usize],
}

/// Places and outcomes of a journal's games, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pages: BTreeMap<u64, Box<Page>>,
    games: usize,
}

impl Index {
    /// Adds a game whose line begins at `offset`; returns whether it is new.
    pub(super) fn insert(&mut self, (game, outcome): Scored, offset: u64) -> bool {
        let page = self.pages.entry(game / PAGE).or_insert_with(|| {
            Box::new(Page {
                offsets: [0; PAGE as usize],
                outcomes: [None; PAGE as usize],
            })
        });
        let place = (game % PAGE) as usize;
        page.offsets[place] = offset;
        let is_new = page.outcomes[place].replace(outcome).is_none();
        self.games += usize::from(is_new);
        is_new
    }

    /// Number of games.
    pub(super) fn len(&self) -> usize {
        self.games
    }

    /// Place and outcome of a game.
    pub(super) fn get(&self, game: u64) -> Option<(u64, Outcome)> {
        let (page, place) = (self.pages.get(&(game / PAGE))?, (game % PAGE) as usize);
        Some((page.offsets[place], page.outcomes[place]?))
    }

    /// Games with these numbers, in their order, with the places of their lines.
    pub(super) fn range(&self, numbers: Range<u64>) -> impl Iterator<Item = (Scored, u64)> {
        let pages = numbers.start / PAGE..=numbers.end.max(numbers.start) / PAGE;
        let games = self.pages.range(pages).flat_map(|(&number, page)| {
            let all = (number * PAGE..).zip(page.outcomes.iter().zip(&page.offsets));
            all.filter_map(|(game, (outcome, &offset))| Some(((game, (*outcome)?), offset)))
        });
        games.filter(move |((game, _), _)| numbers.contains(game))
    }

    /// All games; their pages are given back on the way.
    pub(super) fn into_all(self) -> impl Iterator<Item = (Scored, u64)> {
        self.pages.into_iter().flat_map(|(number, page)| {
            let games = number * PAGE..;
            let outcomes = page.outcomes.into_iter().zip(page.offsets);
            let all = games.zip(outcomes);
            all.filter_map(|(game, (outcome, offset))| Some(((game, outcome?), offset)))
        })
    }

    /// All games.
    pub(super) fn all(&self) -> impl Iterator<Item = (Scored, u64)> {
        self.range(0..u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_kriegspiel::umpire::{Ending, GameResult};

    fn outcome(game: u64) -> Outcome {
        Outcome {
            result: GameResult::ALL[game as usize % 3],
            ending: Ending::ALL[game as usize % 10],
        }
    }

    #[test]
    fn games_come_in_order_with_places_and_outcomes() {
        let mut index = Index::default();
        let numbers = [900, 0, 255, 256, 7, 1_000_000_000_000];
        for (offset, game) in (0..).zip(numbers) {
            assert!(index.insert((game, outcome(game)), offset));
        }
        assert!(!index.insert((7, outcome(7)), 4), "it is there");
        assert_eq!(index.len(), numbers.len());
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        let all: Vec<u64> = index.all().map(|((game, _), _)| game).collect();
        assert_eq!(all, sorted);
        assert!(index.all().eq(index.clone().into_all()));
        for (offset, game) in (0..).zip(numbers) {
            assert_eq!(index.get(game), Some((offset, outcome(game))));
        }
        assert_eq!(index.get(8), None);
        let some: Vec<u64> = index.range(7..256).map(|((game, _), _)| game).collect();
        assert_eq!(some, [7, 255]);
        assert_eq!(index.range(8..8).count(), 0);
    }

    #[test]
    fn ten_bytes_are_kept_of_a_game() {
        assert_eq!(size_of::<Page>() as u64, 10 * PAGE);
    }
}
