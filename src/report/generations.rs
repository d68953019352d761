//! `generations.csv`: a row for each generation of an evolution.
//!
//! `games` counts all games of the generation, with those of a proof after it; the rates are shares
//! of the selecting games: `wins_rate` the share with a winner. The reference score is the
//! champion's, over fresh games; it is empty for generations without such games.

use serde::{Deserialize, Serialize};

use super::table::{ByWeight, Columns, Each, Exact, Fixed, Share, row};
use darkforge_engine::darkboard::weights::WEIGHTS;
use darkforge_lab::tuner::{Generation, Proof};
use darkforge_ratings::{Z95, wilson};

row! {
    /// A row of the file.
    Row in "generations.csv" {
        generation: u32, games: u64, champion: String, champion_parent: Option<String>,
        wins_rate: Share, draw_rate: Share, stalemate_rate: Share, reference_score: Option<Share>,
        reference_lo: Option<Share>, reference_hi: Option<Share>, weights: Each<ByWeight, Spread>,
        wins_rate_lo: Share, wins_rate_hi: Share, draw_rate_lo: Share, draw_rate_hi: Share,
        stalemate_rate_lo: Share, stalemate_rate_hi: Share,
    }
}

/// Mean and standard deviation of a weight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Spread {
    mean: Exact,
    sd: Exact,
}

impl Columns for Spread {
    fn names(weight: &str) -> Vec<String> {
        ["mean", "sd"]
            .map(|part| format!("{part}_{weight}"))
            .to_vec()
    }

    fn values(&self) -> Vec<serde_json::Value> {
        [self.mean, self.sd]
            .iter()
            .flat_map(Columns::values)
            .collect()
    }
}

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

/// The row of a generation.
pub(super) fn row_of(generation: &Generation) -> Row {
    let games = generation.games;
    let proof_games = generation.proof.as_ref().map_or(0, Proof::games_in_all);
    let champion = generation.champion();
    let wins = wilson(
        (games.wins + games.losses) as f64,
        games.games() as f64,
        Z95,
    );
    let (draws, stalemates) = (games.draw_rate(), games.stalemate_rate());
    let reference = generation.reference.map(|tally| tally.score_estimate());
    let spread = spread(generation).into_iter();
    Row {
        generation: generation.number,
        games: games.games() + generation.reference_games + proof_games,
        champion: champion.name(),
        champion_parent: champion.parent_name(),
        wins_rate: Fixed(wins.value),
        draw_rate: Fixed(draws.value),
        stalemate_rate: Fixed(stalemates.value),
        reference_score: reference.map(|score| Fixed(score.value)),
        reference_lo: reference.map(|score| Fixed(score.lo)),
        reference_hi: reference.map(|score| Fixed(score.hi)),
        weights: spread
            .map(|(mean, sd)| Spread {
                mean: Exact(mean),
                sd: Exact(sd),
            })
            .collect(),
        wins_rate_lo: Fixed(wins.lo),
        wins_rate_hi: Fixed(wins.hi),
        draw_rate_lo: Fixed(draws.lo),
        draw_rate_hi: Fixed(draws.hi),
        stalemate_rate_lo: Fixed(stalemates.lo),
        stalemate_rate_hi: Fixed(stalemates.hi),
    }
}
