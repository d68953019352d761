//! Figures of ratings, for people and for `--json`.

use std::fmt::Write as _;

use crate::cli::input::rated_games::Games;
use crate::cli::screen::{Column, Screen, Table};
use crate::report::format::{plural, sure};
use crate::report::object::{Nested, object};
use crate::report::ratings;
use crate::report::table::{EloInterval, ShareInterval};
use darkforge_ratings::{RatingModel, Ratings, Transitivity, Z95};

/// Greatest number of printed players.
const MOST_SHOWN: usize = 20;
/// Greatest number of players whose matrix is printed.
const MOST_IN_MATRIX: usize = 12;

/// The ratings for people.
pub(crate) fn screen(figures: &RatingFigures, anchors: &[(String, f64)]) -> Screen {
    let players = || figures.players.iter().map(|Nested(player)| player);
    let count = figures.players.len();
    let mut screen = Screen::new();
    screen.line(format!(
        "{} of {}, {}",
        plural(figures.games, "game"),
        plural(count as u64, "player"),
        figures.model
    ));
    if figures.pools.len() > 1 {
        screen.line(
            "players of different pools never met, directly or through others, and cannot be compared:",
        );
    }
    let mut shown = 0;
    for (number, Nested(pool)) in figures.pools.iter().enumerate() {
        let size = pool.players.len();
        if shown >= MOST_SHOWN {
            break;
        }
        if figures.pools.len() > 1 {
            let players = plural(size as u64, "player");
            screen.line("");
            screen.headline(format!("pool {}: {players}", number + 1));
        }
        let members = players().skip(shown).take(size.min(MOST_SHOWN - shown));
        screen.table(table(members));
        screen.append(parameters(figures.model, pool));
        if (2..=MOST_IN_MATRIX).contains(&size) {
            screen.headline("stronger than (%):");
            screen.table(matrix(figures, shown, &pool.players));
        }
        shown += size;
    }
    if count > MOST_SHOWN {
        let more = plural((count - MOST_SHOWN) as u64, "more player");
        screen.line(format!(
            "and {more}: all are in ratings.csv, which --out writes"
        ));
    }
    screen.append(prior(figures));
    if anchors.is_empty() {
        let all = players().all(|player| player.rated.prior);
        let some = players().any(|player| player.rated.prior);
        screen.line(if some && !all {
            "ratings are counted from the mean of the players without (*)"
        } else {
            "ratings are counted from the mean of the players"
        });
    } else {
        let anchors: Vec<String> = anchors
            .iter()
            .map(|(n, elo)| format!("{n} = {elo}"))
            .collect();
        screen.line(format!("anchored: {}", anchors.join(", ")));
    }
    screen.append(evidence(&figures.transitivity.0));
    screen
}

fn percent(share: ShareInterval) -> String {
    let share = share.estimate();
    share.map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share.value))
}

/// A row for each of the `players` of a pool; names come last, because they may be long.
fn table<'a>(players: impl Iterator<Item = &'a PlayerFigures>) -> Table {
    let columns = [
        Column::number("rank", 4),
        Column::number("Elo", 7),
        Column::number("95 %", 17),
        Column::number("games", 7),
        Column::number("score", 7).detail(2),
        Column::number("draws", 7).detail(1),
        Column::number("> next", 9).detail(3),
        Column::text("player", 0),
    ];
    let mut table = Table::new(0, columns);
    for (
        place,
        PlayerFigures {
            place: named,
            rated,
        },
    ) in (1..).zip(players)
    {
        let elo = rated.elo.estimate();
        let supposed = if rated.prior { "  (*)" } else { "" };
        let one_sided = match rated {
            t if t.losses + t.draws == 0 => "  (won all)",
            t if t.wins + t.draws == 0 => "  (lost all)",
            _ => "",
        };
        table.row([
            place.to_string(),
            elo.map_or_else(String::new, |elo| format!("{:+.1}", elo.value)),
            elo.map_or_else(String::new, |elo| format!("{:+.1}..{:+.1}", elo.lo, elo.hi)),
            rated.games.to_string(),
            percent(rated.score),
            percent(rated.draw_rate),
            rated
                .next_superiority
                .map_or_else(String::new, |p| sure(p.0) + " %"),
            format!("{}{one_sided}{supposed}", named.player),
        ]);
    }
    table
}

fn parameters(model: RatingModel, pool: &PoolFigures) -> Screen {
    let mut screen = Screen::new();
    screen.line(match pool.white_advantage.estimate() {
        Some(elo) => format!(
            "White's advantage {:+.1} ({:+.1}..{:+.1}) Elo",
            elo.value, elo.lo, elo.hi
        ),
        None => {
            "White's advantage: these games cannot separate it from strength; taken as 0".to_owned()
        }
    });
    match (model, pool.draw_parameter) {
        (RatingModel::Davidson, Some(nu)) => {
            let equal = 100.0 * nu / (2.0 + nu);
            screen.line(format!("draws: nu {nu:.3}, {equal:.1} % between equals"));
        }
        (RatingModel::RaoKupper, Some(elo)) => {
            // Between equals a side wins with 1 / (1 + 10^(D/400)).
            let win = darkforge_ratings::score_of_elo(-elo);
            let equal = 100.0 * (1.0 - 2.0 * win);
            screen.line(format!(
                "draws: threshold {elo:.1} Elo, {equal:.1} % between equals"
            ));
        }
        _ => {}
    }
    screen
}

/// Probabilities that the player of the row is stronger than that of the column, in percent, for the
/// players of a pool, of which the first is player number `first` of all.
fn matrix(figures: &RatingFigures, first: usize, names: &[String]) -> Table {
    Table::matrix(0, Column::number("", 4), names, |row, column| {
        let cell = figures.superiority[first + row][first + column];
        cell.map_or_else(|| "-".to_owned(), sure)
    })
}

fn prior(figures: &RatingFigures) -> Screen {
    let mut screen = Screen::new();
    if figures.prior_was_needed {
        screen.line("(*) some ratings have no bound (a player or group won or lost everything against the rest):");
        let supposed = match figures.prior {
            1.0 => "1 game is".to_owned(),
            games => format!("{games} games are"),
        };
        screen.line(format!(
            "{supposed} assumed for each two players that met across such a gap, half won by each."
        ));
        screen.line(
            "Ratings with (*) are cautious and rest on it; the others among themselves do not",
        );
    }
    screen
}

/// Evidence of the games for strength as one number.
fn evidence(found: &TransitivityFigures) -> Screen {
    let mut screen = Screen::new();
    if let Some(p) = found.p_value {
        let says = if p < 0.05 {
            "strength is not one number here"
        } else {
            "agrees with strength being one number"
        };
        screen.line(format!(
            "transitivity: chi-squared {:.1} with {} of freedom, p {}: {says}",
            found.chi_squared,
            plural(found.degrees as u64, "degree"),
            small(p)
        ));
    }
    if let Some(Nested(cycle)) = &found.cycle {
        let mut text = "strongest cycle:".to_owned();
        for (place, name) in cycle.players.iter().enumerate() {
            let (score, games) = (100.0 * cycle.scores[place], cycle.games[place]);
            let _ = write!(text, " {name} scores {score:.1} % of {games:.0} against");
        }
        let weak = if cycle.p_value < 0.05 {
            ""
        } else {
            ": chance can explain it"
        };
        let (first, p) = (&cycle.players[0], small(cycle.p_value));
        screen.line(format!(
            "{text} {first}; p {p}, all cycles considered{weak}"
        ));
    }
    screen
}

fn small(p: f64) -> String {
    if p < 1e-4 {
        "< 0.0001".to_owned()
    } else {
        format!("= {p:.4}")
    }
}

object! {
    /// Ratings of all players.
    RatingFigures {
        /// Rating model.
        model: RatingModel,
        /// Games that were counted.
        games: u64,
        /// Players from the strongest down, pool by pool.
        players: Vec<Nested<PlayerFigures>>,
        /// Pools of players that met, directly or through others.
        pools: Vec<Nested<PoolFigures>>,
        /// For each player, in the order of `players`, the probabilities of being stronger than
        /// each of them; null for itself and for players of other pools.
        superiority: Vec<Vec<Option<f64>>>,
        /// Supposed games of each two players that met across a gap without bound.
        prior: f64,
        /// Whether such games were added.
        prior_was_needed: bool,
        /// Evidence of the games for strength as one number.
        transitivity: Nested<TransitivityFigures>,
        /// Games that were left out.
        left_out: Nested<LeftOutFigures>,
    }
}

object! {
    /// A rated player.
    PlayerFigures {
        place: ratings::Place, rated: ratings::Rated,
    }
}

object! {
    /// A pool of players.
    PoolFigures {
        /// Names of its players, the strongest first.
        players: Vec<String>,
        /// Advantage of White in Elo; null if the games cannot tell it.
        white_advantage: EloInterval,
        /// Parameter of draws in the model; null for one without.
        draw_parameter: Option<f64>,
    }
}

object! {
    /// Test of transitivity.
    TransitivityFigures {
        /// Chi-squared of the results against the model.
        chi_squared: f64,
        /// Degrees of freedom.
        degrees: usize,
        /// Probability of such results, or worse ones, if strength is one number; null if unknown.
        p_value: Option<f64>,
        /// The strongest cycle of three players; null without one.
        cycle: Option<Nested<CycleFigures>>,
    }
}

object! {
    /// Three players of which each scores against the next.
    CycleFigures {
        /// Their names.
        players: [String; 3],
        /// Score of each against the next.
        scores: [f64; 3],
        /// Games of each against the next.
        games: [f64; 3],
        /// Probability of such a cycle, all cycles considered, if strength is one number.
        p_value: f64,
    }
}

object! {
    /// Games that are not rated.
    LeftOutFigures {
        /// Games without a result.
        unfinished: u64,
        /// Games without names.
        nameless: u64,
        /// Games of a player against itself.
        alone: u64,
    }
}

/// The figures of `games`.
pub(crate) fn figures(
    ratings: &Ratings,
    transitivity: &Transitivity,
    games: &Games,
) -> RatingFigures {
    let order = ratings.ranking();
    let name = |i: usize| ratings.players[i].player.clone();
    let rows = ratings::rows(ratings, &games.table).into_iter();
    let players =
        rows.map(|ratings::Row { place, rated, .. }| Nested(PlayerFigures { place, rated }));
    let pools = (0..ratings.pools()).map(|number| {
        let members = order.iter().filter(|&&i| ratings.players[i].pool == number);
        let white = ratings.white_advantage[number];
        let white = white.map(|(elo, error)| [elo, elo - Z95 * error, elo + Z95 * error]);
        Nested(PoolFigures {
            players: members.map(|&i| name(i)).collect(),
            white_advantage: white.map(Into::into).unwrap_or_default(),
            draw_parameter: ratings.draw[number],
        })
    });
    let superiority = order.iter().map(|&a| {
        let cell = |&b: &usize| ratings.superiority(a, b).filter(|_| a != b);
        order.iter().map(cell).collect()
    });
    let cycle = transitivity.cycle.as_ref().map(|cycle| {
        Nested(CycleFigures {
            players: cycle.players.map(name),
            scores: cycle.scores,
            games: cycle.games,
            p_value: cycle.p_value,
        })
    });
    RatingFigures {
        model: ratings.model,
        games: games.counted,
        players: players.collect(),
        pools: pools.collect(),
        superiority: superiority.collect(),
        prior: ratings.prior,
        prior_was_needed: ratings.prior_was_needed,
        transitivity: Nested(TransitivityFigures {
            chi_squared: transitivity.chi_squared,
            degrees: transitivity.degrees,
            p_value: transitivity.p_value,
            cycle,
        }),
        left_out: Nested(LeftOutFigures {
            unfinished: games.unfinished,
            nameless: games.nameless,
            alone: games.alone,
        }),
    }
}
