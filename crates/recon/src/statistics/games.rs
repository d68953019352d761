//! Statistics of many games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::follow::{Event, follow};
use super::size::{Size, Sizes};
use crate::record::History;
use crate::referee::Ending;
use darkforge_board::{Color, SIDES, side};

/// Upper ends of the buckets of possible positions, each included.
const ENDS: [u64; 16] = [
    100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000,
    1_000_000, 2_000_000, 5_000_000, 10_000_000,
];

/// A count for each square, a1 to h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareCounts(pub [u64; 64]);

impl Default for SquareCounts {
    fn default() -> SquareCounts {
        SquareCounts([0; 64])
    }
}

/// Counts of games, which can be merged in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// Plies of all games; passes count.
    pub plies: u64,
    /// Games won by White and by Black.
    pub wins: [u64; 2],
    /// Games without a winner.
    pub draws: u64,
    /// Games by reason of their end, won by White, won by Black and others; no reason is a game that
    /// goes on.
    pub endings: BTreeMap<Option<Ending>, [u64; 3]>,
    /// Games by reason of their end and number of plies.
    pub lengths: BTreeMap<(Option<Ending>, u32), u64>,
    /// Games by name of the player.
    pub players: BTreeMap<String, PlayerGames>,
    /// Senses of White and of Black on each square.
    pub senses: [SquareCounts; 2],
    /// Turns of White and of Black without a sense.
    pub without_sense: [u64; 2],
    /// Games whose beliefs were followed.
    pub followed: u64,
    /// Sizes of beliefs by number of the side's turn, from 1.
    pub sizes: BTreeMap<usize, TurnSizes>,
    /// Greatest size of each side in each followed game that has an end.
    pub greatest: Sizes,
    /// The sides of followed games by the greatest number of their possible positions.
    buckets: BTreeMap<(bool, u64), Bucket>,
}

/// Games of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerGames {
    /// Games; those against itself count twice.
    pub games: u64,
    /// Games won, by reason.
    pub won: BTreeMap<Ending, u64>,
    /// Games lost, by reason.
    pub lost: BTreeMap<Ending, u64>,
    /// Games drawn.
    pub drawn: u64,
}

/// Sizes of the beliefs in one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnSizes {
    /// Before the sense.
    pub before: Sizes,
    /// After it.
    pub after: Sizes,
    /// Turns whose sizes are unknown, because an earlier one was beyond the limit.
    pub unknown: u64,
}

/// Sides of games whose greatest number of possible positions lies in one interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Least number of positions.
    pub from: u64,
    /// Greatest number; `None` beyond the limit.
    pub up_to: Option<u64>,
    /// Sides that won.
    pub won: u64,
    /// Sides of drawn games.
    pub drawn: u64,
    /// Sides that lost.
    pub lost: u64,
}

impl Bucket {
    /// Number of sides.
    pub fn sides(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The bucket of a size, without sides.
    fn of(size: Size) -> Bucket {
        let place = ENDS.partition_point(|&end| end < size.positions);
        let (from, up_to) = match (size.at_least, ENDS.get(place)) {
            (false, Some(&end)) if place == 0 => (1, Some(end)),
            (false, Some(&end)) => (ENDS[place - 1] + 1, Some(end)),
            _ => (size.positions, None),
        };
        Bucket {
            from,
            up_to,
            won: 0,
            drawn: 0,
            lost: 0,
        }
    }

    /// Exact sizes first, by number.
    fn key(&self) -> (bool, u64) {
        (self.up_to.is_none(), self.up_to.unwrap_or(0))
    }

    fn merge(&mut self, other: &Bucket) {
        self.from = self.from.min(other.from);
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

impl Statistics {
    /// Adds a game that [`check`](crate::record::check()) accepts. With `limit`, the beliefs of both
    /// sides are followed, up to so many positions. Beyond it a side is followed no further, unless
    /// its next sense makes its belief exact again.
    pub fn add(&mut self, history: &History, limit: Option<usize>) {
        self.games += 1;
        let plies = history.plies() as u64;
        self.plies += plies;
        let ending = history.outcome.map(|outcome| outcome.ending);
        let winner = history.outcome.and_then(|outcome| outcome.winner);
        match winner {
            Some(color) => self.wins[side(color)] += 1,
            None if ending.is_some() => self.draws += 1,
            None => {}
        }
        self.endings.entry(ending).or_default()[winner.map_or(2, side)] += 1;
        *self.lengths.entry((ending, plies as u32)).or_default() += 1;
        for color in SIDES {
            self.add_player(&history.names[side(color)], color, ending, winner);
        }
        for (color, _, turn) in history.in_order() {
            match turn.sense.0 {
                Some(square) => self.senses[side(color)].0[square.to_u32() as usize] += 1,
                None => self.without_sense[side(color)] += 1,
            }
        }
        if let Some(limit) = limit {
            self.followed += 1;
            for color in SIDES {
                self.follow(history, color, limit);
            }
        }
    }

    fn add_player(
        &mut self,
        name: &str,
        color: Color,
        ending: Option<Ending>,
        winner: Option<Color>,
    ) {
        let player = self.players.entry(name.to_owned()).or_default();
        player.games += 1;
        let Some(ending) = ending else { return };
        match winner {
            Some(winner) if winner == color => *player.won.entry(ending).or_default() += 1,
            Some(_) => *player.lost.entry(ending).or_default() += 1,
            None => player.drawn += 1,
        }
    }

    fn follow(&mut self, history: &History, color: Color, limit: usize) {
        let start = Size {
            positions: 1,
            at_least: false,
        };
        let (mut greatest, mut before) = (start, start);
        let mut turn = 0;
        follow(history, color, limit, |moment, belief| {
            let size = Size::of(belief);
            if (size.at_least, size.positions) > (greatest.at_least, greatest.positions) {
                greatest = size;
            }
            if moment.event == Event::Sensed {
                turn += 1;
                let sizes = self.sizes.entry(turn).or_default();
                sizes.before.add(before);
                sizes.after.add(size);
                if size.at_least {
                    return ControlFlow::Break(());
                }
            }
            before = size;
            ControlFlow::Continue(())
        });
        for turn in turn + 1..=history.turns[side(color)].len() {
            self.sizes.entry(turn).or_default().unknown += 1;
        }
        let Some(outcome) = history.outcome else {
            return;
        };
        self.greatest.add(greatest);
        let mut bucket = Bucket::of(greatest);
        match outcome.winner {
            Some(winner) if winner == color => bucket.won = 1,
            Some(_) => bucket.lost = 1,
            None => bucket.drawn = 1,
        }
        self.add_bucket(&bucket);
    }

    fn add_bucket(&mut self, bucket: &Bucket) {
        let known = self.buckets.entry(bucket.key());
        known
            .and_modify(|known| known.merge(bucket))
            .or_insert(*bucket);
    }

    /// The sides by the greatest number of their possible positions (paper, Fig. 1). Buckets without
    /// a side are left out.
    pub fn buckets(&self) -> impl Iterator<Item = &Bucket> {
        self.buckets.values()
    }

    /// The sizes of all turns together.
    pub fn all_sizes(&self) -> TurnSizes {
        let mut all = TurnSizes::default();
        for sizes in self.sizes.values() {
            all.merge(sizes);
        }
        all
    }

    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Statistics) {
        self.games += other.games;
        self.plies += other.plies;
        self.draws += other.draws;
        self.followed += other.followed;
        for place in 0..2 {
            self.wins[place] += other.wins[place];
            self.without_sense[place] += other.without_sense[place];
            let senses = self.senses[place].0.iter_mut().zip(other.senses[place].0);
            senses.for_each(|(sum, more)| *sum += more);
        }
        for (ending, games) in &other.endings {
            let sums = self.endings.entry(*ending).or_default();
            sums.iter_mut()
                .zip(games)
                .for_each(|(sum, more)| *sum += more);
        }
        add_counts(&mut self.lengths, &other.lengths);
        for (name, player) in &other.players {
            self.players.entry(name.clone()).or_default().merge(player);
        }
        for (&turn, sizes) in &other.sizes {
            self.sizes.entry(turn).or_default().merge(sizes);
        }
        self.greatest.merge(&other.greatest);
        for bucket in other.buckets.values() {
            self.add_bucket(bucket);
        }
    }
}

impl PlayerGames {
    fn merge(&mut self, other: &PlayerGames) {
        self.games += other.games;
        self.drawn += other.drawn;
        add_counts(&mut self.won, &other.won);
        add_counts(&mut self.lost, &other.lost);
    }

    /// Games won for any reason.
    pub fn wins(&self) -> u64 {
        self.won.values().sum()
    }

    /// Games lost for any reason.
    pub fn losses(&self) -> u64 {
        self.lost.values().sum()
    }
}

impl TurnSizes {
    fn merge(&mut self, other: &TurnSizes) {
        self.before.merge(&other.before);
        self.after.merge(&other.after);
        self.unknown += other.unknown;
    }
}

fn add_counts<K: Ord + Clone>(sums: &mut BTreeMap<K, u64>, counts: &BTreeMap<K, u64>) {
    for (key, count) in counts {
        *sums.entry(key.clone()).or_default() += count;
    }
}
