//! Proofs: the chosen champion of an evolution plays fresh games against its start.
//!
//! The best of many noisy scores is an overestimate. Candidates are therefore screened first, and
//! only the chosen one plays games that took no part in the choice. Their number is fixed in
//! advance: the sequential test sees them in the order of the schedule and reports when it decided,
//! but stops nothing, so that stopping does not bias the Elo either.

use super::{Generation, Pairing, Purpose, Setup, Space};
use crate::bout::{Entrant, Openings, PlayedGame, tally};
use darkforge_engine::darkboard::Weights;
use darkforge_engine::player::PlayerSpec;
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
    /// Pairs of each candidate in the screening.
    pub screening_pairs: u64,
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
    /// Pairs of a proof with all candidates.
    pub fn pairs_in_all(&self) -> u64 {
        self.screening_in_all() + self.fresh_in_all()
    }

    /// Pairs of the screening.
    pub fn screening_in_all(&self) -> u64 {
        match self.candidates {
            0 | 1 => 0,
            candidates => candidates as u64 * self.screening_pairs,
        }
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
    /// Each candidate's games against the start, from its side; none if there was only one
    /// candidate.
    pub screening: Vec<Tally>,
    /// Place of the chosen one.
    pub chosen: usize,
    /// Its fresh games against the start.
    pub games: Tally,
    /// Log-likelihood ratio after each fresh pair, up to the one that decided.
    pub llrs: Vec<f64>,
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

    /// The score by which it was chosen, if there was a choice.
    pub fn naive(&self) -> Option<Tally> {
        self.screening.get(self.chosen).copied()
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
        let others: u64 = self.screening.iter().chain(further).map(Tally::games).sum();
        self.games.games() + others
    }
}

/// State of a proof.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    generation: u32,
    candidates: Vec<Candidate>,
    screening: Vec<Tally>,
    /// Set after the screening, or if there is none.
    chosen: Option<usize>,
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
        finished: &[Generation],
        closing: &Generation,
    ) -> Trial {
        let candidates = candidates(settings, space, finished, closing);
        Trial {
            generation: closing.number,
            chosen: (candidates.len() == 1).then_some(0),
            candidates,
            screening: Vec::new(),
        }
    }

    /// Meetings to play next: the screening, then the proof.
    pub(super) fn ask(&self, settings: &ProofSettings, setup: &Setup) -> Vec<Pairing> {
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
        let series = |stage: u64| Openings::Series {
            series: SERIES + 2 * u64::from(self.generation) + stage,
            from: 0,
        };
        let Some(chosen) = self.chosen else {
            let screened = self.candidates.iter().map(|candidate| {
                let pairs = settings.screening_pairs;
                meeting(candidate, Purpose::Screening, &start, pairs, series(0))
            });
            return screened.collect();
        };
        let champion = &self.candidates[chosen];
        let proof = Purpose::Proof;
        let mut meetings = vec![meeting(champion, proof, &start, settings.pairs, series(1))];
        for opponent in &settings.opponents {
            let pairs = settings.opponent_pairs;
            meetings.push(meeting(champion, proof, opponent, pairs, Openings::Own));
        }
        meetings
    }

    /// Pairs that are left.
    pub(super) fn pairs_left(&self, settings: &ProofSettings) -> u64 {
        let screened = match self.chosen {
            Some(_) => 0,
            None => self.candidates.len() as u64 * settings.screening_pairs,
        };
        screened + settings.fresh_in_all()
    }

    /// Takes the games asked for; returns the proof once it is complete.
    pub(super) fn tell(
        &mut self,
        settings: &ProofSettings,
        games: &[Vec<PlayedGame>],
    ) -> Option<Proof> {
        let Some(chosen) = self.chosen else {
            self.screening = games.iter().map(tally).collect();
            self.chosen = Some(best(&self.screening));
            return None;
        };
        let (fresh, further) = games.split_first()?;
        let llrs = trajectory(&settings.test, fresh);
        let names = settings
            .opponents
            .iter()
            .map(|entrant| entrant.name.clone());
        Some(Proof {
            candidates: std::mem::take(&mut self.candidates),
            screening: std::mem::take(&mut self.screening),
            chosen,
            games: tally(fresh),
            verdict: settings.test.verdict(llrs.last().copied().unwrap_or(0.0)),
            llrs,
            opponents: names.zip(further.iter().map(tally)).collect(),
        })
    }
}

/// The first of those with the highest score.
fn best(tallies: &[Tally]) -> usize {
    let mut best = 0;
    for (index, tally) in tallies.iter().enumerate() {
        if tally.score() > tallies[best].score() {
            best = index;
        }
    }
    best
}

/// Ratio of the test after each pair of `games`, up to the deciding one.
fn trajectory(test: &Sprt, games: &[PlayedGame]) -> Vec<f64> {
    let mut seen = Tally::default();
    let mut llrs = Vec::new();
    for pair in games.chunks_exact(2) {
        seen += tally(pair);
        llrs.push(test.llr_pairs(&seen.pairs));
        if test.verdict(llrs[llrs.len() - 1]) != Verdict::Continue {
            break;
        }
    }
    llrs
}

/// Candidates: the last champion, the mean of the last champions, and champions of other
/// generations by their score against the reference.
fn candidates(
    settings: &ProofSettings,
    space: &Space,
    finished: &[Generation],
    closing: &Generation,
) -> Vec<Candidate> {
    let of = Candidate::of_champion;
    let mut found = vec![of(closing)];
    let earlier = finished
        .iter()
        .rev()
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
    found.truncate(settings.candidates.max(1));
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
    use crate::tuner::{Evolution, Settings};
    use darkforge_ratings::Model;

    fn with_proof(generations: u32, every: u32) -> Settings {
        let mut settings = settings(4, generations);
        settings.reference.every = 100;
        settings.proof = Some(ProofSettings {
            player: None,
            every,
            candidates: 3,
            mean_of: 3,
            screening_pairs: 2,
            pairs: 40,
            test: Sprt::new(0.0, 50.0, Model::Logistic).unwrap(),
            opponents: vec![settings.reference.entrant.clone()],
            opponent_pairs: 3,
        });
        settings
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
            for game in games.iter().flatten() {
                all.push((game.game, game.white.clone(), game.black.clone(), game.seed));
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
        let best = proof.screening.iter().map(Tally::score).fold(0.0, f64::max);
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
        longer.ends = vec![3];
        let longer = games(longer, None);
        assert_eq!(longer[..whole.len()], whole, "it goes on from there");
        assert!(longer.len() > whole.len());
        // An end with a proof in any case.
        let mut ended = with_proof(9, 2);
        let stopped = games(ended.clone(), Some(4));
        ended.ends = vec![4];
        assert_eq!(games(ended, None)[..stopped.len()], stopped);
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
