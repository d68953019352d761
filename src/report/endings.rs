//! `endings.csv`: endings of games, by player, colour and result for that player. A lost forfeit is
//! the player's own fault.

use super::format::{part, plural};
use super::seats::{Seat, color_name};
use super::table::{ShareInterval, row};
use darkforge_board::Color;
use darkforge_kriegspiel::umpire::{Ending, Outcome};
use darkforge_ratings::{GameScore, Z95, wilson};

/// Ways to draw in the order of plots, with their labels.
const DRAWS: [(Ending, &str); 5] = [
    (Ending::Stalemate, "draw: stalemate"),
    (Ending::FiftyMoves, "draw: fifty moves"),
    (Ending::Repetition, "draw: repetition"),
    (Ending::DeadMaterial, "draw: dead material"),
    (Ending::PlyLimit, "draw: ply limit"),
];

/// Place of a drawn game's ending in [`DRAWS`].
fn draw_place(ending: Ending) -> usize {
    let place = DRAWS.iter().position(|&(draw, _)| draw == ending);
    place.unwrap_or(0)
}

/// Names of the outcomes of games in plots: wins of either side, then draws.
pub(super) fn outcome_names(wins: [&str; 2]) -> Vec<&str> {
    let draws = DRAWS.iter().map(|(_, label)| *label);
    wins.into_iter().chain(draws).collect()
}

/// The outcomes in a sentence, from games by [`outcome_names`]: `Of 200 games A won 45.0 %, ...`
pub(super) fn outcome_sentence([first, second]: [&str; 2], counts: &[u64]) -> String {
    let all: u64 = counts.iter().sum();
    let draws: u64 = counts.iter().skip(2).sum();
    let won = format!(
        "Of {} {first} won {} and {second} {}",
        plural(all, "game"),
        part(counts[0], all),
        part(counts[1], all)
    );
    match (draws, counts[2]) {
        (0, _) => format!("{won}; none was drawn."),
        (draws, 0) => format!("{won}; {} were drawn, none by stalemate.", part(draws, all)),
        (draws, stalemates) => format!(
            "{won}; {} were drawn, {} by stalemate.",
            part(draws, all),
            part(stalemates, all)
        ),
    }
}

/// Place of an outcome in [`outcome_names`], where `color` is the first side.
pub(super) fn outcome_place(outcome: Outcome, color: Color) -> usize {
    match outcome.result.winner() {
        Some(winner) => usize::from(winner != color),
        None => 2 + draw_place(outcome.ending),
    }
}

/// The same of a result's place in [`RESULTS`] and an ending, for the player.
pub(super) fn outcome_place_of(way: usize, ending: Ending) -> usize {
    match way {
        0 => 0,
        1 => 2 + draw_place(ending),
        _ => 1,
    }
}

/// Results in the order of reports, for the player.
pub(super) const RESULTS: [&str; 3] = ["win", "draw", "loss"];

/// Place of a result in [`RESULTS`].
pub(super) fn place(score: GameScore) -> usize {
    2 - score.half_points()
}

row! {
    /// A row for each ending, by player, colour and result.
    Row in "endings.csv" {
        player: String, color: String,
        /// Result for the player: `win`, `draw` or `loss`.
        result: String,
        /// Reason of the game's end. A lost forfeit is the player's own fault.
        ending: Ending,
        games: u64,
        /// Share of the player's games with this colour.
        share: ShareInterval,
    }
}

/// The rows of all seats.
pub(super) fn rows(seats: &[Seat<'_>]) -> Vec<Row> {
    let mut rows = Vec::new();
    for seat in seats {
        for (way, result) in RESULTS.iter().enumerate() {
            for ending in Ending::ALL {
                let games = seat.endings[way].get(&ending).copied().unwrap_or(0);
                if games > 0 {
                    rows.push(Row {
                        player: seat.player.to_owned(),
                        color: color_name(seat.color).to_owned(),
                        result: (*result).to_owned(),
                        ending,
                        games,
                        share: wilson(games as f64, seat.games as f64, Z95).into(),
                    });
                }
            }
        }
    }
    rows
}
