//! `refused.csv`: tries refused per own move, by player and colour.

use super::seats::{Seat, color_name};
use super::table::{Fixed, ShareInterval, row};
use darkforge_board::Color;
use darkforge_lab::bout::PlayedGame;
use darkforge_ratings::Z95;

/// Number of moves of `color`.
pub fn moves(game: &PlayedGame, color: Color) -> u32 {
    match color {
        Color::White => game.plies.div_ceil(2),
        Color::Black => game.plies / 2,
    }
}

/// Number of refused tries of `color`.
pub fn refused(game: &PlayedGame, color: Color) -> u32 {
    match color {
        Color::White => game.white_refused,
        Color::Black => game.black_refused,
    }
}

row! {
    /// A row for each player and colour.
    Row in "refused.csv" {
        player: String, color: String, games: usize,
        /// Own moves of the player in these games.
        moves: Fixed<0>,
        /// Its refused tries in them.
        refused: Fixed<0>,
        /// Refused tries per own move; may exceed 1. The game is the unit of its interval.
        per_move: ShareInterval,
    }
}

/// The rows of all seats.
pub(super) fn rows(seats: &[Seat<'_>]) -> impl Iterator<Item = Row> {
    seats.iter().map(|seat| {
        let games: Vec<(f64, f64)> = seat
            .games
            .iter()
            .map(|game| {
                let counts = (refused(game, seat.color), moves(game, seat.color));
                (f64::from(counts.0), f64::from(counts.1))
            })
            .collect();
        let sum = |of: fn(&(f64, f64)) -> f64| Fixed(games.iter().map(of).sum());
        Row {
            player: seat.player.to_owned(),
            color: color_name(seat.color).to_owned(),
            games: games.len(),
            moves: sum(|game| game.1),
            refused: sum(|game| game.0),
            per_move: ratio(&games).map_or_else(ShareInterval::default, Into::into),
        }
    })
}

/// Sum of the first numbers over sum of the second, with its 95 % interval; `None` if the second
/// sum is zero. Games are independent of one another, the tries of one game are not: the game is
/// therefore the unit, and the error is that of a ratio of means. The spread is at least that of
/// one more refused try, so that few games do not give a too narrow interval.
fn ratio(games: &[(f64, f64)]) -> Option<[f64; 3]> {
    let count = games.len() as f64;
    let refused: f64 = games.iter().map(|game| game.0).sum();
    let moves: f64 = games.iter().map(|game| game.1).sum();
    if moves == 0.0 {
        return None;
    }
    let value = refused / moves;
    let squares: f64 = games
        .iter()
        .map(|(refused, moves)| (refused - value * moves).powi(2))
        .sum();
    let spread = squares * count / (count - 1.0).max(1.0);
    let error = spread.max(1.0).sqrt() / moves;
    Some([value, (value - Z95 * error).max(0.0), value + Z95 * error])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_the_unit() {
        // Ten games of 20 moves with 4 or 8 refused tries: 0.3, and 0.3 of them per game.
        let games: Vec<(f64, f64)> = (0..10)
            .map(|i| (4.0 + f64::from(i % 2) * 4.0, 20.0))
            .collect();
        let [value, lo, hi] = ratio(&games).unwrap();
        assert!((value - 0.3).abs() < 1e-12);
        // Standard deviation 2.108 of a game, over root 10 and 20 moves.
        assert!((hi - lo - 2.0 * Z95 * 2.108 / 10.0_f64.sqrt() / 20.0).abs() < 1e-4);
    }

    #[test]
    fn nothing_refused_and_nothing_moved() {
        let [value, lo, hi] = ratio(&[(0.0, 50.0)]).unwrap();
        assert!(value.abs() < 1e-12 && lo.abs() < 1e-12 && hi > 0.03, "{hi}");
        assert_eq!(ratio(&[(0.0, 0.0)]), None);
    }
}
