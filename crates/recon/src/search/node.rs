//! Node: a position with its static value.

use crate::referee::{Position, Step, Taken};
use darkforge_board::{
    Bitboard, Color, Men, ROLES, Role, Square, bishop_attacks, index, king_attacks, knight_attacks,
    pawn_attacks, piece_square_value, rook_attacks, side, squares_of,
};

/// Values by which positions are judged, in hundredths of a pawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Values of men, pawns first; a king has none.
    pub men: [i32; 6],
    /// Each square from which a queen could see a king.
    pub shelter: i32,
    /// The turn.
    pub turn: i32,
}

impl Judgement {
    /// The usual values.
    pub const USUAL: Judgement = Judgement {
        men: [100, 320, 330, 500, 950, 0],
        shelter: 3,
        turn: 12,
    };

    fn value(&self, role: Role, color: Color, square: Square) -> i32 {
        let value = self.men[index(role)] + piece_square_value(role, color, square, false);
        color.fold_wb(value, -value)
    }
}

/// Men that attack `square`, of `men` that have `color`.
#[inline]
pub fn attackers(men: &Men, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let [pawns, knights, bishops, rooks, queens, kings] = *men;
    (pawn_attacks(!color, square) & pawns)
        | (knight_attacks(square) & knights)
        | (king_attacks(square) & kings)
        | (bishop_attacks(square, occupied) & (bishops | queens))
        | (rook_attacks(square, occupied) & (rooks | queens))
}

/// Whether one of `men` attacks `square`.
#[inline]
pub fn is_attacked(men: &Men, color: Color, square: Square, occupied: Bitboard) -> bool {
    attackers(men, color, square, occupied).any()
}

/// A position and the sum of its men's values.
#[derive(Clone)]
pub struct Node<'a> {
    /// The position.
    pub position: Position,
    /// The values by which it is judged.
    pub by: &'a Judgement,
    /// White's men less Black's, in hundredths of a pawn.
    sum: i32,
}

impl<'a> Node<'a> {
    /// Counts a position.
    pub fn new(position: Position, by: &'a Judgement) -> Node<'a> {
        let mut sum = 0;
        for color in darkforge_board::SIDES {
            for role in ROLES {
                for square in position.men[side(color)][index(role)] {
                    sum += by.value(role, color, square);
                }
            }
        }
        Node { position, by, sum }
    }

    /// Static value for the side to move.
    #[inline]
    pub fn value(&self) -> i32 {
        let turn = self.position.turn;
        let shelter = self.exposure(!turn) - self.exposure(turn);
        turn.fold_wb(self.sum, -self.sum) + self.by.shelter * shelter + self.by.turn
    }

    /// Squares from which a queen could see a side's king, while the other side has a queen.
    fn exposure(&self, color: Color) -> i32 {
        let enemy = &self.position.men[side(!color)];
        if enemy[4].is_empty() {
            return 0;
        }
        let Some(king) = self.position.men[side(color)][5].first() else {
            return 0;
        };
        let occupied = self.occupied();
        let lines = bishop_attacks(king, occupied) | rook_attacks(king, occupied);
        (lines & !squares_of(&self.position.men[side(color)])).count() as i32
    }

    /// All squares with men.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        squares_of(&self.position.men[0]) | squares_of(&self.position.men[1])
    }

    /// Whether the other side of `color` attacks its king; a side without a king has lost it.
    #[inline]
    pub fn is_in_check(&self, color: Color) -> bool {
        let Some(king) = self.position.men[side(color)][5].first() else {
            return true;
        };
        is_attacked(
            &self.position.men[side(!color)],
            !color,
            king,
            self.occupied(),
        )
    }

    /// The node after a move of the side to move; `None` is a pass.
    #[inline]
    #[must_use]
    pub fn after(&self, taken: Option<Taken>) -> Node<'a> {
        let mut next = self.clone();
        if let Some(Taken { step, capture }) = taken {
            let mover = self.position.turn;
            let value = |role, color, square| self.by.value(role, color, square);
            next.sum += value(step.promotion.unwrap_or(step.role), mover, step.to)
                - value(step.role, mover, step.from);
            if let Some((from, to)) = step.rook() {
                next.sum += value(Role::Rook, mover, to) - value(Role::Rook, mover, from);
            }
            if let Some(square) = capture {
                let men = &self.position.men[side(!mover)];
                if let Some(role) = darkforge_board::role_on(men, square) {
                    next.sum -= value(role, !mover, square);
                }
            }
        }
        next.position.play(taken);
        next
    }

    /// A step with the square of its capture.
    #[inline]
    pub fn taken(&self, step: Step) -> Taken {
        let others = squares_of(&self.position.men[side(!self.position.turn)]);
        let by_passing = step.role == Role::Pawn && self.position.passed == Some(step.to);
        let capture = if others.contains(step.to) {
            Some(step.to)
        } else if by_passing && step.from.file() != step.to.file() {
            Some(Square::from_coords(step.to.file(), step.from.rank()))
        } else {
            None
        };
        Taken { step, capture }
    }
}
