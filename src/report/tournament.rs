//! All files of a tournament.

use std::path::Path;

use super::table::{FileRow as _, Fixed, ShareInterval, row};
use super::{Standing, bouts, faults, games, games_between, standings};
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::tournament::formats::{Format, Swiss};
use darkforge_lab::tournament::{DRAWS, Journal, PlayedBout, Tournament};
use darkforge_ratings::{HeadToHead, RatingOptions, Tally, Z95, wilson};

/// Writes the CSV files and plots of a tournament, as far as `journal` has its games, into `folder`.
///
/// # Errors
/// A file cannot be written.
pub fn tournament(
    folder: &Path,
    ruleset: &Ruleset,
    contest: &Tournament,
    journal: &Journal,
) -> anyhow::Result<()> {
    let games = journal.games().map(|game| games::Row::of(game, ruleset));
    games::Row::write(folder, games)?;
    let played = contest.bouts(journal);
    bouts::Row::write(folder, played.iter().map(|bout| bout_row(contest, bout)))?;
    let met: Vec<HeadToHead> = played.iter().map(PlayedBout::met).collect();
    let ranked = ranked(contest, &met);
    let order = ranked.iter().map(|(_, standing)| standing.clone());
    let order: Vec<Standing> = order.collect();
    standings::Row::write(folder, standings::rows(&order))?;
    BestRow::write(folder, best(contest, &met))?;
    if let Format::Swiss(swiss) = contest.format() {
        SwissRow::write(folder, places(contest, swiss))?;
    }
    faults::Row::write(folder, faults::rows(journal.games()))?;
    let names: Vec<String> = contest.entrants().iter().map(|e| e.name.clone()).collect();
    games_between(folder, &names, journal, &RatingOptions::default())?;
    Ok(())
}

/// Players from the first place down, each with its number.
pub(super) fn ranked(contest: &Tournament, met: &[HeadToHead]) -> Vec<(usize, Standing)> {
    let entrants = contest.entrants();
    let mut tallies = vec![Tally::default(); entrants.len()];
    for &(first, second, tally) in met {
        tallies[first] += tally;
        tallies[second] += tally.swapped();
    }
    let order = contest.format().ranking(entrants.len(), met).into_iter();
    order
        .map(|player| {
            let standing = Standing {
                player: entrants[player].name.clone(),
                tally: tallies[player],
            };
            (player, standing)
        })
        .collect()
}

fn bout_row(contest: &Tournament, bout: &PlayedBout) -> bouts::Row {
    let name = |player: usize| contest.entrants()[player].name.clone();
    bouts::Row {
        bout: bout.bout,
        generation: None,
        round: Some(bout.pairing.round),
        first: name(bout.pairing.first),
        second: name(bout.pairing.second),
        counts: bout.tally.into(),
        winner: bout.winner.map(name).unwrap_or_default(),
        decision: bout.decision.as_str().to_owned(),
    }
}

row! {
    /// A row of `best.csv`: the probability of a player to be the strongest of all, with the
    /// interval of the simulation that found it.
    BestRow in "best.csv" {
        player: String, games: u64, best: ShareInterval,
    }
}

/// The rows of `best.csv` in order of rank.
fn best(contest: &Tournament, met: &[HeadToHead]) -> impl Iterator<Item = BestRow> {
    let times = contest.times_best(met);
    let ranked = ranked(contest, met).into_iter();
    ranked.map(move |(player, standing)| BestRow {
        player: standing.player,
        games: standing.tally.games(),
        best: wilson(f64::from(times[player]), f64::from(DRAWS), Z95).into(),
    })
}

row! {
    /// A row of `swiss.csv`: what a place of a Swiss tournament was given by.
    SwissRow in "swiss.csv" {
        rank: u32, player: String, points: Fixed<1>, buchholz: Fixed<1>, rests: u64,
    }
}

/// The rows of `swiss.csv`.
fn places(contest: &Tournament, swiss: &Swiss) -> impl Iterator<Item = SwissRow> {
    (1..).zip(swiss.places()).map(|(rank, place)| SwissRow {
        rank,
        player: contest.entrants()[place.player].name.clone(),
        points: Fixed(place.points),
        buchholz: Fixed(place.buchholz),
        rests: place.rests,
    })
}
