//! Ratings as a table for people, and as JSON.

use std::fmt::Write as _;

use serde_json::json;

use crate::cli::input::rated_games::Games;
use crate::report::format::plural;
use crate::report::ratings;
use crate::report::table::TableRow as _;
use darkforge_ratings::{Estimate, RatingModel, Ratings, Transitivity, Z95};

/// Greatest number of printed players.
const MOST_SHOWN: usize = 20;
/// Greatest number of players whose matrix is printed.
const MOST_IN_MATRIX: usize = 12;

/// The ratings as text.
pub(crate) fn text(
    ratings: &Ratings,
    transitivity: &Transitivity,
    games: &Games,
    anchors: &[(String, f64)],
) -> String {
    let order = ratings.ranking();
    let mut text = format!(
        "{} of {}, {}\n",
        plural(games.counted, "game"),
        plural(order.len() as u64, "player"),
        ratings.model
    );
    if ratings.pools() > 1 {
        text += "these players never met, directly or by way of others, and cannot be compared:\n";
    }
    let mut left = MOST_SHOWN;
    for number in 0..ratings.pools() {
        if left == 0 {
            break;
        }
        let members: Vec<usize> = order
            .iter()
            .copied()
            .filter(|&i| ratings.players[i].pool == number)
            .collect();
        if ratings.pools() > 1 {
            let players = plural(members.len() as u64, "player");
            let _ = writeln!(text, "\npool {}: {players}", number + 1);
        }
        let shown = members.len().min(left);
        left -= shown;
        text += &table(ratings, games, &members, shown);
        text += &parameters(ratings, number);
        if (2..=MOST_IN_MATRIX).contains(&members.len()) {
            text += &matrix(ratings, &members);
        }
    }
    if order.len() > MOST_SHOWN {
        let more = plural((order.len() - MOST_SHOWN) as u64, "more player");
        let _ = writeln!(
            text,
            "and {more}: all are in ratings.csv, which --out writes"
        );
    }
    text += &prior(ratings);
    if anchors.is_empty() {
        let all = ratings.players.iter().all(|rated| rated.prior);
        let some = ratings.players.iter().any(|rated| rated.prior);
        text += if some && !all {
            "ratings are counted from the mean of the players without (*)\n"
        } else {
            "ratings are counted from the mean of the players\n"
        };
    } else {
        let anchors: Vec<String> = anchors
            .iter()
            .map(|(n, elo)| format!("{n} = {elo}"))
            .collect();
        let _ = writeln!(text, "anchored: {}", anchors.join(", "));
    }
    text + &evidence(ratings, transitivity)
}

fn percent(share: Estimate) -> String {
    format!("{:5.1} %", 100.0 * share.value)
}

/// A probability in percent, never 0 or 100.
fn sure(probability: f64) -> String {
    let percent = 100.0 * probability;
    match percent {
        p if p > 99.95 => ">99.9".to_owned(),
        p if p < 0.05 => "<0.1".to_owned(),
        _ => format!("{percent:.1}"),
    }
}

/// A line for each of the first `shown` of `members`; names come last, because they may be long.
fn table(ratings: &Ratings, games: &Games, members: &[usize], shown: usize) -> String {
    let mut text = format!(
        "{:>4}  {:>7}  {:>17}  {:>7}  {:>7}  {:>7}  {:>9}  player\n",
        "rank", "Elo", "95 %", "games", "score", "draws", "> next"
    );
    for (place, &i) in members.iter().enumerate().take(shown) {
        let rated = &ratings.players[i];
        let tally = games.table.total(&rated.player);
        let next = members.get(place + 1);
        let next = next.and_then(|&next| ratings.superiority(i, next));
        let next = next.map_or_else(String::new, |p| sure(p) + " %");
        let interval = format!("{:+.1}..{:+.1}", rated.elo_lo, rated.elo_hi);
        let supposed = if rated.prior { "  (*)" } else { "" };
        let one_sided = match tally {
            t if t.losses + t.draws == 0 => "  (won all)",
            t if t.wins + t.draws == 0 => "  (lost all)",
            _ => "",
        };
        let _ = writeln!(
            text,
            "{:>4}  {:>+7.1}  {interval:>17}  {:>7}  {}  {}  {next:>9}  {}{one_sided}{supposed}",
            place + 1,
            rated.elo,
            tally.games(),
            percent(tally.score_estimate()),
            percent(tally.draw_rate()),
            rated.player,
        );
    }
    text
}

fn parameters(ratings: &Ratings, pool: usize) -> String {
    let mut text = match ratings.white_advantage[pool] {
        Some((elo, error)) => format!(
            "White's advantage {elo:+.1} ({:+.1}..{:+.1}) Elo\n",
            elo - Z95 * error,
            elo + Z95 * error
        ),
        None => "White's advantage: these games cannot tell it from strength; taken as 0\n".into(),
    };
    match (ratings.model, ratings.draw[pool]) {
        (RatingModel::Davidson, Some(nu)) => {
            let equal = 100.0 * nu / (2.0 + nu);
            let _ = writeln!(text, "draws: nu {nu:.3}, {equal:.1} % between equals");
        }
        (RatingModel::RaoKupper, Some(elo)) => {
            // Between equals a side wins with 1 / (1 + 10^(D/400)).
            let win = darkforge_ratings::score_of_elo(-elo);
            let equal = 100.0 * (1.0 - 2.0 * win);
            let _ = writeln!(
                text,
                "draws: threshold {elo:.1} Elo, {equal:.1} % between equals"
            );
        }
        _ => {}
    }
    text
}

/// Probabilities that the player of the row is stronger than that of the column, in percent.
fn matrix(ratings: &Ratings, members: &[usize]) -> String {
    let mut text = "stronger than (%):\n    ".to_owned();
    for place in 1..=members.len() {
        let _ = write!(text, "{place:>7}");
    }
    text.push('\n');
    for (place, &a) in members.iter().enumerate() {
        let _ = write!(text, "{:>4}", place + 1);
        for &b in members {
            let cell = ratings.superiority(a, b).filter(|_| a != b);
            let _ = write!(text, "{:>7}", cell.map_or_else(|| "-".into(), sure));
        }
        let _ = writeln!(text, "  {}", ratings.players[a].player);
    }
    text
}

fn prior(ratings: &Ratings) -> String {
    if !ratings.prior_was_needed {
        return String::new();
    }
    format!(
        "(*) some ratings have no bound (a player or group won or lost everything against the rest):\n\
         {} game is supposed for each two players that met across such a gap, half won by either.\n\
         Ratings with (*) are cautious and rest on it; the others among themselves do not\n",
        ratings.prior
    )
}

/// Evidence of the games for strength as one number.
fn evidence(ratings: &Ratings, found: &Transitivity) -> String {
    let mut text = String::new();
    if let Some(p) = found.p_value {
        let says = if p < 0.05 {
            "strength is not one number here"
        } else {
            "agrees with strength being one number"
        };
        let _ = writeln!(
            text,
            "transitivity: chi-squared {:.1} with {} degrees of freedom, p {}: {says}",
            found.chi_squared,
            found.degrees,
            small(p)
        );
    }
    if let Some(cycle) = &found.cycle {
        text += "strongest cycle:";
        for place in 0..3 {
            let name = &ratings.players[cycle.players[place]].player;
            let (score, games) = (100.0 * cycle.scores[place], cycle.games[place]);
            let _ = write!(text, " {name} scores {score:.1} % of {games:.0} against");
        }
        let first = &ratings.players[cycle.players[0]].player;
        let weak = if cycle.p_value < 0.05 {
            ""
        } else {
            ": chance explains it"
        };
        let _ = writeln!(
            text,
            " {first}; p {}, all cycles considered{weak}",
            small(cycle.p_value)
        );
    }
    text
}

fn small(p: f64) -> String {
    if p < 1e-4 {
        "< 0.0001".to_owned()
    } else {
        format!("= {p:.4}")
    }
}

/// The same figures as one JSON object on a line.
pub(crate) fn json(
    ratings: &Ratings,
    transitivity: &Transitivity,
    games: &Games,
) -> anyhow::Result<String> {
    let order = ratings.ranking();
    let name = |i: usize| ratings.players[i].player.as_str();
    let rows = ratings::rows(ratings, &games.table);
    let players: Vec<serde_json::Value> = rows
        .iter()
        .map(|row| {
            let mut object = row.object();
            // It is given once, beside the players.
            object.as_object_mut().map(|object| object.remove("model"));
            object
        })
        .collect();
    let pools: Vec<serde_json::Value> = (0..ratings.pools())
        .map(|number| {
            let white = ratings.white_advantage[number];
            json!({
                "players": order.iter().filter(|&&i| ratings.players[i].pool == number)
                    .map(|&i| name(i)).collect::<Vec<_>>(),
                "white_advantage": white.map(|(elo, _)| elo),
                "white_advantage_lo": white.map(|(elo, error)| elo - Z95 * error),
                "white_advantage_hi": white.map(|(elo, error)| elo + Z95 * error),
                "draw_parameter": ratings.draw[number],
            })
        })
        .collect();
    let superiority: Vec<Vec<Option<f64>>> = order
        .iter()
        .map(|&a| {
            let cell = |&b: &usize| ratings.superiority(a, b).filter(|_| a != b);
            order.iter().map(cell).collect()
        })
        .collect();
    let cycle = transitivity.cycle.as_ref().map(|cycle| {
        json!({
            "players": cycle.players.map(name), "scores": cycle.scores, "games": cycle.games,
            "p_value": cycle.p_value,
        })
    });
    let object = json!({
        "model": ratings.model, "games": games.counted, "players": players, "pools": pools,
        "superiority": superiority,
        "prior": ratings.prior, "prior_was_needed": ratings.prior_was_needed,
        "transitivity": {
            "chi_squared": transitivity.chi_squared, "degrees": transitivity.degrees,
            "p_value": transitivity.p_value, "cycle": cycle,
        },
        "left_out": {
            "unfinished": games.unfinished, "nameless": games.nameless, "alone": games.alone,
        },
    });
    Ok(serde_json::to_string(&object)? + "\n")
}
