//! The protection matrix (T 7.5.1): for each square the number of own men that attack it, and the
//! least of them.
//!
//! T is the thesis, see [the crate](crate).

use darkforge_board::{
    Bitboard, Role, Square, bishop_attacks, index, king_attacks, knight_attacks, rook_attacks,
};
use darkforge_kriegspiel::metaposition::{Metaposition, fill};

/// Number of attackers and least role of them, square by square.
pub(super) struct Protection {
    /// Own men that attack each square.
    pub(super) number: [u8; 64],
    /// Attacked squares by the least role that attacks them; roles in the order of their value.
    by: [Bitboard; 6],
}

impl Protection {
    pub(super) fn of(now: &Metaposition) -> Protection {
        let stops = !now.empty();
        let mut matrix = Protection {
            number: [0; 64],
            by: [Bitboard::EMPTY; 6],
        };
        let own = now.own();
        for from in own[index(Role::Pawn)] {
            let attacks = fill::own_pawn_attacks(Bitboard::from_square(from));
            matrix.add(Role::Pawn, attacks);
        }
        for from in own[index(Role::Knight)] {
            matrix.add(Role::Knight, knight_attacks(from));
        }
        for from in own[index(Role::Bishop)] {
            matrix.add(Role::Bishop, bishop_attacks(from, stops));
        }
        for from in own[index(Role::Rook)] {
            matrix.add(Role::Rook, rook_attacks(from, stops));
        }
        for from in own[index(Role::Queen)] {
            let attacks = bishop_attacks(from, stops) | rook_attacks(from, stops);
            matrix.add(Role::Queen, attacks);
        }
        matrix.add(Role::King, king_attacks(now.own_king()));
        matrix
    }

    fn add(&mut self, role: Role, attacks: Bitboard) {
        self.by[index(role)] |= attacks;
        for square in attacks {
            self.number[square as usize] += 1;
        }
    }

    /// Index of the least role that protects `square`.
    pub(super) fn least(&self, square: Square) -> Option<usize> {
        self.by.iter().position(|by| by.contains(square))
    }

    /// Number of squares besides `own` that are attacked.
    pub(super) fn controlled(&self, own: Bitboard) -> usize {
        let all = self.by.iter().fold(Bitboard::EMPTY, |all, &by| all | by);
        (all & !own).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_counts_protectors_and_knows_the_least() {
        let now = Metaposition::drawn("K on e1, R on a3, B on c1, P on b2; k on h8", 0).unwrap();
        let matrix = Protection::of(&now);
        assert_eq!(matrix.number[Square::A3 as usize], 1, "by the pawn");
        assert_eq!(matrix.number[Square::B2 as usize], 1, "by the bishop");
        assert_eq!(matrix.least(Square::C3), Some(index(Role::Pawn)));
        assert_eq!(matrix.number[Square::C3 as usize], 2);
        assert_eq!(matrix.least(Square::H1), None);
    }
}
