//! `refused.csv`: tries refused per own move, by player and colour.

use super::seats::{Seat, TrySums, color_name};
use super::table::{Fixed, ShareInterval, row};
use darkforge_ratings::Z95;

row! {
    /// A row for each player and colour.
    Row in "refused.csv" {
        player: String, color: String, games: u64,
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
    seats.iter().map(|seat| Row {
        player: seat.player.to_owned(),
        color: color_name(seat.color).to_owned(),
        games: seat.games,
        moves: Fixed(seat.tries.moves as f64),
        refused: Fixed(seat.tries.refused as f64),
        per_move: ratio(&seat.tries).map_or_else(ShareInterval::default, Into::into),
    })
}

/// Refused tries per move with their 95 % interval; `None` if there was no move. Games are independent of one another, the tries of one game are not: the game is
/// therefore the unit, and the error is that of a ratio of means. The spread is at least that of
/// one more refused try, so that few games do not give a too narrow interval.
fn ratio(sums: &TrySums) -> Option<[f64; 3]> {
    if sums.moves == 0 {
        return None;
    }
    let [count, moves, refused] = [sums.games, sums.moves, sums.refused].map(|sum| sum as f64);
    let value = refused / moves;
    // The sum over all games of (refused - value * moves)^2.
    let squares = sums.refused_squared as f64 - 2.0 * value * sums.products as f64
        + value * value * sums.moves_squared as f64;
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
        let mut sums = TrySums::default();
        for game in 0..10 {
            sums.add(20, 4 + 4 * (game % 2));
        }
        let [value, lo, hi] = ratio(&sums).unwrap();
        assert!((value - 0.3).abs() < 1e-12);
        // Standard deviation 2.108 of a game, over root 10 and 20 moves.
        assert!((hi - lo - 2.0 * Z95 * 2.108 / 10.0_f64.sqrt() / 20.0).abs() < 1e-4);
    }

    #[test]
    fn nothing_refused_and_nothing_moved() {
        let game = |moves| {
            let mut sums = TrySums::default();
            sums.add(moves, 0);
            sums
        };
        let [value, lo, hi] = ratio(&game(50)).unwrap();
        assert!(value.abs() < 1e-12 && lo.abs() < 1e-12 && hi > 0.03, "{hi}");
        assert_eq!(ratio(&game(0)), None);
    }
}
