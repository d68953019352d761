//! Reply policies: the few ways in which the enemy may answer a move, and what each costs us on one
//! board.

use super::Tactics;
use crate::darkboard::material::Material;
use darkforge_board::{Board, Move, Role, Try, captured_by, index};
use darkforge_kriegspiel::belief::OpponentModel;

/// Ways in which the enemy may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyPolicy {
    /// A move that neither captures nor promotes.
    Quiet,
    /// The capture or promotion that costs us most.
    Capture,
    /// A capture on the square of our capture.
    Back,
    /// A capture by a pawn.
    PawnTry,
}

impl ReplyPolicy {
    /// Every policy.
    pub const ALL: [ReplyPolicy; 4] = [
        ReplyPolicy::Quiet,
        ReplyPolicy::Capture,
        ReplyPolicy::Back,
        ReplyPolicy::PawnTry,
    ];

    /// Whether `reply` follows the policy, after a capture of ours on the square that `heard` has.
    fn has(self, reply: Move, heard: &OpponentModel) -> bool {
        match self {
            ReplyPolicy::Quiet => false,
            ReplyPolicy::Capture => true,
            ReplyPolicy::Back => reply.is_capture() && Some(reply.to()) == heard.captured_on,
            ReplyPolicy::PawnTry => reply.is_capture() && reply.role() == Role::Pawn,
        }
    }
}

/// Worth of the enemy's policies to us after a move on one board.
#[derive(Clone, Debug)]
pub struct Replies {
    /// The board after the move.
    pub after: Board,
    /// The move.
    pub played: Move,
    /// For each policy, in the order of [`ReplyPolicy::ALL`], by how many pawns it is better for us
    /// than the answers that the enemy model expects. A policy without a move is quiet.
    pub gains: [f64; ReplyPolicy::ALL.len()],
}

impl Tactics {
    /// The replies to `asked` on `board`; `None` if it is illegal there.
    pub fn replies(&mut self, board: &Board, asked: Try) -> Option<Replies> {
        let played = board.legal_move(asked)?;
        let mut after = board.clone();
        after.play(played);
        let captured = captured_by(played);
        let quiet = after.noisy_moves(&mut self.loud).count();
        let heard = OpponentModel {
            captured_on: captured.map(|_| played.to()),
            ..self.opponent
        };
        let material = Material::of(board, self.values, self.last_pawns);
        let gain = captured.map_or(0.0, |(_, role)| self.values[index(role)]);
        let dear = self.last_mating * (material.ahead + gain).clamp(0.0, 5.0);
        let (mut expected, mut total) = (0.0, quiet as f32);
        let mut costs = [None; ReplyPolicy::ALL.len()];
        for &reply in &self.loud {
            let won = self.back(&after, reply).map_or(0.0, |(_, won)| won);
            let cost = self.loss(reply, &material, dear) - self.back * won.max(0.0);
            let weight = heard.weight(reply);
            total += weight;
            expected += weight * cost;
            for (most, policy) in costs.iter_mut().zip(ReplyPolicy::ALL) {
                if policy.has(reply, &heard) {
                    *most = Some(most.map_or(cost, |most: f32| most.max(cost)));
                }
            }
        }
        let expected = expected / total.max(1.0);
        let gains = costs.map(|cost| f64::from(expected - cost.unwrap_or(0.0)));
        Some(Replies {
            after,
            played,
            gains,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::darkboard::Weights;
    use darkforge_board::Position;

    fn gains(fen: &str, asked: &str) -> [f64; 4] {
        let board = fen.parse::<Position>().unwrap().board().clone();
        let mut tactics = Tactics::new(&Weights::default(), true);
        let replies = tactics.replies(&board, asked.parse().unwrap());
        replies.expect("a legal try").gains
    }

    #[test]
    fn a_policy_without_a_move_is_quiet() {
        let [quiet, capture, back, pawn] = gains("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4");
        assert_eq!([quiet, capture, back, pawn].map(f64::to_bits), [0; 4]);
    }

    #[test]
    fn a_quiet_reply_is_better_for_us_than_a_capture() {
        // A rook attacks the queen; a pawn may take the knight.
        let fen = "r3k3/8/2p5/8/3N4/8/8/Q3K3 w - - 0 1";
        let [quiet, capture, back, pawn] = gains(fen, "d4b5");
        assert!(capture < pawn && pawn < quiet, "the queen is worth most");
        assert!(capture < 0.0 && 0.0 < quiet);
        assert_eq!(back.to_bits(), quiet.to_bits(), "nothing was captured");
    }

    #[test]
    fn taking_back_is_on_the_square_of_our_capture() {
        let fen = "3rk3/8/8/3p4/8/8/r7/Q2RK3 w - - 0 1";
        let [quiet, capture, back, _] = gains(fen, "d1d5");
        assert!(capture < back && back < quiet);
    }
}
