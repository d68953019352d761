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

/// The ratings in a sentence: by how much the first one leads, and whether that is sure.
pub(super) fn sentence(bars: &[RatingBar]) -> String {
    let pools = bars
        .iter()
        .map(|bar| bar.pool)
        .max()
        .map_or(0, |last| last + 1);
    let Some(first) = bars.first() else {
        return String::new();
    };
    let mut own = bars.iter().filter(|bar| bar.pool == first.pool);
    let rated = |bar: &RatingBar| format!("{:.0} Elo ({:.0}..{:.0})", bar.elo, bar.lo, bar.hi);
    let leads = format!("{} is first with {}", first.player, rated(first));
    let Some(second) = own.nth(1) else {
        return format!("{leads} and met nobody else that is rated.");
    };
    let overlap = if second.hi >= first.lo {
        "whose interval overlaps"
    } else {
        "whose interval lies lower"
    };
    let last = own.next_back().map_or(String::new(), |last| {
        format!(
            "; {}, the last, is {:.0} below the first",
            last.player,
            first.elo - last.elo
        )
    });
    let apart = match pools {
        0 | 1 => "",
        _ => " Players of different colours never met and cannot be compared.",
    };
    format!(
        "{leads}, {:.0} above {}, {overlap}{last}.{apart}",
        first.elo - second.elo,
        second.player
    )
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
