//! Attacks on own men, and the protection matrix.
//!
//! T is the thesis, see [the crate](crate).

use darkforge_board::{
    Bitboard, Role, Square, bishop_attacks, index, king_attacks, knight_attacks, rook_attacks,
};
use darkforge_kriegspiel::metaposition::{Metaposition, fill};

/// Own men that a possible enemy man could capture.
#[inline]
pub(crate) fn threatened(now: &Metaposition) -> Bitboard {
    let [pawns, knights, bishops, rooks, queens, kings] = *now.enemy();
    let attacked = fill::enemy_pawn_attacks(pawns)
        | fill::knights(knights)
        | fill::around(kings)
        | fill::oblique_attacks(bishops | queens, now.empty())
        | fill::straight_attacks(rooks | queens, now.empty());
    attacked & now.own_squares()
}

/// Squares from which a piece could capture a man on `square`.
#[inline]
pub(crate) fn around(now: &Metaposition, square: Square) -> Bitboard {
    let stops = !now.empty();
    rook_attacks(square, stops) | bishop_attacks(square, stops) | knight_attacks(square)
}

/// Protection matrix (T 7.5.1): squares that own men attack, by role of the attacker.
pub(super) struct Protection([Bitboard; 6]);

impl Protection {
    /// Protection matrix of the own men.
    #[inline]
    pub fn of(now: &Metaposition) -> Protection {
        let [pawns, knights, bishops, rooks, queens, _] = *now.own();
        let stops = !now.empty();
        let mut by = [Bitboard::EMPTY; 6];
        by[index(Role::Pawn)] = fill::own_pawn_attacks(pawns);
        by[index(Role::Knight)] = fill::knights(knights);
        for from in bishops {
            by[index(Role::Bishop)] |= bishop_attacks(from, stops);
        }
        for from in rooks {
            by[index(Role::Rook)] |= rook_attacks(from, stops);
        }
        for from in queens {
            by[index(Role::Queen)] |= bishop_attacks(from, stops) | rook_attacks(from, stops);
        }
        by[index(Role::King)] = king_attacks(now.own_king());
        Protection(by)
    }

    /// Index of the least role that protects `square`.
    #[inline]
    pub fn least(&self, square: Square) -> Option<usize> {
        self.0.iter().position(|by| by.contains(square))
    }

    /// All squares that are protected.
    #[inline]
    pub fn all(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |all, &by| all | by)
    }
}
