//! Adapter: plays the duels of an optimiser as games. Individuals become players with weights, and
//! meet external opponents as well.

use std::collections::BTreeMap;

use super::individual::individual_name;
use super::opponents::Outsiders;
use super::{Converged, Individual, Method, Pairing, Purpose, Settled, Setup, Stop, Told};
use crate::bout::{Entrant, tally_of_bout};
use crate::tournament::Decision;
use darkforge_kriegspiel::umpire::Outcome;
use darkforge_optimise::{self as optimise, Duel, DuelKind, DuelScore, Optimiser, Score};
use darkforge_ratings::{Tally, Verdict};

/// Scores of even and odd pairs.
type Halves = [Score; 2];

/// A search for weights by games, without an end of its own: the caller decides after which
/// generation to stop.
pub(super) struct Tuner {
    setup: Setup,
    outsiders: Outsiders,
    optimiser: Box<dyn Optimiser>,
    /// Number of the current generation.
    number: u32,
    /// For each individual of the generation, its games against external opponents, in even and
    /// odd pairs.
    outside: BTreeMap<u64, Halves>,
    /// Games so far of each open duel, by its individuals.
    played: BTreeMap<(u64, u64), (Tally, Halves)>,
}

impl Tuner {
    /// A search before its first game.
    pub(super) fn new(setup: Setup, method: &Method, outsiders: Outsiders) -> Tuner {
        let space = &setup.space;
        let start = space.values(&setup.start);
        Tuner {
            optimiser: method.start(space.searched().clone(), &start, setup.seed),
            setup,
            outsiders,
            number: 0,
            outside: BTreeMap::new(),
            played: BTreeMap::new(),
        }
    }

    fn individual(&self, individual: &optimise::Individual) -> Individual {
        Individual {
            id: individual.id,
            parent: individual.parent,
            mutation_scale: individual.mutation_scale,
            weights: self.setup.space.with(&individual.point),
            placing: individual.placing,
        }
    }

    fn entrant(&self, individual: &optimise::Individual) -> Entrant {
        self.setup.entrant(&self.individual(individual))
    }

    /// External opponents of this generation, and pairs against each.
    fn opponents(&self) -> Vec<(Entrant, u64)> {
        let pairs = self.optimiser.pairs_each();
        self.outsiders.of(&self.setup, self.number, pairs)
    }

    /// Pairs of `duel` to play before its next check.
    fn slice(&self, duel: &Duel) -> u64 {
        match (&self.setup.noise.racing, duel.kind) {
            (Some(racing), DuelKind::Decided | DuelKind::Title) => duel.pairs.min(racing.slice),
            _ => duel.pairs,
        }
    }

    /// The meeting of `duel` in generation `number`.
    fn meeting(&self, duel: &Duel, number: u32) -> Pairing {
        let purpose = match duel.kind {
            DuelKind::Title => Purpose::Confirmation,
            _ => Purpose::Selection,
        };
        Pairing {
            round: duel.round,
            purpose,
            first: self.entrant(&duel.first),
            second: self.entrant(&duel.second),
            pairs: self.slice(duel),
            openings: self.setup.noise.openings(number, duel.round, duel.played),
        }
    }

    /// The meetings of every individual with every external opponent.
    fn outside_meetings(&self) -> Vec<Pairing> {
        let opponents = self.opponents();
        let mut meetings = Vec::new();
        for individual in self.optimiser.population() {
            let mut from = 0;
            for (opponent, pairs) in &opponents {
                meetings.push(Pairing {
                    round: 0,
                    purpose: Purpose::Outside,
                    first: self.entrant(individual),
                    second: opponent.clone(),
                    pairs: *pairs,
                    openings: self.setup.noise.openings(self.number, 0, from),
                });
                from += pairs;
            }
        }
        meetings
    }

    /// Duels to play now, and whether meetings with external opponents come with them. They come
    /// before a duel that must have a winner, because all known games decide it.
    fn next(&self) -> (Vec<Duel>, bool) {
        let duels = self.optimiser.ask();
        let outside = self.outside.is_empty() && !self.opponents().is_empty();
        if outside && duels.iter().any(|duel| duel.kind != DuelKind::Scored) {
            return (Vec::new(), true);
        }
        (duels, outside)
    }

    /// Meetings to play next, at least one. Asking again before telling gives the same meetings.
    pub(super) fn ask(&self) -> Vec<Pairing> {
        let (duels, outside) = self.next();
        let mut meetings = self.meetings_of(&duels, self.number);
        if outside {
            meetings.extend(self.outside_meetings());
        }
        meetings
    }

    /// The first meetings of the next generation that do not depend on the results of this one.
    pub(super) fn ahead(&self) -> Vec<Pairing> {
        self.meetings_of(&self.optimiser.ahead(), self.number + 1)
    }

    fn meetings_of(&self, duels: &[Duel], number: u32) -> Vec<Pairing> {
        let meetings = duels.iter().map(|duel| self.meeting(duel, number));
        meetings.collect()
    }

    /// Takes the games of each meeting asked for, in the same order, and returns their outcomes.
    pub(super) fn tell(&mut self, games: &[Vec<Outcome>]) -> Told {
        let (duels, outside) = self.next();
        let (of_duels, of_outside) = games.split_at(duels.len().min(games.len()));
        if outside {
            let population = self.optimiser.population();
            let each = of_outside.len() / population.len();
            for (individual, games) in population.iter().zip(of_outside.chunks(each)) {
                let mut halves = Halves::default();
                for games in games {
                    add(&mut halves, games, |tally| self.outsiders.lead(tally));
                }
                self.outside.insert(individual.id, halves);
            }
        }
        let mut settled = vec![Settled::COUNTED; games.len()];
        if duels.is_empty() {
            return Told {
                settled,
                population: None,
            };
        }
        let scores: Vec<DuelScore> = duels
            .iter()
            .zip(of_duels)
            .map(|(duel, games)| self.score(duel, games))
            .collect();
        let told = self.optimiser.tell(&scores);
        for (settled, told) in settled.iter_mut().zip(&told.settled) {
            *settled = Settled {
                winner: told.winner.map_or_else(String::new, individual_name),
                decision: decision(told.decision),
            };
        }
        let population = told.generation.map(|generation| self.end(&generation));
        Told {
            settled,
            population,
        }
    }

    /// Score of `duel` after `games`, the last games played.
    fn score(&mut self, duel: &Duel, games: &[Outcome]) -> DuelScore {
        let ids = (duel.first.id, duel.second.id);
        let (counted, halves) = self.played.entry(ids).or_default();
        if duel.played == 0 {
            (*counted, *halves) = Default::default();
        }
        *counted += tally_of_bout(games);
        // In a duel a point won is a point that the other lost.
        let lead = |tally: &Tally| 2.0 * (tally.wins as f64 - tally.losses as f64);
        add(halves, games, lead);
        let (counted, mut halves) = (*counted, *halves);
        // The previous champion belongs to another generation: the title match counts only the
        // games between the two.
        if duel.kind != DuelKind::Title {
            let outside = |id| self.outside.get(id).copied().unwrap_or_default();
            let others = outside(&ids.0).into_iter().zip(outside(&ids.1));
            for (score, (first, second)) in halves.iter_mut().zip(others) {
                score.lead += first.lead - second.lead;
                score.games += first.games;
            }
        }
        let [even, odd] = halves;
        let mut score = DuelScore {
            even,
            odd,
            pairs: duel.played + games.len() as u64 / 2,
            sure: false,
            superiority: counted.los(),
            values: None,
        };
        if let Some(racing) = &self.setup.noise.racing {
            let lead = score.all().lead;
            score.sure = match racing.test.verdict(racing.test.llr_pairs(&counted.pairs)) {
                Verdict::AcceptH1 => lead > 0.0,
                Verdict::AcceptH0 => lead < 0.0,
                Verdict::Continue => false,
            };
        }
        score
    }

    fn end(&mut self, generation: &[optimise::Individual]) -> Vec<Individual> {
        let all: Vec<Individual> = generation.iter().map(|one| self.individual(one)).collect();
        for champion in all.iter().filter(|individual| individual.placing == 1) {
            self.outsiders.keep(champion);
        }
        self.outside.clear();
        self.played.clear();
        self.number += 1;
        all
    }

    /// Reason for which the search has converged after the generation that has just ended, if it has.
    pub(super) fn converged(&self, stop: &Stop) -> Option<Converged> {
        self.optimiser.converged(stop)
    }

    /// Begins the search again with a larger population; `false` if no restart is left.
    pub(super) fn restart(&mut self) -> bool {
        self.optimiser.restart()
    }

    /// Expected number of pairs of a generation, as far as it is known in advance.
    pub(super) fn expected_pairs(&self) -> f64 {
        let outside = self.outsiders.mean_pairs(self.optimiser.pairs_each());
        let players = self.optimiser.population().len();
        self.optimiser.expected_pairs() + players as f64 * outside
    }
}

/// Adds `games` to `halves`; `lead` is the first's lead after games, in half points.
fn add(halves: &mut Halves, games: &[Outcome], lead: impl Fn(&Tally) -> f64) {
    for (half, score) in halves.iter_mut().enumerate() {
        let kept = games.chunks(2).skip(half).step_by(2);
        let tally: Tally = kept.map(tally_of_bout).sum();
        score.lead += lead(&tally);
        score.games += tally.games() as f64;
    }
}

fn decision(decision: optimise::Decision) -> Decision {
    match decision {
        optimise::Decision::None => Decision::None,
        optimise::Decision::Pairs => Decision::Games,
        optimise::Decision::ExtraPairs => Decision::Extra,
        optimise::Decision::Race => Decision::Race,
        optimise::Decision::Coin => Decision::Coin,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Evolution;
    use super::super::simulation::{by_queen, run, settings};
    use super::*;
    use darkforge_engine::darkboard::{LIST, Weight};
    use darkforge_engine::weights::Weights;
    use darkforge_kriegspiel::umpire::GameResult;

    #[test]
    fn the_fittest_wins_and_its_line_climbs() {
        let knockout = run(settings(8, 12), by_queen);
        assert_eq!(knockout.finished().len(), 12);
        let mut before = 0.0;
        for generation in knockout.finished() {
            let value = |i: &Individual| i.weights[Weight::QueenValue];
            let best = generation.population.iter().map(value).fold(0.0, f64::max);
            let champion = value(generation.champion());
            assert!(
                (champion - best).abs() < 1e-12,
                "the best wins when it always wins"
            );
            assert!(champion >= before, "the champion lives on");
            before = champion;
        }
        assert!(before > Weights::default_of(&LIST)[Weight::QueenValue] * 1.2);
    }

    #[test]
    fn drawn_bouts_get_bounded_extra_pairs_and_then_a_recorded_coin() {
        let knockout = run(settings(4, 1), |_| GameResult::Draw);
        let rounds: Vec<_> = knockout.results().iter().filter(|r| r.round > 0).collect();
        // Three meetings, each with the bout itself and two times extra pairs.
        assert_eq!(rounds.len(), 9);
        let coins = rounds.iter().filter(|r| r.decision == Decision::Coin);
        assert_eq!(coins.count(), 3);
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
}
