//! A generation of mirrored twins: from a centre, as far in one direction as in the other.
//! Twins meet each other, so that a pair of games tells twice as much of the direction as
//! one against the centre would, and what the distance from the centre itself costs both
//! falls out.

use super::opponents::Outsiders;
use super::{Ground, Individual, Meeting, Purpose, Settled, Told};
use crate::darkboard::Weights;
use crate::tournament::{Entrant, PlayedGame, tally};

/// Who searches by twins, between generations.
pub(super) struct Mirror {
    pub(super) ground: Ground,
    outsiders: Outsiders,
    /// Number of the generation under way.
    pub(super) number: u32,
    /// Where the twins start from; the champion.
    pub(super) centre: Vec<f64>,
    /// Number of the individual at the centre; none at the start.
    centre_id: Option<u64>,
    next_individual: u64,
    /// Twins under way, one after the other.
    twins: Vec<Individual>,
    pairs: u64,
}

/// What the games said of a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// Points by which the first twin was ahead of the second, per game: from -1 to 1.
    pub(super) all: f64,
    /// The same in every other pair.
    pub(super) even: f64,
    /// The same in the rest.
    pub(super) odd: f64,
}

impl Mirror {
    pub(super) fn new(ground: Ground, outsiders: Outsiders) -> Mirror {
        Mirror {
            centre: ground.space.places(&ground.start),
            ground,
            outsiders,
            number: 0,
            centre_id: None,
            next_individual: 0,
            twins: Vec::new(),
            pairs: 0,
        }
    }

    /// Begins a generation: each of `directions` gets twins, who play `pairs` pairs.
    pub(super) fn begin(&mut self, directions: &[Vec<f64>], scale: f64, pairs: u64) {
        self.pairs = pairs;
        self.twins.clear();
        for direction in directions {
            for sign in [1.0, -1.0] {
                let moved = self.centre.iter().zip(direction);
                let places: Vec<f64> = moved.map(|(c, d)| c + sign * d).collect();
                let twin = self.individual(&places, scale);
                self.twins.push(twin);
            }
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

    /// Where the twins came to stand, one after the other: within the space.
    pub(super) fn twins(&self) -> Vec<Vec<f64>> {
        let clamp = |place: f64| place.clamp(0.0, 1.0);
        let places = |twin: &Individual| self.ground.space.places(&twin.weights);
        let twins = self.twins.iter().map(places);
        twins
            .map(|places| places.into_iter().map(clamp).collect())
            .collect()
    }

    fn strangers(&self) -> Vec<(Entrant, u64)> {
        self.outsiders.of(&self.ground, self.number, self.pairs)
    }

    /// Pairs that the generation under way takes.
    pub(super) fn expected_pairs(&self) -> u64 {
        let outside: u64 = self.strangers().iter().map(|(_, pairs)| pairs).sum();
        self.twins.len() as u64 / 2 * (self.pairs + 2 * outside)
    }

    /// Twins' meetings with each other, then everybody's with strangers.
    pub(super) fn ask(&self) -> Vec<Meeting> {
        let noise = &self.ground.noise;
        let mut meetings = Vec::new();
        for twins in self.twins.chunks_exact(2) {
            meetings.push(Meeting {
                round: 1,
                purpose: Purpose::Selection,
                first: self.ground.entrant(&twins[0]),
                second: self.ground.entrant(&twins[1]),
                pairs: self.pairs,
                openings: noise.openings(self.number, 1, 0),
            });
        }
        let strangers = self.strangers();
        for twin in &self.twins {
            let mut from = 0;
            for (stranger, pairs) in &strangers {
                meetings.push(Meeting {
                    round: 0,
                    purpose: Purpose::Outside,
                    first: self.ground.entrant(twin),
                    second: stranger.clone(),
                    pairs: *pairs,
                    openings: noise.openings(self.number, 0, from),
                });
                from += pairs;
            }
        }
        meetings
    }

    /// What `games` say of each direction.
    pub(super) fn scores(&self, games: &[Vec<PlayedGame>]) -> Vec<Score> {
        let count = self.twins.len() / 2;
        let (duels, outside) = games.split_at(count.min(games.len()));
        let each = outside.len() / self.twins.len().max(1);
        let outside_of = |twin: usize, keep: fn(u64) -> bool| {
            let games = outside[twin * each..(twin + 1) * each].iter();
            games.map(|games| lead(games, keep)).fold((0.0, 0.0), add)
        };
        let score = |direction: usize, keep: fn(u64) -> bool| {
            let (duel, games) = lead(&duels[direction], keep);
            let (first, others) = outside_of(2 * direction, keep);
            let (second, _) = outside_of(2 * direction + 1, keep);
            // In a duel a point won is one that the twin lost.
            (2.0 * duel + first - second) / (2.0 * games + 2.0 * others).max(1.0)
        };
        (0..count)
            .map(|direction| Score {
                all: score(direction, |_| true),
                even: score(direction, |pair| pair.is_multiple_of(2)),
                odd: score(direction, |pair| !pair.is_multiple_of(2)),
            })
            .collect()
    }

    /// Ends the generation: the centre moves to `centre`, which is its champion; the twins
    /// are placed by the scores of their directions.
    pub(super) fn end(&mut self, centre: Vec<f64>, scores: &[Score], asked: usize) -> Told {
        let mut twins = std::mem::take(&mut self.twins);
        let mut ranked: Vec<(f64, usize)> = Vec::new();
        for (direction, score) in scores.iter().enumerate() {
            ranked.push((score.all, 2 * direction));
            ranked.push((-score.all, 2 * direction + 1));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (place, (_, twin)) in ranked.iter().enumerate() {
            twins[*twin].placing = place + 2;
        }
        self.centre = centre;
        let mut champion = self.individual(&self.centre.clone(), 0.0);
        champion.placing = 1;
        self.centre_id = Some(champion.id);
        self.outsiders.keep(&champion);
        twins.insert(0, champion);
        self.number += 1;
        Told {
            settled: vec![Settled::COUNTED; asked],
            population: Some(twins),
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
