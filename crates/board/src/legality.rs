//! The legal move that a try means. Only castling and possible captures en passant need a list of
//! moves.

use shakmaty::attacks::attacks;

use super::{
    Bitboard, Board, Move, PROMOTIONS, Rank, Role, Square, Try, as_try, king_attacks, pawn_attacks,
    ray,
};

impl Board {
    /// The legal move that `asked` means, if it is one.
    pub fn legal_move(&self, asked: Try) -> Option<Move> {
        if !self.squares(self.turn()).contains(asked.from) {
            return None;
        }
        let role = self.role_at(asked.from)?;
        if role == Role::King {
            return if asked.from.distance(asked.to) == 2 {
                self.listed_move(asked)
            } else {
                self.king_step(asked)
            };
        }
        if role == Role::Pawn && self.passed() == Some(asked.to) {
            return self.listed_move(asked); // as it may be en passant
        }
        let m = self.move_unless_exposing_king(role, asked)?;
        let line = ray(self.king(self.turn()), asked.from);
        // Out of check, only a man that leaves a line with its king can expose it.
        let may_expose = line.any() && !line.contains(asked.to) || self.is_in_check();
        (!may_expose || self.is_king_safe_after(asked)).then_some(m)
    }

    /// Whether the king is out of check once a man other than it has gone from square to square,
    /// not en passant.
    fn is_king_safe_after(&self, asked: Try) -> bool {
        let turn = self.turn();
        let occupied = self.occupied().without(asked.from).with(asked.to);
        let attackers = self.attackers(self.king(turn), !turn, occupied);
        attackers.without(asked.to).is_empty()
    }

    /// The move that `asked` means for a man of `role` other than the king, if exposing the own
    /// king were allowed; captures en passant are left out.
    fn move_unless_exposing_king(&self, role: Role, asked: Try) -> Option<Move> {
        let turn = self.turn();
        let Try {
            from,
            to,
            promotion,
        } = asked;
        let theirs = self.squares(!turn);
        let reach = if role == Role::Pawn {
            pawn_attacks(turn, from) & theirs | self.steps_of_pawn(from)
        } else {
            attacks(from, role.of(turn), self.occupied()) & !self.squares(turn)
        };
        let last = turn.fold_wb(Rank::Eighth, Rank::First);
        let promotes = role == Role::Pawn && to.rank() == last;
        let fits = match promotion {
            Some(kind) => promotes && PROMOTIONS.contains(&kind),
            None => !promotes,
        };
        (fits && reach.contains(to)).then(|| Move::Normal {
            role,
            from,
            capture: self.role_at(to),
            to,
            promotion,
        })
    }

    /// Squares to which the pawn on `from` may step.
    fn steps_of_pawn(&self, from: Square) -> Bitboard {
        let turn = self.turn();
        let ahead = |from: Bitboard| from.shift(turn.fold_wb(8, -8)) & !self.occupied();
        let once = ahead(Bitboard::from_square(from));
        let third = Bitboard::from_rank(turn.fold_wb(Rank::Third, Rank::Sixth));
        once | ahead(once & third)
    }

    /// The king's step that `asked` means.
    fn king_step(&self, asked: Try) -> Option<Move> {
        let (turn, Try { from, to, .. }) = (self.turn(), asked);
        let reach = king_attacks(from) & !self.squares(turn);
        let is_step = asked.promotion.is_none() && reach.contains(to);
        (is_step && self.is_safe_for_king(to)).then(|| Move::Normal {
            role: Role::King,
            from,
            capture: self.role_at(to),
            to,
            promotion: None,
        })
    }

    /// The move that `asked` means among all legal ones.
    fn listed_move(&self, asked: Try) -> Option<Move> {
        let moves = self.legal_moves();
        moves.iter().copied().find(|&m| as_try(m) == asked)
    }
}
