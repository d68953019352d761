//! Moves: pseudolegal moves, legal in at least one position of a metaposition (T 7.2).
//!
//! T is the thesis, see [the crate](crate).

use super::{B, K, Metaposition, N, P, Q, R, fill};
use darkforge_board::{
    Bitboard, PROMOTIONS, Square, Try, between, bishop_attacks, king_attacks, knight_attacks,
};

impl Metaposition {
    /// Fills `moves` with the pseudolegal moves, except those that the tries `refused` in this turn
    /// exclude. The order is fixed.
    ///
    /// Every move that is legal in a position contained here is among them.
    pub fn moves(&self, refused: &[Try], moves: &mut Vec<Try>) {
        moves.clear();
        let own = self.own_squares();
        let stops = !self.empty; // own men and squares that certainly hold an enemy
        let allowed = self.answers_to_check() & !own;

        self.pawn_moves(self.answers_to_check(), moves);
        for from in self.own[N] {
            push_all(from, knight_attacks(from) & allowed, moves);
        }
        for from in self.own[B] {
            push_all(from, bishop_attacks(from, stops) & allowed, moves);
        }
        let envelopes = self.envelopes();
        for from in self.own[R] {
            let reach = envelopes.rook_attacks(from, stops);
            push_all(from, reach & allowed, moves);
        }
        for from in self.own[Q] {
            let straight = envelopes.rook_attacks(from, stops);
            push_all(
                from,
                (straight | bishop_attacks(from, stops)) & allowed,
                moves,
            );
        }
        self.king_moves(own, moves);

        if !refused.is_empty() {
            self.drop_refused(refused, moves);
        }
    }

    /// Squares that a man other than the king must reach to answer a check: possible squares of the
    /// checker and the squares between it and the king.
    fn answers_to_check(&self) -> Bitboard {
        let mut directions = self.checks.iter();
        match (directions.next(), directions.next()) {
            (None, _) => Bitboard::FULL,
            (Some(_), Some(_)) => Bitboard::EMPTY,
            (Some(only), None) => {
                let king = self.own_king();
                let checkers = self.possible_checkers(only);
                checkers
                    .into_iter()
                    .fold(checkers, |all, checker| all | between(king, checker))
            }
        }
    }

    fn pawn_moves(&self, allowed: Bitboard, moves: &mut Vec<Try>) {
        let pawns = self.own[P];
        let single = fill::north(pawns) & self.empty;
        let double = fill::north(single & fill::rank(3)) & self.empty;
        push_pawns(single & allowed, -8, moves);
        push_pawns(double & allowed, -16, moves);
        if self.own_tries.most == 0 {
            return;
        }
        // A capture en passant may answer a check without reaching its line.
        let targets = self.enemy_men_but_king() & allowed | self.en_passant();
        let (east, west) = fill::up_east_west(pawns);
        push_pawns(east & targets, -9, moves);
        push_pawns(west & targets, -7, moves);
    }

    fn king_moves(&self, own: Bitboard, moves: &mut Vec<Try>) {
        const KINGSIDE: Bitboard = Bitboard(0x60);
        const QUEENSIDE: Bitboard = Bitboard(0x0e);
        let from = self.own_king();
        let mut reach = king_attacks(from) & !own;
        if let Some(enemy) = self.enemy_king() {
            reach &= !(king_attacks(enemy) | self.enemy[K]);
        }
        push_all(from, reach, moves);
        if self.checks.any() {
            return;
        }
        if self.castling.kingside && KINGSIDE.is_subset(self.empty) {
            moves.push(Try::new(Square::E1, Square::G1));
        }
        if self.castling.queenside && QUEENSIDE.is_subset(self.empty) {
            moves.push(Try::new(Square::E1, Square::C1));
        }
    }

    #[cold]
    fn drop_refused(&self, refused: &[Try], moves: &mut Vec<Try>) {
        for &tried in refused {
            let out = self.implied_by(tried);
            moves.retain(|m| m.from != tried.from || !out.contains(m.to));
        }
    }
}

#[inline]
fn push_all(from: Square, reach: Bitboard, moves: &mut Vec<Try>) {
    moves.extend(reach.into_iter().map(|to| Try::new(from, to)));
}

/// Pawn moves to `targets`, from the squares `back` steps away.
#[inline]
fn push_pawns(targets: Bitboard, back: i32, moves: &mut Vec<Try>) {
    for to in targets {
        let Some(from) = to.offset(back) else {
            continue;
        };
        if fill::RANK_8.contains(to) {
            moves.extend(PROMOTIONS.map(|role| Try::promoting(from, to, role)));
        } else {
            moves.push(Try::new(from, to));
        }
    }
}
