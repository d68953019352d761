//! The thesis' evolution (T 7.7.1): a population that is a power of two meets in knockout
//! tournaments; the winner fathers most of the next generation, runners-up some.
//!
//! Ours, each behind a switch: games against opponents from outside count (`Shares`), bouts
//! stop when they are decided ([`super::Noise`]), the best of a generation are blended into
//! one, and who would be champion must beat the champion ([`Title`]).

mod breeding;
mod mutation;
mod settings;

pub use mutation::Mutation;
pub use settings::{KnockoutSettings, Title};

use super::noise::{BoutPairs, Race, half_points};
use super::opponents::Outsiders;
use super::{Ground, Individual, Meeting, Purpose, Settled, Told, Tuner};
use crate::tournament::{Entrant, PlayedGame, tally};
use darkforge_engine::darkboard::Weights;
use darkforge_ratings::Tally;
use darkforge_streams as streams;

/// What is being played.
#[derive(Clone, Debug)]
enum Phase {
    /// Everybody's games against those from outside.
    Outside,
    /// A round of the tournament.
    Round(Vec<Race>),
    /// The match for the championship: the challenger is first, the champion second.
    Title(Race),
}

/// The knockout under way.
pub struct Knockout {
    ground: Ground,
    settings: KnockoutSettings,
    outsiders: Outsiders,
    number: u32,
    round: u32,
    population: Vec<Individual>,
    /// Weights of the champion before, at first the start.
    champion: Weights,
    /// Half points that each individual made more than it lost against outsiders.
    outside: Vec<i64>,
    phase: Phase,
    /// Bouts that were told, for the coin.
    told: u64,
    next_individual: u64,
}

/// Round of the match for the championship: no tournament has as many.
const TITLE_ROUND: u32 = 64;

impl Knockout {
    /// A knockout before its first game.
    ///
    /// # Panics
    /// When the population's size is no power of two or below 2; a config is checked for
    /// that where it is read.
    pub fn new(ground: Ground, settings: KnockoutSettings, outsiders: Outsiders) -> Knockout {
        assert!(settings.size.is_power_of_two() && settings.size >= 2);
        let mut knockout = Knockout {
            number: 0,
            round: 0,
            next_individual: settings.size as u64,
            population: breeding::first(&ground, &settings),
            champion: ground.start.clone(),
            outside: Vec::new(),
            phase: Phase::Outside,
            told: 0,
            ground,
            settings,
            outsiders,
        };
        knockout.begin_generation();
        knockout
    }

    fn begin_generation(&mut self) {
        self.outside = vec![0; self.population.len()];
        self.round = 0;
        if self.strangers().is_empty() {
            self.begin_tournament();
        } else {
            self.phase = Phase::Outside;
        }
    }

    /// Who is met from outside, and in how many pairs: about twice a bout's is what an
    /// individual plays in the tournament.
    fn strangers(&self) -> Vec<(Entrant, u64)> {
        let pairs = 2 * self.settings.pairs;
        self.outsiders.of(&self.ground, self.number, pairs)
    }

    /// Draws the first round: who meets whom is drawn anew for each generation.
    fn begin_tournament(&mut self) {
        let mut stream = streams::open(self.ground.seed, "bracket", u64::from(self.number));
        let together = if self.settings.twins { 2 } else { 1 };
        let mut order: Vec<usize> = (0..self.population.len() / together).collect();
        streams::shuffle(&mut stream, &mut order);
        let order = order.into_iter();
        let order: Vec<usize> = order
            .flat_map(|first| (0..together).map(move |next| together * first + next))
            .collect();
        self.begin_round(&order);
    }

    fn begin_round(&mut self, order: &[usize]) {
        self.round += 1;
        let races = order.chunks_exact(2).map(|pair| {
            let head_start = self.outside[pair[0]] - self.outside[pair[1]];
            Race::new(pair[0], pair[1], head_start)
        });
        self.phase = Phase::Round(races.collect());
    }

    fn entrant(&self, index: usize) -> Entrant {
        self.ground.entrant(&self.population[index])
    }

    /// The pairs of `race` that come next.
    fn meeting(&self, race: &Race, round: u32, purpose: Purpose, pairs: &BoutPairs) -> Meeting {
        let noise = &self.ground.noise;
        Meeting {
            round,
            purpose,
            first: self.entrant(race.first),
            second: self.entrant(race.second),
            pairs: race.next_pairs(pairs, noise.racing.as_ref()),
            openings: noise.openings(self.number, round, race.played()),
        }
    }

    /// Everybody's meetings with those from outside, in the order of the population.
    fn outside_meetings(&self) -> Vec<Meeting> {
        let strangers = self.strangers();
        let mut meetings = Vec::new();
        for index in 0..self.population.len() {
            let mut from = 0;
            for (stranger, pairs) in &strangers {
                meetings.push(Meeting {
                    round: 0,
                    purpose: Purpose::Outside,
                    first: self.entrant(index),
                    second: stranger.clone(),
                    pairs: *pairs,
                    openings: self.ground.noise.openings(self.number, 0, from),
                });
                from += pairs;
            }
        }
        meetings
    }

    fn tell_outside(&mut self, games: &[Vec<PlayedGame>]) -> Told {
        let each = games.len() / self.population.len();
        for (outside, games) in self.outside.iter_mut().zip(games.chunks(each)) {
            *outside += games
                .iter()
                .map(|games| half_points(&tally(games)))
                .sum::<i64>();
        }
        self.begin_tournament();
        Told {
            settled: vec![Settled::COUNTED; games.len()],
            population: None,
        }
    }

    /// Takes the games of the races that were open; decides what can be decided.
    fn tell_round(&mut self, mut races: Vec<Race>, games: &[Vec<PlayedGame>]) -> Told {
        let open = races.iter_mut().filter(|race| race.winner.is_none());
        let mut settled = Vec::new();
        for (race, games) in open.zip(games) {
            settled.push(self.tell_race(race, &self.settings.bout_pairs(), tally(games)));
            self.told += 1;
        }
        let population = if races.iter().any(|race| race.winner.is_none()) {
            self.phase = Phase::Round(races);
            None
        } else {
            self.end_round(&races)
        };
        Told {
            settled,
            population,
        }
    }

    fn tell_race(&self, race: &mut Race, pairs: &BoutPairs, games: Tally) -> Settled {
        let racing = self.ground.noise.racing.as_ref();
        let decision = race.tell(games, pairs, racing, || coin(self.ground.seed, self.told));
        let winner = race.winner.map(|index| self.population[index].name());
        Settled {
            winner: winner.unwrap_or_default(),
            decision,
        }
    }

    /// Places those who are out; the generation, if it ends with this round.
    fn end_round(&mut self, races: &[Race]) -> Option<Vec<Individual>> {
        let place = races.len() + 1;
        let mut winners = Vec::new();
        for race in races {
            if let (Some(winner), Some(loser)) = (race.winner, race.loser()) {
                self.population[loser].placing = place;
                winners.push(winner);
            }
        }
        let [winner] = winners[..] else {
            self.begin_round(&winners);
            return None;
        };
        self.population[winner].placing = 1;
        let challenger = if self.settings.blend > 0.0 {
            self.add_blend()
        } else {
            winner
        };
        // The first of a population is the champion before, but in the first generation.
        let defends = self.number > 0 && !self.settings.twins && challenger != 0;
        let defended = defends && self.settings.title.pairs > 0;
        if !defended {
            return Some(self.end_generation(challenger));
        }
        self.phase = Phase::Title(Race::new(challenger, 0, 0));
        None
    }

    /// Adds the blend of the placed individuals to the population; its number there.
    fn add_blend(&mut self) -> usize {
        let blend = breeding::blend(
            &self.ground.space,
            &self.champion,
            &self.population,
            self.settings.blend,
            self.next_individual,
        );
        self.next_individual += 1;
        self.population.push(blend);
        self.population.len() - 1
    }

    fn tell_title(&mut self, mut race: Race, games: &[Vec<PlayedGame>]) -> Told {
        let counted = games.first().map(tally).unwrap_or_default();
        let mut settled = self.tell_race(&mut race, &self.settings.title_pairs(), counted);
        if race.winner.is_none() {
            self.phase = Phase::Title(race);
            return Told {
                settled: vec![settled],
                population: None,
            };
        }
        let stronger = race.tally.los() >= self.settings.title.confidence;
        let champion = if stronger { race.first } else { race.second };
        settled.winner = self.population[champion].name();
        Told {
            settled: vec![settled],
            population: Some(self.end_generation(champion)),
        }
    }

    /// Breeds the next generation and begins it; the old one, with its placings.
    fn end_generation(&mut self, champion: usize) -> Vec<Individual> {
        if self.population[champion].placing != 1 {
            for individual in &mut self.population {
                // Who has no place yet is a blend: if it lost the match, it is second.
                individual.placing = 1 + individual.placing.max(1);
            }
            self.population[champion].placing = 1;
        }
        self.outsiders.keep(&self.population[champion]);
        self.champion = self.population[champion].weights.clone();
        let next = breeding::next(
            &self.ground,
            &self.settings,
            &self.population,
            self.next_individual,
        );
        self.next_individual += next.len() as u64;
        self.number += 1;
        let old = std::mem::replace(&mut self.population, next);
        self.begin_generation();
        old
    }
}

/// A coin that falls the same way in every run of this seed: whether the first wins.
fn coin(seed: u64, bout: u64) -> bool {
    streams::derive(seed, "coin", bout).is_multiple_of(2)
}

impl Tuner for Knockout {
    fn ask(&self) -> Vec<Meeting> {
        let settings = &self.settings;
        match &self.phase {
            Phase::Outside => self.outside_meetings(),
            Phase::Round(races) => races
                .iter()
                .filter(|race| race.winner.is_none())
                .map(|race| {
                    self.meeting(race, self.round, Purpose::Selection, &settings.bout_pairs())
                })
                .collect(),
            Phase::Title(race) => {
                let pairs = settings.title_pairs();
                vec![self.meeting(race, TITLE_ROUND, Purpose::Confirmation, &pairs)]
            }
        }
    }

    fn tell(&mut self, games: &[Vec<PlayedGame>]) -> Told {
        match std::mem::replace(&mut self.phase, Phase::Outside) {
            Phase::Outside => self.tell_outside(games),
            Phase::Round(races) => self.tell_round(races, games),
            Phase::Title(race) => self.tell_title(race, games),
        }
    }

    fn expected_pairs(&self) -> f64 {
        let size = self.settings.size as u64;
        let within = (size - 1) * self.settings.pairs + self.settings.title.pairs;
        size as f64 * self.outsiders.mean_pairs(2 * self.settings.pairs) + within as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Decision;
    use crate::tuner::Evolution;
    use crate::tuner::testing::{by_queen, run, settings};
    use darkforge_engine::darkboard::Weights;
    use darkforge_kriegspiel::umpire::GameResult;

    #[test]
    fn the_fittest_wins_and_its_line_climbs() {
        let knockout = run(settings(8, 12), by_queen);
        assert_eq!(knockout.finished().len(), 12);
        let mut before = 0.0;
        for generation in knockout.finished() {
            let value = |i: &Individual| i.weights[darkforge_engine::darkboard::Weight::QueenValue];
            let best = generation.population.iter().map(value).fold(0.0, f64::max);
            let champion = value(generation.champion());
            assert!(
                (champion - best).abs() < 1e-12,
                "the best wins when it always wins"
            );
            assert!(champion >= before, "the champion lives on");
            before = champion;
        }
        assert!(before > Weights::default()[darkforge_engine::darkboard::Weight::QueenValue] * 1.2);
    }

    #[test]
    fn placings_are_those_of_a_bracket() {
        let knockout = run(settings(8, 1), by_queen);
        let mut placings: Vec<usize> = knockout.finished()[0]
            .population
            .iter()
            .map(|i| i.placing)
            .collect();
        placings.sort_unstable();
        assert_eq!(placings, [1, 2, 3, 3, 5, 5, 5, 5]);
    }

    #[test]
    fn drawn_bouts_get_bounded_extra_pairs_and_then_a_recorded_coin() {
        let knockout = run(settings(4, 1), |_| GameResult::Draw);
        let rounds: Vec<_> = knockout.results().iter().filter(|r| r.round > 0).collect();
        // Three meetings, each with the bout itself and two times extra pairs.
        assert_eq!(rounds.len(), 9);
        let coins = rounds
            .iter()
            .filter(|r| r.decision == Decision::Coin)
            .count();
        assert_eq!(coins, 3);
        assert!(
            rounds
                .iter()
                .all(|r| (r.decision == Decision::Coin) != r.winner.is_empty())
        );
        let again = run(settings(4, 1), |_| GameResult::Draw);
        let winners = |k: &Evolution| -> Vec<String> {
            k.results().iter().map(|r| r.winner.clone()).collect()
        };
        assert_eq!(winners(&knockout), winners(&again));
    }

    #[test]
    fn the_coin_is_fair() {
        let heads = (0..2000).filter(|&bout| coin(9, bout)).count();
        assert!((900..1100).contains(&heads), "{heads}");
    }
}
