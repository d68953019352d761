//! Knockout: the loser of a meeting is eliminated. Seeds are placed so that the first two can only
//! meet in the final, and the best seeds have the byes. A drawn meeting gets extra pairs, a bounded
//! number of times; then the better seed advances.

use super::{Pairing, Settled};
use crate::tournament::{Decision, Duel, DuelPairs};
use darkforge_ratings::Tally;

/// State of a knockout.
#[derive(Clone, Debug)]
pub struct Knockout {
    pairs: DuelPairs,
    /// Seed of each player, from 0.
    seed: Vec<usize>,
    /// Players with a bye in this round, and its meetings, from the top of the bracket down.
    slots: Vec<Slot>,
    round: u32,
    /// Meetings of the round with byes included; placings follow from it.
    size: usize,
    /// Place of each eliminated player, and of the winner, from 1.
    placing: Vec<Option<usize>>,
}

#[derive(Clone, Debug)]
enum Slot {
    Bye(usize),
    Duel(Duel),
}

impl Knockout {
    /// A knockout of the players in `order`, from the first seed down.
    pub fn new(order: &[usize], pairs: DuelPairs) -> Knockout {
        let mut seed = vec![0; order.len()];
        for (place, &player) in order.iter().enumerate() {
            seed[player] = place;
        }
        let bracket = bracket(order.len().next_power_of_two());
        let entrants = bracket.iter().map(|&place| order.get(place).copied());
        let entrants: Vec<Option<usize>> = entrants.collect();
        let mut knockout = Knockout {
            pairs,
            placing: vec![None; order.len()],
            seed,
            slots: Vec::new(),
            round: 1,
            size: 0,
        };
        knockout.begin_round(&entrants);
        knockout
    }

    /// Players two by two, from the top of the bracket down; at most one of two is missing.
    fn begin_round(&mut self, entrants: &[Option<usize>]) {
        let slots = entrants.chunks_exact(2).filter_map(|two| match *two {
            [Some(a), Some(b)] if self.seed[a] < self.seed[b] => Some(Slot::Duel(Duel::new(a, b))),
            [Some(a), Some(b)] => Some(Slot::Duel(Duel::new(b, a))),
            [alone, other] => alone.or(other).map(Slot::Bye),
            _ => None,
        });
        self.slots = slots.collect();
        self.size = self.slots.len();
    }

    /// The undecided meetings.
    pub(super) fn ask(&self) -> Vec<Pairing> {
        let duels = self.slots.iter().filter_map(|slot| match slot {
            Slot::Duel(duel) if duel.winner.is_none() => Some(duel),
            _ => None,
        });
        duels
            .map(|duel| Pairing {
                round: self.round,
                first: duel.first,
                second: duel.second,
                pairs: duel.pairs(&self.pairs),
            })
            .collect()
    }

    pub(super) fn tell(&mut self, results: &[Tally]) -> Vec<Settled> {
        let pairs = self.pairs;
        let open = self.slots.iter_mut().filter_map(|slot| match slot {
            Slot::Duel(duel) if duel.winner.is_none() => Some(duel),
            _ => None,
        });
        let settled = open
            .zip(results)
            .map(|(duel, &games)| Settled {
                // The first is the better seed.
                decision: duel.tell(games, &pairs, || (true, Decision::Seed)),
                winner: duel.winner,
            })
            .collect();
        let winners: Vec<Option<usize>> = self
            .slots
            .iter()
            .map(|slot| match slot {
                Slot::Bye(player) => Some(*player),
                Slot::Duel(duel) => duel.winner,
            })
            .collect();
        if winners.iter().all(Option::is_some) {
            self.end_round(&winners);
        }
        settled
    }

    fn end_round(&mut self, winners: &[Option<usize>]) {
        for slot in &self.slots {
            if let Slot::Duel(duel) = slot
                && let Some(loser) = duel.loser()
            {
                self.placing[loser] = Some(self.size + 1);
            }
        }
        self.round += 1;
        if let [Some(champion)] = *winners {
            self.placing[champion] = Some(1);
            self.slots.clear();
        } else {
            self.begin_round(winners);
        }
    }

    /// The winner of the last round.
    pub fn champion(&self) -> Option<usize> {
        self.placing.iter().position(|&place| place == Some(1))
    }

    /// Place of `player`: 1, 2, 3 (twice), 5 (four times), ...; `None` before its elimination.
    pub fn placing(&self, player: usize) -> Option<usize> {
        self.placing[player]
    }

    /// Remaining players, then the others by placing; equal ones by seed.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.seed.len()).collect();
        order.sort_by_key(|&player| (self.placing[player].unwrap_or(0), self.seed[player]));
        order
    }

    pub(super) fn expected_pairs(&self) -> u64 {
        (self.seed.len() as u64 - 1) * self.pairs.pairs
    }
}

/// Seeds from the top of the bracket down: 0 and 1 are in different halves, the first four
/// in different quarters, and so on. `size` is a power of two.
fn bracket(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let last = 2 * places.len() - 1;
        places = places
            .iter()
            .flat_map(|&seed| [seed, last - seed])
            .collect();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: DuelPairs = DuelPairs {
        pairs: 2,
        extra_pairs: 1,
        max_extra: 2,
    };

    fn result(points: i64) -> Tally {
        Tally {
            wins: u64::from(points > 0),
            losses: u64::from(points < 0),
            draws: u64::from(points == 0),
            ..Tally::default()
        }
    }

    /// Plays it to the end: `better` names the winner, or a draw.
    fn play(
        mut knockout: Knockout,
        better: impl Fn(usize, usize) -> i64,
    ) -> (Knockout, Vec<Decision>) {
        let mut decisions = Vec::new();
        for _ in 0..100 {
            let meetings = knockout.ask();
            if meetings.is_empty() {
                return (knockout, decisions);
            }
            let results: Vec<Tally> = meetings
                .iter()
                .map(|meeting| result(better(meeting.first, meeting.second)))
                .collect();
            decisions.extend(
                knockout
                    .tell(&results)
                    .iter()
                    .map(|settled| settled.decision),
            );
        }
        panic!("it does not end");
    }

    #[test]
    fn the_best_wins_from_any_seed_and_seeds_are_kept_apart() {
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        for players in 2..20 {
            let order: Vec<usize> = (0..players).rev().collect();
            let (knockout, _) = play(Knockout::new(&order, PAIRS), |a, b| b as i64 - a as i64);
            assert_eq!(knockout.champion(), Some(0), "{players} players");
            assert!(knockout.placing.iter().all(Option::is_some));
            let order: Vec<usize> = (0..players).collect();
            let (knockout, _) = play(Knockout::new(&order, PAIRS), |a, b| b as i64 - a as i64);
            assert_eq!(knockout.placing(1), Some(2), "the second seed comes second");
        }
    }

    #[test]
    fn the_best_seeds_have_the_byes() {
        let knockout = Knockout::new(&[4, 3, 2, 1, 0], PAIRS);
        let first: Vec<(usize, usize)> =
            knockout.ask().iter().map(|m| (m.first, m.second)).collect();
        assert_eq!(first, [(1, 0)]);
    }

    #[test]
    fn drawn_meetings_have_bounded_extra_pairs_and_then_the_better_seed_goes_on() {
        let (knockout, decisions) = play(Knockout::new(&[2, 0, 1, 3], PAIRS), |_, _| 0);
        assert_eq!(knockout.champion(), Some(2));
        assert_eq!(decisions.len(), 9, "three meetings of three bouts");
        let seeds = decisions.iter().filter(|&&by| by == Decision::Seed);
        assert_eq!(seeds.count(), 3);
        assert_eq!(knockout.ranking(), [2, 0, 1, 3]);
    }
}
