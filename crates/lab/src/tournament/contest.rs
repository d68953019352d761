//! A tournament of real players: a format's meetings as numbered bouts, and what was
//! played of them so far. It asks and is told like a tuner, so that a resumed run is the
//! same run again over its journal.

use std::collections::BTreeMap;

use super::formats::{Format, Meeting};
use super::{
    Arena, ArenaError, Bout, Decision, Entrant, Journal, JournalError, Openings, PlayedGame, tally,
};
use darkforge_ratings::{HeadToHead, Strengths, Tally};
use darkforge_streams as streams;

/// Draws of all players' strengths behind a probability of being the best.
pub const DRAWS: u32 = 10_000;

/// A bout that was played.
#[derive(Clone, Debug)]
pub struct PlayedBout {
    /// Number of the bout.
    pub bout: u64,
    /// The meeting that it was.
    pub meeting: Meeting,
    /// Its games, from the first player's side.
    pub tally: Tally,
    /// Who goes on, where somebody goes out.
    pub winner: Option<usize>,
    /// By what.
    pub decision: Decision,
}

/// A tournament under way.
#[derive(Clone, Debug)]
pub struct Contest {
    seed: u64,
    entrants: Vec<Entrant>,
    format: Format,
    /// Bouts that were told, with their results.
    told: Vec<(Bout, PlayedBout)>,
    next_pair: u64,
}

impl Contest {
    /// The tournament of `entrants` by `format` before its first game; `seed` names its
    /// randomness.
    pub fn new(seed: u64, entrants: Vec<Entrant>, format: Format) -> Contest {
        Contest {
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

    /// The format and how far it is.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// Games of the whole tournament, as far as that is known beforehand.
    pub fn expected_games(&self) -> u64 {
        2 * self.format.expected_pairs()
    }

    /// The bouts that must be played next with their meetings; none when it is over.
    pub fn ask(&self) -> Vec<(Bout, Meeting)> {
        let mut first_pair = self.next_pair;
        let meetings = (self.told.len() as u64..).zip(self.format.ask());
        meetings
            .map(|(id, meeting)| {
                let bout = Bout {
                    id,
                    first_pair,
                    pairs: meeting.pairs,
                    openings: Openings::Own,
                    first: self.entrants[meeting.first].clone(),
                    second: self.entrants[meeting.second].clone(),
                };
                first_pair += meeting.pairs;
                (bout, meeting)
            })
            .collect()
    }

    /// Takes the games of each bout asked for, in the same order.
    pub fn tell(&mut self, games: &[Vec<PlayedGame>]) {
        let asked = self.ask();
        let tallies: Vec<Tally> = games.iter().map(tally).collect();
        let settled = self.format.tell(&tallies);
        for ((bout, meeting), (tally, settled)) in
            asked.into_iter().zip(tallies.iter().zip(settled))
        {
            self.next_pair += bout.pairs;
            let played = PlayedBout {
                bout: bout.id,
                meeting,
                tally: *tally,
                winner: settled.winner,
                decision: settled.decision,
            };
            self.told.push((bout, played));
        }
    }

    /// Plays to the end, or to where the arena stops; `told` is called after each round or
    /// batch.
    ///
    /// # Errors
    /// Those of the arena.
    pub fn play(
        &mut self,
        arena: &mut Arena<'_>,
        mut told: impl FnMut(&Contest),
    ) -> Result<(), ArenaError> {
        loop {
            let bouts: Vec<Bout> = self.ask().into_iter().map(|(bout, _)| bout).collect();
            if bouts.is_empty() {
                return Ok(());
            }
            let games = arena.play(&bouts)?;
            self.tell(&games);
            told(self);
        }
    }

    /// Makes sure that the journal has no game but those of the bouts that were told and
    /// those that are asked for.
    ///
    /// # Errors
    /// [`JournalError::Stranger`].
    pub fn refuse_strangers(&self, journal: &Journal) -> Result<(), JournalError> {
        let asked = self.ask();
        let told = self.told.iter().map(|(bout, _)| bout);
        let bouts = told.chain(asked.iter().map(|(bout, _)| bout));
        let fixtures: Vec<_> = bouts.flat_map(|bout| bout.fixtures(self.seed)).collect();
        Arena::refuse_strangers(journal, &fixtures)
    }

    /// Games that are asked for and that `journal` lacks.
    pub fn missing(&self, journal: &Journal) -> Vec<u64> {
        let asked = self.ask();
        let games = asked.iter().flat_map(|(bout, _)| bout.fixtures(self.seed));
        let games = games.map(|fixture| fixture.game);
        games.filter(|&game| journal.get(game).is_none()).collect()
    }

    /// Games of the bouts that were told.
    pub fn told_games(&self) -> u64 {
        2 * self.next_pair
    }

    /// Whether the tournament was played to its end.
    pub fn is_over(&self) -> bool {
        self.format.ask().is_empty()
    }

    /// The bouts of which `journal` has games, in the order of their numbers: played ones,
    /// and those under way as far as they are.
    pub fn bouts(&self, journal: &Journal) -> Vec<PlayedBout> {
        let mut under_way: BTreeMap<u64, Vec<&PlayedGame>> = BTreeMap::new();
        for game in journal
            .games()
            .skip_while(|game| game.bout < self.told.len() as u64)
        {
            under_way.entry(game.bout).or_default().push(game);
        }
        let asked = self.ask().into_iter().filter_map(|(bout, meeting)| {
            let games = under_way.get(&bout.id)?;
            Some(PlayedBout {
                bout: bout.id,
                meeting,
                tally: tally(games.iter().copied()),
                winner: None,
                decision: Decision::None,
            })
        });
        let told = self.told.iter().map(|(_, played)| played.clone());
        told.chain(asked).collect()
    }

    /// How often of [`DRAWS`] times each player is the strongest when all strengths are drawn
    /// from what the games of `met` tell of them.
    pub fn times_best(&self, met: &[HeadToHead]) -> Vec<u32> {
        let mut stream = streams::open(self.seed, "best", met.len() as u64);
        Strengths::of(self.entrants.len(), met).times_best(&mut stream, DRAWS)
    }
}

impl PlayedBout {
    /// Who met, and how it went.
    pub fn met(&self) -> HeadToHead {
        (self.meeting.first, self.meeting.second, self.tally)
    }
}
