//! Headline of ratings, from `ratings.csv`.

use super::Said;
use crate::report::format::{plural, whole_elo};
use crate::report::ratings::Row;

/// The strongest of `ratings`, and its basis.
pub(super) fn of(ratings: &[Row]) -> Said {
    let (Some(first), Some(last)) = (ratings.first(), ratings.last()) else {
        return Said {
            headline: "no ratings".to_owned(),
            ..Said::default()
        };
    };
    let pools = last.place.pool;
    let pool = ratings
        .iter()
        .filter(|row| row.place.pool == first.place.pool);
    // Each game is in two rows.
    let games = pool.clone().map(|row| row.rated.games).sum::<u64>() / 2;
    let of = if pools > 1 {
        format!(" of pool {} of {pools}", first.place.pool)
    } else {
        String::new()
    };
    let mut said = Said {
        headline: format!(
            "{} is first of {}{of}, {}, {}",
            first.place.player,
            plural(pool.count() as u64, "player"),
            whole_elo(first.rated.elo.elo()),
            plural(games, "game")
        ),
        ..Said::default()
    };
    said.notes.push(format!(
        "Fitted by the model {}; intervals are 95 %.",
        first.model
    ));
    if pools > 1 {
        said.notes.push(format!(
            "Players of different pools, of which there are {pools}, never met, directly or through \
             others, and cannot be compared."
        ));
    }
    if ratings.iter().any(|row| row.rated.prior) {
        said.notes.push(
            "Some ratings (prior: true) have no bound, because a player or group won or lost everything \
             against the rest; they rest on assumed games and are cautious."
                .to_owned(),
        );
    }
    said
}
