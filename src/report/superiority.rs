//! `superiority.csv`: for each two players of one pool, by how much the first is stronger
//! and how probably it is.

use std::path::Path;

use super::table::{header, share, write_csv};
use darkforge_ratings::{Ratings, Z95};

/// Writes the file, in the order of the ranking. Differences are in Elo.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, ratings: &Ratings) -> anyhow::Result<()> {
    let columns = "player,opponent,difference,difference_lo,difference_hi,superiority";
    let order = ratings.ranking();
    let pairs = order
        .iter()
        .flat_map(|&a| order.iter().map(move |&b| (a, b)));
    let rows = pairs.filter(|(a, b)| a != b).filter_map(|(a, b)| {
        let superiority = ratings.superiority(a, b)?;
        let difference = ratings.players[a].elo - ratings.players[b].elo;
        let room = Z95 * ratings.error_of_difference(a, b);
        let ends = [difference, difference - room, difference + room];
        let mut fields = vec![
            ratings.players[a].player.clone(),
            ratings.players[b].player.clone(),
        ];
        fields.extend(ends.map(|elo| format!("{elo:.2}")));
        fields.push(share(superiority));
        Some(fields)
    });
    write_csv(path, &header(columns), rows)
}
