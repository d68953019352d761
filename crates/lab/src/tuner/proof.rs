//! Proofs: the chosen champion of an evolution plays fresh games against its start.
//!
//! The best of many noisy scores is an overestimate. Candidates are therefore screened first, and
//! only the chosen one plays games that took no part in the choice. Their number is fixed in
//! advance: the sequential test sees them in the order of the schedule and reports when it decided,
//! but stops nothing, so that stopping does not bias the Elo either.

use super::{Generation, Pairing, Purpose, Setup, Space};
use crate::bout::{Entrant, Openings, tally_of_bout};
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::weights::Weights;
use darkforge_kriegspiel::umpire::Outcome;
use darkforge_ratings::{Sprt, Tally, Verdict};

/// Settings of a proof.
#[derive(Clone, Debug)]
pub struct ProofSettings {
    /// Player with the weights, if it differs from the evolving player.
    pub player: Option<PlayerSpec>,
    /// Number of generations between proofs; 0 for one at the end alone. The end always has one.
    pub every: u32,
    /// Greatest number of candidates, at least 1.
    pub candidates: usize,
    /// Number of champions whose geometric mean is a candidate; less than 2 for none.
    pub mean_of: usize,
    /// Whether the weights half way from the start to the last champion are a candidate.
    pub halfway: bool,
    /// Pairs of each candidate in the screening, against the start and against each of the others.
    pub screening_pairs: u64,
    /// Players besides the start that candidates meet in the screening.
    pub screening_opponents: Vec<Entrant>,
    /// Pairs of the chosen candidate.
    pub pairs: u64,
    /// Sequential test.
    pub test: Sprt,
    /// Additional opponents of the chosen candidate.
    pub opponents: Vec<Entrant>,
    /// Pairs against each of them.
    pub opponent_pairs: u64,
}

impl ProofSettings {
    /// The players of a proof that have names of their own.
    pub fn players(&self) -> impl Iterator<Item = &PlayerSpec> {
        let opponents = self.screening_opponents.iter().chain(&self.opponents);
        let opponents = opponents.map(|opponent| &opponent.spec);
        self.player.iter().chain(opponents)
    }

    /// Pairs of a proof with all candidates.
    pub fn pairs_in_all(&self) -> u64 {
        self.screening_in_all() + self.fresh_in_all()
    }

    /// Pairs of the screening.
    pub fn screening_in_all(&self) -> u64 {
        match self.candidates {
            0 | 1 => 0,
            candidates => candidates as u64 * self.screening_of_one(),
        }
    }

    /// Pairs of one candidate in the screening.
    fn screening_of_one(&self) -> u64 {
        (1 + self.screening_opponents.len() as u64) * self.screening_pairs
    }

    /// Pairs after the screening.
    pub fn fresh_in_all(&self) -> u64 {
        self.pairs + self.opponents.len() as u64 * self.opponent_pairs
    }
}

/// A candidate for the strongest.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Name in files.
    pub name: String,
    /// Its origin, in words.
    pub origin: String,
    /// Its weights.
    pub weights: Weights,
}

impl Candidate {
    /// The champion of a generation.
    pub(super) fn of_champion(generation: &Generation) -> Candidate {
        let champion = generation.champion();
        Candidate {
            name: champion.name(),
            origin: format!("champion of generation {}", generation.number),
            weights: champion.weights.clone(),
        }
    }
}

/// A played proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The screened candidates; of equal ones the first is chosen.
    pub candidates: Vec<Candidate>,
    /// Each candidate's games, from its side, against each of [`Proof::screened_by`]; none if there
    /// was only one candidate.
    pub screening: Vec<Vec<Tally>>,
    /// Whom candidates met in the screening: the start, then others.
    pub screened_by: Vec<String>,
    /// Place of the chosen one.
    pub chosen: usize,
    /// Its fresh games against the start.
    pub games: Tally,
    /// Log-likelihood ratio after each fresh pair, up to the one that decided.
    pub llrs: Vec<f64>,
    /// Pairs that were asked for.
    pub pairs: u64,
    /// Verdict of the test.
    pub verdict: Verdict,
    /// Its fresh games against each further opponent.
    pub opponents: Vec<(String, Tally)>,
}

impl Proof {
    /// The chosen candidate.
    pub fn champion(&self) -> &Candidate {
        &self.candidates[self.chosen]
    }

    /// Its games of the screening against the start, if there was a choice.
    pub fn naive(&self) -> Option<Tally> {
        self.screening.get(self.chosen)?.first().copied()
    }

    /// The games of the screening: candidate, opponent and tally.
    pub fn screened(&self) -> impl Iterator<Item = (&Candidate, &str, &Tally)> {
        let candidates = self.candidates.iter().zip(&self.screening);
        candidates.flat_map(|(candidate, tallies)| {
            let opponents = self.screened_by.iter().map(String::as_str);
            opponents
                .zip(tallies)
                .map(move |(opponent, tally)| (candidate, opponent, tally))
        })
    }

    /// The ratio at the decision of the test, or at its end.
    pub fn llr(&self) -> f64 {
        self.llrs.last().copied().unwrap_or(0.0)
    }

    /// Whether the champion is stronger than the start, by the test.
    pub fn proven(&self) -> bool {
        self.verdict == Verdict::AcceptH1
    }

    /// The verdict in files.
    pub const fn verdict_word(&self) -> &'static str {
        match self.verdict {
            Verdict::AcceptH1 => "H1",
            Verdict::AcceptH0 => "H0",
            Verdict::Continue => "undecided",
        }
    }

    /// Games that it took.
    pub fn games_in_all(&self) -> u64 {
        let further = self.opponents.iter().map(|(_, tally)| tally);
        let screening = self.screening.iter().flatten();
        let others: u64 = screening.chain(further).map(Tally::games).sum();
        self.games.games() + others
    }
}

/// State of a proof.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    settings: ProofSettings,
    generation: u32,
    candidates: Vec<Candidate>,
    screening: Vec<Vec<Tally>>,
    /// Set after the screening, or if there is none.
    chosen: Option<usize>,
    /// Fresh pairs against the start that were told, with their results.
    pairs: u64,
    games: Tally,
    llrs: Vec<f64>,
    /// The same against each further opponent, in the order of the settings.
    opponents: Vec<(u64, Tally)>,
}

/// Name of the start in files.
pub const START: &str = "start";

/// Series of seeds of proofs: no round of a tuner has such a high number.
const SERIES: u64 = 1 << 40;

impl Trial {
    /// A proof after generation `closing`, which comes after those in `finished`.
    pub(super) fn new(
        settings: &ProofSettings,
        space: &Space,
        start: &Weights,
        finished: &[Generation],
        closing: &Generation,
    ) -> Trial {
        let candidates = candidates(settings, space, start, finished, closing);
        Trial {
            settings: settings.clone(),
            generation: closing.number,
            chosen: (candidates.len() == 1).then_some(0),
            candidates,
            screening: Vec::new(),
            pairs: 0,
            games: Tally::default(),
            llrs: Vec::new(),
            opponents: vec![(0, Tally::default()); settings.opponents.len()],
        }
    }

    /// Continues a proof that is complete: the same candidate plays the games that `settings` add.
    /// Returns whether there are any.
    pub(super) fn extend(&mut self, settings: &ProofSettings) -> bool {
        self.settings = settings.clone();
        let opponents = settings.opponents.len().max(self.opponents.len());
        self.opponents.resize(opponents, (0, Tally::default()));
        self.lacking().next().is_some()
    }

    /// Pairs that the chosen candidate has still to play: `None` for those against the start, or
    /// the place of a further opponent, and their number.
    fn lacking(&self) -> impl Iterator<Item = (Option<usize>, u64)> {
        let settings = &self.settings;
        let start = (None, settings.pairs.saturating_sub(self.pairs));
        let others = (0..settings.opponents.len()).zip(&self.opponents);
        let others = others.map(|(place, (played, _))| {
            let lacking = settings.opponent_pairs.saturating_sub(*played);
            (Some(place), lacking)
        });
        let all = std::iter::once(start).chain(others);
        all.filter(|(_, pairs)| *pairs > 0)
    }

    /// Meetings to play next: the screening, then the proof.
    pub(super) fn ask(&self, setup: &Setup) -> Vec<Pairing> {
        let settings = &self.settings;
        let player = settings.player.as_ref().unwrap_or(&setup.player);
        let start = Entrant {
            name: START.to_owned(),
            spec: player.reweighted(START, &setup.start),
        };
        let meeting = |candidate: &Candidate, purpose, second: &Entrant, pairs, openings| {
            let name = candidate.name.clone();
            Pairing {
                round: 0,
                purpose,
                first: Entrant {
                    spec: player.reweighted(&name, &candidate.weights),
                    name,
                },
                second: second.clone(),
                pairs,
                openings,
            }
        };
        let series = |stage: u64, from: u64| Openings::Series {
            series: SERIES + 2 * u64::from(self.generation) + stage,
            from,
        };
        let Some(chosen) = self.chosen else {
            let others = || std::iter::once(&start).chain(&settings.screening_opponents);
            let screened = self
                .candidates
                .iter()
                .flat_map(|candidate| others().map(move |opponent| (candidate, opponent)));
            let pairs = settings.screening_pairs;
            let screened = screened.map(|(candidate, opponent)| {
                meeting(candidate, Purpose::Screening, opponent, pairs, series(0, 0))
            });
            return screened.collect();
        };
        let champion = &self.candidates[chosen];
        let meetings = self.lacking().map(|(opponent, pairs)| {
            let (second, openings) = match opponent {
                None => (&start, series(1, self.pairs)),
                Some(place) => (&settings.opponents[place], Openings::Own),
            };
            meeting(champion, Purpose::Proof, second, pairs, openings)
        });
        meetings.collect()
    }

    /// Pairs that are left.
    pub(super) fn pairs_left(&self, settings: &ProofSettings) -> u64 {
        let screened = match self.chosen {
            Some(_) => 0,
            None => self.candidates.len() as u64 * settings.screening_of_one(),
        };
        screened + settings.fresh_in_all()
    }

    /// Takes the games asked for; returns the proof once it is complete.
    pub(super) fn tell(&mut self, games: &[Vec<Outcome>]) -> Option<Proof> {
        let Some(chosen) = self.chosen else {
            let tallies: Vec<_> = games.iter().map(|games| tally_of_bout(games)).collect();
            let each = 1 + self.settings.screening_opponents.len();
            self.screening = tallies.chunks(each).map(<[Tally]>::to_vec).collect();
            self.chosen = Some(best(&self.screening));
            return None;
        };
        let lacking: Vec<_> = self.lacking().collect();
        for ((opponent, pairs), games) in lacking.into_iter().zip(games) {
            if let Some(place) = opponent {
                let (played, counted) = &mut self.opponents[place];
                *played += pairs;
                *counted += tally_of_bout(games);
            } else {
                let seen = self.games;
                follow(&self.settings.test, &mut self.llrs, seen, games);
                self.games += tally_of_bout(games);
                self.pairs += pairs;
            }
        }
        let test = &self.settings.test;
        let screened_by = self.settings.screening_opponents.iter();
        let opponents = self.settings.opponents.iter().zip(&self.opponents);
        Some(Proof {
            candidates: self.candidates.clone(),
            screening: self.screening.clone(),
            screened_by: std::iter::once(START.to_owned())
                .chain(screened_by.map(|entrant| entrant.name.clone()))
                .collect(),
            chosen,
            games: self.games,
            pairs: self.pairs,
            verdict: test.verdict(self.llrs.last().copied().unwrap_or(0.0)),
            llrs: self.llrs.clone(),
            opponents: opponents
                .map(|(entrant, (_, tally))| (entrant.name.clone(), *tally))
                .collect(),
        })
    }
}

/// The first of those with the highest mean score over their opponents.
fn best(screening: &[Vec<Tally>]) -> usize {
    // All have the same number of opponents.
    let sum = |tallies: &Vec<Tally>| tallies.iter().map(Tally::score).sum::<f64>();
    let mut best = 0;
    for (index, tallies) in screening.iter().enumerate() {
        if sum(tallies) > sum(&screening[best]) {
            best = index;
        }
    }
    best
}

/// Adds to `llrs` the ratio of the test after each pair of `games`, up to the deciding one; `seen`
/// are the games before.
fn follow(test: &Sprt, llrs: &mut Vec<f64>, mut seen: Tally, games: &[Outcome]) {
    let is_decided = |llrs: &[f64]| {
        let last = llrs.last().copied().unwrap_or(0.0);
        test.verdict(last) != Verdict::Continue
    };
    for pair in games.chunks_exact(2) {
        if is_decided(llrs) {
            return;
        }
        seen += tally_of_bout(pair);
        llrs.push(test.llr_pairs(&seen.pairs));
    }
}

/// Candidates: the last champion, those of searches that were begun again, the weights half way
/// from the start to the last champion, the mean of the last champions, and champions of other
/// generations by their score against the reference.
fn candidates(
    settings: &ProofSettings,
    space: &Space,
    start: &Weights,
    finished: &[Generation],
    closing: &Generation,
) -> Vec<Candidate> {
    let of = Candidate::of_champion;
    let mut found = vec![of(closing)];
    let others = finished.iter().filter(|generation| generation.restarts);
    found.extend(others.map(of));
    let searches = found.len();
    if settings.halfway {
        found.push(Candidate {
            name: "halfway".to_owned(),
            origin: format!("half way from the start to {}", found[0].name),
            weights: space.rounded(&mean(space, &[start, &found[0].weights])),
        });
    }
    // A mean of the champions of several searches may lie between their optima.
    let earlier = finished
        .iter()
        .rev()
        .take_while(|generation| !generation.restarts)
        .take(settings.mean_of.saturating_sub(1));
    let last: Vec<&Weights> = std::iter::once(closing)
        .chain(earlier)
        .map(|generation| &generation.champion().weights)
        .collect();
    if last.len() > 1 {
        found.push(Candidate {
            name: "mean".to_owned(),
            origin: format!("geometric mean of the last {} champions", last.len()),
            weights: mean(space, &last),
        });
    }
    let mut measured: Vec<(f64, &Generation)> = finished
        .iter()
        .chain([closing])
        .filter_map(|generation| Some((generation.reference?.score(), generation)))
        .collect();
    // Of equal ones the later: the sort is stable.
    measured.reverse();
    measured.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, generation) in measured {
        let candidate = of(generation);
        // A champion that survives is one candidate.
        if found.iter().all(|other| other.weights != candidate.weights) {
            found.push(candidate);
        }
    }
    // The champion of no search is left out.
    found.truncate(settings.candidates.max(searches));
    found
}

/// Mean on the scales of `space`: geometric on logarithmic axes.
fn mean(space: &Space, weights: &[&Weights]) -> Weights {
    let mut sums = vec![0.0; space.len()];
    for weights in weights {
        for (sum, coordinate) in sums.iter_mut().zip(space.coordinates(weights)) {
            *sum += coordinate;
        }
    }
    for sum in &mut sums {
        *sum /= weights.len() as f64;
    }
    space.weights(&sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Schedule;
    use crate::tuner::simulation::{by_queen, play, run, settings};
    use crate::tuner::{Change, End, Evolution, Settings};
    use darkforge_ratings::Model;

    fn with_proof(generations: u32, every: u32) -> Settings {
        let mut settings = settings(4, generations);
        settings.reference.every = 100;
        settings.proof = Some(ProofSettings {
            player: None,
            every,
            candidates: 3,
            mean_of: 3,
            halfway: false,
            screening_pairs: 2,
            screening_opponents: Vec::new(),
            pairs: 40,
            test: Sprt::new(0.0, 50.0, Model::Logistic).unwrap(),
            opponents: vec![settings.reference.entrant.clone()],
            opponent_pairs: 3,
        });
        settings
    }

    #[test]
    fn half_way_is_a_candidate_and_others_have_a_say_in_the_choice() {
        let mut settings = with_proof(3, 0);
        let reference = settings.reference.entrant.clone();
        let start = settings.setup.start.clone();
        let proof = settings.proof.as_mut().unwrap();
        proof.candidates = 2;
        proof.halfway = true;
        proof.screening_opponents = vec![reference.clone()];
        let each = proof.screening_of_one();
        assert_eq!((each, proof.screening_in_all()), (4, 8));
        let evolution = run(settings, by_queen);
        let (generation, proof) = evolution.proof().unwrap();
        let champion = generation.champion().weights.values();
        let [_, halfway] = &proof.candidates[..] else {
            panic!("{:?}", proof.candidates);
        };
        assert_eq!(halfway.name, "halfway");
        for ((half, one), other) in halfway
            .weights
            .values()
            .iter()
            .zip(start.values())
            .zip(champion)
        {
            let mean = libm::sqrt(one * other);
            assert!((half / mean - 1.0).abs() < 1e-3, "{half} {mean}");
        }
        assert_eq!(proof.screened_by, [START, reference.name.as_str()]);
        let games: Vec<u64> = proof
            .screened()
            .map(|(_, _, tally)| tally.games())
            .collect();
        assert_eq!(games, [4; 4]);
        assert_eq!(proof.games_in_all(), 16 + 80 + 6);
    }

    #[test]
    fn the_best_mean_is_chosen_and_of_equal_ones_the_first() {
        let tally = |wins, losses| Tally::of(wins, 0, losses);
        let screening = [
            vec![tally(8, 2), tally(3, 7)],
            vec![tally(6, 4), tally(7, 3)],
            vec![tally(7, 3), tally(6, 4)],
        ];
        assert_eq!(best(&screening), 1);
    }

    /// Numbers, names and seeds of all games up to the end, which comes after `end` generations if
    /// given.
    fn games(settings: Settings, end: Option<u32>) -> Vec<(u64, String, String, u64)> {
        let seed = settings.setup.seed;
        let mut evolution = Evolution::new(settings);
        let mut all = Vec::new();
        loop {
            let bouts = evolution.ask();
            if bouts.is_empty() {
                return all;
            }
            let games: Vec<_> = bouts
                .iter()
                .map(|bout| play(seed, bout, by_queen))
                .collect();
            for game in bouts.iter().flat_map(|bout| bout.fixtures(seed)) {
                let [white, black] = [game.white, game.black].map(|one| one.name.clone());
                all.push((game.game, white, black, game.seed));
            }
            evolution.tell(&games);
            if evolution.at_turn() && Some(evolution.generations_at_turn()) == end {
                evolution.end_here();
            }
        }
    }

    #[test]
    fn the_best_of_the_screening_plays_fresh_games_for_proof() {
        let mut settings = with_proof(5, 2);
        settings.reference.every = 1;
        let evolution = run(settings, by_queen);
        let proven: Vec<bool> = evolution
            .finished()
            .iter()
            .map(|g| g.proof.is_some())
            .collect();
        assert_eq!(proven, [false, true, false, true, true]);
        let (generation, proof) = evolution.proof().unwrap();
        assert_eq!(generation.number, 4);
        let screened = proof.candidates.len() as u64;
        assert!(
            (2..=3).contains(&screened),
            "equal weights are one candidate"
        );
        let scores = proof.screened().map(|(_, _, tally)| tally.score());
        let best = scores.fold(0.0, f64::max);
        assert!(proof.naive().unwrap().score() >= best);
        assert_eq!(proof.games.games(), 80, "the test stops nothing");
        assert!(proof.proven() && proof.llrs.len() < 40, "{}", proof.llr());
        assert_eq!(proof.games_in_all(), screened * 4 + 80 + 6);
        assert_eq!(evolution.champion().unwrap().name, proof.champion().name);
    }

    #[test]
    fn a_run_that_ended_before_plays_the_same_when_it_is_replayed() {
        let whole = games(with_proof(3, 0), None);
        let stopped = games(with_proof(9, 0), Some(3));
        assert_eq!(whole, stopped, "ended by hand or by its config");
        let mut longer = with_proof(6, 0);
        longer.ends = vec![End::planned(3)];
        let longer = games(longer, None);
        assert_eq!(longer[..whole.len()], whole, "it goes on from there");
        assert!(longer.len() > whole.len());
        // An end with a proof in any case.
        let mut ended = with_proof(9, 2);
        let stopped = games(ended.clone(), Some(4));
        ended.ends = vec![End::planned(4)];
        assert_eq!(games(ended, None)[..stopped.len()], stopped);
    }

    /// The rules of `settings` until generation `until`.
    fn changed(settings: &Settings, until: u32) -> Change {
        Change {
            until,
            generations: settings.generations,
            every: settings.reference.every,
            proof: settings.proof.clone(),
            stop: settings.stop.clone(),
        }
    }

    #[test]
    fn a_proof_that_is_extended_plays_what_it_lacks_and_nothing_twice() {
        let short = with_proof(3, 0);
        let whole = games(short.clone(), None);
        let mut long = short.clone();
        long.ends = vec![End::planned(3)];
        long.changes = vec![changed(&short, 3)];
        let random = long.proof.as_ref().unwrap().opponents[0].clone();
        let proof = long.proof.as_mut().unwrap();
        proof.pairs = 60;
        proof.opponents.push(Entrant {
            name: "another".to_owned(),
            ..random
        });
        let extended = games(long.clone(), None);
        assert_eq!(extended[..whole.len()], whole, "as far as it was");
        let more = &extended[whole.len()..];
        assert_eq!(more.len(), 2 * (20 + 3), "20 pairs and a new opponent");
        let evolution = run(long.clone(), by_queen);
        let (_, proof) = evolution.proof().unwrap();
        assert_eq!((proof.pairs, proof.games.games()), (60, 120));
        let of_opponents = proof.opponents.iter().map(|(_, tally)| tally.games());
        assert_eq!(of_opponents.collect::<Vec<_>>(), [6, 6]);
        let mut seeds = std::collections::BTreeSet::new();
        let start = |(_, white, black, _): &&(_, String, String, _)| {
            [white, black].contains(&&START.to_owned())
        };
        let proof_games: Vec<_> = extended.iter().filter(start).collect();
        for pair in proof_games[proof_games.len() - 40..].chunks(2) {
            seeds.insert(pair[0].3);
        }
        let before = &proof_games[..proof_games.len() - 40];
        assert_eq!(seeds.len(), 20);
        assert!(before.iter().all(|game| !seeds.contains(&game.3)), "fresh");
        // It goes on from there as well.
        let mut on = long.clone();
        on.changes.push(changed(&long, 3));
        on.generations = 5;
        let on = games(on, None);
        assert_eq!(on[..extended.len()], extended);
        assert!(on.len() > extended.len());
    }

    #[test]
    fn a_proof_may_be_added_at_the_end_and_in_the_middle() {
        let mut bare = with_proof(4, 0);
        let proof = bare.proof.take();
        let whole = games(bare.clone(), None);
        for (until, generations) in [(4, 4), (4, 6), (2, 4)] {
            let mut added = bare.clone();
            added.changes = vec![changed(&bare, until)];
            added.ends = (until == 4).then(|| End::planned(4)).into_iter().collect();
            added.generations = generations;
            added.proof.clone_from(&proof);
            let all = games(added.clone(), None);
            assert_eq!(all[..whole.len()], whole, "{until} {generations}");
            let evolution = run(added, by_queen);
            let (last, _) = evolution.proof().unwrap();
            assert_eq!(last.number + 1, generations);
            let proofs = evolution
                .finished()
                .iter()
                .filter(|one| one.proof.is_some());
            assert_eq!(proofs.count(), 1, "{until} {generations}");
        }
    }

    #[test]
    fn other_measurements_begin_where_they_were_asked_for() {
        let mut often = with_proof(8, 0);
        often.reference.every = 1;
        let mut rare = often.clone();
        rare.reference.every = 3;
        let before = games(rare.clone(), None);
        often.changes = vec![changed(&rare, 5)];
        let evolution = run(often.clone(), by_queen);
        let measured = evolution.finished().iter();
        let measured: Vec<u32> = measured
            .filter(|one| one.reference.is_some())
            .map(|one| one.number)
            .collect();
        assert_eq!(measured, [2, 5, 6, 7]);
        let after = games(often, None);
        let same = before.iter().zip(&after).take_while(|(a, b)| a == b);
        assert!(same.count() > before.len() / 2);
    }

    #[test]
    fn no_seed_of_a_proof_was_used_before() {
        let mut settings = with_proof(4, 1);
        settings.setup.noise.common_seeds = true;
        let mut before = std::collections::BTreeSet::new();
        let mut now = std::collections::BTreeSet::new();
        for (_, white, black, seed) in games(settings, None) {
            let is_proof = [&white, &black].contains(&&START.to_owned());
            assert!(!(is_proof && before.contains(&seed)), "seed {seed}");
            if is_proof {
                now.insert(seed);
            } else {
                assert!(!now.contains(&seed), "seed {seed}");
                before.insert(seed);
            }
        }
    }
}
