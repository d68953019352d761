//! `endings.csv`: why games ended, by player, colour and result for that player. A forfeit
//! that is lost is the player's own fault.

use std::path::Path;

use super::seats::{Seat, color_name};
use super::table::{estimate, header, write_csv};
use darkforge_kriegspiel::umpire::Ending;
use darkforge_ratings::{GameScore, Z95, wilson};

/// Ways to draw in the order in which plots show them, with their labels.
pub(super) const DRAWS: [(Ending, &str); 5] = [
    (Ending::Stalemate, "draw: stalemate"),
    (Ending::FiftyMoves, "draw: fifty moves"),
    (Ending::Repetition, "draw: repetition"),
    (Ending::DeadMaterial, "draw: dead material"),
    (Ending::PlyLimit, "draw: ply limit"),
];

/// Place of a drawn game's ending in [`DRAWS`].
pub(super) fn draw_place(ending: Ending) -> usize {
    let place = DRAWS.iter().position(|&(draw, _)| draw == ending);
    place.unwrap_or(0)
}

/// Results in the order in which reports list them, for the player.
pub(super) const RESULTS: [&str; 3] = ["win", "draw", "loss"];

/// Place of a result in [`RESULTS`].
pub(super) fn place(score: GameScore) -> usize {
    2 - score.half_points()
}

/// Writes a row for each way in which games of a seat ended; `share` is of the seat's games.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, seats: &[Seat<'_>]) -> anyhow::Result<()> {
    let columns = "player,color,result,ending,games,share,share_lo,share_hi";
    let mut rows = Vec::new();
    for seat in seats {
        for (way, result) in RESULTS.iter().enumerate() {
            for ending in Ending::ALL {
                let fits = seat
                    .games
                    .iter()
                    .filter(|game| game.ending == ending && place(game.score(seat.color)) == way);
                let games = fits.count();
                if games == 0 {
                    continue;
                }
                let mut row = vec![
                    seat.player.to_owned(),
                    color_name(seat.color).to_owned(),
                    (*result).to_owned(),
                    ending.to_string(),
                    games.to_string(),
                ];
                row.extend(estimate(wilson(games as f64, seat.games.len() as f64, Z95)));
                rows.push(row);
            }
        }
    }
    write_csv(path, &header(columns), rows)
}
