//! `superiority.csv`: for each two players of one pool the difference in strength and the
//! probability of superiority.

use super::table::{EloInterval, Fixed, Share, row};
use darkforge_ratings::{Ratings, Z95};

row! {
    /// A row for each two players of a pool, in the order of the ranking.
    Row in "superiority.csv" {
        player: String, opponent: String,
        /// Difference in strength, in Elo.
        difference: EloInterval,
        /// Probability that the player is the stronger one.
        superiority: Share,
    }
}

/// The rows of each two players, in the order of the ranking.
pub(super) fn rows(ratings: &Ratings) -> Vec<Row> {
    let order = ratings.ranking();
    let pairs = order
        .iter()
        .flat_map(|&a| order.iter().map(move |&b| (a, b)));
    let rows = pairs.filter(|(a, b)| a != b).filter_map(|(a, b)| {
        let superiority = ratings.superiority(a, b)?;
        let difference = ratings.players[a].elo - ratings.players[b].elo;
        let room = Z95 * ratings.error_of_difference(a, b);
        Some(Row {
            player: ratings.players[a].player.clone(),
            opponent: ratings.players[b].player.clone(),
            difference: [difference, difference - room, difference + room].into(),
            superiority: Fixed(superiority),
        })
    });
    rows.collect()
}
