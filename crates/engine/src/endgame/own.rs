//! Own men on a board where the enemy has only its king: their moves and attacks.
//!
//! Two facts simplify these endings. Only own men stop a line of attack, so the squares on which
//! the king would be in check do not depend on its square. And the king stands on none of them when
//! we are to move, so only tries of our king and our pawns can be refused.

use darkforge_board::{
    Bitboard, File, Men, PROMOTIONS, Rank, Role, Square, Try, between, bishop_attacks, index,
    king_attacks, knight_attacks, role_on, rook_attacks, squares_of,
};
use darkforge_kriegspiel::metaposition::fill;
use darkforge_kriegspiel::umpire::{Checks, Direction};

/// Place of pawns in an array of men.
pub const P: usize = index(Role::Pawn);
const N: usize = index(Role::Knight);
const B: usize = index(Role::Bishop);
const R: usize = index(Role::Rook);
const Q: usize = index(Role::Queen);
const K: usize = index(Role::King);

/// The own men, which go up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own(pub Men);

/// A set of check directions, a bit for each in the order of [`Direction::ALL`].
pub type Directions = u8;

/// The announcement, as a set.
pub fn directions(checks: Checks) -> Directions {
    checks.iter().fold(0, |set, check| set | 1 << check as u8)
}

/// Attacked squares, apart by the direction from which a king there sees the attack.
#[derive(Clone, Copy, Default)]
pub struct Lines([Bitboard; 5]);

impl Lines {
    #[inline]
    fn add(&mut self, direction: Direction, squares: Bitboard) {
        self.0[direction as usize] |= squares;
    }

    fn add_diagonals(&mut self, rising: Bitboard, falling: Bitboard) {
        let long = fill::RISING_IS_LONG;
        self.add(Direction::Long, rising & long | falling & !long);
        self.add(Direction::Short, rising & !long | falling & long);
    }

    /// The directions from which a king on `square` is in check.
    #[inline]
    pub fn on(&self, square: Square) -> Directions {
        let lines = self.0.iter().enumerate();
        lines.fold(0, |set, (place, line)| {
            set | u8::from(line.contains(square)) << place
        })
    }

    /// The squares of `squares` on which a king is in check from exactly these directions.
    pub fn seen_as(&self, wanted: Directions, squares: Bitboard) -> Bitboard {
        let lines = self.0.iter().enumerate();
        lines.fold(squares, |left, (place, &line)| {
            left & if wanted >> place & 1 == 1 {
                line
            } else {
                !line
            }
        })
    }
}

impl Own {
    /// All squares with own men.
    #[inline]
    pub fn squares(&self) -> Bitboard {
        squares_of(&self.0)
    }

    /// # Panics
    /// Never: the own king is on the board.
    #[inline]
    pub fn king(&self) -> Square {
        self.0[K].first().expect("the own king is on the board")
    }

    /// Whether pawns are left.
    #[inline]
    pub fn has_pawns(&self) -> bool {
        self.0[P].any()
    }

    /// Squares where the enemy king would be in check, own men that are guarded included.
    #[inline]
    pub fn attacked(&self) -> Bitboard {
        let stops = self.squares();
        let men = &self.0;
        let mut attacked =
            fill::own_pawn_attacks(men[P]) | fill::knights(men[N]) | king_attacks(self.king());
        for from in men[B] | men[Q] {
            attacked |= bishop_attacks(from, stops);
        }
        for from in men[R] | men[Q] {
            attacked |= rook_attacks(from, stops);
        }
        attacked
    }

    /// The same by direction, without our king, which gives no check.
    pub fn lines(&self) -> Lines {
        let stops = self.squares();
        let men = &self.0;
        let mut lines = Lines::default();
        let (east, west) = fill::up_east_west(men[P]);
        lines.add_diagonals(east, west);
        lines.add(Direction::Knight, fill::knights(men[N]));
        for from in men[B] | men[Q] {
            let attacked = bishop_attacks(from, stops);
            lines.add_diagonals(
                attacked & fill::rising(from),
                attacked & fill::falling(from),
            );
        }
        for from in men[R] | men[Q] {
            let attacked = rook_attacks(from, stops);
            lines.add(Direction::Rank, attacked & Bitboard::from_rank(from.rank()));
            lines.add(Direction::File, attacked & Bitboard::from_file(from.file()));
        }
        lines
    }

    /// Fills `moves` with all moves but castling, in a fixed order.
    pub fn moves(&self, moves: &mut Vec<Try>) {
        moves.clear();
        let own = self.squares();
        let men = &self.0;
        let mut push = |from: Square, reach: Bitboard| {
            moves.extend((reach & !own).into_iter().map(|to| Try::new(from, to)));
        };
        for from in men[Q] {
            push(from, bishop_attacks(from, own) | rook_attacks(from, own));
        }
        for from in men[R] {
            push(from, rook_attacks(from, own));
        }
        for from in men[B] {
            push(from, bishop_attacks(from, own));
        }
        for from in men[N] {
            push(from, knight_attacks(from));
        }
        push(self.king(), king_attacks(self.king()));
        let single = fill::north(men[P]) & !own;
        let double = fill::north(single & fill::rank(3)) & !own;
        push_pawns(single, -8, moves);
        push_pawns(double, -16, moves);
    }

    /// The role of the man that `asked` moves.
    ///
    /// # Panics
    /// When no own man stands on `asked.from`.
    #[inline]
    pub fn mover(&self, asked: Try) -> Role {
        role_on(&self.0, asked.from).expect("an own man leaves the square")
    }

    /// Squares of the enemy king on which `asked` is illegal.
    #[inline]
    pub fn refusing(&self, asked: Try) -> Bitboard {
        let way = between(asked.from, asked.to).with(asked.to);
        match self.mover(asked) {
            // It may castle neither over a square next to the enemy king nor over it.
            Role::King if castles(asked) => {
                fill::around(way) | Bitboard::from_rank(asked.to.rank())
            }
            Role::King => king_attacks(asked.to),
            Role::Pawn => way,
            _ => Bitboard::EMPTY,
        }
    }

    /// The men after `asked`.
    #[must_use]
    #[inline]
    pub fn after(&self, asked: Try) -> Own {
        let role = self.mover(asked);
        let mut men = self.0;
        men[index(role)].discard(asked.from);
        men[index(asked.promotion.unwrap_or(role))].add(asked.to);
        if role == Role::King && castles(asked) {
            let rank = asked.to.rank();
            let (corner, beside) = if asked.to.file() == File::G {
                (File::H, File::F)
            } else {
                (File::A, File::D)
            };
            men[R].discard(Square::from_coords(corner, rank));
            men[R].add(Square::from_coords(beside, rank));
        }
        Own(men)
    }

    /// The men after the enemy king captured on `square`.
    #[must_use]
    pub fn without(&self, square: Square) -> Own {
        Own(self.0.map(|men| men.without(square)))
    }

    /// Whether no position with these men is a mate: wider than the umpire's list of dead material.
    #[inline]
    pub fn is_dead(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = self.0;
        if (pawns | rooks | queens).any() {
            return false;
        }
        let dark = Bitboard::DARK_SQUARES;
        let one_colour = (bishops & dark).is_empty() || bishops.is_subset(dark);
        match (knights.count(), bishops.is_empty()) {
            (0, _) => one_colour,
            (1, true) => true,
            _ => false,
        }
    }
}

/// Pawn moves to `targets`, from the squares `back` steps away.
fn push_pawns(targets: Bitboard, back: i32, moves: &mut Vec<Try>) {
    for to in targets {
        let Some(from) = to.offset(back) else {
            continue;
        };
        if to.rank() == Rank::Eighth {
            moves.extend(PROMOTIONS.map(|role| Try::promoting(from, to, role)));
        } else {
            moves.push(Try::new(from, to));
        }
    }
}

fn castles(asked: Try) -> bool {
    asked.from.distance(asked.to) == 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Color, Position};

    fn own(fen: &str) -> Own {
        let position: Position = fen.parse().unwrap();
        Own(position.men(Color::White))
    }

    #[test]
    fn only_kings_and_pawns_are_refused_and_by_the_squares_in_their_way() {
        let men = own("6k1/8/8/8/8/8/4P3/R3K2R w KQ - 0 1");
        let refusing = |asked: &str| men.refusing(asked.parse().unwrap());
        assert!(refusing("a1a8").is_empty());
        assert!(refusing("e1d2").contains(Square::C3));
        assert_eq!(refusing("e2e4").count(), 2);
        assert!(refusing("e1g1").contains(Square::G2));
        assert!(!refusing("e1g1").contains(Square::E3));
    }

    #[test]
    fn castling_moves_the_rook() {
        let men = own("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        let after = men.after("e1c1".parse().unwrap());
        assert_eq!(after, own("6k1/8/8/8/8/8/8/2KR3R w - - 0 1"));
    }

    #[test]
    fn what_cannot_mate_is_dead() {
        for (fen, dead) in [
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", true),
            ("7k/8/8/8/8/8/8/KN6 w - - 0 1", true),
            ("7k/8/8/8/8/8/8/KBNN4 w - - 0 1", false),
            ("7k/8/8/8/8/8/8/KNN5 w - - 0 1", false),
            ("7k/8/8/8/8/8/8/KBB5 w - - 0 1", false),
            ("7k/8/8/8/8/8/8/K1B1B3 w - - 0 1", true),
            ("7k/8/8/8/8/8/P7/K7 w - - 0 1", false),
        ] {
            assert_eq!(own(fen).is_dead(), dead, "{fen}");
        }
    }
}
