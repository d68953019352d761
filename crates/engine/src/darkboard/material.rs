//! Material that one side has at stake on a board.

use darkforge_board::{Board, Men, Role, index};

/// Material at stake on one board, for the side to move.
pub(super) struct Material {
    /// By how much the side to move is ahead in material.
    pub ahead: f32,
    /// Value of its men by role.
    pub values: [f32; 6],
    /// By role, the part of the hope to mate that is lost with a man: none if the others can mate
    /// without it, less the more pawns there are.
    pub last: [f32; 6],
}

impl Material {
    /// Material of the side to move on `board`, with men worth `values` and the last pawns worth
    /// more by `last_pawns`.
    pub fn of(board: &Board, mut values: [f32; 6], last_pawns: f32) -> Material {
        let own = board.men(board.turn());
        let sum = |men: &Men| -> f32 {
            men[..5]
                .iter()
                .zip(values)
                .map(|(men, value)| men.count() as f32 * value)
                .sum()
        };
        let ahead = sum(&own) - sum(&board.men(!board.turn()));
        let mut last = [0.0; 6];
        let pawns = own[index(Role::Pawn)].count() as f32;
        if can_mate(&own) {
            // A side without its last mating men wins by its pawns or not at all.
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let mut left = own;
                if let Some(one) = left[index(role)].first() {
                    left[index(role)] = left[index(role)].without(one);
                    if !can_mate(&left) {
                        last[index(role)] = 1.0 / (1.0 + pawns);
                    }
                }
            }
        } else {
            // All hope to win depends on the pawns, the more the fewer there are.
            values[index(Role::Pawn)] *= 1.0 + last_pawns / pawns.max(1.0);
        }
        Material {
            ahead,
            values,
            last,
        }
    }
}

/// Whether `men` can approximately mate a lone king: the colour of bishops' squares is ignored.
fn can_mate(men: &Men) -> bool {
    (men[index(Role::Rook)] | men[index(Role::Queen)]).any()
        || men[index(Role::Bishop)].count() + men[index(Role::Knight)].count() > 1
}
