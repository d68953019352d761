//! `generations.csv`: a row for each generation of an evolution.
//!
//! `games` counts all games of the generation, with those of a proof after it; the rates are shares of those that selected:
//! `wins_rate` those that somebody won. The reference score is the champion's, over fresh
//! games; it is empty for generations that played none.

use std::path::Path;

use super::table::{estimate, header, number, share, write_csv};
use darkforge_engine::darkboard::weights::WEIGHTS;
use darkforge_lab::tuner::{Generation, Proof};
use darkforge_ratings::{Z95, wilson};

/// Mean and standard deviation of each weight over the population.
pub(super) fn spread(generation: &Generation) -> Vec<(f64, f64)> {
    let count = generation.population.len() as f64;
    (0..WEIGHTS.len())
        .map(|index| {
            let values = || {
                generation
                    .population
                    .iter()
                    .map(|i| i.weights.values()[index])
            };
            let mean = values().sum::<f64>() / count;
            let variance = values().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
            (mean, variance.sqrt())
        })
        .collect()
}

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, generations: &[Generation]) -> anyhow::Result<()> {
    let mut columns = header(
        "generation,games,champion,champion_parent,wins_rate,draw_rate,stalemate_rate,\
         reference_score,reference_lo,reference_hi",
    );
    for info in WEIGHTS {
        columns.push(format!("mean_{}", info.name));
        columns.push(format!("sd_{}", info.name));
    }
    let intervals = "wins_rate_lo,wins_rate_hi,draw_rate_lo,draw_rate_hi,stalemate_rate_lo,\
                     stalemate_rate_hi";
    columns.extend(header(intervals));
    let rows = generations.iter().map(|generation| {
        let games = generation.games;
        let reference_games = generation.reference.map_or(0, |tally| tally.games());
        let proof_games = generation.proof.as_ref().map_or(0, Proof::games_in_all);
        let champion = generation.champion();
        let wins = wilson(
            (games.wins + games.losses) as f64,
            games.games() as f64,
            Z95,
        );
        let (draws, stalemates) = (games.draw_rate(), games.stalemate_rate());
        let mut fields = vec![
            generation.number.to_string(),
            (games.games() + reference_games + proof_games).to_string(),
            champion.name(),
            champion
                .parent
                .map(|id| format!("i{id}"))
                .unwrap_or_default(),
            share(wins.value),
            share(draws.value),
            share(stalemates.value),
        ];
        match generation.reference {
            Some(tally) => fields.extend(estimate(tally.score_estimate())),
            None => fields.extend([const { String::new() }; 3]),
        }
        for (mean, sd) in spread(generation) {
            fields.extend([number(mean), number(sd)]);
        }
        for rate in [wins, draws, stalemates] {
            fields.extend([share(rate.lo), share(rate.hi)]);
        }
        fields
    });
    write_csv(path, &columns, rows)
}
