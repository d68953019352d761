//! A tuner's generations one after the other, with what is played between them: numbers the
//! bouts, and measures champions against the reference.

use super::opponents::Outsiders;
use super::{
    CmaEs, CmaEsSettings, Generation, Individual, Knockout, KnockoutSettings, Meeting, Noise,
    Purpose, Settled, Shares, Space, Spsa, SpsaSettings, Tuner,
};
use crate::darkboard::Weights;
use crate::player::PlayerSpec;
use crate::stats::Tally;
use crate::tournament::{Arena, ArenaError, Bout, Decision, Entrant, Openings, PlayedGame, tally};

/// What every tuner stands on.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Seed of the run.
    pub seed: u64,
    /// The player whose weights evolve.
    pub player: PlayerSpec,
    /// Where the search begins.
    pub start: Weights,
    /// The weights that are searched.
    pub space: Space,
    /// How noise is met.
    pub noise: Noise,
}

impl Ground {
    /// The player that `individual` is.
    pub fn entrant(&self, individual: &Individual) -> Entrant {
        let name = individual.name();
        Entrant {
            spec: self.player.reweighted(&name, &individual.weights),
            name,
        }
    }
}

/// How to evolve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed, player and start.
    pub ground: Ground,
    /// Generations to play.
    pub generations: u32,
    /// The tuner.
    pub method: Method,
    /// Whom individuals meet.
    pub shares: Shares,
    /// The player that measures progress, and how.
    pub reference: Reference,
}

/// A tuner's kind, with its settings.
#[derive(Clone, Debug)]
pub enum Method {
    /// The thesis' knockout.
    Knockout(KnockoutSettings),
    /// Covariance matrix adaptation.
    CmaEs(CmaEsSettings),
    /// Paired perturbations.
    Spsa(SpsaSettings),
}

impl Settings {
    fn tuner(&self) -> Box<dyn Tuner> {
        let ground = self.ground.clone();
        let outsiders = Outsiders::new(self.shares.clone(), self.reference.entrant.clone());
        match &self.method {
            Method::Knockout(settings) => {
                Box::new(Knockout::new(ground, settings.clone(), outsiders))
            }
            Method::CmaEs(settings) => Box::new(CmaEs::new(ground, *settings, outsiders)),
            Method::Spsa(settings) => Box::new(Spsa::new(ground, *settings, outsiders)),
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

/// A bout that was played. Extra pairs and slices are bouts of their own with the same round
/// and players.
#[derive(Clone, Debug)]
pub struct BoutResult {
    /// Generation.
    pub generation: u32,
    /// Round, from 1; 0 for games that select nobody.
    pub round: u32,
    /// What it was played for.
    pub purpose: Purpose,
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

/// What is being played. A generation passes through the stages in this order; each may ask
/// for games of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The tuner's games.
    Selection,
    /// The champion's against the reference.
    Reference,
    /// Nothing: the evolution has ended.
    Over,
}

/// An evolution under way.
pub struct Evolution {
    settings: Settings,
    tuner: Box<dyn Tuner>,
    stage: Stage,
    /// The generation whose individuals are placed, and that waits for its last stages.
    closing: Option<Generation>,
    finished: Vec<Generation>,
    results: Vec<BoutResult>,
    /// Selecting games of the generation under way.
    games: Tally,
    next_bout: u64,
    next_pair: u64,
}

impl Evolution {
    /// An evolution before its first game.
    pub fn new(settings: Settings) -> Evolution {
        Evolution {
            tuner: settings.tuner(),
            stage: match settings.generations {
                0 => Stage::Over,
                _ => Stage::Selection,
            },
            closing: None,
            finished: Vec::new(),
            results: Vec::new(),
            games: Tally::default(),
            next_bout: 0,
            next_pair: 0,
            settings,
        }
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
        self.finished.len() as u32
    }

    /// Games of the generations that are not finished, as far as that is known beforehand.
    pub fn expected_games(&self) -> u64 {
        let measured: u64 = (self.generation()..self.settings.generations)
            .filter(|&number| self.measures(number))
            .map(|_| self.settings.reference.pairs)
            .sum();
        let left = u64::from(self.settings.generations) - u64::from(self.generation());
        2 * (left * self.tuner.expected_pairs() + measured)
    }

    /// Whether the champion of generation `number` meets the reference.
    fn measures(&self, number: u32) -> bool {
        let last = number + 1 == self.settings.generations;
        last || (number + 1).is_multiple_of(self.settings.reference.every)
    }

    /// The meetings of the present stage.
    fn meetings(&self) -> Vec<Meeting> {
        match (self.stage, &self.closing) {
            (Stage::Selection, _) => self.tuner.ask(),
            (Stage::Reference, Some(closing)) => vec![self.measurement(closing)],
            (Stage::Reference | Stage::Over, _) => Vec::new(),
        }
    }

    fn measurement(&self, closing: &Generation) -> Meeting {
        let reference = &self.settings.reference;
        Meeting {
            round: 0,
            purpose: Purpose::Reference,
            first: self.settings.ground.entrant(closing.champion()),
            second: reference.entrant.clone(),
            pairs: reference.pairs,
            openings: Openings::Own,
        }
    }

    /// The bouts that must be played next; none when the evolution is over. Asking again
    /// before telling gives the same bouts.
    pub fn ask(&self) -> Vec<Bout> {
        let mut first_pair = self.next_pair;
        let meetings = self.meetings().into_iter().zip(self.next_bout..);
        meetings
            .map(|(meeting, id)| {
                let bout = Bout {
                    id,
                    first_pair,
                    pairs: meeting.pairs,
                    openings: meeting.openings,
                    first: meeting.first,
                    second: meeting.second,
                };
                first_pair += bout.pairs;
                bout
            })
            .collect()
    }

    /// Takes the games of each bout asked for, in the same order.
    pub fn tell(&mut self, games: &[Vec<PlayedGame>]) {
        let meetings = self.meetings();
        match self.stage {
            Stage::Over => {}
            Stage::Selection => {
                let told = self.tuner.tell(games);
                self.keep(&meetings, games, &told.settled);
                if let Some(population) = told.population {
                    self.closing = Some(Generation {
                        number: self.generation(),
                        population,
                        games: std::mem::take(&mut self.games),
                        reference: None,
                    });
                    self.pass_on();
                }
            }
            Stage::Reference => {
                self.keep(&meetings, games, &[Settled::COUNTED]);
                if let Some(closing) = &mut self.closing {
                    closing.reference = games.first().map(tally);
                }
                self.pass_on();
            }
        }
    }

    /// Goes on to the next stage in which there is something to play.
    fn pass_on(&mut self) {
        if self.stage == Stage::Selection && self.measures(self.generation()) {
            self.stage = Stage::Reference;
            return;
        }
        self.finished.extend(self.closing.take());
        self.stage = if self.generation() == self.settings.generations {
            Stage::Over
        } else {
            Stage::Selection
        };
    }

    /// Books what was played of `meetings`.
    fn keep(&mut self, meetings: &[Meeting], games: &[Vec<PlayedGame>], settled: &[Settled]) {
        for ((meeting, games), settled) in meetings.iter().zip(games).zip(settled) {
            let counted = tally(games);
            if meeting.purpose.selects() {
                self.games += counted;
            }
            self.results.push(BoutResult {
                generation: self.generation(),
                round: meeting.round,
                purpose: meeting.purpose,
                bout: self.next_bout,
                first: meeting.first.name.clone(),
                second: meeting.second.name.clone(),
                tally: counted,
                winner: settled.winner.clone(),
                decision: settled.decision,
            });
            self.next_bout += 1;
            self.next_pair += meeting.pairs;
        }
    }
}

/// Drives `evolution` to its end, or to where the arena stops it: what was told before
/// counts. `told` is called with the evolution and the number of games in the journal each
/// time.
///
/// # Errors
/// Those of the arena; at the end, a journal with games that were never asked for.
pub fn drive(
    evolution: &mut Evolution,
    arena: &mut Arena<'_>,
    mut told: impl FnMut(&Evolution, usize),
) -> Result<(), ArenaError> {
    let mut games_told = 0;
    loop {
        let bouts = evolution.ask();
        if bouts.is_empty() {
            break;
        }
        let games = arena.play(&bouts)?;
        games_told += games.iter().map(Vec::len).sum::<usize>();
        evolution.tell(&games);
        told(evolution, arena.journal.len());
    }
    // Numbers are given in order, so what is left over comes after what was played.
    match arena.journal.games().nth(games_told) {
        Some(game) => Err(arena.journal.stranger(game.game).into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{by_queen, run, settings};

    #[test]
    fn the_reference_plays_every_k_generations_and_at_the_end() {
        let evolution = run(settings(2, 5), by_queen);
        let played: Vec<bool> = evolution
            .finished()
            .iter()
            .map(|g| g.reference.is_some())
            .collect();
        assert_eq!(played, [false, true, false, true, true]);
        let tally = evolution.finished()[1].reference.unwrap();
        assert_eq!(tally.pairs, [0, 0, 0, 0, 3], "the champion's side");
        assert_eq!(evolution.expected_games(), 0);
    }
}
