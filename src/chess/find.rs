//! Which legal move a try means: most tries are of a man that no king depends on, and need
//! no list of moves.

use shakmaty::Position as _;
use shakmaty::attacks::attacks;

use super::{
    Bitboard, Board, Move, PROMOTIONS, Rank, Role, Square, Try, as_try, pawn_attacks, ray,
};

impl Board {
    /// The legal move that `asked` means, if it is one.
    pub fn find(&self, asked: Try) -> Option<Move> {
        if !self.squares(self.turn()).contains(asked.from) {
            return None;
        }
        let role = self.role_at(asked.from)?;
        if role == Role::King || self.passed() == Some(asked.to) {
            return self.find_in_list(role, asked);
        }
        let m = self.find_unheeding(role, asked)?;
        if self.checkers().any() {
            return self.find_in_list(role, asked);
        }
        // Out of check, only a man on a line with its king can be pinned.
        let king = self.king(self.turn());
        let line = ray(king, asked.from);
        let is_free = line.is_empty()
            || line.contains(asked.to)
            || (self.attackers(king, !self.turn(), self.occupied().without(asked.from))).is_empty();
        is_free.then_some(m)
    }

    /// The move of a man of `role` other than the king that `asked` means, were there no own
    /// king to think of; en passant is none.
    fn find_unheeding(&self, role: Role, asked: Try) -> Option<Move> {
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

    /// Where the pawn on `from` may step.
    fn steps_of_pawn(&self, from: Square) -> Bitboard {
        let turn = self.turn();
        let ahead = |from: Bitboard| from.shift(turn.fold_wb(8, -8)) & !self.occupied();
        let once = ahead(Bitboard::from_square(from));
        let third = Bitboard::from_rank(turn.fold_wb(Rank::Third, Rank::Sixth));
        once | ahead(once & third)
    }

    /// The same among the legal moves of one kind of men to one square.
    fn find_in_list(&self, role: Role, asked: Try) -> Option<Move> {
        // Castling is none of them.
        let moves = if role == Role::King && asked.from.distance(asked.to) == 2 {
            self.legal_moves()
        } else {
            self.0.san_candidates(role, asked.to)
        };
        moves.iter().copied().find(|&m| as_try(m) == asked)
    }
}
