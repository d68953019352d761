//! All files of an evolution.

use std::path::Path;

use super::format::{part, percent, plural};
use super::names::CHAMPION;
use super::outcomes::{outcome_names, outcome_place, outcome_sentence};
use super::plot::Caption;
use super::plot::outcomes::OutcomeShares;
use super::plot::scores::Curve;
use super::plot::weights::WeightTrack;
use super::table::FileRow as _;
use super::{
    Drawn, Standing, bouts, champion, diversity, faults, games, generations, hall_of_fame,
    individuals, landscape, lengths, lineage, piece_values, plot, proof, purposes, standings,
    weight_correlation,
};
use darkforge_board::Color;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::Journal;
use darkforge_lab::tuner::{BoutResult, Evolution, Generation};
use darkforge_ratings::{Estimate, Tally};

/// Writes the CSV files, `champion.toml` and the plots of the finished generations into `folder`.
///
/// # Errors
/// A file cannot be written.
pub fn evolution(
    folder: &Path,
    ruleset: &str,
    evolution: &Evolution,
    journal: &Journal,
    version: &str,
    drawn: Drawn,
) -> anyhow::Result<()> {
    let finished = evolution.finished();
    let counts = |game: &PlayedGame| reported(evolution, game);
    let is_left = |game: &Result<PlayedGame, _>| game.as_ref().map_or(true, counts);
    games::write(folder, ruleset, journal.games().filter(is_left))?;
    let faults = faults::rows_of(journal, counts)?;
    if !faults.is_empty() {
        faults::Row::write(folder, faults)?;
    }
    bouts::Row::write(folder, evolution.results().iter().map(row))?;
    let list = evolution.settings().setup.space.list();
    generations::Row::write_of(folder, list, finished.iter().map(generations::row_of))?;
    individuals::Row::write_of(folder, list, individuals::rows(finished))?;
    let Some(last) = finished.last() else {
        return Ok(());
    };
    breeding_tables(folder, evolution)?;
    let standings = last_standings(evolution, last);
    standings::Row::write(folder, standings.iter().map(standings::Row::from))?;
    if let Some(text) = champion(evolution, version) {
        super::write_text(&folder.join(CHAMPION), &text)?;
    }
    let survey = landscape::write(folder, evolution, version)?;
    let Some(plots) = super::plots_folder(folder, drawn)? else {
        return Ok(());
    };
    breeding_plots(&plots, evolution)?;
    let ranked = match &survey {
        Some(survey) => landscape::draw(folder, &plots, survey)?,
        None => Vec::new(),
    };
    plot_reference(&plots, evolution)?;
    plot_weights(&plots, evolution, &ranked)?;
    plot_outcomes(&plots, evolution, journal)?;
    plot_lengths(&plots, evolution, journal)
}

/// Writes the results and their origin: the proof, the champions and their ancestry, and the games
/// by purpose.
fn breeding_tables(folder: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    proof::write(folder, evolution)?;
    hall_of_fame::Row::write(folder, hall_of_fame::rows(evolution))?;
    lineage::Row::write(folder, lineage::rows(evolution))?;
    let spreads = diversity::spreads(evolution);
    diversity::Row::write(folder, spreads.iter().map(diversity::Spread::row))?;
    let correlations = weight_correlation::correlations(evolution);
    let rows = correlations
        .iter()
        .map(weight_correlation::Correlation::row);
    weight_correlation::Row::write(folder, rows)?;
    purposes::Row::write(folder, purposes::rows(&purposes::spent(evolution)))?;
    if piece_values::has_men(evolution) {
        piece_values::Row::write(folder, piece_values::rows(evolution))?;
    }
    Ok(())
}

/// Draws what [`breeding_tables`] writes.
fn breeding_plots(plots: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    proof::draw(plots, evolution)?;
    hall_of_fame::draw(&plots.join("hall_of_fame"), evolution)?;
    lineage::draw(&plots.join("lineage"), evolution)?;
    let spreads = diversity::spreads(evolution);
    diversity::draw(&plots.join("diversity"), &spreads)?;
    diversity::draw_mutations(&plots.join("mutations"), &spreads)?;
    let correlations = weight_correlation::correlations(evolution);
    weight_correlation::draw(&plots.join("weight_correlation"), &correlations)?;
    purposes::draw(&plots.join("purposes"), &purposes::spent(evolution))?;
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
    let points: Vec<(f64, Estimate)> = evolution
        .finished()
        .iter()
        .filter_map(|generation| {
            let score = generation.reference?.score_estimate();
            Some((f64::from(generation.number), score))
        })
        .collect();
    if points.is_empty() {
        return Ok(());
    }
    let reference = &evolution.settings().reference.entrant.name;
    let measured = |(generation, score): &(f64, Estimate)| {
        format!("{} in generation {generation}", percent(*score))
    };
    let sentence = match points.as_slice() {
        [only] => format!(
            "The champion scored {} against {reference}.",
            measured(only)
        ),
        [first, .., last] => {
            let above = points.iter().filter(|(_, score)| score.lo > 0.5).count();
            let below = points.iter().filter(|(_, score)| score.hi < 0.5).count();
            format!(
                "The champion's score went from {} to {}; of {} the whole interval lies above even in {above} and \
                 below it in {below}.",
                measured(first),
                measured(last),
                plural(points.len() as u64, "measured generation")
            )
        }
        [] => String::new(),
    };
    let caption = Caption {
        title: &format!("Champion against {reference}, fresh games"),
        sentence: &sentence,
    };
    let name = "champion's score".to_owned();
    let curve = Curve { name, points };
    plot::scores::draw(
        &plots.join("reference_score"),
        &caption,
        "generation",
        &[curve],
    )
}

/// Draws the searched weights, those named in `ranked` in this order.
fn plot_weights(plots: &Path, evolution: &Evolution, ranked: &[&str]) -> anyhow::Result<()> {
    let finished = evolution.finished();
    let spreads: Vec<_> = finished.iter().map(generations::spread).collect();
    // A champion of the proof stands where it was champion, a mean of champions where it was proven.
    let chosen = evolution.proof().map(|(generation, proof)| {
        let candidate = proof.champion();
        let own = finished
            .iter()
            .find(|one| one.champion().name() == candidate.name);
        (own.unwrap_or(generation).number, proof)
    });
    let list = evolution.settings().setup.space.list();
    let mut tracks: Vec<WeightTrack> = list
        .rows
        .iter()
        .enumerate()
        .filter(|(_, info)| {
            evolution
                .settings()
                .setup
                .space
                .names()
                .contains(&info.name)
        })
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
            chosen: chosen.map(|(generation, proof)| {
                let weights = &proof.champion().weights;
                (generation, weights.values()[index])
            }),
        })
        .collect();
    let place = |track: &WeightTrack| ranked.iter().position(|&name| name == track.name);
    tracks.sort_by(|a, b| {
        let moved = movement(b).total_cmp(&movement(a));
        let ranks = (place(a).unwrap_or(usize::MAX)).cmp(&place(b).unwrap_or(usize::MAX));
        ranks.then(moved)
    });
    let order = if ranked.is_empty() {
        "those that moved most first"
    } else {
        "the most important first"
    };
    let caption = Caption {
        title: &format!("Weights by generation on logarithmic axes, {order}"),
        sentence: &weights_sentence(&tracks, ranked.is_empty(), evolution.settings().generations),
    };
    let label = chosen.map_or(String::new(), |(_, proof)| {
        let word = if proof.proven() {
            "proven champion"
        } else {
            "champion of the proof, not proven:"
        };
        let candidate = proof.champion();
        format!("{word} {} ({})", candidate.name, candidate.origin)
    });
    plot::weights::draw(&plots.join("weights"), &caption, &label, &tracks)
}

/// Value at the end over that at the start.
fn change(track: &WeightTrack) -> f64 {
    let last = track.champion.last().copied().unwrap_or(track.start);
    track.chosen.map_or(last, |(_, value)| value) / track.start
}

/// Size of a weight's change.
fn movement(track: &WeightTrack) -> f64 {
    libm::log(change(track)).abs()
}

/// The weights in a sentence, from tracks in the order of the plot.
fn weights_sentence(tracks: &[WeightTrack], by_movement: bool, planned: u32) -> String {
    let Some((first, last)) = tracks
        .first()
        .and_then(|first| Some((first, first.mean.len().checked_sub(1)?)))
    else {
        return String::new();
    };
    let spread = |track: &WeightTrack| {
        let (mean, sd) = (track.mean[last], track.sd[last]);
        (mean - sd, mean + sd)
    };
    let still = |track: &&WeightTrack| {
        let (lo, hi) = spread(track);
        (lo..=hi).contains(&track.start)
    };
    let still = tracks.iter().filter(still).count();
    let (lo, hi) = spread(first);
    let role = if by_movement {
        "which moved most,"
    } else {
        "first in the order of importance,"
    };
    let finished = first.generations.len() as u64;
    let after = if finished < u64::from(planned) {
        format!("{finished} of {}", plural(u64::from(planned), "generation"))
    } else {
        plural(finished, "generation")
    };
    format!(
        "{}, {role} stands at {:.2} times its start after {after} (population {:.2}..{:.2}); {still} of {} did not \
         move beyond the population's spread.",
        first.name,
        change(first),
        lo / first.start,
        hi / first.start,
        plural(tracks.len() as u64, "searched weight")
    )
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
        let game = game?;
        let row = knockout_generation(evolution, &game).and_then(|number| rows.get_mut(number));
        if let Some(row) = row {
            row.counts[outcome_place(game.outcome(), Color::White)] += 1;
        }
    }
    let caption = Caption {
        title: "Endings of each generation's games",
        sentence: &outcomes_sentence(&rows),
    };
    let stem = plots.join("outcomes");
    plot::outcomes::draw(&stem, &caption, "generation", &categories, &rows)
}

/// All games in a sentence, and how draws changed.
fn outcomes_sentence(rows: &[OutcomeShares]) -> String {
    let mut all = vec![0; rows.first().map_or(0, |row| row.counts.len())];
    for row in rows {
        for (sum, count) in all.iter_mut().zip(&row.counts) {
            *sum += count;
        }
    }
    let said = outcome_sentence(["White", "Black"], &all);
    let draws = |row: &OutcomeShares| {
        let games = row.counts.iter().sum();
        let share = part(row.counts[2..].iter().sum(), games);
        format!("{share} in generation {}", row.label)
    };
    match rows {
        [first, .., last] => format!(
            "{said} Draws went from {} to {}.",
            draws(first),
            draws(last)
        ),
        _ => said,
    }
}

fn plot_lengths(plots: &Path, evolution: &Evolution, journal: &Journal) -> anyhow::Result<()> {
    let mut games: [lengths::Lengths; 3] = Default::default();
    for game in journal.games() {
        let game = game?;
        if knockout_generation(evolution, &game).is_some() {
            let place = outcome_place(game.outcome(), Color::White).min(2);
            *games[place].entry(game.plies).or_default() += 1;
        }
    }
    let title = "Length of the games that selected";
    lengths::draw(plots, title, ["White wins", "Black wins"], games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_lab::tuner::simulation::{by_queen, run, settings};
    use darkforge_lab::tuner::{Space, SpaceSettings};

    #[test]
    fn the_plot_of_weights_has_the_searched_ones_by_importance_and_no_frozen_one() {
        let mut settings = settings(8, 12);
        let searched = SpaceSettings {
            only: ["risk", "queen_value", "pawn_value"]
                .map(str::to_owned)
                .to_vec(),
            ..SpaceSettings::default()
        };
        settings.setup.space = Space::new(&searched, &settings.setup.start).unwrap();
        let evolution = run(settings, by_queen);
        let folder = tempfile::tempdir().unwrap();
        let names = |ranked: &[&str]| {
            plot_weights(folder.path(), &evolution, ranked).unwrap();
            let svg = std::fs::read_to_string(folder.path().join("weights.svg")).unwrap();
            let all: Vec<&str> = evolution
                .settings()
                .setup
                .space
                .list()
                .rows
                .iter()
                .map(|info| info.name)
                .collect();
            let shown = svg.lines().filter(|line| all.contains(line));
            (shown.map(str::to_owned).collect::<Vec<_>>(), svg.clone())
        };
        let (shown, svg) = names(&["queen_value", "risk", "pawn_value"]);
        assert_eq!(shown, ["queen_value", "risk", "pawn_value"]);
        assert!(svg.contains("axes, the most important first</title>"));
        assert!(svg.contains("<desc>queen_value, first in the order of importance, stands at"));
        assert!(svg.contains("of 3 searched weights did not move beyond"));
        // Without a landscape, by movement: the queen decides the simulated games.
        let (shown, svg) = names(&[]);
        assert_eq!((shown.len(), shown[0].as_str()), (3, "queen_value"));
        assert!(svg.contains("axes, those that moved most first</title>"));
    }

    #[test]
    fn weights_are_told_with_the_generations_that_are_played() {
        let track = |name: &str, end: f64, chosen| WeightTrack {
            name: name.to_owned(),
            generations: vec![0, 1],
            champion: vec![2.0, end],
            mean: vec![2.0, end],
            sd: vec![0.5, 0.5],
            start: 2.0,
            chosen,
        };
        let tracks = [
            track("risk", 3.0, Some((1, 4.0))),
            track("danger", 2.1, Some((1, 2.0))),
        ];
        assert_eq!(
            weights_sentence(&tracks, false, 5),
            "risk, first in the order of importance, stands at 2.00 times its start after 2 of 5 \
             generations (population 1.25..1.75); 1 of 2 searched weights did not move beyond the population's spread."
        );
        let alone = weights_sentence(&tracks[..1], true, 2);
        assert!(alone.starts_with(
            "risk, which moved most, stands at 2.00 times its start after 2 generations ("
        ));
        assert!(
            alone.ends_with("0 of 1 searched weight did not move beyond the population's spread.")
        );
    }
}
