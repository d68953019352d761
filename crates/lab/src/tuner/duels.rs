//! A generation whose individuals meet two by two. Mirrored ones are twins: from a centre, one is
//! as far in one direction as the other in the opposite one, so that a pair of games tells twice
//! as much of the direction as one against the centre would, and what the distance from the
//! centre itself costs both falls out.

use super::opponents::Outsiders;
use super::{Ground, Individual, Meeting, Purpose, Settled, Told};
use crate::tournament::{Entrant, PlayedGame, tally};
use darkforge_engine::darkboard::Weights;

/// Who searches by duels, between generations.
pub(super) struct Duels {
    pub(super) ground: Ground,
    outsiders: Outsiders,
    /// Number of the generation under way.
    pub(super) number: u32,
    /// The champion; where twins start from.
    pub(super) centre: Vec<f64>,
    /// Number of the individual at the centre; none at the start.
    centre_id: Option<u64>,
    next_individual: u64,
    /// The individuals under way, those of a duel one after the other.
    duelists: Vec<Individual>,
    pairs: u64,
}

/// What the games said of a duel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// Points by which the first was ahead of the second, per game: from -1 to 1.
    pub(super) all: f64,
    /// The same in every other pair.
    pub(super) even: f64,
    /// The same in the rest.
    pub(super) odd: f64,
    /// Games that it rests on: those of the duel, and those of one against strangers.
    pub(super) games: f64,
}

impl Duels {
    pub(super) fn new(ground: Ground, outsiders: Outsiders) -> Duels {
        Duels {
            centre: ground.space.places(&ground.start),
            ground,
            outsiders,
            number: 0,
            centre_id: None,
            next_individual: 0,
            duelists: Vec::new(),
            pairs: 0,
        }
    }

    /// Begins a generation: each of `directions` gets twins, who play `pairs` pairs.
    pub(super) fn begin_mirrored(&mut self, directions: &[Vec<f64>], scale: f64, pairs: u64) {
        let twin = |sign: f64, direction: &Vec<f64>| -> Vec<f64> {
            let moved = self.centre.iter().zip(direction);
            moved.map(|(c, d)| c + sign * d).collect()
        };
        let twins = |direction| [twin(1.0, direction), twin(-1.0, direction)];
        let duels: Vec<[Vec<f64>; 2]> = directions.iter().map(twins).collect();
        self.begin_between(&duels, scale, pairs);
    }

    /// Begins a generation of duels of `pairs` pairs, each between two places.
    pub(super) fn begin_between(&mut self, duels: &[[Vec<f64>; 2]], scale: f64, pairs: u64) {
        self.pairs = pairs;
        self.duelists.clear();
        for places in duels.iter().flatten() {
            let individual = self.individual(places, scale);
            self.duelists.push(individual);
        }
    }

    fn individual(&mut self, places: &[f64], scale: f64) -> Individual {
        self.next_individual += 1;
        Individual {
            id: self.next_individual - 1,
            parent: self.centre_id,
            mutation_scale: scale,
            weights: self.weights(places),
            placing: 0,
        }
    }

    fn weights(&self, places: &[f64]) -> Weights {
        self.ground.space.weights(places)
    }

    /// Where the individuals came to stand, one after the other: within the space.
    pub(super) fn places(&self) -> Vec<Vec<f64>> {
        let clamp = |place: f64| place.clamp(0.0, 1.0);
        let places = |one: &Individual| self.ground.space.places(&one.weights);
        let all = self.duelists.iter().map(places);
        all.map(|places| places.into_iter().map(clamp).collect())
            .collect()
    }

    fn strangers(&self) -> Vec<(Entrant, u64)> {
        self.outsiders.of(&self.ground, self.number, self.pairs)
    }

    /// Pairs that a generation like the one under way takes in the mean.
    pub(super) fn expected_pairs(&self) -> f64 {
        let outside = self.outsiders.mean_pairs(self.pairs);
        self.duelists.len() as f64 * (self.pairs as f64 / 2.0 + outside)
    }

    /// The duels, then everybody's with strangers.
    pub(super) fn ask(&self) -> Vec<Meeting> {
        let noise = &self.ground.noise;
        let mut meetings = Vec::new();
        for two in self.duelists.chunks_exact(2) {
            meetings.push(Meeting {
                round: 1,
                purpose: Purpose::Selection,
                first: self.ground.entrant(&two[0]),
                second: self.ground.entrant(&two[1]),
                pairs: self.pairs,
                openings: noise.openings(self.number, 1, 0),
            });
        }
        let strangers = self.strangers();
        for individual in &self.duelists {
            let mut from = 0;
            for (stranger, pairs) in &strangers {
                meetings.push(Meeting {
                    round: 0,
                    purpose: Purpose::Outside,
                    first: self.ground.entrant(individual),
                    second: stranger.clone(),
                    pairs: *pairs,
                    openings: noise.openings(self.number, 0, from),
                });
                from += pairs;
            }
        }
        meetings
    }

    /// What `games` say of each duel.
    pub(super) fn scores(&self, games: &[Vec<PlayedGame>]) -> Vec<Score> {
        let count = self.duelists.len() / 2;
        let (duels, outside) = games.split_at(count.min(games.len()));
        let each = outside.len() / self.duelists.len().max(1);
        let outside_of = |individual: usize, keep: fn(u64) -> bool| {
            let games = outside[individual * each..(individual + 1) * each].iter();
            games.map(|games| lead(games, keep)).fold((0.0, 0.0), add)
        };
        let score = |duel: usize, keep: fn(u64) -> bool| {
            let (lead, games) = lead(&duels[duel], keep);
            let (first, others) = outside_of(2 * duel, keep);
            let (second, _) = outside_of(2 * duel + 1, keep);
            // In a duel a point won is one that the other lost.
            let games = games + others;
            (
                (2.0 * lead + first - second) / (2.0 * games).max(1.0),
                games,
            )
        };
        (0..count)
            .map(|duel| {
                let (all, games) = score(duel, |_| true);
                Score {
                    all,
                    even: score(duel, |pair| pair.is_multiple_of(2)).0,
                    odd: score(duel, |pair| !pair.is_multiple_of(2)).0,
                    games,
                }
            })
            .collect()
    }

    /// Ends the generation: the centre moves to `centre`, which is its champion; the
    /// others are placed by the scores of their duels.
    pub(super) fn end(&mut self, centre: Vec<f64>, scores: &[Score], asked: usize) -> Told {
        let mut all = std::mem::take(&mut self.duelists);
        let mut ranked: Vec<(f64, usize)> = Vec::new();
        for (duel, score) in scores.iter().enumerate() {
            ranked.push((score.all, 2 * duel));
            ranked.push((-score.all, 2 * duel + 1));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (place, (_, individual)) in ranked.iter().enumerate() {
            all[*individual].placing = place + 2;
        }
        self.centre = centre;
        let mut champion = self.individual(&self.centre.clone(), 0.0);
        champion.placing = 1;
        self.centre_id = Some(champion.id);
        self.outsiders.keep(&champion);
        all.insert(0, champion);
        self.number += 1;
        Told {
            settled: vec![Settled::COUNTED; asked],
            population: Some(all),
        }
    }
}

/// Wins less losses of those pairs that `keep` keeps by their place in the bout, and games.
fn lead(games: &[PlayedGame], keep: fn(u64) -> bool) -> (f64, f64) {
    let first_pair = games.first().map_or(0, |game| game.pair);
    let kept = games.iter().filter(|game| keep(game.pair - first_pair));
    let tally = tally(kept);
    (
        tally.wins as f64 - tally.losses as f64,
        tally.games() as f64,
    )
}

fn add(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0 + b.0, a.1 + b.1)
}
