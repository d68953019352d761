//! `ratings.csv`: players from the strongest down, pool by pool. `next_superiority` is the
//! probability of being stronger than the next one, empty for the last of a pool;
//! `prior` whether the rating rests on supposed games.

use std::path::Path;

use super::Crosstable;
use super::plot::ratings::RatingBar;
use super::table::{estimate, header, share, write_csv};
use darkforge_ratings::Ratings;

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, ratings: &Ratings, table: &Crosstable) -> anyhow::Result<()> {
    let columns = "rank,player,pool,model,games,wins,draws,losses,score,score_lo,score_hi,\
                   draw_rate,draw_rate_lo,draw_rate_hi,elo,elo_lo,elo_hi,next_superiority,\
                   prior";
    let order = ratings.ranking();
    let rows = order.iter().enumerate().map(|(index, &i)| {
        let rated = &ratings.players[i];
        let tally = table.total(&rated.player);
        let mut fields = vec![
            (index + 1).to_string(),
            rated.player.clone(),
            (rated.pool + 1).to_string(),
            ratings.model.to_string(),
        ];
        fields
            .extend([tally.games(), tally.wins, tally.draws, tally.losses].map(|n| n.to_string()));
        fields.extend(estimate(tally.score_estimate()));
        fields.extend(estimate(tally.draw_rate()));
        fields.extend([rated.elo, rated.elo_lo, rated.elo_hi].map(|elo| format!("{elo:.2}")));
        let next = order.get(index + 1);
        let next = next.and_then(|&next| ratings.superiority(i, next));
        fields.push(next.map(share).unwrap_or_default());
        fields.push(rated.prior.to_string());
        fields
    });
    write_csv(path, &header(columns), rows)
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
