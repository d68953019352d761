//! All files of an evolution.

use std::path::Path;

use super::artifact::CHAMPION;
use super::endings::{outcome_names, outcome_place};
use super::plot::outcomes::OutcomeShares;
use super::plot::reference_score::ReferencePoint;
use super::plot::weights::WeightTrack;
use super::table::FileRow as _;
use super::{
    Standing, bouts, champion, diversity, faults, games, generations, hall_of_fame, individuals,
    landscape, lengths, lineage, piece_values, plot, proof, purposes, standings,
    weight_correlation,
};
use darkforge_board::Color;
use darkforge_engine::darkboard::weights::WEIGHTS;
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::Journal;
use darkforge_lab::tuner::{BoutResult, Evolution, Generation};
use darkforge_ratings::Tally;

/// Writes the CSV files, `champion.toml` and the plots of the finished generations into `folder`.
///
/// # Errors
/// A file cannot be written.
pub fn evolution(
    folder: &Path,
    ruleset: &Ruleset,
    evolution: &Evolution,
    journal: &Journal,
    version: &str,
) -> anyhow::Result<()> {
    let finished = evolution.finished();
    let played = || journal.games().filter(|game| reported(evolution, game));
    games::Row::write(folder, played().map(|game| games::Row::of(game, ruleset)))?;
    if played().any(|game| game.faults().next().is_some()) {
        faults::Row::write(folder, faults::rows(played()))?;
    }
    bouts::Row::write(folder, evolution.results().iter().map(row))?;
    generations::Row::write(folder, finished.iter().map(generations::row_of))?;
    individuals::Row::write(folder, individuals::rows(finished))?;
    let Some(last) = finished.last() else {
        return Ok(());
    };
    let standings = last_standings(evolution, last);
    standings::Row::write(folder, standings.iter().map(standings::Row::from))?;
    if let Some(text) = champion(evolution, version) {
        super::write_text(&folder.join(CHAMPION), &text)?;
    }
    let plots = super::plots_folder(folder)?;
    breeding(folder, &plots, evolution)?;
    landscape::write(folder, &plots, evolution, version)?;
    plot_reference(&plots, evolution)?;
    plot_weights(&plots, evolution)?;
    plot_outcomes(&plots, evolution, journal)?;
    plot_lengths(&plots, evolution, journal)
}

/// Writes the results and their origin: the proof, the champions and their ancestry, and the games
/// by purpose.
fn breeding(folder: &Path, plots: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    proof::write(folder, evolution)?;
    proof::draw(plots, evolution)?;
    hall_of_fame::Row::write(folder, hall_of_fame::rows(evolution))?;
    hall_of_fame::draw(&plots.join("hall_of_fame"), evolution)?;
    lineage::Row::write(folder, lineage::rows(evolution))?;
    lineage::draw(&plots.join("lineage"), evolution)?;
    let spreads = diversity::spreads(evolution);
    diversity::Row::write(folder, spreads.iter().map(diversity::Spread::row))?;
    diversity::draw(&plots.join("diversity"), &spreads)?;
    diversity::draw_mutations(&plots.join("mutations"), &spreads)?;
    let correlations = weight_correlation::correlations(evolution);
    let rows = correlations
        .iter()
        .map(weight_correlation::Correlation::row);
    weight_correlation::Row::write(folder, rows)?;
    weight_correlation::draw(&plots.join("weight_correlation"), &correlations)?;
    let spent = purposes::spent(evolution);
    purposes::Row::write(folder, purposes::rows(&spent))?;
    purposes::draw(&plots.join("purposes"), &spent)?;
    piece_values::Row::write(folder, piece_values::rows(evolution))?;
    piece_values::draw(&plots.join("piece_values"), evolution)
}

/// Whether `game` belongs to a bout whose result the tuner received: later games belong to a round
/// that a stopped run left open.
fn reported(evolution: &Evolution, game: &PlayedGame) -> bool {
    game.bout < evolution.results().len() as u64
}

fn row(result: &BoutResult) -> bouts::Row {
    bouts::Row {
        bout: result.bout,
        generation: Some(result.generation),
        purpose: Some(result.purpose.as_str().to_owned()),
        round: Some(result.round).filter(|&round| round > 0),
        first: result.first.clone(),
        second: result.second.clone(),
        counts: result.tally.into(),
        winner: result.winner.clone(),
        decision: result.decision.as_str().to_owned(),
    }
}

/// The last generation by placing, each individual with its selecting games.
fn last_standings(evolution: &Evolution, last: &Generation) -> Vec<Standing> {
    let mut ranked: Vec<_> = last.population.iter().collect();
    ranked.sort_by_key(|individual| (individual.placing, individual.id));
    let standings = ranked.into_iter().map(|individual| {
        let player = individual.name();
        let mut tally = Tally::default();
        for result in evolution.results() {
            if result.generation == last.number && result.purpose.selects() {
                if result.first == player {
                    tally += result.tally;
                } else if result.second == player {
                    tally += result.tally.swapped();
                }
            }
        }
        Standing::new(player, tally, 0)
    });
    standings::placed(standings)
}

fn plot_reference(plots: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let points: Vec<ReferencePoint> = evolution
        .finished()
        .iter()
        .filter_map(|generation| {
            let score = generation.reference?.score_estimate();
            Some(ReferencePoint {
                generation: generation.number,
                score: score.value,
                lo: score.lo.clamp(0.0, 1.0),
                hi: score.hi.clamp(0.0, 1.0),
            })
        })
        .collect();
    if points.is_empty() {
        return Ok(());
    }
    let reference = &evolution.settings().reference.entrant.name;
    plot::reference_score::draw(&plots.join("reference_score"), reference, &points)
}

fn plot_weights(plots: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let finished = evolution.finished();
    let spreads: Vec<_> = finished.iter().map(generations::spread).collect();
    let tracks: Vec<WeightTrack> = WEIGHTS
        .iter()
        .enumerate()
        .map(|(index, info)| WeightTrack {
            name: info.name.to_owned(),
            generations: finished
                .iter()
                .map(|generation| generation.number)
                .collect(),
            champion: finished
                .iter()
                .map(|generation| generation.champion().weights.values()[index])
                .collect(),
            mean: spreads.iter().map(|spread| spread[index].0).collect(),
            sd: spreads.iter().map(|spread| spread[index].1).collect(),
            start: evolution.settings().setup.start.values()[index],
        })
        .collect();
    plot::weights::draw(&plots.join("weights"), &tracks)
}

/// For each bout the generation of its knockout; `None` for the reference's.
fn knockout_generation(evolution: &Evolution, game: &PlayedGame) -> Option<usize> {
    let result = evolution.results().get(game.bout as usize)?;
    (result.purpose.selects()).then_some(result.generation as usize)
}

fn plot_outcomes(plots: &Path, evolution: &Evolution, journal: &Journal) -> anyhow::Result<()> {
    let categories = outcome_names(["White wins", "Black wins"]);
    let mut rows: Vec<OutcomeShares> = evolution
        .finished()
        .iter()
        .map(|generation| OutcomeShares {
            label: generation.number.to_string(),
            counts: vec![0; categories.len()],
        })
        .collect();
    for game in journal.games() {
        let row = knockout_generation(evolution, game).and_then(|number| rows.get_mut(number));
        if let Some(row) = row {
            row.counts[outcome_place(game, Color::White)] += 1;
        }
    }
    plot::outcomes::draw(
        &plots.join("outcomes"),
        "Endings of each generation's games",
        "generation",
        &categories,
        &rows,
    )
}

fn plot_lengths(plots: &Path, evolution: &Evolution, journal: &Journal) -> anyhow::Result<()> {
    let games = journal.games();
    let games = games.filter(|game| knockout_generation(evolution, game).is_some());
    let games = games.map(|game| (outcome_place(game, Color::White), game.plies));
    let title = "Length of the games that selected";
    lengths::draw(plots, title, ["White wins", "Black wins"], games)
}
