//! Opponent model: probabilities of the enemy's moves. The enemy sees as little as we do, so most
//! of its moves are blind, but it uses the announcements.

use darkforge_board::{Move, MoveList, QuietMoves, Role, Square};
use darkforge_streams::{self as streams, Stream};

/// A model of the enemy: weights of captures, against 1 for each quiet move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpponentModel {
    /// Weight of a capture that the announcement suggests: a pawn try, or one on the square of our
    /// last capture.
    pub invited: f32,
    /// Weight of any other capture, blind or by probing.
    pub blind: f32,
    /// Square of our last capture.
    pub captured_on: Option<Square>,
}

impl OpponentModel {
    /// The weights of beliefs: frequencies in games, less extreme than an engine's own decisions
    /// assume, because a belief that excludes too much is wrong for the rest of the game.
    pub const COUNTS: OpponentModel = OpponentModel {
        invited: 24.0,
        blind: 2.0,
        captured_on: None,
    };

    /// Weight of `m`, one of the enemy's legal moves.
    #[inline]
    pub fn weight(&self, m: Move) -> f32 {
        if !m.is_capture() {
            1.0
        } else if m.role() == Role::Pawn || Some(m.to()) == self.captured_on {
            self.invited
        } else {
            self.blind
        }
    }

    /// Sum of the weights of `legal`.
    pub fn total(&self, legal: &MoveList) -> f32 {
        legal.iter().map(|&m| self.weight(m)).sum()
    }

    /// Draws one of the legal moves of a board, `quiet` and `noisy` ones, with probabilities by
    /// their weights; `None` if there is none.
    pub(super) fn draw(
        &self,
        quiet: &QuietMoves<'_>,
        noisy: &MoveList,
        stream: &mut Stream,
    ) -> Option<Move> {
        let weights = noisy.iter().map(|&m| self.weight(m));
        let calm = quiet.count() as f32; // a quiet move weighs 1
        let total = calm + weights.sum::<f32>();
        let mut left = streams::unit(stream) as f32 * total;
        if left < calm {
            return quiet.nth(left as usize);
        }
        left -= calm;
        for &m in noisy {
            left -= self.weight(m);
            if left < 0.0 {
                return Some(m);
            }
        }
        noisy.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;

    #[test]
    fn what_the_umpire_invites_is_liked_most() {
        let position: Position = "4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1".parse().unwrap();
        let legal = position.board().legal_moves();
        let mut opponent = OpponentModel {
            invited: 30.0,
            blind: 2.0,
            captured_on: None,
        };
        let weight_of = |opponent: &OpponentModel, asked: &str| {
            let m = position.board().legal_move(asked.parse().unwrap()).unwrap();
            opponent.weight(m)
        };
        assert_eq!(weight_of(&opponent, "e4d5").to_bits(), 30_f32.to_bits());
        assert_eq!(weight_of(&opponent, "d1d5").to_bits(), 2_f32.to_bits());
        assert_eq!(weight_of(&opponent, "d1d2").to_bits(), 1_f32.to_bits());
        opponent.captured_on = Some(Square::D5);
        assert_eq!(weight_of(&opponent, "d1d5").to_bits(), 30_f32.to_bits());

        let mut stream = streams::open(1, "test", 0);
        let mut noisy = MoveList::new();
        let quiet = position.board().noisy_moves(&mut noisy);
        let pawns = (0..1000)
            .filter(|_| {
                let m = opponent.draw(&quiet, &noisy, &mut stream).unwrap();
                m.is_capture()
            })
            .count();
        let expected = 60.0 / opponent.total(&legal) * 1000.0;
        assert!(
            (pawns as f32 - expected).abs() < 60.0,
            "{pawns} of {expected}"
        );
    }
}
