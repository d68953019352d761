//! Swiss tournaments: in each round players with similar points meet, without rematches as long as
//! possible. Meetings are colour-swapped pairs, so colours are balanced.
//!
//! Points are half points of games. With an odd number one player rests in each round, in turn, and
//! gets half of a meeting's points, because a rest proves no strength. Ties are broken by Buchholz'
//! sum, the points of all opponents; a rest counts as an opponent with one's own points.

use super::{Pairing, matching};
use darkforge_ratings::Tally;

/// State of a Swiss tournament.
#[derive(Clone, Debug)]
pub struct Swiss {
    /// Players from the first seed down.
    order: Vec<usize>,
    rounds: u32,
    pairs: u64,
    round: u32,
    meetings: Vec<(usize, usize)>,
    resting: Option<usize>,
    /// For each player its results, round by round.
    history: Vec<History>,
}

#[derive(Clone, Debug, Default)]
struct History {
    half_points: u64,
    opponents: Vec<usize>,
    rests: u64,
}

/// Place of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwissPlace {
    /// The player.
    pub player: usize,
    /// Points, rests included.
    pub points: f64,
    /// Sum of the opponents' points.
    pub buchholz: f64,
    /// Number of rests.
    pub rests: u64,
}

impl Swiss {
    /// A Swiss tournament of the players in `order`, from the first seed down, over
    /// `rounds` rounds of meetings of `pairs` pairs.
    pub fn new(order: &[usize], rounds: u32, pairs: u64) -> Swiss {
        let mut swiss = Swiss {
            order: order.to_vec(),
            rounds,
            pairs,
            round: 0,
            meetings: Vec::new(),
            resting: None,
            history: vec![History::default(); order.len()],
        };
        swiss.begin_round();
        swiss
    }

    /// Rounds that separate `players` players: one for each halving.
    pub fn rounds_for(players: usize) -> u32 {
        players.next_power_of_two().ilog2().max(1)
    }

    pub(super) fn ask(&self) -> Vec<Pairing> {
        let meetings = self.meetings.iter().map(|&(first, second)| Pairing {
            round: self.round,
            first,
            second,
            pairs: self.pairs,
        });
        meetings.collect()
    }

    pub(super) fn tell(&mut self, results: &[Tally]) {
        for (&(first, second), tally) in self.meetings.iter().zip(results) {
            for (own, other, won) in [(first, second, tally.wins), (second, first, tally.losses)] {
                let history = &mut self.history[own];
                history.half_points += 2 * won + tally.draws;
                history.opponents.push(other);
            }
        }
        if let Some(resting) = self.resting {
            let history = &mut self.history[resting];
            history.rests += 1;
            history.half_points += 2 * self.pairs;
        }
        self.begin_round();
    }

    fn begin_round(&mut self) {
        self.meetings.clear();
        self.resting = None;
        if self.round == self.rounds {
            return;
        }
        self.round += 1;
        let mut field = self.ranking();
        if field.len() % 2 == 1 {
            let resting = self.who_rests(&field);
            field.retain(|&player| player != resting);
            self.resting = Some(resting);
        }
        self.meetings = if self.round == 1 {
            let (upper, lower) = field.split_at(field.len() / 2);
            upper.iter().copied().zip(lower.iter().copied()).collect()
        } else {
            self.pair(field)
        };
    }

    fn times_met(&self, a: usize, b: usize) -> usize {
        let opponents = self.history[a].opponents.iter();
        opponents.filter(|&&other| other == b).count()
    }

    fn fresh(&self, a: usize, b: usize) -> bool {
        self.times_met(a, b) == 0
    }

    fn most_fresh(&self, group: &[usize]) -> usize {
        matching::most_pairs(group, |a, b| self.fresh(a, b))
    }

    /// The last of those that rested least, preferably one without which all others have a new
    /// opponent.
    fn who_rests(&self, field: &[usize]) -> usize {
        let rests = |player: usize| self.history[player].rests;
        let least = field.iter().map(|&player| rests(player)).min();
        let may_rest = field.iter().rev().copied();
        let may_rest: Vec<usize> = may_rest.filter(|&p| Some(rests(p)) == least).collect();
        let found = may_rest.iter().copied().max_by_key(|&player| {
            let rest: Vec<usize> = field.iter().copied().filter(|&p| p != player).collect();
            let place = may_rest.iter().position(|&p| p == player);
            (self.most_fresh(&rest), std::cmp::Reverse(place))
        });
        found.unwrap_or(field[field.len() - 1])
    }

    /// Pairs `field`, which is in order of rank: each with the next below that it has not met, if
    /// that leaves as few rematches among the others as possible; a rematch is with the opponent
    /// that it met least often.
    fn pair(&self, mut field: Vec<usize>) -> Vec<(usize, usize)> {
        let mut meetings = Vec::new();
        let mut fresh = self.most_fresh(&field);
        while field.len() >= 2 {
            let first = field.remove(0);
            let without = |place: usize| -> Vec<usize> {
                let others = field.iter().enumerate();
                let others = others.filter(|&(other, _)| other != place);
                others.map(|(_, &player)| player).collect()
            };
            let new = (0..field.len()).filter(|&place| self.fresh(first, field[place]));
            let again = (0..field.len()).filter(|&place| !self.fresh(first, field[place]));
            let mut again: Vec<usize> = again.collect();
            again.sort_by_key(|&place| self.times_met(first, field[place]));
            let wanted = new
                .map(|place| (place, 1))
                .chain(again.into_iter().map(|place| (place, 0)));
            let chosen = wanted
                .map(|(place, new)| (place, new + self.most_fresh(&without(place))))
                .find(|&(_, total)| total == fresh);
            let (place, total) = chosen.unwrap_or((0, fresh));
            let new = usize::from(self.fresh(first, field[place]));
            let second = field.remove(place);
            fresh = total - new.min(total);
            meetings.push((first, second));
        }
        meetings
    }

    fn buchholz(&self, player: usize) -> u64 {
        let history = &self.history[player];
        let met = history.opponents.iter();
        let met: u64 = met.map(|&other| self.history[other].half_points).sum();
        met + history.rests * history.half_points
    }

    pub(super) fn ranking(&self) -> Vec<usize> {
        let mut order = self.order.clone();
        order.sort_by_key(|&player| {
            let points = self.history[player].half_points;
            std::cmp::Reverse((points, self.buchholz(player)))
        });
        order
    }

    /// Players from the first down: by points, then by Buchholz' sum, then by seed.
    pub fn places(&self) -> Vec<SwissPlace> {
        let places = self.ranking().into_iter().map(|player| SwissPlace {
            player,
            points: self.history[player].half_points as f64 / 2.0,
            buchholz: self.buchholz(player) as f64 / 2.0,
            rests: self.history[player].rests,
        });
        places.collect()
    }

    pub(super) fn expected_pairs(&self) -> u64 {
        self.order.len() as u64 / 2 * u64::from(self.rounds) * self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn result(points: i64) -> Tally {
        Tally {
            wins: 2 * u64::from(points > 0),
            losses: 2 * u64::from(points < 0),
            draws: 2 * u64::from(points == 0),
            ..Tally::default()
        }
    }

    /// Number of meetings of each two players.
    fn play(
        swiss: &mut Swiss,
        better: impl Fn(usize, usize) -> i64,
    ) -> BTreeMap<(usize, usize), u32> {
        let mut met = BTreeMap::new();
        loop {
            let meetings = swiss.ask();
            if meetings.is_empty() {
                return met;
            }
            for meeting in &meetings {
                let (a, b) = (meeting.first, meeting.second);
                *met.entry((a.min(b), a.max(b))).or_insert(0) += 1;
            }
            let results: Vec<Tally> = meetings
                .iter()
                .map(|meeting| result(better(meeting.first, meeting.second)))
                .collect();
            swiss.tell(&results);
        }
    }

    #[test]
    fn nobody_meets_again_while_that_can_be_avoided() {
        for players in 2..13 {
            let order: Vec<usize> = (0..players).collect();
            // As many rounds as there can be without a rematch.
            let rounds = if players % 2 == 0 {
                players - 1
            } else {
                players
            };
            let mut swiss = Swiss::new(&order, rounds.min(4) as u32, 1);
            let met = play(&mut swiss, |a, b| b as i64 - a as i64);
            let limit = if players < 4 { 2 } else { 1 };
            let most = met.values().copied().max().unwrap_or(0);
            assert!(most <= limit, "{players} players: {met:?}");
            let rests: Vec<u64> = swiss.places().iter().map(|place| place.rests).collect();
            let (least, most) = (rests.iter().min().unwrap(), rests.iter().max().unwrap());
            assert!(most - least <= 1, "{players} players: {rests:?}");
        }
    }

    #[test]
    fn rematches_are_as_few_as_there_can_be() {
        let mut swiss = Swiss::new(&[0, 1, 2, 3], 5, 1);
        let met = play(&mut swiss, |a, b| b as i64 - a as i64);
        assert_eq!(met.len(), 6, "all six meetings come before any twice");
        assert_eq!(met.values().sum::<u32>(), 10);
        assert!(met.values().all(|&times| times <= 2));
    }

    #[test]
    fn the_best_is_first_and_ties_are_broken_by_the_opponents() {
        let order: Vec<usize> = (0..16).rev().collect();
        let mut swiss = Swiss::new(&order, Swiss::rounds_for(16), 1);
        play(&mut swiss, |a, b| b as i64 - a as i64);
        let places = swiss.places();
        assert_eq!(places[0].player, 0);
        assert!(places[0].points >= 8.0, "four rounds of two games won");
        for two in places.windows(2) {
            let key = |place: &SwissPlace| (place.points, place.buchholz);
            assert!(key(&two[0]) >= key(&two[1]));
        }
    }

    #[test]
    fn rest_is_worth_half_a_meeting() {
        let mut swiss = Swiss::new(&[0, 1, 2], 3, 1);
        play(&mut swiss, |_, _| 0);
        for place in swiss.places() {
            assert_eq!(
                (place.rests, place.points.to_bits()),
                (1, 3.0_f64.to_bits())
            );
        }
    }
}
