//! Schedule of a tournament: a format's pairings as numbered bouts, with the results so far.

use super::Decision;
use super::formats::{Format, Pairing};
use crate::bout::{Bout, Entrant, Openings, tally, tally_of_bout};
use crate::journal::Journal;
use crate::run::Schedule;
use darkforge_kriegspiel::umpire::Outcome;
use darkforge_ratings::{HeadToHead, Strengths, Tally};
use darkforge_streams as streams;

/// Draws of all players' strengths behind a probability of being the best.
pub const DRAWS: u32 = 10_000;

/// A bout that was played.
#[derive(Clone, Debug)]
pub struct PlayedBout {
    /// Number of the bout.
    pub bout: u64,
    /// Its pairing.
    pub pairing: Pairing,
    /// Its games, from the first player's side.
    pub tally: Tally,
    /// The winner, if the loser is eliminated.
    pub winner: Option<usize>,
    /// Reason for the decision.
    pub decision: Decision,
}

/// State of a tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    seed: u64,
    entrants: Vec<Entrant>,
    format: Format,
    /// Bouts whose games the schedule has received.
    told: Vec<PlayedBout>,
    next_pair: u64,
}

impl Tournament {
    /// The tournament of `entrants` by `format` before its first game; `seed` names its
    /// randomness.
    pub fn new(seed: u64, entrants: Vec<Entrant>, format: Format) -> Tournament {
        Tournament {
            seed,
            entrants,
            format,
            told: Vec::new(),
            next_pair: 0,
        }
    }

    /// The players.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The format with its state.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// Number of games of the whole tournament, as far as it is known in advance.
    pub fn expected_games(&self) -> u64 {
        2 * self.format.expected_pairs()
    }

    /// The bouts to play next with their pairings.
    fn paired(&self) -> Vec<(Bout, Pairing)> {
        let mut first_pair = self.next_pair;
        let pairings = (self.told.len() as u64..).zip(self.format.ask());
        pairings
            .map(|(id, pairing)| {
                let bout = Bout {
                    id,
                    first_pair,
                    step: 1,
                    games: 2 * pairing.pairs,
                    keep_tries: false,
                    openings: Openings::Own,
                    first: self.entrants[pairing.first].clone(),
                    second: self.entrants[pairing.second].clone(),
                };
                first_pair += pairing.pairs;
                (bout, pairing)
            })
            .collect()
    }

    /// Games that are asked for and missing in `journal`.
    pub fn missing(&self, journal: &Journal) -> Vec<u64> {
        let asked = self.ask();
        let games = asked.iter().flat_map(Bout::numbers);
        games.filter(|&game| !journal.has(game)).collect()
    }

    /// Games of these bouts.
    pub fn told_games(&self) -> u64 {
        2 * self.next_pair
    }

    /// Whether all games were played.
    pub fn is_over(&self) -> bool {
        self.format.ask().is_empty()
    }

    /// The bouts with games in `journal`, in the order of their numbers: played ones, and the games
    /// so far of those in progress.
    pub fn bouts(&self, journal: &Journal) -> Vec<PlayedBout> {
        let asked = self.paired().into_iter().filter_map(|(bout, pairing)| {
            let tally = tally(journal.outcomes_of(&bout));
            (tally.games() > 0).then_some(PlayedBout {
                bout: bout.id,
                pairing,
                tally,
                winner: None,
                decision: Decision::None,
            })
        });
        self.told.iter().cloned().chain(asked).collect()
    }

    /// Number of times, out of [`DRAWS`], that each player is the strongest when all strengths are
    /// drawn from their distribution by the games of `met`.
    pub fn times_best(&self, met: &[HeadToHead]) -> Vec<u32> {
        let mut stream = streams::open(self.seed, "best", met.len() as u64);
        Strengths::of(self.entrants.len(), met).times_best(&mut stream, DRAWS)
    }
}

impl Schedule for Tournament {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn ask(&self) -> Vec<Bout> {
        let paired = self.paired().into_iter();
        paired.map(|(bout, _)| bout).collect()
    }

    fn tell(&mut self, games: &[Vec<Outcome>]) {
        let asked = self.paired();
        let tallies: Vec<Tally> = games.iter().map(|games| tally_of_bout(games)).collect();
        let settled = self.format.tell(&tallies);
        for ((bout, pairing), (tally, settled)) in
            asked.into_iter().zip(tallies.into_iter().zip(settled))
        {
            self.next_pair += pairing.pairs;
            self.told.push(PlayedBout {
                bout: bout.id,
                pairing,
                tally,
                winner: settled.winner,
                decision: settled.decision,
            });
        }
    }
}

impl PlayedBout {
    /// The players and their games.
    pub fn met(&self) -> HeadToHead {
        (self.pairing.first, self.pairing.second, self.tally)
    }
}
