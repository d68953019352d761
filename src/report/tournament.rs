//! All files of a tournament.

use std::path::Path;

use super::table::{estimate, header, write_csv};
use super::{Standing, bouts, faults, games, pool, standings};
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
    games::write(&folder.join("games.csv"), ruleset, journal.games())?;
    let played = contest.bouts(journal);
    let rows = played.iter().map(|bout| row(contest, bout));
    bouts::write(&folder.join("bouts.csv"), rows)?;
    let met: Vec<HeadToHead> = played.iter().map(PlayedBout::met).collect();
    let ranked = ranked(contest, &met);
    let order = ranked.iter().map(|(_, standing)| standing.clone());
    let order: Vec<Standing> = order.collect();
    standings::write(&folder.join("standings.csv"), &order)?;
    write_best(&folder.join("best.csv"), contest, &met)?;
    if let Format::Swiss(swiss) = contest.format() {
        write_swiss(&folder.join("swiss.csv"), contest, swiss)?;
    }
    faults::write(&folder.join("faults.csv"), journal.games())?;
    let names: Vec<String> = contest.entrants().iter().map(|e| e.name.clone()).collect();
    pool(folder, &names, journal, &RatingOptions::default())?;
    Ok(())
}

/// Standings of a tournament from the first place down, with the number of each player.
pub fn tournament_standings(contest: &Tournament, journal: &Journal) -> Vec<(usize, Standing)> {
    let met: Vec<HeadToHead> = contest.bouts(journal).iter().map(PlayedBout::met).collect();
    ranked(contest, &met)
}

fn ranked(contest: &Tournament, met: &[HeadToHead]) -> Vec<(usize, Standing)> {
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

fn row(contest: &Tournament, bout: &PlayedBout) -> bouts::Row {
    let name = |player: usize| contest.entrants()[player].name.clone();
    bouts::Row {
        bout: bout.bout,
        generation: None,
        round: Some(bout.pairing.round),
        first: name(bout.pairing.first),
        second: name(bout.pairing.second),
        tally: bout.tally,
        winner: bout.winner.map(name).unwrap_or_default(),
        decision: bout.decision.as_str(),
    }
}

/// `best.csv`: for each player in order of rank the probability to be the strongest of all,
/// with the interval of the simulation that found it.
fn write_best(path: &Path, contest: &Tournament, met: &[HeadToHead]) -> anyhow::Result<()> {
    let times = contest.times_best(met);
    let rows = ranked(contest, met).into_iter().map(|(player, standing)| {
        let best = wilson(f64::from(times[player]), f64::from(DRAWS), Z95);
        let mut fields = vec![standing.player, standing.tally.games().to_string()];
        fields.extend(estimate(best));
        fields
    });
    write_csv(path, &header("player,games,best,best_lo,best_hi"), rows)
}

/// `swiss.csv`: what the places of a Swiss tournament were given by.
fn write_swiss(path: &Path, contest: &Tournament, swiss: &Swiss) -> anyhow::Result<()> {
    let rows = (1..).zip(swiss.places()).map(|(rank, place): (usize, _)| {
        vec![
            rank.to_string(),
            contest.entrants()[place.player].name.clone(),
            format!("{:.1}", place.points),
            format!("{:.1}", place.buchholz),
            place.rests.to_string(),
        ]
    });
    write_csv(path, &header("rank,player,points,buchholz,rests"), rows)
}
