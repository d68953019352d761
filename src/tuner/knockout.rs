//! The thesis' evolution (T 7.7.1): a population that is a power of two meets in knockout
//! tournaments; the winner fathers most of the next generation, runners-up some.

use super::Tuner;
use super::mutation::{Mutation, fathers};
use crate::darkboard::Weights;
use crate::player::PlayerSpec;
use crate::stats::Tally;
use crate::stream;
use crate::tournament::{Bout, Decision, Duel, DuelPairs, Entrant, PlayedGame, tally};

/// How to evolve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of the run.
    pub seed: u64,
    /// Individuals; a power of two, at least 2.
    pub size: usize,
    /// Generations to play.
    pub generations: u32,
    /// The player whose weights evolve.
    pub player: PlayerSpec,
    /// Weights whose mutated children are the first generation.
    pub start: Weights,
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
    /// The player that measures progress, and how.
    pub reference: Reference,
}

impl Settings {
    fn duel_pairs(&self) -> DuelPairs {
        DuelPairs {
            pairs: self.pairs,
            extra_pairs: self.extra_pairs,
            max_extra: self.max_extra,
        }
    }
}

/// A fixed player that takes no part in selection.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Who it is.
    pub entrant: Entrant,
    /// Pairs that a champion plays against it.
    pub pairs: u64,
    /// Every how many generations; the last generation plays in any case.
    pub every: u32,
}

/// One weight set.
#[derive(Clone, Debug)]
pub struct Individual {
    /// Number in the run, from 0.
    pub id: u64,
    /// Number of its father; none in the first generation.
    pub parent: Option<u64>,
    /// Scale of the mutation that made it; 0 for a copy.
    pub mutation_scale: f64,
    /// The weights.
    pub weights: Weights,
    /// Place in its generation's tournament: 1, 2, 3 (twice), 5 (four times), ...; 0
    /// until it is out.
    pub placing: usize,
}

impl Individual {
    /// Name in files.
    pub fn name(&self) -> String {
        format!("i{}", self.id)
    }
}

/// A bout that was played to its decision; extra pairs are bouts of their own with the
/// same `round` and players.
#[derive(Clone, Debug)]
pub struct BoutResult {
    /// Generation.
    pub generation: u32,
    /// Round, from 1; 0 for the games against the reference.
    pub round: u32,
    /// Number of the bout.
    pub bout: u64,
    /// Name of the first player.
    pub first: String,
    /// Name of the second.
    pub second: String,
    /// The bout's games alone, from the first player's side.
    pub tally: Tally,
    /// Who goes on; empty while it is open.
    pub winner: String,
    /// How it was decided.
    pub decision: Decision,
}

/// A generation that was played to its end.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Number, from 0.
    pub number: u32,
    /// All individuals, with their placings.
    pub population: Vec<Individual>,
    /// Its knockout games, counted for the first player of each bout.
    pub games: Tally,
    /// The champion's games against the reference, from the champion's side.
    pub reference: Option<Tally>,
}

impl Generation {
    /// The winner of the tournament.
    ///
    /// # Panics
    /// Never: a finished generation has one.
    pub fn champion(&self) -> &Individual {
        self.population
            .iter()
            .find(|individual| individual.placing == 1)
            .expect("a finished generation has a champion")
    }
}

/// What is being played.
#[derive(Clone, Debug)]
enum Stage {
    Round(Vec<Duel>),
    Reference,
    Over,
}

/// The evolution under way.
pub struct Knockout {
    settings: Settings,
    number: u32,
    round: u32,
    population: Vec<Individual>,
    stage: Stage,
    games: Tally,
    next_bout: u64,
    next_pair: u64,
    next_individual: u64,
    finished: Vec<Generation>,
    results: Vec<BoutResult>,
}

impl Knockout {
    /// An evolution before its first game.
    ///
    /// # Panics
    /// When the population's size is no power of two or below 2; a config is checked for
    /// that where it is read.
    pub fn new(settings: Settings) -> Knockout {
        assert!(settings.size.is_power_of_two() && settings.size >= 2);
        // The start itself is not among them, so that it can serve as the reference
        // without ever having taken part in the selection.
        let scale = settings.first_scale;
        let population = (0..settings.size as u64)
            .map(|id| {
                let mut stream = stream::open(settings.seed, "mutation", id);
                Individual {
                    id,
                    parent: None,
                    mutation_scale: scale,
                    weights: settings.mutation.child(&settings.start, scale, &mut stream),
                    placing: 0,
                }
            })
            .collect();
        let mut knockout = Knockout {
            number: 0,
            round: 0,
            next_individual: settings.size as u64,
            population,
            stage: Stage::Over,
            games: Tally::default(),
            next_bout: 0,
            next_pair: 0,
            finished: Vec::new(),
            results: Vec::new(),
            settings,
        };
        if knockout.settings.generations > 0 {
            knockout.begin_tournament();
        }
        knockout
    }

    /// How this evolution runs.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Generations that were played to their end.
    pub fn finished(&self) -> &[Generation] {
        &self.finished
    }

    /// Bouts that were played, in the order of their numbers.
    pub fn results(&self) -> &[BoutResult] {
        &self.results
    }

    /// The generation under way.
    pub fn generation(&self) -> u32 {
        self.number
    }

    /// Draws the first round: who meets whom is drawn anew for each generation.
    fn begin_tournament(&mut self) {
        let mut order: Vec<usize> = (0..self.population.len()).collect();
        let mut stream = stream::open(self.settings.seed, "bracket", u64::from(self.number));
        stream::shuffle(&mut stream, &mut order);
        self.games = Tally::default();
        self.round = 1;
        self.begin_round(&order);
    }

    fn begin_round(&mut self, order: &[usize]) {
        let meetings = order.chunks_exact(2);
        let meetings = meetings.map(|pair| Duel::new(pair[0], pair[1]));
        self.stage = Stage::Round(meetings.collect());
    }

    fn entrant(&self, index: usize) -> Entrant {
        let individual = &self.population[index];
        let name = individual.name();
        Entrant {
            spec: self.settings.player.reweighted(&name, &individual.weights),
            name,
        }
    }

    fn champion(&self) -> usize {
        let found = self.population.iter().position(|i| i.placing == 1);
        found.unwrap_or(0)
    }

    /// Takes the games of the meetings that were open; decides what can be decided.
    fn close_bouts(&mut self, mut meetings: Vec<Duel>, games: &[Vec<PlayedGame>]) {
        let duel_pairs = self.settings.duel_pairs();
        let open = meetings
            .iter_mut()
            .filter(|meeting| meeting.winner.is_none());
        for (meeting, games) in open.zip(games) {
            let bout = tally(games);
            self.games += bout;
            let (seed, number) = (self.settings.seed, self.next_bout);
            let decision = meeting.tell(bout, &duel_pairs, || (coin(seed, number), Decision::Coin));
            let name = |index: usize| self.population[index].name();
            self.results.push(BoutResult {
                generation: self.number,
                round: self.round,
                bout: self.next_bout,
                first: name(meeting.first),
                second: name(meeting.second),
                tally: bout,
                winner: meeting.winner.map(name).unwrap_or_default(),
                decision,
            });
            self.next_bout += 1;
            self.next_pair += games.len() as u64 / 2;
        }
        if meetings.iter().any(|meeting| meeting.winner.is_none()) {
            self.stage = Stage::Round(meetings);
            return;
        }
        let place = meetings.len() + 1;
        let mut winners = Vec::new();
        for meeting in &meetings {
            if let (Some(winner), Some(loser)) = (meeting.winner, meeting.loser()) {
                self.population[loser].placing = place;
                winners.push(winner);
            }
        }
        if let [champion] = winners[..] {
            self.population[champion].placing = 1;
            let last = self.number + 1 == self.settings.generations;
            if last || (self.number + 1).is_multiple_of(self.settings.reference.every) {
                self.stage = Stage::Reference;
            } else {
                self.end_generation(None);
            }
        } else {
            self.round += 1;
            self.begin_round(&winners);
        }
    }

    fn end_generation(&mut self, reference: Option<Tally>) {
        let next = self.breed();
        self.finished.push(Generation {
            number: self.number,
            population: std::mem::replace(&mut self.population, next),
            games: self.games,
            reference,
        });
        self.number += 1;
        if self.number == self.settings.generations {
            self.stage = Stage::Over;
        } else {
            self.begin_tournament();
        }
    }

    /// The next generation: the champion as it is, and children of the best.
    fn breed(&mut self) -> Vec<Individual> {
        let Settings {
            size,
            mutation,
            champion_share,
            seed,
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
            let mut stream = stream::open(seed, "mutation", id);
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
    fn ask(&self) -> Vec<Bout> {
        let settings = &self.settings;
        match &self.stage {
            Stage::Over => Vec::new(),
            Stage::Reference => vec![Bout {
                id: self.next_bout,
                first_pair: self.next_pair,
                pairs: settings.reference.pairs,
                first: self.entrant(self.champion()),
                second: settings.reference.entrant.clone(),
            }],
            Stage::Round(meetings) => {
                let mut first_pair = self.next_pair;
                let open = meetings.iter().filter(|meeting| meeting.winner.is_none());
                open.enumerate()
                    .map(|(index, meeting)| {
                        let pairs = meeting.pairs(&settings.duel_pairs());
                        let bout = Bout {
                            id: self.next_bout + index as u64,
                            first_pair,
                            pairs,
                            first: self.entrant(meeting.first),
                            second: self.entrant(meeting.second),
                        };
                        first_pair += pairs;
                        bout
                    })
                    .collect()
            }
        }
    }

    fn tell(&mut self, games: &[Vec<PlayedGame>]) {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Over => {}
            Stage::Round(meetings) => self.close_bouts(meetings, games),
            Stage::Reference => {
                let reference = tally(&games[0]);
                self.results.push(BoutResult {
                    generation: self.number,
                    round: 0,
                    bout: self.next_bout,
                    first: self.population[self.champion()].name(),
                    second: self.settings.reference.entrant.name.clone(),
                    tally: reference,
                    winner: String::new(),
                    decision: Decision::None,
                });
                self.next_bout += 1;
                self.next_pair += games[0].len() as u64 / 2;
                self.end_generation(Some(reference));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::{Ending, GameResult};
    use std::collections::BTreeSet;

    fn settings(size: usize, generations: u32) -> Settings {
        Settings {
            seed: 3,
            size,
            generations,
            player: PlayerSpec::darkboard(),
            start: Weights::default(),
            pairs: 2,
            extra_pairs: 1,
            max_extra: 2,
            champion_share: 0.6,
            mutation: Mutation {
                share: 0.25,
                scale: 0.2,
                widening: 0.5,
            },
            first_scale: 0.4,
            reference: Reference {
                entrant: Entrant {
                    name: "reference".to_owned(),
                    spec: PlayerSpec::Random { nonsense: 0.0 },
                },
                pairs: 3,
                every: 2,
            },
        }
    }

    /// Plays by a rule instead of games: `result` says who wins for White.
    fn pretend(bout: &Bout, result: impl Fn(&Entrant, &Entrant) -> GameResult) -> Vec<PlayedGame> {
        bout.fixtures(1)
            .map(|fixture| PlayedGame {
                game: fixture.game,
                bout: fixture.bout,
                pair: fixture.pair,
                white: fixture.white.name.clone(),
                black: fixture.black.name.clone(),
                seed: fixture.seed,
                players: [String::new(), String::new()],
                result: result(fixture.white, fixture.black),
                ending: Ending::Checkmate,
                plies: 1,
                white_refused: 0,
                black_refused: 0,
                white_material: String::new(),
                black_material: String::new(),
                final_fen: String::new(),
                white_fault: None,
                black_fault: None,
                tries: None,
            })
            .collect()
    }

    fn run(mut knockout: Knockout, result: impl Fn(&Entrant, &Entrant) -> GameResult) -> Knockout {
        let mut pairs = BTreeSet::new();
        for _ in 0..10_000 {
            let bouts = knockout.ask();
            if bouts.is_empty() {
                return knockout;
            }
            for bout in &bouts {
                for pair in bout.first_pair..bout.first_pair + bout.pairs {
                    assert!(pairs.insert(pair), "pair {pair} is played twice");
                }
            }
            let games: Vec<_> = bouts.iter().map(|bout| pretend(bout, &result)).collect();
            knockout.tell(&games);
        }
        panic!("the evolution does not end");
    }

    fn queen(entrant: &Entrant) -> f64 {
        let weights = entrant.spec.weights();
        weights.map_or(0.0, |weights| weights[crate::darkboard::Weight::QueenValue])
    }

    fn by_queen(white: &Entrant, black: &Entrant) -> GameResult {
        match queen(white).total_cmp(&queen(black)) {
            std::cmp::Ordering::Greater => GameResult::WhiteWins,
            std::cmp::Ordering::Less => GameResult::BlackWins,
            std::cmp::Ordering::Equal => GameResult::Draw,
        }
    }

    #[test]
    fn the_fittest_wins_and_its_line_climbs() {
        let knockout = run(Knockout::new(settings(8, 12)), by_queen);
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
        let knockout = run(Knockout::new(settings(8, 1)), by_queen);
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
        let knockout = run(Knockout::new(settings(4, 1)), |_, _| GameResult::Draw);
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
        let again = run(Knockout::new(settings(4, 1)), |_, _| GameResult::Draw);
        let winners = |k: &Knockout| -> Vec<String> {
            k.results().iter().map(|r| r.winner.clone()).collect()
        };
        assert_eq!(winners(&knockout), winners(&again));
    }

    #[test]
    fn the_reference_plays_every_k_generations_and_at_the_end() {
        let knockout = run(Knockout::new(settings(2, 5)), by_queen);
        let played: Vec<bool> = knockout
            .finished()
            .iter()
            .map(|g| g.reference.is_some())
            .collect();
        assert_eq!(played, [false, true, false, true, true]);
        let tally = knockout.finished()[1].reference.unwrap();
        assert_eq!(tally.pairs, [0, 0, 0, 0, 3], "the champion's side");
    }

    #[test]
    fn the_coin_is_fair() {
        let heads = (0..2000).filter(|&bout| coin(9, bout)).count();
        assert!((900..1100).contains(&heads), "{heads}");
    }
}
