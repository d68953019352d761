//! Summary of a tournament so far.

use std::collections::BTreeMap;

use crate::report::faults;
use crate::report::standings::{Standing, placed};
use crate::report::tournament::MissingRow;
use darkforge_lab::journal::{Journal, JournalError};
use darkforge_lab::tournament::formats::Format;
use darkforge_lab::tournament::{DRAWS, PlayedBout, Tournament};
use darkforge_ratings::{Estimate, HeadToHead, Tally, Z95, wilson};

/// Summary of a tournament so far.
#[derive(Clone, Debug)]
pub struct TournamentSummary {
    /// Players from the first place down.
    pub standings: Vec<Standing>,
    /// Probability of each player, in the same order, to be the strongest, with the interval of its
    /// simulation. `None` while games are missing, and if every game was forfeited.
    pub best: Option<Vec<Estimate>>,
    /// The strengths behind the places, in Elo, if places follow from strengths.
    pub strengths: Option<Vec<f64>>,
    /// Games that were played.
    pub games: usize,
    /// Games that could be played now and are missing.
    pub(crate) missing: Vec<MissingRow>,
    /// Whether the tournament is over.
    pub over: bool,
    /// For a finished adaptive tournament: whether it has its answer, and the answer's probability.
    pub answer: Option<(bool, f64)>,
    /// Faults of players.
    pub(crate) faults: Vec<faults::Row>,
}

impl TournamentSummary {
    /// The tournament in `journal`.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn of(contest: &Tournament, journal: &Journal) -> Result<TournamentSummary, JournalError> {
        let entrants = contest.entrants();
        let met: Vec<HeadToHead> = contest.bouts(journal).iter().map(PlayedBout::met).collect();
        let mut tallies = vec![Tally::default(); entrants.len()];
        for &(first, second, tally) in &met {
            tallies[first] += tally;
            tallies[second] += tally.swapped();
        }
        let forfeits = forfeits(journal)?;
        let order = contest.format().ranking(entrants.len(), &met).into_iter();
        let standings = placed(order.map(|player| {
            let name = &entrants[player].name;
            let forfeits = forfeits.get(name.as_str()).copied().unwrap_or(0);
            Standing::new(name, tallies[player], forfeits)
        }));
        let numbers: BTreeMap<&str, usize> = entrants
            .iter()
            .zip(0..)
            .map(|(entrant, number)| (entrant.name.as_str(), number))
            .collect();
        let order: Vec<usize> = standings
            .iter()
            .map(|standing| numbers[standing.player.as_str()])
            .collect();
        let missing = MissingRow::of(&contest.missing(journal));
        let over = contest.is_over();
        let is_forfeited = is_forfeited(&standings);
        let best = (over && missing.is_empty() && !is_forfeited).then(|| {
            let times = contest.times_best(&met);
            let share = |player: &usize| wilson(f64::from(times[*player]), f64::from(DRAWS), Z95);
            order.iter().map(share).collect()
        });
        let strengths = contest.format().strengths(entrants.len(), &met);
        let strengths = strengths.map(|strengths| {
            let elo = strengths.elo();
            order.iter().map(|&player| elo[player]).collect()
        });
        Ok(TournamentSummary {
            answer: match contest.format() {
                Format::Adaptive(adaptive) if best.is_some() => {
                    let answer = adaptive.answer();
                    Some((answer.enough, answer.confidence))
                }
                _ => None,
            },
            standings,
            best,
            strengths,
            games: journal.len(),
            missing,
            over,
            faults: faults::rows(journal)?,
        })
    }

    /// Whether every game was forfeited, so that strength is unknown.
    pub fn is_forfeited(&self) -> bool {
        is_forfeited(&self.standings)
    }

    /// Number of games that could be played now and are missing.
    pub fn missing(&self) -> u64 {
        self.missing.iter().map(|row| row.games).sum()
    }
}

fn is_forfeited(standings: &[Standing]) -> bool {
    let mut played = standings.iter().filter(|one| one.tally.games() > 0);
    let known = played.clone().any(|one| one.forfeits < one.tally.games());
    played.next().is_some() && !known
}

/// Forfeited games of each player.
fn forfeits(journal: &Journal) -> Result<BTreeMap<String, u64>, JournalError> {
    let mut forfeits = BTreeMap::new();
    let lost = journal
        .outcomes()
        .filter(|(_, outcome)| outcome.ending.is_forfeit());
    for game in lost.flat_map(|(game, _)| journal.range(game..game + 1)) {
        let game = game?;
        for name in [&game.white, &game.black] {
            *forfeits.entry(name.clone()).or_default() += 1;
        }
    }
    Ok(forfeits)
}
