//! `ratings.csv`: players from the strongest down, pool by pool.

use super::Crosstable;
use super::plot::ratings::RatingBar;
use super::table::{EloInterval, Fixed, Share, ShareInterval, row};
use darkforge_ratings::{RatingModel, Ratings};

row! {
    /// A player's place.
    Place {
        rank: u32, player: String,
        /// Number of the pool, from 1: players of different pools never met, not even through
        /// others.
        pool: usize,
    }
}

row! {
    /// A player's results and rating.
    Rated {
        games: u64, wins: u64, draws: u64, losses: u64, score: ShareInterval,
        /// Share of drawn games.
        draw_rate: ShareInterval,
        /// Rating in Elo.
        elo: EloInterval,
        /// Probability of being stronger than the next player; empty for the last of a pool.
        next_superiority: Option<Share>,
        /// Whether the rating depends on added games.
        prior: bool,
    }
}

row! {
    /// A row for each player, the strongest first, pool by pool.
    Row in "ratings.csv" {
        place: Place,
        /// Rating model.
        model: RatingModel,
        rated: Rated,
    }
}

/// The rows of all players.
pub(crate) fn rows(ratings: &Ratings, table: &Crosstable) -> Vec<Row> {
    let order = ratings.ranking();
    let nexts = order.iter().skip(1).map(Some).chain([None]);
    let rows = (1..).zip(order.iter().zip(nexts));
    rows.map(|(rank, (&i, next))| {
        let rated = &ratings.players[i];
        let tally = table.total(&rated.player);
        Row {
            place: Place {
                rank,
                player: rated.player.clone(),
                pool: rated.pool + 1,
            },
            model: ratings.model,
            rated: Rated {
                games: tally.games(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                score: tally.score_estimate().into(),
                draw_rate: tally.draw_rate().into(),
                elo: [rated.elo, rated.elo_lo, rated.elo_hi].into(),
                next_superiority: next
                    .and_then(|&next| ratings.superiority(i, next))
                    .map(Fixed),
                prior: rated.prior,
            },
        }
    })
    .collect()
}

/// The ratings as a plot takes them.
pub(super) fn bars(ratings: &Ratings) -> Vec<RatingBar> {
    let order = ratings.ranking().into_iter();
    order
        .map(|i| {
            let rated = &ratings.players[i];
            RatingBar {
                player: rated.player.clone(),
                pool: rated.pool,
                elo: rated.elo,
                lo: rated.elo_lo,
                hi: rated.elo_hi,
            }
        })
        .collect()
}
