//! Knockout: a population whose size is a power of two plays knockout tournaments. The winner is
//! the parent of most of the next generation, the runners-up of some.
//!
//! Source: the thesis (T 7.7.1). Additions of this project, each behind a switch: children are
//! twins, the best of a generation are blended into one, and the challenger must beat the previous
//! champion ([`Title`]).
//!
//! T is the thesis, see [the crate](crate).

mod breeding;
mod mutation;
mod race;
mod settings;

pub use mutation::Mutation;
pub use settings::{KnockoutSettings, Title};

use crate::{Duel, DuelKind, DuelScore, Individual, Optimiser, Settled, Space, Told};
use darkforge_streams as streams;
use race::{Race, RacePairs};

/// Phase of a generation.
#[derive(Clone, Debug)]
enum Phase {
    /// A round of the tournament.
    Round(Vec<Race>),
    /// The match for the championship: the challenger is first, the champion second.
    Title(Race),
}

/// State of the knockout.
pub struct Knockout {
    space: Space,
    seed: u64,
    settings: KnockoutSettings,
    number: u32,
    round: u32,
    population: Vec<Individual>,
    /// The previous champion, at first the start.
    champion: Vec<f64>,
    phase: Phase,
    /// Number of answers to rounds' duels so far; names the coin.
    told: u64,
    next_individual: u64,
}

/// Round number of the match for the championship; no tournament has as many rounds.
const TITLE_ROUND: u32 = 64;

impl Knockout {
    /// Begins a knockout. The first generation are children of `start`.
    ///
    /// # Panics
    /// When the population's size is no power of two or below 2.
    pub fn new(settings: KnockoutSettings, space: Space, start: &[f64], seed: u64) -> Knockout {
        assert!(settings.size.is_power_of_two() && settings.size >= 2);
        let mut knockout = Knockout {
            number: 0,
            round: 0,
            next_individual: settings.size as u64,
            population: breeding::first(&space, seed, &settings, start),
            champion: start.to_vec(),
            phase: Phase::Round(Vec::new()),
            told: 0,
            space,
            seed,
            settings,
        };
        knockout.begin_generation();
        knockout
    }

    /// Begins the first round. The bracket is drawn again for each generation.
    fn begin_generation(&mut self) {
        self.round = 0;
        let mut stream = streams::open(self.seed, "bracket", u64::from(self.number));
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
        let races = order.chunks_exact(2).map(|two| Race::new(two[0], two[1]));
        self.phase = Phase::Round(races.collect());
    }

    /// Takes the scores of the open races and decides those that can be decided.
    fn tell_round(&mut self, mut races: Vec<Race>, scores: &[DuelScore]) -> Told {
        let open = races.iter_mut().filter(|race| race.winner.is_none());
        let mut settled = Vec::new();
        for (race, score) in open.zip(scores) {
            settled.push(self.tell_race(race, &self.settings.duel_pairs(), score));
            self.told += 1;
        }
        let generation = if races.iter().any(|race| race.winner.is_none()) {
            self.phase = Phase::Round(races);
            None
        } else {
            self.end_round(&races)
        };
        Told {
            settled,
            generation,
        }
    }

    fn tell_race(&self, race: &mut Race, pairs: &RacePairs, score: &DuelScore) -> Settled {
        let decision = race.tell(score, pairs, || coin(self.seed, self.told));
        Settled {
            winner: race.winner.map(|index| self.population[index].id),
            decision,
        }
    }

    /// Places the losers; returns the generation if it ends with this round.
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
        // The first of a population is the previous champion, except in the first generation.
        let defends = self.number > 0 && !self.settings.twins && challenger != 0;
        let defended = defends && self.settings.title.pairs > 0;
        if !defended {
            return Some(self.end_generation(challenger));
        }
        self.phase = Phase::Title(Race::new(challenger, 0));
        None
    }

    /// Adds the blend of the placed individuals to the population; returns its number there.
    fn add_blend(&mut self) -> usize {
        let blend = breeding::blend(
            &self.space,
            &self.champion,
            &self.population,
            self.settings.blend,
            self.next_individual,
        );
        self.next_individual += 1;
        self.population.push(blend);
        self.population.len() - 1
    }

    fn tell_title(&mut self, mut race: Race, score: &DuelScore) -> Told {
        let mut settled = self.tell_race(&mut race, &self.settings.title_pairs(), score);
        if race.winner.is_none() {
            self.phase = Phase::Title(race);
            return Told {
                settled: vec![settled],
                generation: None,
            };
        }
        let stronger = score.superiority >= self.settings.title.confidence;
        let champion = if stronger { race.first } else { race.second };
        settled.winner = Some(self.population[champion].id);
        Told {
            settled: vec![settled],
            generation: Some(self.end_generation(champion)),
        }
    }

    /// Breeds the next generation and begins it; returns the old one with its placings.
    fn end_generation(&mut self, champion: usize) -> Vec<Individual> {
        if self.population[champion].placing != 1 {
            for individual in &mut self.population {
                // Only a blend has no place yet; if it lost the match, it is second.
                individual.placing = 1 + individual.placing.max(1);
            }
            self.population[champion].placing = 1;
        }
        self.champion = self.population[champion].point.clone();
        let next = breeding::next(
            &self.space,
            self.seed,
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

/// Tosses a coin that depends on the seed and the duel alone: whether the first wins.
fn coin(seed: u64, duel: u64) -> bool {
    streams::derive(seed, "coin", duel).is_multiple_of(2)
}

impl Optimiser for Knockout {
    fn population(&self) -> &[Individual] {
        &self.population
    }

    fn ask(&self) -> Vec<Duel> {
        let settings = &self.settings;
        match &self.phase {
            Phase::Round(races) => races
                .iter()
                .filter(|race| race.winner.is_none())
                .map(|race| {
                    let kind = (DuelKind::Decided, self.round);
                    race.duel(&self.population, kind, &settings.duel_pairs())
                })
                .collect(),
            Phase::Title(race) => {
                let kind = (DuelKind::Title, TITLE_ROUND);
                vec![race.duel(&self.population, kind, &settings.title_pairs())]
            }
        }
    }

    fn tell(&mut self, scores: &[DuelScore]) -> Told {
        match std::mem::replace(&mut self.phase, Phase::Round(Vec::new())) {
            Phase::Round(races) => self.tell_round(races, scores),
            Phase::Title(race) => self.tell_title(race, &scores[0]),
        }
    }

    fn best(&self) -> Vec<f64> {
        self.champion.clone()
    }

    fn pairs_each(&self) -> u64 {
        2 * self.settings.pairs
    }

    fn expected_pairs(&self) -> f64 {
        let size = self.settings.size as u64;
        ((size - 1) * self.settings.pairs + self.settings.title.pairs) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decision, Score};

    fn settings(size: usize) -> KnockoutSettings {
        KnockoutSettings::plain(size, 2)
    }

    fn knockout(settings: KnockoutSettings) -> Knockout {
        Knockout::new(settings, Space::unit(4), &[0.5; 4], 3)
    }

    /// Plays to the end of a generation; `lead` is the lead in a whole score.
    fn generation(
        search: &mut Knockout,
        lead: impl Fn(&Duel) -> f64,
    ) -> (Vec<Duel>, Vec<Settled>, Vec<Individual>) {
        let (mut duels, mut settled) = (Vec::new(), Vec::new());
        loop {
            let asked = search.ask();
            assert_eq!(asked, search.ask(), "asking again gives the same");
            let scores: Vec<DuelScore> = asked
                .iter()
                .map(|duel| duel.score(|_, _| lead(duel)))
                .collect();
            let told = search.tell(&scores);
            duels.extend(asked);
            settled.extend(told.settled);
            if let Some(ended) = told.generation {
                return (duels, settled, ended);
            }
        }
    }

    fn by_first_value(duel: &Duel) -> f64 {
        (duel.first.point[0] - duel.second.point[0]).signum()
    }

    #[test]
    fn placings_are_those_of_a_bracket_and_the_champion_lives_on() {
        let mut search = knockout(settings(8));
        assert_eq!(search.best(), [0.5; 4]);
        let (duels, settled, ended) = generation(&mut search, by_first_value);
        let rounds: Vec<u32> = duels.iter().map(|duel| duel.round).collect();
        assert_eq!(rounds, [1, 1, 1, 1, 2, 2, 3]);
        assert!(settled.iter().all(|s| s.decision == Decision::Pairs));
        let mut placings: Vec<usize> = ended.iter().map(|one| one.placing).collect();
        placings.sort_unstable();
        assert_eq!(placings, [1, 2, 3, 3, 5, 5, 5, 5]);
        let most = ended.iter().map(|one| one.point[0]).fold(0.0, f64::max);
        let winner = ended.iter().find(|one| one.placing == 1).unwrap();
        assert!((winner.point[0] - most).abs() < 1e-12, "the best wins");
        assert_eq!(search.best(), winner.point);
        let next = search.population();
        assert_eq!(next[0].point, winner.point);
        assert_eq!(next[0].parent, Some(winner.id));
        let ids: Vec<u64> = next.iter().map(|one| one.id).collect();
        assert_eq!(ids, [8, 9, 10, 11, 12, 13, 14, 15]);
        assert!(next[1..].iter().all(|one| one.mutation_scale > 0.0));
        for individual in &next[1..4] {
            assert_eq!(individual.parent, Some(winner.id), "parent of most");
        }
        assert!(
            next[7].mutation_scale > next[1].mutation_scale,
            "children of the lower placed mutate more"
        );
    }

    #[test]
    fn another_bracket_is_drawn_each_generation() {
        let mut search = knockout(settings(8));
        let order = |duels: &[Duel], first: u64| -> Vec<u64> {
            let ids = duels[..4].iter().flat_map(|d| [d.first.id, d.second.id]);
            ids.map(|id| id - first).collect()
        };
        let (one, _, _) = generation(&mut search, by_first_value);
        let (other, _, _) = generation(&mut search, by_first_value);
        assert_ne!(order(&one, 0), order(&other, 8));
    }

    #[test]
    fn drawn_duels_get_extra_pairs_and_then_a_coin() {
        let (duels, settled, _) = generation(&mut knockout(settings(4)), |_| 0.0);
        // Three duels, each with its own pairs and two times extra ones.
        assert_eq!(duels.len(), 9);
        let round: Vec<_> = duels[..6].chunks(2).map(|two| &two[0]).collect();
        let kinds: Vec<_> = round.iter().map(|d| (d.kind, d.pairs, d.played)).collect();
        assert_eq!(
            kinds,
            [
                (DuelKind::Decided, 2, 0),
                (DuelKind::Extra, 1, 2),
                (DuelKind::Extra, 1, 3)
            ]
        );
        for (index, settled) in settled.iter().enumerate() {
            let last = [4, 5, 8].contains(&index);
            let decision = if last { Decision::Coin } else { Decision::None };
            assert_eq!(settled.decision, decision, "{index}");
            assert_eq!(settled.winner.is_some(), last, "{index}");
        }
        let extra = |duel: &Duel| match duel.kind {
            DuelKind::Extra => 1.0,
            _ => 0.0,
        };
        let (duels, settled, _) = generation(&mut knockout(settings(4)), extra);
        assert_eq!(duels.len(), 6);
        assert_eq!(settled[2].decision, Decision::ExtraPairs);
        assert_eq!(settled[2].winner, Some(duels[0].first.id));
    }

    #[test]
    fn no_number_is_given_twice_with_a_blend_or_without() {
        for blend in [0.0, 0.3] {
            let mut settings = settings(4);
            settings.blend = blend;
            let mut search = knockout(settings);
            let mut ids = Vec::new();
            for number in 1..4 {
                let (_, _, ended) = generation(&mut search, by_first_value);
                ids.extend(ended.iter().map(|one| one.id));
                assert_eq!(search.number, number);
            }
            let all: Vec<u64> = (0..ids.len() as u64).collect();
            assert_eq!(ids, all, "blend {blend}");
        }
    }

    #[test]
    fn every_coin_is_another() {
        let mut search = knockout(settings(8));
        let (duels, settled, _) = generation(&mut search, |_| 0.0);
        let firsts = duels.iter().zip(&settled);
        let firsts = firsts.filter(|(_, settled)| settled.decision == Decision::Coin);
        let firsts: Vec<bool> = firsts
            .map(|(duel, settled)| settled.winner == Some(duel.first.id))
            .collect();
        let expected: Vec<bool> = (0..settled.len() as u64)
            .filter(|&told| settled[told as usize].decision == Decision::Coin)
            .map(|told| coin(3, told))
            .collect();
        assert_eq!(firsts, expected);
        assert!(firsts.contains(&true) && firsts.contains(&false));
    }

    #[test]
    fn the_champion_defends_from_the_second_generation_on() {
        let mut settings = settings(4);
        settings.title.pairs = 5;
        let mut search = knockout(settings.clone());
        assert!((search.expected_pairs() - 11.0).abs() < 1e-12);
        assert_eq!(search.pairs_each(), 4);
        let titles = |duels: &[Duel]| duels.iter().filter(|d| d.kind == DuelKind::Title).count();
        let (first, _, _) = generation(&mut search, by_first_value);
        assert_eq!(titles(&first), 0, "there is no champion yet");
        // The challenger is another one or the champion itself, which needs no match.
        let worst_wins = |duel: &Duel| -by_first_value(duel);
        let (second, _, _) = generation(&mut search, worst_wins);
        assert_eq!(titles(&second), 1);
        let champion = search.population()[0].id;
        let best_is_first = |duel: &Duel| {
            let is = |one: &Individual| f64::from(u8::from(one.id == champion));
            is(&duel.first) - is(&duel.second)
        };
        let (third, _, _) = generation(&mut search, best_is_first);
        assert_eq!(titles(&third), 0);
        settings.twins = true;
        let mut search = knockout(settings);
        for _ in 0..2 {
            let (duels, _, _) = generation(&mut search, worst_wins);
            assert_eq!(titles(&duels), 0, "twins have no champion among them");
        }
    }

    #[test]
    fn the_coin_is_fair() {
        let heads = (0..2000).filter(|&duel| coin(9, duel)).count();
        assert!((900..1100).contains(&heads), "{heads}");
    }

    /// The first duel told `pairs` of its four pairs with so many half points of lead.
    fn told_early(pairs: u64, lead: f64, sure: bool) -> (Settled, Vec<Duel>) {
        let mut settings = settings(2);
        settings.pairs = 4;
        let mut search = knockout(settings);
        let score = DuelScore {
            even: Score {
                lead,
                games: 2.0 * pairs as f64,
            },
            odd: Score::default(),
            pairs,
            sure,
            superiority: 0.5,
            values: None,
        };
        let told = search.tell(&[score]);
        (told.settled[0], search.ask())
    }

    #[test]
    fn a_duel_ends_early_when_it_is_decided() {
        let (settled, next) = told_early(2, 8.0, false);
        assert_eq!(settled.decision, Decision::None, "two pairs can turn it");
        assert_eq!((next[0].pairs, next[0].played), (2, 2));
        assert_eq!(next[0].kind, DuelKind::Decided);
        let (settled, _) = told_early(3, -5.0, false);
        assert_eq!(settled.decision, Decision::Pairs, "one pair cannot");
        let second = knockout(settings(2)).ask()[0].second.id;
        assert_eq!(settled.winner, Some(second));
        let (settled, _) = told_early(1, 1.0, true);
        assert_eq!(settled.decision, Decision::Race);
        assert_ne!(settled.winner, Some(second));
        assert_eq!(told_early(1, -1.0, true).0.winner, Some(second));
        let (settled, _) = told_early(1, 0.0, true);
        assert_eq!(settled.decision, Decision::None);
    }

    #[test]
    fn twins_mirror_each_other_and_meet_first() {
        let mut twins = settings(8);
        (twins.twins, twins.blend) = (true, 0.5);
        twins.mutation.share = 1.0;
        let mut search = knockout(twins);
        let (_, _, ended) = generation(&mut search, by_first_value);
        let parent = |id: Option<u64>| {
            let of = |one: &&Individual| Some(one.id) == id;
            ended.iter().find(of).unwrap().point.clone()
        };
        assert_eq!(search.ask().len(), 4);
        for duel in search.ask() {
            assert_eq!(duel.first.id + 1, duel.second.id, "twins meet");
            assert_eq!(duel.first.parent, duel.second.parent);
            let each = duel.first.point.iter().zip(&duel.second.point);
            for ((a, b), parent) in each.zip(parent(duel.first.parent)) {
                assert!((a - parent).abs() > 1e-6);
                assert!((f64::midpoint(*a, *b) - parent).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_blend_goes_part_of_the_way_to_the_better_half() {
        let mut blended = settings(4);
        blended.blend = 0.5;
        let (_, _, ended) = generation(&mut knockout(blended), by_first_value);
        let [winner, second] = [1, 2].map(|place| {
            let placed = |one: &&Individual| one.id < 4 && one.placing == place + 1;
            ended.iter().find(placed).unwrap()
        });
        let champion = ended.iter().find(|one| one.placing == 1).unwrap();
        assert_eq!(champion.id, 4);
        assert_eq!(champion.parent, Some(winner.id));
        // ln 2.5 - ln 1 and ln 2.5 - ln 2 are what first and second count.
        let shares = [libm::log(2.5), libm::log(1.25)];
        for axis in 0..4 {
            let mean = (shares[0] * winner.point[axis] + shares[1] * second.point[axis])
                / (shares[0] + shares[1]);
            let expected = 0.5 + 0.5 * (mean - 0.5);
            assert!((champion.point[axis] - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn the_challenger_must_beat_the_champion_before() {
        let mut title = settings(4);
        title.title = Title {
            pairs: 6,
            confidence: 0.9,
        };
        for wins in [true, false] {
            let mut search = knockout(title.clone());
            let (_, _, first) = generation(&mut search, by_first_value);
            let before = first
                .iter()
                .find(|one| one.placing == 1)
                .unwrap()
                .point
                .clone();
            // Now the old champion, which is individual 4, loses in the first round.
            let result = |duel: &Duel| match duel.kind {
                DuelKind::Title if wins => 1.0,
                DuelKind::Title => -1.0,
                _ => f64::from(u8::from(duel.second.id == 4)) * 2.0 - 1.0,
            };
            let (duels, settled, ended) = generation(&mut search, result);
            let last = duels.last().unwrap();
            assert_eq!(
                (last.kind, last.round, last.pairs),
                (DuelKind::Title, 64, 6)
            );
            assert_eq!(last.second.point, before);
            let champion = if wins { &last.first } else { &last.second };
            assert_eq!(settled.last().unwrap().winner, Some(champion.id));
            assert_eq!(search.best(), champion.point);
            let of = |id| ended.iter().find(|one| one.id == id).unwrap().placing;
            assert_eq!(of(champion.id), 1);
            if !wins {
                assert_eq!(of(last.first.id), 2, "the winner of the bracket is second");
            }
        }
    }
}
