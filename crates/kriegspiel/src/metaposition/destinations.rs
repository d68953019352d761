//! Destinations: squares that the enemy's men may reach in one move without a capture, by kind (T
//! 7.3.3).
//!
//! T is the thesis, see [the crate](crate).

use super::files::Envelopes;
use super::{B, K, Metaposition, N, P, Q, R, fill};
use darkforge_board::{Bitboard, CastlingRights, Men, Square, knight_attacks};

/// Squares that enemy men may have come to, by kind.
#[derive(Clone, Copy, Default)]
pub(super) struct Destinations {
    pub(super) men: Men,
    /// Squares of possible promotions.
    pub(super) promoted: Bitboard,
    /// Squares that a pawn may have reached by a push of two.
    pub(super) doubled: Bitboard,
}

impl Destinations {
    /// Adds king and rook where `before` may castle.
    #[inline]
    pub(super) fn add_castling(&mut self, before: &Metaposition) {
        let (kingside, queenside) = before.may_castle(before.empty);
        if kingside {
            self.men[K].add(Square::G8);
            self.men[R].add(Square::F8);
        }
        if queenside {
            self.men[K].add(Square::C8);
            self.men[R].add(Square::D8);
        }
    }
}

impl Metaposition {
    /// Squares of king and rook where the enemy may still castle; a subset of e8, a8, h8.
    pub(super) fn castling_squares(&self, free: Bitboard) -> Bitboard {
        let (kingside, queenside) = self.may_castle(free);
        let mut left = Bitboard::EMPTY;
        if kingside {
            left |= Bitboard::from_square(Square::E8) | Bitboard::from_square(Square::H8);
        }
        if queenside {
            left |= Bitboard::from_square(Square::E8) | Bitboard::from_square(Square::A8);
        }
        left
    }

    /// Whether the enemy may castle now, kingside and queenside.
    #[inline]
    pub(super) fn may_castle(&self, free: Bitboard) -> (bool, bool) {
        const KINGSIDE: Bitboard = Bitboard(0x60 << 56);
        const QUEENSIDE: Bitboard = Bitboard(0x0e << 56);
        let CastlingRights {
            kingside,
            queenside,
        } = self.enemy_castling;
        let calm = !self.given.any() && (kingside || queenside);
        (
            calm && kingside && KINGSIDE.is_subset(free),
            calm && queenside && QUEENSIDE.is_subset(free),
        )
    }

    /// Destinations of all men without a capture.
    #[inline]
    pub(super) fn all_destinations(&self) -> Destinations {
        let mut destinations = self.destinations_of(&self.enemy);
        destinations.add_castling(self);
        destinations
    }

    /// Destinations of some possible men without a capture.
    #[inline]
    pub(super) fn destinations_of(&self, men: &Men) -> Destinations {
        let free = self.empty;
        let [pawns, knights, bishops, rooks, queens, king] = *men;
        let mut destinations = Destinations::default();
        destinations.men[K] = fill::around(king) & free & !self.certainly_attacked();
        destinations.men[N] = fill::knights(knights) & free;
        destinations.men[B] = fill::diagonal(bishops, free);
        let envelopes = self.envelopes();
        destinations.men[R] = straight(rooks, free, envelopes);
        destinations.men[Q] = fill::diagonal(queens, free) | straight(queens, free, envelopes);
        let single = fill::south(pawns) & free;
        let double = fill::south(single & fill::rank(6)) & free;
        destinations.promoted = single & fill::RANK_1;
        destinations.doubled = double;
        destinations.men[P] = single & !fill::RANK_1 | double;
        destinations
    }

    #[inline]
    pub(super) fn king_destinations(&self) -> Destinations {
        let mut destinations = Destinations::default();
        destinations.men[K] = fill::around(self.enemy[K]) & self.empty & !self.certainly_attacked();
        destinations
    }

    pub(super) fn knight_destinations(&self) -> Destinations {
        // Only squares from which the knight checks our king.
        let spots = knight_attacks(self.own_king()) & self.empty;
        let mut destinations = Destinations::default();
        destinations.men[N] = fill::knights(self.enemy[N]) & spots;
        destinations.promoted = fill::south(self.enemy[P]) & spots & fill::RANK_1;
        destinations
    }
}

/// Squares that rooks on `from` reach over `free` squares, with pawn control: from
/// outside a file's pawn envelope there is no way to its other side (T 7.2).
#[inline]
fn straight(from: Bitboard, free: Bitboard, envelopes: Envelopes) -> Bitboard {
    // A line that starts below may end inside the envelope but not above it; only a line that
    // starts inside may leave it at the other end.
    let inside = from & !(envelopes.above | envelopes.below);
    let open = fill::up(inside, Bitboard::FULL) | fill::down(inside, Bitboard::FULL);
    let shut_above = envelopes.above & !open;
    let shut_below = envelopes.below & !open;
    let starts_above = from & envelopes.above;
    let starts_below = from & envelopes.below;
    fill::horizontal(from, free)
        | fill::up(from, free) & !(shut_above & !fill::up(starts_above, Bitboard::FULL))
        | fill::down(from, free) & !(shut_below & !fill::down(starts_below, Bitboard::FULL))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, set, silent};

    #[test]
    fn rooks_do_not_pass_a_certain_pawn() {
        // T 7.2: pawn control, for the enemy's men as well.
        let mut now = board("K on h1; k on h8; r on c8; p on c5 c6", 15);
        now.enemy_move(&silent());
        let rooks = now.enemy()[R];
        assert!(rooks.contains(Square::C5), "the envelope can be entered");
        assert!(
            (rooks & set("c4 c3 c2")).is_empty(),
            "not left at its other end"
        );
    }
}
