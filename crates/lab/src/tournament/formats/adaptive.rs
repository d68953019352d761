//! Adaptive tournaments: the next pairs go to the meetings with the greatest expected reduction of
//! doubt about the question, and the tournament ends when it is answered.
//!
//! After an opening in which each player meets a few others, batches of a fixed number of meetings
//! follow, so that the number of threads changes nothing. Doubt is the sum of the probabilities
//! that two players are in the wrong order (see [`Strengths::doubt`]): between the leader and each
//! other player if the question is the strongest, between all if it is the ranking. Each meeting of
//! a batch is the one with the greatest expected reduction of doubt, supposing that the ones chosen
//! before it were played: the knowledge gradient (Frazier, Powell and Dayanik 2008), two players at
//! a time.

use std::collections::BTreeSet;

use super::{Pairing, circle};
use darkforge_ratings::{HeadToHead, Strengths, Tally, normal_cdf};

/// Rounds of the opening, unless there are fewer.
const OPENING_ROUNDS: usize = 3;
/// Points at which an unknown lead is tested, in standard deviations, and their weights.
const POINTS: [(f64, f64); 7] = [
    (-2.4, 0.0180),
    (-1.6, 0.0891),
    (-0.8, 0.2327),
    (0.0, 0.3204),
    (0.8, 0.2327),
    (1.6, 0.0891),
    (2.4, 0.0180),
];

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The strongest player.
    First,
    /// The order of all players.
    Ranking,
}

/// Settings of an adaptive tournament.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveSettings {
    /// The question.
    pub question: Question,
    /// Probability of the answer at which the tournament ends.
    pub confidence: f64,
    /// Pairs in a meeting.
    pub pairs: u64,
    /// Meetings between two checks of the results.
    pub batch: usize,
    /// Greatest number of pairs.
    pub max_pairs: u64,
}

/// Answer by the games so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Players from the strongest down.
    pub ranking: Vec<usize>,
    /// Lower bound of the probability of the answer.
    pub confidence: f64,
    /// Whether that is enough.
    pub enough: bool,
}

/// State of an adaptive tournament.
#[derive(Clone, Debug)]
pub struct Adaptive {
    players: usize,
    settings: AdaptiveSettings,
    met: Vec<HeadToHead>,
    asked: Vec<Pairing>,
    batch: u32,
    played: u64,
}

impl Adaptive {
    /// A tournament of `players` players.
    pub fn new(players: usize, settings: AdaptiveSettings) -> Adaptive {
        let opening = circle(players).into_iter().take(OPENING_ROUNDS).flatten();
        let mut adaptive = Adaptive {
            players,
            settings,
            met: Vec::new(),
            asked: Vec::new(),
            batch: 1,
            played: 0,
        };
        adaptive.ask_for(opening.collect());
        adaptive
    }

    /// Least number of pairs for which each of `players` plays in the opening, if meetings have
    /// `pairs` pairs.
    pub fn least_pairs(players: usize, pairs: u64) -> u64 {
        let opening = circle(players).into_iter().flatten();
        let mut waiting: BTreeSet<usize> = (0..players).collect();
        let mut before = 0;
        for (first, second) in opening {
            waiting.remove(&first);
            waiting.remove(&second);
            if waiting.is_empty() {
                break;
            }
            before += 1;
        }
        // The last meeting may be cut short.
        pairs.saturating_mul(before) + 1
    }

    /// Asks for `meetings` while pairs are left.
    fn ask_for(&mut self, meetings: Vec<(usize, usize)>) {
        let mut left = self.settings.max_pairs - self.played;
        self.asked.clear();
        for (first, second) in meetings {
            let pairs = self.settings.pairs.min(left);
            if pairs == 0 {
                break;
            }
            left -= pairs;
            self.asked.push(Pairing {
                round: self.batch,
                first,
                second,
                pairs,
            });
        }
    }

    pub(super) fn ask(&self) -> Vec<Pairing> {
        self.asked.clone()
    }

    pub(super) fn tell(&mut self, results: &[Tally]) {
        for (meeting, &tally) in self.asked.iter().zip(results) {
            self.played += meeting.pairs;
            let (first, second) = (meeting.first, meeting.second);
            let known = self.met.iter_mut();
            match known
                .into_iter()
                .find(|met| (met.0, met.1) == (first, second))
            {
                Some(met) => met.2 += tally,
                None => self.met.push((first, second, tally)),
            }
        }
        self.batch += 1;
        let strengths = Strengths::of(self.players, &self.met);
        if answer(&strengths, &self.settings).enough {
            self.asked.clear();
        } else {
            let next = choose(&strengths, &self.settings, self.settings.batch);
            self.ask_for(next);
        }
    }

    /// The answer so far.
    pub fn answer(&self) -> Answer {
        answer(&Strengths::of(self.players, &self.met), &self.settings)
    }

    /// The question.
    pub fn question(&self) -> Question {
        self.settings.question
    }

    pub(super) fn max_pairs(&self) -> u64 {
        self.settings.max_pairs
    }
}

/// Answer by `strengths`. Its probability is 1 less those of all ways in which it could be wrong, a
/// lower bound.
fn answer(strengths: &Strengths, settings: &AdaptiveSettings) -> Answer {
    let ranking = strengths.ranking();
    let doubt: f64 = match settings.question {
        Question::First => {
            let others = ranking[1..].iter();
            others
                .map(|&other| strengths.doubt(ranking[0], other))
                .sum()
        }
        Question::Ranking => {
            let neighbours = ranking.windows(2);
            neighbours.map(|two| strengths.doubt(two[0], two[1])).sum()
        }
    };
    let confidence = (1.0 - doubt).max(0.0);
    Answer {
        enough: confidence >= settings.confidence,
        ranking,
        confidence,
    }
}

/// The next meetings: a pure function of what is known. The one with the lower mean is named
/// second.
fn choose(
    strengths: &Strengths,
    settings: &AdaptiveSettings,
    meetings: usize,
) -> Vec<(usize, usize)> {
    let mut known = strengths.clone();
    let ranking = strengths.ranking();
    let all: Vec<(usize, usize)> = (0..ranking.len())
        .flat_map(|i| (i + 1..ranking.len()).map(move |j| (i, j)))
        .map(|(i, j)| (ranking[i], ranking[j]))
        .collect();
    let asked: Vec<(usize, usize)> = match settings.question {
        Question::First => all
            .iter()
            .copied()
            .filter(|two| two.0 == ranking[0])
            .collect(),
        Question::Ranking => all.clone(),
    };
    let games = 2.0 * settings.pairs as f64;
    let mut chosen = Vec::new();
    for _ in 0..meetings {
        let mut best = (f64::NEG_INFINITY, all[0]);
        for &meeting in &all {
            let gain: f64 = asked
                .iter()
                .map(|&two| gain(&known, meeting, two, games))
                .sum();
            if gain > best.0 {
                best = (gain, meeting);
            }
        }
        let (_, (a, b)) = best;
        known = known.supposing(a, b, games);
        chosen.push((a, b));
    }
    chosen
}

/// Expected reduction of the doubt about the two of `asked` by `games` games of the players of
/// `meeting`.
fn gain(known: &Strengths, meeting: (usize, usize), asked: (usize, usize), games: f64) -> f64 {
    let (lead, error) = known.lead(asked.0, asked.1);
    let (_, spread) = known.lead(meeting.0, meeting.1);
    let information = known.information(meeting.0, meeting.1, games);
    let shared = known.covariance_of_leads(meeting, asked);
    // Variance of the lead that the games remove, which is that of its next mean.
    let moved = shared * shared * information / (1.0 + information * spread * spread);
    let (moved, left) = (moved.sqrt(), (error * error - moved).max(1e-300).sqrt());
    let expected: f64 = POINTS
        .iter()
        .map(|&(at, weight)| weight * normal_cdf(-(lead + moved * at).abs() / left))
        .sum();
    normal_cdf(-lead.abs() / error) - expected
}

#[cfg(test)]
mod tests;
