//! Exchanges: gain of moves when two sides that see the board follow captures to their end. This is
//! the evaluation of `hs`, for use by other players.

use super::{AlphaBeta, balance, pawns};
use darkforge_board::{Board, Try};

/// Follows the captures after moves on believed boards.
#[derive(Clone, Debug, Default)]
pub struct Exchanges {
    searcher: AlphaBeta,
}

impl Exchanges {
    /// Distance of each of `tries` from the best gain, in pawns, as a mean over those of `boards`
    /// on which it is legal. A try that is legal nowhere has the worst distance.
    #[inline(never)] // a part of its own in profiles
    pub fn shortfalls(&mut self, boards: &[&Board], tries: &[Try]) -> Vec<f64> {
        let worth = |board: &&Board| pawns(balance(board, board.turn()));
        let before: Vec<f32> = boards.iter().map(worth).collect();
        let gains = tries.iter().map(|&asked| self.gain(boards, &before, asked));
        let gains: Vec<Option<f64>> = gains.collect();
        let known = || gains.iter().copied().flatten();
        let most = known().fold(f64::NEG_INFINITY, f64::max);
        let least = known().fold(f64::INFINITY, f64::min);
        let shortfall = |gain: &Option<f64>| match gain {
            Some(gain) => most - gain,
            None if most >= least => most - least,
            None => 0.0,
        };
        gains.iter().map(shortfall).collect()
    }

    /// Mean gain of `asked` over those of `boards` on which it is legal; `before` has the value of
    /// each board.
    fn gain(&mut self, boards: &[&Board], before: &[f32], asked: Try) -> Option<f64> {
        let (mut sum, mut legal) = (0.0, 0_u32);
        for (board, before) in boards.iter().zip(before) {
            let Some(m) = board.legal_move(asked) else {
                continue;
            };
            let mut after = (*board).clone();
            after.play(m);
            sum -= f64::from(self.searcher.settled(&after) + before);
            legal += 1;
        }
        (legal > 0).then(|| sum / f64::from(legal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;

    fn shortfalls(fens: &[&str], tries: &[&str]) -> Vec<f64> {
        let boards: Vec<Board> = fens
            .iter()
            .map(|fen| fen.parse::<Position>().unwrap().board().clone())
            .collect();
        let boards: Vec<&Board> = boards.iter().collect();
        let tries: Vec<Try> = tries.iter().map(|t| t.parse().unwrap()).collect();
        Exchanges::default().shortfalls(&boards, &tries)
    }

    #[test]
    fn an_exchange_is_followed_to_its_end() {
        // Rook and queen after each other on a pawn that a rook guards; a quiet move.
        let guarded = "3rk3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1";
        let found = shortfalls(&[guarded], &["d2d5", "e1e2"]);
        assert!(
            found[0] < 0.01,
            "rook takes, rook takes, queen takes: {found:?}"
        );
        assert!(found[1] > 0.5, "{found:?}");
        let twice = "3rk3/8/4p3/3p4/8/8/3R4/3QK3 w - - 0 1";
        let found = shortfalls(&[twice], &["d2d5", "e1e2"]);
        assert!(found[0] > 3.0 && found[1] < 0.01, "{found:?}");
    }

    #[test]
    fn what_is_legal_nowhere_falls_short_like_the_worst() {
        let board = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let found = shortfalls(&[board], &["e2e4", "e1e3", "e1d1"]);
        let worst = found[0].max(found[2]);
        assert!(worst > 0.0 && (found[1] - worst).abs() < 1e-9, "{found:?}");
        assert_eq!(shortfalls(&[board], &["e1e3"]), [0.0]);
    }
}
