//! Evolution: a tuner's generations in order, with the games between them. It numbers the bouts and
//! measures champions against the reference.

use super::adapter::Tuner;
use super::ends::elo_of_lead;
use super::proof::Trial;
use super::{
    Candidate, Converged, End, Generation, Keep, Method, Pairing, Proof, ProofSettings, Purpose,
    Settings, Settled, Why,
};
use crate::bout::{Bout, Openings, tally_of_bout};
use crate::forecast::{GameKind, GamesLeft};
use crate::run::Schedule;
use crate::tournament::Decision;
use darkforge_engine::weights::Weights;
use darkforge_kriegspiel::umpire::Outcome;
use darkforge_ratings::Tally;
use std::collections::BTreeSet;

/// A played bout. Extra pairs and slices are bouts of their own with the same round and players.
#[derive(Clone, Debug)]
pub struct BoutResult {
    /// Generation.
    pub generation: u32,
    /// Round, from 1; 0 outside of rounds.
    pub round: u32,
    /// Purpose.
    pub purpose: Purpose,
    /// Number of the bout.
    pub bout: u64,
    /// Name of the first player.
    pub first: String,
    /// Name of the second.
    pub second: String,
    /// The bout's games alone, from the first player's side.
    pub tally: Tally,
    /// Name of the winner; empty while it is open.
    pub winner: String,
    /// Reason for the decision.
    pub decision: Decision,
}

/// Stage of a generation, in this order; each may ask for games of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The tuner's games.
    Selection,
    /// The champion's against the reference.
    Reference,
    /// The candidates' against the start.
    Proof,
    /// No games: the evolution has ended.
    Over,
}

/// State of an evolution.
pub struct Evolution {
    settings: Settings,
    tuner: Tuner,
    stage: Stage,
    /// The generation whose individuals are placed, before its last stages.
    closing: Option<Generation>,
    finished: Vec<Generation>,
    results: Vec<BoutResult>,
    /// Selecting games of the current generation.
    games: Tally,
    /// The current proof.
    trial: Option<Trial>,
    /// Proofs begun after this generation: one, and those that continue it.
    proofs: usize,
    /// Weights of the champions so far, if tries of their games are kept.
    champions: BTreeSet<Vec<u64>>,
    /// Whether the evolution ends after the last stages.
    ending: bool,
    /// Whether the last generation's selection has just ended.
    at_turn: bool,
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
            trial: None,
            proofs: 0,
            champions: BTreeSet::new(),
            ending: false,
            at_turn: false,
            next_bout: 0,
            next_pair: 0,
            settings,
        }
    }

    /// Settings of this evolution.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Generations that are complete.
    pub fn finished(&self) -> &[Generation] {
        &self.finished
    }

    /// The last proof, with its generation.
    pub fn proof(&self) -> Option<(&Generation, &Proof)> {
        let mut latest_first = self.finished.iter().rev();
        latest_first.find_map(|generation| Some((generation, generation.proof.as_ref()?)))
    }

    /// Champion of the evolution so far: the choice of the last proof, else the last champion. After
    /// a restart, of the last champions of all searches the one with the best score against the
    /// reference. `None` before the end of a generation.
    pub fn champion(&self) -> Option<Candidate> {
        if let Some((_, proof)) = self.proof() {
            return Some(proof.champion().clone());
        }
        let last = self.finished.last()?;
        let earlier = self
            .finished
            .iter()
            .filter(|generation| generation.restarts);
        let searches = earlier.chain((!last.restarts).then_some(last));
        let measured = searches.filter_map(|one| Some((one.reference?.score(), one)));
        // Of equal ones the later.
        let best = measured.max_by(|(a, _), (b, _)| a.total_cmp(b));
        Some(Candidate::of_champion(best.map_or(last, |(_, best)| best)))
    }

    /// The end of the run, if it has ended.
    pub fn end(&self) -> Option<End> {
        if self.stage != Stage::Over {
            return None;
        }
        let after = self.generation();
        let mut ends = self.settings.ends.iter();
        let recorded = ends.find(|end| end.after == after).cloned();
        Some(recorded.unwrap_or(End::planned(after)))
    }

    /// Bouts that were played, in the order of their numbers.
    pub fn results(&self) -> &[BoutResult] {
        &self.results
    }

    /// Number of the current generation.
    pub fn generation(&self) -> u32 {
        self.finished.len() as u32
    }

    /// Games of the unfinished generations, as far as they are known in advance.
    pub fn expected_games(&self) -> u64 {
        let left = self.generation()..self.settings.generations;
        let games: f64 = left.map(|number| self.expected_of(number)).sum();
        games.round() as u64
    }

    /// Games of generation `number` with all that is played after it, as far as they are known in
    /// advance.
    pub fn expected_of(&self, number: u32) -> f64 {
        let is_end = self.settings.is_end(number);
        let (reference, proof) = self.measuring_pairs(number, is_end);
        2.0 * (self.tuner.expected_pairs() + (reference + proof) as f64)
    }

    /// Expected number of selecting games in a generation, as far as it is known in advance.
    pub fn expected_selection(&self) -> u64 {
        (2.0 * self.tuner.expected_pairs()).round() as u64
    }

    /// Games against the reference, and of the proof, after generation `number` if the run ends
    /// there.
    pub fn expected_at_end(&self, number: u32) -> (u64, u64) {
        let (reference, proof) = self.measuring_pairs(number, true);
        (2 * reference, 2 * proof)
    }

    /// Games that are left, as far as they are known in advance, and the kind of those asked for.
    pub fn games_left(&self) -> (GamesLeft, GameKind) {
        let (number, first) = (self.generation(), self.generations_at_turn());
        let last = if self.ending || self.stage == Stage::Over {
            first
        } else {
            self.settings.generations.max(first)
        };
        let mut pairs = [0, 0];
        let mut add = |(reference, proof): (u64, u64)| {
            pairs = [pairs[0] + reference, pairs[1] + proof];
        };
        for number in first..last {
            add(self.measuring_pairs(number, self.settings.is_end(number)));
        }
        let (reference, proof) = self.measuring_pairs(number, self.settings.is_end(number));
        let kind = match (self.stage, &self.trial, &self.settings.proof) {
            (Stage::Reference, ..) => {
                add((reference, proof));
                GameKind::Reference
            }
            (Stage::Proof, Some(trial), Some(settings)) => {
                add((0, trial.pairs_left(settings)));
                GameKind::Proof
            }
            _ => GameKind::Selection,
        };
        let games = |pairs: u64| 2.0 * pairs as f64;
        let (reference, proof) = self.measuring_pairs(first, true);
        let selection = 2.0 * self.tuner.expected_pairs();
        let complete = self.finished.iter().chain(&self.closing);
        let mut complete: Vec<f64> = complete.map(|one| one.games.games() as f64).collect();
        let varies = match &self.settings.method {
            Method::Knockout(_) => true,
            Method::CmaEs(settings) => {
                // It says before a generation how many games that has.
                complete.push(selection);
                let more = settings.max_pairs.is_some_and(|most| most > settings.pairs);
                more || settings.restarts > 0
            }
            _ => false,
        };
        let left = GamesLeft {
            generations: last - first,
            selection,
            selected: self.games.games() as f64,
            reference: games(pairs[0]),
            proof: games(pairs[1]),
            at_end: (games(reference), games(proof)),
            complete,
            varies,
            between: None,
        };
        (left, kind)
    }

    fn measuring_pairs(&self, number: u32, is_end: bool) -> (u64, u64) {
        let settings = &self.settings;
        let reference = u64::from(is_end || self.measures(number)) * settings.reference.pairs;
        let due = settings.proofs_after(number);
        let proof = settings.proof.as_ref().filter(|_| is_end);
        let proof = proof.or(due.last().copied());
        (reference, proof.map_or(0, ProofSettings::pairs_in_all))
    }

    /// Whether the champion of generation `number` meets the reference.
    fn measures(&self, number: u32) -> bool {
        let settings = &self.settings;
        settings.is_end(number) || (number + 1).is_multiple_of(settings.rules_of(number).every)
    }

    /// Whether the last generation's selection has just ended and nothing was played since: a run
    /// may end here.
    pub fn at_turn(&self) -> bool {
        let natural = self.settings.generations;
        self.at_turn && !self.ending && self.generations_at_turn() != natural
    }

    /// Ends the run here because its time is up, after the games of an end. Returns the number of its
    /// generations.
    pub fn end_here(&mut self) -> u32 {
        let count = self.generations_at_turn();
        if self.closing.is_none() {
            self.closing = self.finished.pop();
        }
        self.record_end(End {
            after: count,
            why: Why::Time,
            detail: None,
        });
        self.trial = None;
        self.proofs = 0;
        self.ending = true;
        self.stage = Stage::Selection;
        self.pass_on();
        count
    }

    /// Adds an end, unless one was there before.
    fn record_end(&mut self, end: End) {
        if self.settings.ends.iter().all(|one| one.after != end.after) {
            self.settings.ends.push(end);
        }
    }

    /// Generations whose selection is complete.
    pub fn generations_at_turn(&self) -> u32 {
        self.generation() + u32::from(self.closing.is_some())
    }

    /// The number of generations after which the run has ended: it has games of an end, or is over.
    /// `further` says whether the journal has games that the schedule has not received yet.
    pub fn ended_after(&self, further: bool) -> Option<u32> {
        let count = self.generations_at_turn();
        let natural = count == self.settings.generations;
        let begun = self.closing.is_none() || further || !self.at_turn;
        (natural && begun).then_some(count)
    }

    /// Number of generations whose last games were asked for: other rules hold for the next ones.
    /// `further` as above.
    pub fn decided(&self, further: bool) -> u32 {
        let begun = self.closing.is_some() && (further || !self.at_turn);
        self.generation() + u32::from(begun)
    }

    /// The meetings of the present stage.
    fn meetings(&self) -> Vec<Pairing> {
        match (self.stage, &self.closing) {
            (Stage::Selection, _) => self.tuner.ask(),
            (Stage::Reference, Some(closing)) => vec![self.measurement(closing)],
            (Stage::Proof, _) => match &self.trial {
                Some(trial) => trial.ask(&self.settings.setup),
                None => Vec::new(),
            },
            (Stage::Reference | Stage::Over, _) => Vec::new(),
        }
    }

    fn measurement(&self, closing: &Generation) -> Pairing {
        let reference = &self.settings.reference;
        Pairing {
            round: 0,
            purpose: Purpose::Reference,
            first: self.settings.setup.entrant(closing.champion()),
            second: reference.entrant.clone(),
            pairs: reference.pairs,
            openings: Openings::Own,
        }
    }

    /// Advances to the next stage with games.
    fn pass_on(&mut self) {
        let number = self.generation();
        let restarts = self
            .closing
            .as_ref()
            .is_some_and(|closing| closing.restarts);
        if self.stage == Stage::Selection && (restarts || self.measures(number)) {
            self.stage = Stage::Reference;
            return;
        }
        if self.begin_proof(number) {
            self.stage = Stage::Proof;
            return;
        }
        (self.trial, self.proofs) = (None, 0);
        self.finished.extend(self.closing.take());
        let over = self.ending || self.generation() >= self.settings.generations;
        self.stage = if over { Stage::Over } else { Stage::Selection };
    }

    /// Begins the next proof that is due after generation `number`, or what it adds to the one
    /// before. Returns whether there are games of it.
    fn begin_proof(&mut self, number: u32) -> bool {
        let Some(closing) = &self.closing else {
            return false;
        };
        let due = self.settings.proofs_after(number);
        for proof in due.into_iter().skip(self.proofs) {
            self.proofs += 1;
            let begun = if let Some(trial) = &mut self.trial {
                trial.extend(proof)
            } else {
                let space = &self.settings.setup.space;
                let start = &self.settings.setup.start;
                self.trial = Some(Trial::new(proof, space, start, &self.finished, closing));
                true
            };
            if begun {
                return true;
            }
        }
        false
    }

    /// Asks whether the search has converged in the generation that is complete: if so it begins
    /// again or the run ends. Returns whether it begins again.
    fn settle(&mut self) -> bool {
        let number = self.generation();
        let rules = self.settings.rules_of(number);
        let Some(stop) = rules.stop else {
            return false;
        };
        let count = number + 1;
        if count == rules.generations {
            return false;
        }
        let Some(converged) = self.tuner.converged(stop) else {
            return false;
        };
        if self.tuner.restart() {
            return true;
        }
        let detail = Some(detail(converged));
        let why = Why::Converged;
        self.record_end(End {
            after: count,
            why,
            detail,
        });
        self.ending = self.settings.stays_converged(number);
        false
    }

    /// The bouts of `meetings`, numbered from `id`, with pairs from `first_pair`.
    fn bouts(&self, meetings: Vec<Pairing>, id: u64, mut first_pair: u64) -> Vec<Bout> {
        let bouts = meetings.into_iter().zip(id..).map(|(meeting, id)| {
            let has_champion = || {
                let players = [&meeting.first, &meeting.second];
                let weights = players.into_iter().filter_map(|one| one.spec.weights());
                weights.map(bits).any(|own| self.champions.contains(&own))
            };
            let bout = Bout {
                id,
                first_pair,
                step: 1,
                games: 2 * meeting.pairs,
                keep_tries: self.settings.keep.keeps(meeting.purpose, has_champion),
                openings: meeting.openings,
                first: meeting.first,
                second: meeting.second,
            };
            first_pair += meeting.pairs;
            bout
        });
        bouts.collect()
    }

    /// Stores the results of `meetings`.
    fn keep(&mut self, meetings: &[Pairing], games: &[Vec<Outcome>], settled: &[Settled]) {
        for ((meeting, games), settled) in meetings.iter().zip(games).zip(settled) {
            let counted = tally_of_bout(games);
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

impl Schedule for Evolution {
    fn seed(&self) -> u64 {
        self.settings.setup.seed
    }

    fn ask(&self) -> Vec<Bout> {
        self.bouts(self.meetings(), self.next_bout, self.next_pair)
    }

    /// The next generation's games, if none but those of a measurement come before them: during the
    /// measurement, and during the selection if the tuner draws ahead.
    fn ahead(&self) -> Vec<Bout> {
        let number = self.generation();
        let next = match self.stage {
            // Whether a game's tries are kept depends on the champion of this generation.
            Stage::Selection if self.settings.keep != Keep::Champions => self.tuner.ahead(),
            Stage::Reference => self.tuner.ask(),
            _ => Vec::new(),
        };
        let has_proof = !self.settings.proofs_after(number).is_empty();
        if next.is_empty() || self.ending || self.settings.is_end(number) || has_proof {
            return Vec::new();
        }
        let asked = self.meetings();
        let (mut bout, mut pair) = (self.next_bout, self.next_pair);
        bout += asked.len() as u64;
        pair += asked.iter().map(|meeting| meeting.pairs).sum::<u64>();
        if self.stage == Stage::Selection && self.measures(number) {
            bout += 1;
            pair += self.settings.reference.pairs;
        }
        self.bouts(next, bout, pair)
    }

    fn tell(&mut self, games: &[Vec<Outcome>]) {
        let meetings = self.meetings();
        self.at_turn = false;
        match self.stage {
            Stage::Over => {}
            Stage::Selection => {
                let told = self.tuner.tell(games);
                self.keep(&meetings, games, &told.settled);
                if let Some(population) = told.population {
                    let restarts = self.settle();
                    let closing = Generation {
                        number: self.generation(),
                        population,
                        games: std::mem::take(&mut self.games),
                        reference: None,
                        reference_games: 0,
                        proof: None,
                        restarts,
                    };
                    if self.settings.keep == Keep::Champions {
                        self.champions.insert(bits(&closing.champion().weights));
                    }
                    self.closing = Some(closing);
                    self.at_turn = true;
                    self.pass_on();
                }
            }
            Stage::Reference => {
                self.keep(&meetings, games, &[Settled::COUNTED]);
                if let Some(closing) = &mut self.closing {
                    let all = games.iter().flatten();
                    closing.reference_games = all.clone().count() as u64;
                    // Forfeits alone measure nothing.
                    let is_played = all.clone().any(|game| !game.ending.is_forfeit());
                    let tallies = games.iter().map(|games| tally_of_bout(games));
                    closing.reference = is_played.then(|| tallies.sum());
                }
                self.pass_on();
            }
            Stage::Proof => {
                self.keep(&meetings, games, &vec![Settled::COUNTED; games.len()]);
                let proof = self.trial.as_mut().and_then(|trial| trial.tell(games));
                if let (Some(proof), Some(closing)) = (proof, &mut self.closing) {
                    closing.proof = Some(proof);
                    self.pass_on();
                }
            }
        }
    }
}

/// Weights as keys.
fn bits(weights: &Weights) -> Vec<u64> {
    let values = weights.values().iter();
    values.map(|value| value.to_bits()).collect()
}

/// Evidence of convergence, in words.
fn detail(converged: Converged) -> String {
    match converged {
        Converged::Step(step) => format!(
            "steps of the search have {:.2} % of the ranges, less than stop.step",
            100.0 * step
        ),
        Converged::Gain(lead) => format!(
            "a step of one standard deviation uphill gains at most {:.1} Elo, less than stop.gain",
            elo_of_lead(lead)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulation::{by_queen, play, run, settings};
    use super::*;
    use darkforge_kriegspiel::umpire::Ending;

    #[test]
    fn forfeits_alone_measure_no_champion() {
        let settings = settings(2, 4);
        let seed = settings.setup.seed;
        let mut evolution = Evolution::new(settings);
        while let bouts = evolution.ask()
            && !bouts.is_empty()
        {
            let is_measuring = evolution.stage == Stage::Reference;
            let mut games: Vec<Vec<Outcome>> = bouts
                .iter()
                .map(|bout| play(seed, bout, by_queen))
                .collect();
            for game in games.iter_mut().flatten().filter(|_| is_measuring) {
                game.ending = Ending::ForfeitCrash;
            }
            evolution.tell(&games);
        }
        for generation in evolution.finished() {
            assert_eq!(generation.reference, None);
        }
        let games = |generation: &Generation| generation.reference_games;
        let played: Vec<u64> = evolution.finished().iter().map(games).collect();
        assert_eq!(played, [0, 6, 0, 6]);
    }

    #[test]
    fn games_ahead_are_asked_for_next() {
        use super::super::simulation::{cma_es, spsa};
        let overlapping = |mut method: Method| {
            match &mut method {
                Method::CmaEs(settings) => settings.overlap = true,
                Method::Spsa(settings) => settings.overlap = true,
                _ => unreachable!("no others overlap"),
            }
            method
        };
        // Generations that are there ahead: those after a measurement, or, with overlap, all but the
        // first.
        for (method, expected) in [
            (overlapping(cma_es(4, 6, 0.1)), 7),
            (overlapping(spsa(2, 0.2, 0.1, 20.0)), 7),
            (cma_es(4, 6, 0.1), 3),
            (settings(4, 1).method, 3),
        ] {
            let mut settings = settings(4, 8);
            settings.method = method;
            let seed = settings.setup.seed;
            let mut evolution = Evolution::new(settings);
            let mut promised: Option<Vec<String>> = None;
            let mut kept = 0;
            while let bouts = evolution.ask()
                && !bouts.is_empty()
            {
                let texts: Vec<String> = bouts.iter().map(|bout| format!("{bout:?}")).collect();
                if evolution.stage == Stage::Selection
                    && let Some(promised) = promised.take()
                {
                    assert_eq!(texts[..promised.len()], promised);
                    kept += 1;
                }
                let ahead = evolution.ahead();
                if !ahead.is_empty() {
                    promised = Some(ahead.iter().map(|bout| format!("{bout:?}")).collect());
                }
                let games: Vec<_> = bouts
                    .iter()
                    .map(|bout| play(seed, bout, by_queen))
                    .collect();
                evolution.tell(&games);
            }
            assert_eq!(promised, None, "nothing after the end");
            assert_eq!(kept, expected);
        }
    }

    #[test]
    fn the_games_left_are_those_that_are_played() {
        let settings = settings(4, 5);
        let seed = settings.setup.seed;
        let mut evolution = Evolution::new(settings);
        let (first, _) = evolution.games_left();
        assert_eq!(
            (first.generations, first.reference, first.proof),
            (5, 18.0, 0.0)
        );
        assert_eq!(first.at_end, (6.0, 0.0));
        while let bouts = evolution.ask()
            && !bouts.is_empty()
        {
            let (left, kind) = evolution.games_left();
            let is_measuring = evolution.stage == Stage::Reference;
            assert_eq!(kind == GameKind::Reference, is_measuring);
            let asked: u64 = bouts.iter().map(|bout| bout.games).sum();
            let games: Vec<_> = bouts
                .iter()
                .map(|bout| play(seed, bout, by_queen))
                .collect();
            evolution.tell(&games);
            let (after, _) = evolution.games_left();
            if is_measuring {
                assert!((left.reference - after.reference - asked as f64).abs() < 1e-9);
            }
        }
        let (over, _) = evolution.games_left();
        assert_eq!(
            (over.generations, over.reference, over.proof),
            (0, 0.0, 0.0)
        );
        assert_eq!(over.complete.len(), 5);
    }

    #[test]
    fn tries_are_kept_of_the_games_that_are_asked_for() {
        let kept = |keep: Keep| -> Vec<(Purpose, bool)> {
            let mut settings = settings(4, 4);
            settings.keep = keep;
            settings.opponents.hall_of_fame = 1.0;
            let seed = settings.setup.seed;
            let mut evolution = Evolution::new(settings);
            let mut kept = Vec::new();
            while let bouts = evolution.ask()
                && !bouts.is_empty()
            {
                let games: Vec<_> = bouts
                    .iter()
                    .map(|bout| play(seed, bout, by_queen))
                    .collect();
                evolution.tell(&games);
                kept.extend(bouts.iter().map(|bout| bout.keep_tries));
            }
            let purposes = evolution.results().iter().map(|result| result.purpose);
            purposes.zip(kept).collect()
        };
        assert!(kept(Keep::None).iter().all(|(_, kept)| !kept));
        assert!(kept(Keep::All).iter().all(|(_, kept)| *kept));
        let champions = kept(Keep::Champions);
        let of = |purpose: Purpose| {
            let own = champions.iter().filter(move |(own, _)| *own == purpose);
            own.map(|(_, kept)| *kept).collect::<Vec<_>>()
        };
        assert!(of(Purpose::Reference).iter().all(|&kept| kept));
        assert!(
            of(Purpose::Outside).iter().all(|&kept| kept),
            "the hall of fame"
        );
        // The champion lives on and plays in the next generations.
        let selection = of(Purpose::Selection);
        assert!(selection.contains(&true) && selection.contains(&false));
        assert!(
            !selection[0],
            "nobody is a champion before the first generation"
        );
    }

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
