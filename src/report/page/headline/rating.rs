//! What the page of ratings says first, from `ratings.csv`.

use super::super::data::Csv;
use super::{Said, elo, plural};

/// The strongest of `ratings`, and what it rests on.
pub(super) fn of(ratings: &Csv) -> Said {
    let text = |row: &[String], name: &str| ratings.text(row, name).unwrap_or("?").to_owned();
    let Some(first) = ratings.rows.first() else {
        return Said {
            headline: "no ratings".to_owned(),
            ..Said::default()
        };
    };
    let pools = ratings.number(&ratings.last, "pool").unwrap_or(1.0) as u64;
    let pool = ratings.rows.iter();
    let pool: Vec<_> = pool
        .filter(|row| text(row, "pool") == text(first, "pool"))
        .collect();
    let all_are_kept = ratings.rows.len() as u64 == ratings.count;
    // Each game stands in two rows.
    let seats = pool.iter().filter_map(|row| ratings.number(row, "games"));
    let games = (seats.sum::<f64>() / 2.0) as u64;
    let (players, of) = if pools > 1 {
        (pool.len() as u64, format!(" of pool 1 of {pools}"))
    } else {
        (ratings.count, String::new())
    };
    let mut said = Said {
        headline: format!(
            "{} is first of {}{of}, {}{}",
            text(first, "player"),
            plural(players, "player"),
            elo(ratings, first),
            if all_are_kept {
                format!(", {}", plural(games, "game"))
            } else {
                String::new()
            }
        ),
        ..Said::default()
    };
    said.notes.push(format!(
        "Fitted by the model {}; intervals are 95 %.",
        text(first, "model")
    ));
    if pools > 1 {
        said.notes.push(format!(
            "There are {pools} pools of players that never met, directly or by way of others, and \
             cannot be compared."
        ));
    }
    if ratings.rows.iter().any(|row| text(row, "prior") == "true") {
        said.notes.push(
            "Some ratings (prior: true) have no end, for a player or group won or lost everything \
             against the rest; they rest on supposed games and are cautious."
                .to_owned(),
        );
    }
    said
}
