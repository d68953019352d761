//! The enemy model of `scout`: likings of moves by what they take, risk and attack.

use super::weights::Weights;
use crate::belief::EnemyModel;
use crate::referee::{Side, Step};
use darkforge_board::{
    Bitboard, Men, Role, Square, attacked_by, bishop_attacks, index, knight_attacks, pawn_attacks,
    piece_square_value, queen_attacks, role_on, rook_attacks, squares_of,
};

/// An enemy that likes captures, safe squares, good squares and attacks on the king.
#[derive(Clone, Debug)]
pub struct Liking {
    weights: Weights,
    /// Values of men.
    men: [f32; 6],
}

impl Liking {
    /// The model with its weights.
    pub fn new(weights: &Weights) -> Liking {
        Liking {
            weights: weights.clone(),
            men: weights.judgement().men.map(|value| value as f32),
        }
    }

    fn attacks(side: &Side<'_>, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
        match role {
            Role::Pawn => pawn_attacks(side.color, from),
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, occupied),
            Role::Rook => rook_attacks(from, occupied),
            Role::Queen => queen_attacks(from, occupied),
            Role::King => Bitboard::EMPTY,
        }
    }
}

impl EnemyModel for Liking {
    fn weigh(&self, side: &Side<'_>, others: &Men, steps: &[Step], weights: &mut Vec<f32>) -> f32 {
        let w = &self.weights;
        let occupied = squares_of(side.men) | side.others;
        let feared = attacked_by(others, !side.color, occupied);
        let king = others[5].first();
        let heat = 1.0 / w.temperature as f32;
        weights.clear();
        for step in steps {
            let role = step.promotion.unwrap_or(step.role);
            let place = |role, square| piece_square_value(role, side.color, square, false) as f32;
            let mut liking = place(role, step.to) - place(step.role, step.from);
            let value = |role| self.men[index(role)];
            liking += value(role) - value(step.role);
            if let Some(taken) = role_on(others, step.to) {
                liking += w.greed as f32 * value(taken);
            }
            if feared.contains(step.to) {
                liking -= w.fear as f32 * value(role);
            }
            if feared.contains(step.from) {
                liking += w.fear as f32 * value(step.role);
            }
            if let Some(king) = king {
                let occupied = occupied.without(step.from).with(step.to);
                if Liking::attacks(side, role, step.to, occupied).contains(king) {
                    liking += w.aggression as f32;
                }
            }
            weights.push(libm::expf((liking * heat).clamp(-9.0, 9.0)));
        }
        let sum = weights.iter().sum::<f32>();
        let doubt = w.doubt as f32;
        let any = doubt / weights.len() as f32;
        for weight in weights.iter_mut() {
            *weight = (1.0 - doubt) * *weight / sum + any;
        }
        // The weights sum to 1 here.
        (w.idleness / (1.0 - w.idleness)) as f32
    }
}
