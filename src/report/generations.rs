//! `generations.csv`: a row for each generation of an evolution.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::column::Column;
use super::table::{ByWeight, Columns, Each, Exact, FileRow, Fixed, Share, row};
use darkforge_lab::tuner::{Generation, Proof};
use darkforge_ratings::{Z95, wilson};

row! {
    /// A row for each generation.
    Row in "generations.csv" {
        generation: u32,
        /// All games of the generation, with those of a proof after it.
        games: u64,
        /// Name of the champion.
        champion: String,
        /// Name of its parent; empty in the first generation of a search.
        champion_parent: Option<String>,
        /// Share of the selecting games with a winner.
        wins_rate: Share,
        /// Share of the selecting games that were drawn, stalemates among them.
        draw_rate: Share,
        /// Share of the selecting games that ended in stalemate.
        stalemate_rate: Share,
        /// Mean points of the champion in a fresh game against the reference; empty without such
        /// games.
        reference_score: Option<Share>,
        /// Lower end of the interval of `reference_score`.
        reference_lo: Option<Share>,
        /// Upper end of the interval of `reference_score`.
        reference_hi: Option<Share>,
        weights: Each<ByWeight, Spread>,
        /// Lower end of the interval of `wins_rate`.
        wins_rate_lo: Share,
        /// Upper end of the interval of `wins_rate`.
        wins_rate_hi: Share,
        /// Lower end of the interval of `draw_rate`.
        draw_rate_lo: Share,
        /// Upper end of the interval of `draw_rate`.
        draw_rate_hi: Share,
        /// Lower end of the interval of `stalemate_rate`.
        stalemate_rate_lo: Share,
        /// Upper end of the interval of `stalemate_rate`.
        stalemate_rate_hi: Share,
    }
}

row! {
    /// The first columns of a row, which do not depend on the weights.
    Named {
        generation: u32,
        /// All games of the generation.
        games: u64,
        /// Name of the champion.
        champion: String,
        /// Name of its parent; empty in the first generation of a search.
        champion_parent: Option<String>,
    }
}

impl FileRow for Named {
    const FILE: &'static str = Row::FILE;
    const IS_BEGIN: bool = true;
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

    fn put(&self, weight: &str, object: &mut Map<String, Value>) {
        for (name, value) in Self::names(weight).iter().zip([self.mean, self.sd]) {
            value.put(name, object);
        }
    }

    fn describe(weight: &str, _: &str) -> Vec<Column> {
        let docs = [
            "Mean of the weight over the generation's individuals.",
            "Standard deviation of the weight over them.",
        ];
        let columns = Self::names(weight).into_iter().zip(docs);
        columns
            .flat_map(|(name, doc)| Exact::describe(&name, doc))
            .collect()
    }
}

/// Mean and standard deviation of each weight over the population.
pub(super) fn spread(generation: &Generation) -> Vec<(f64, f64)> {
    let count = generation.population.len() as f64;
    let list = generation.champion().weights.list();
    (0..list.rows.len())
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
