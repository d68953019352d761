//! The thesis' evolution (T 7.7.1): a population that is a power of two meets in knockout
//! tournaments; the winner fathers most of the next generation, runners-up some.

use super::mutation::{Mutation, fathers};
use super::{Ground, Individual, Meeting, Purpose, Settled, Told, Tuner};
use crate::stream;
use crate::tournament::{Decision, Duel, DuelPairs, Openings, PlayedGame, tally};

/// How a knockout selects and breeds.
#[derive(Clone, Debug)]
pub struct KnockoutSettings {
    /// Individuals; a power of two, at least 2.
    pub size: usize,
    /// Pairs in each bout.
    pub pairs: u64,
    /// Pairs added to a drawn bout at a time.
    pub extra_pairs: u64,
    /// How often they are added before a coin decides.
    pub max_extra: u32,
    /// Share of the children that the champion fathers.
    pub champion_share: f64,
    /// How children differ.
    pub mutation: Mutation,
    /// Scale of the first generation's mutations.
    pub first_scale: f64,
}

impl KnockoutSettings {
    fn duel_pairs(&self) -> DuelPairs {
        DuelPairs {
            pairs: self.pairs,
            extra_pairs: self.extra_pairs,
            max_extra: self.max_extra,
        }
    }
}

/// The knockout under way.
pub struct Knockout {
    ground: Ground,
    settings: KnockoutSettings,
    number: u32,
    round: u32,
    population: Vec<Individual>,
    duels: Vec<Duel>,
    /// Duels that were told, for the coin.
    told: u64,
    next_individual: u64,
}

impl Knockout {
    /// A knockout before its first game.
    ///
    /// # Panics
    /// When the population's size is no power of two or below 2; a config is checked for
    /// that where it is read.
    pub fn new(ground: Ground, settings: KnockoutSettings) -> Knockout {
        assert!(settings.size.is_power_of_two() && settings.size >= 2);
        // The start itself is not among them, so that it can serve as the reference
        // without ever having taken part in the selection.
        let scale = settings.first_scale;
        let population = (0..settings.size as u64)
            .map(|id| {
                let mut stream = stream::open(ground.seed, "mutation", id);
                Individual {
                    id,
                    parent: None,
                    mutation_scale: scale,
                    weights: settings.mutation.child(&ground.start, scale, &mut stream),
                    placing: 0,
                }
            })
            .collect();
        let mut knockout = Knockout {
            number: 0,
            round: 0,
            next_individual: settings.size as u64,
            population,
            duels: Vec::new(),
            told: 0,
            ground,
            settings,
        };
        knockout.begin_tournament();
        knockout
    }

    /// Draws the first round: who meets whom is drawn anew for each generation.
    fn begin_tournament(&mut self) {
        let mut order: Vec<usize> = (0..self.population.len()).collect();
        let mut stream = stream::open(self.ground.seed, "bracket", u64::from(self.number));
        stream::shuffle(&mut stream, &mut order);
        self.round = 1;
        self.begin_round(&order);
    }

    fn begin_round(&mut self, order: &[usize]) {
        let duels = order.chunks_exact(2);
        self.duels = duels.map(|pair| Duel::new(pair[0], pair[1])).collect();
    }

    fn open_duels(&self) -> impl Iterator<Item = &Duel> {
        self.duels.iter().filter(|duel| duel.winner.is_none())
    }

    /// Takes the games of the duels that were open; decides what can be decided.
    fn close_duels(&mut self, games: &[Vec<PlayedGame>]) -> Vec<Settled> {
        let duel_pairs = self.settings.duel_pairs();
        let open = self.duels.iter_mut().filter(|duel| duel.winner.is_none());
        let mut settled = Vec::new();
        for (duel, games) in open.zip(games) {
            let (seed, number) = (self.ground.seed, self.told);
            let decision = duel.tell(tally(games), &duel_pairs, || {
                (coin(seed, number), Decision::Coin)
            });
            let winner = duel.winner.map(|index| self.population[index].name());
            settled.push(Settled {
                winner: winner.unwrap_or_default(),
                decision,
            });
            self.told += 1;
        }
        settled
    }

    /// Places those who are out; the generation, if it ends with this round.
    fn end_round(&mut self) -> Option<Vec<Individual>> {
        let place = self.duels.len() + 1;
        let mut winners = Vec::new();
        for duel in &self.duels {
            if let (Some(winner), Some(loser)) = (duel.winner, duel.loser()) {
                self.population[loser].placing = place;
                winners.push(winner);
            }
        }
        if let [champion] = winners[..] {
            self.population[champion].placing = 1;
            let next = self.breed();
            self.number += 1;
            let old = std::mem::replace(&mut self.population, next);
            self.begin_tournament();
            return Some(old);
        }
        self.round += 1;
        self.begin_round(&winners);
        None
    }

    /// The next generation: the champion as it is, and children of the best.
    fn breed(&mut self) -> Vec<Individual> {
        let KnockoutSettings {
            size,
            mutation,
            champion_share,
            ..
        } = self.settings;
        let mut ranked: Vec<&Individual> = self.population.iter().collect();
        ranked.sort_by_key(|individual| (individual.placing, individual.id));
        let mut next = vec![Individual {
            id: self.next_individual,
            parent: Some(ranked[0].id),
            mutation_scale: 0.0,
            weights: ranked[0].weights.clone(),
            placing: 0,
        }];
        for place in fathers(size - 1, size, champion_share) {
            let father = ranked[place];
            // Placing 1 went all the way, 2 fell one round short, 3 two, 5 three, ...
            let rounds_short = (father.placing as u32).next_power_of_two().ilog2();
            let id = self.next_individual + next.len() as u64;
            let scale = mutation.scale_for(rounds_short, size);
            let mut stream = stream::open(self.ground.seed, "mutation", id);
            next.push(Individual {
                id,
                parent: Some(father.id),
                mutation_scale: scale,
                weights: mutation.child(&father.weights, scale, &mut stream),
                placing: 0,
            });
        }
        self.next_individual += size as u64;
        next
    }
}

/// A coin that falls the same way in every run of this seed: whether the first wins.
fn coin(seed: u64, bout: u64) -> bool {
    stream::derive(seed, "coin", bout).is_multiple_of(2)
}

impl Tuner for Knockout {
    fn ask(&self) -> Vec<Meeting> {
        let pairs = self.settings.duel_pairs();
        self.open_duels()
            .map(|duel| Meeting {
                round: self.round,
                purpose: Purpose::Selection,
                first: self.ground.entrant(&self.population[duel.first]),
                second: self.ground.entrant(&self.population[duel.second]),
                pairs: duel.pairs(&pairs),
                openings: Openings::Own,
            })
            .collect()
    }

    fn tell(&mut self, games: &[Vec<PlayedGame>]) -> Told {
        let settled = self.close_duels(games);
        let is_open = self.open_duels().next().is_some();
        let population = if is_open { None } else { self.end_round() };
        Told {
            settled,
            population,
        }
    }

    fn expected_pairs(&self) -> u64 {
        (self.settings.size as u64 - 1) * self.settings.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::darkboard::Weights;
    use crate::tuner::Evolution;
    use crate::tuner::testing::{by_queen, run, settings};
    use crate::umpire::GameResult;

    #[test]
    fn the_fittest_wins_and_its_line_climbs() {
        let knockout = run(settings(8, 12), by_queen);
        assert_eq!(knockout.finished().len(), 12);
        let mut before = 0.0;
        for generation in knockout.finished() {
            let value = |i: &Individual| i.weights[crate::darkboard::Weight::QueenValue];
            let best = generation.population.iter().map(value).fold(0.0, f64::max);
            let champion = value(generation.champion());
            assert!(
                (champion - best).abs() < 1e-12,
                "the best wins when it always wins"
            );
            assert!(champion >= before, "the champion lives on");
            before = champion;
        }
        assert!(before > Weights::default()[crate::darkboard::Weight::QueenValue] * 1.2);
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
