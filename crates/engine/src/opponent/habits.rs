//! Habits: counts of what one player did, and of what it could have done.

use std::collections::BTreeMap;

use darkforge_board::{
    Bitboard, Board, Color, Move, MoveList, Role, Square, as_try, attacked_by, bishop_attacks,
    index, knight_attacks, pawn_attacks, queen_attacks, rook_attacks, side,
};
use darkforge_kriegspiel::belief::Before;

/// Own moves that are counted by their number.
pub const OPENING: usize = 12;
/// Names of the phases: plies 1 to 20, 21 to 60, and later.
pub const PHASES: [&str; 3] = ["opening", "middle", "end"];
/// Last plies of the phases that end.
const ENDS: [u32; 2] = [20, 60];
/// Names of what a move leaves and meets, by places in a table of [`Table::Danger`]: whether the man
/// is attacked before it, and whether its destination is.
pub const DANGERS: [&str; 4] = [
    "safe to safe",
    "safe to attacked",
    "attacked to safe",
    "attacked to attacked",
];

/// Kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Neither of the others.
    Quiet,
    /// Castling.
    Castling,
    /// A promotion without a capture.
    Promotion,
    /// A capture on the square where the opponent has just captured.
    Back,
    /// Another capture. Of a pawn it was announced as a pawn try.
    Capture,
}

/// Names of all kinds, in the order of [`Kind`].
pub const KINDS: [&str; 5] = ["quiet", "castling", "promotion", "back", "capture"];

/// Tables of [`Pair`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Destinations, by colour, phase, kind of man and square.
    Arrived,
    /// Squares that were left, the same.
    Left,
    /// Kinds of moves, by [`Kind`] and kind of man.
    Kinds,
    /// Captured men, by their kind.
    Taken,
    /// Attacked squares, by kind of man and [`DANGERS`].
    Danger,
    /// Moves without and with a direct check.
    Checks,
}

impl Table {
    /// All tables.
    pub const ALL: [Table; 6] = [
        Table::Arrived,
        Table::Left,
        Table::Kinds,
        Table::Taken,
        Table::Danger,
        Table::Checks,
    ];

    /// Number of its places.
    pub const fn len(self) -> usize {
        match self {
            Table::Arrived | Table::Left => SQUARES,
            Table::Kinds => KINDS.len() * 6,
            Table::Taken => 6,
            Table::Danger => 6 * DANGERS.len(),
            Table::Checks => 2,
        }
    }

    /// Whether it has no place: never.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// Places of a table by colour, phase, kind of man and square.
pub(super) const SQUARES: usize = 2 * PHASES.len() * 6 * 64;

/// Place of a `square` in a table by colour, phase, kind of man and square.
pub(super) const fn place(color: usize, phase: usize, role: usize, square: usize) -> usize {
    ((color * PHASES.len() + phase) * 6 + role) * 64 + square
}

/// Number of moves that were played, and number expected if each legal move were equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// Moves played.
    pub played: u32,
    /// Sum over all turns of the share of the legal moves.
    pub expected: f64,
}

/// Counts of one player's moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    /// For White and Black and each of the first own moves how often which was played; castling is the
    /// king's move.
    pub openings: [[BTreeMap<(Square, Square), u32>; OPENING]; 2],
    /// Turns at which a man stood on a square, by colour, phase, kind of man and square.
    pub stood: Vec<u32>,
    /// The tables, in the order of [`Table`].
    pub tables: [Vec<Pair>; 6],
}

impl Default for Habits {
    fn default() -> Habits {
        Habits {
            openings: Default::default(),
            stood: vec![0; SQUARES],
            tables: Table::ALL.map(|table| vec![Pair::default(); table.len()]),
        }
    }
}

impl Habits {
    /// Adds the turn in which `played`, one of the `legal` moves, was chosen.
    pub fn add(&mut self, board: &Board, before: &Before, legal: &MoveList, played: Move) {
        let situation = Situation::of(board, before);
        let color = side(situation.turn);
        if let Some(counts) = self.openings[color].get_mut(before.moves as usize) {
            let asked = as_try(played);
            *counts.entry((asked.from, asked.to)).or_default() += 1;
        }
        for (role, men) in board.men(situation.turn).iter().enumerate() {
            for square in *men {
                self.stood[place(color, situation.phase, role, square as usize)] += 1;
            }
        }
        let share = 1.0 / legal.len() as f64;
        for &m in legal {
            for (table, place) in self.tables.iter_mut().zip(situation.places(m)) {
                if let Some(place) = place {
                    table[place].expected += share;
                    table[place].played += u32::from(m == played);
                }
            }
        }
    }

    /// Adds all counts of `other`.
    pub fn merge(&mut self, other: &Habits) {
        let both = self.openings.iter_mut().zip(&other.openings);
        for (own, more) in both.flat_map(|(own, more)| own.iter_mut().zip(more)) {
            for (&squares, &times) in more {
                *own.entry(squares).or_default() += times;
            }
        }
        for (own, more) in self.stood.iter_mut().zip(&other.stood) {
            *own += more;
        }
        let tables = self.tables.iter_mut().zip(&other.tables);
        for (own, more) in tables.flat_map(|(own, more)| own.iter_mut().zip(more)) {
            own.played += more.played;
            own.expected += more.expected;
        }
    }

    /// A table.
    pub fn table(&self, table: Table) -> &[Pair] {
        &self.tables[table as usize]
    }

    /// Turns at which a man of `role` stood on each square, by colour and phase.
    pub fn stood_of(&self, color: Color, phase: usize, role: Role) -> &[u32] {
        let from = place(side(color), phase, index(role), 0);
        &self.stood[from..from + 64]
    }
}

/// Phase of a game in which a side has played `moves` moves, as a place in [`PHASES`].
pub fn phase_of(color: Color, moves: u32) -> usize {
    let ply = 2 * moves + 1 + side(color) as u32;
    ENDS.iter().filter(|&&end| ply > end).count()
}

/// A moment of a game, as far as the places of moves in the tables depend on it.
pub struct Situation {
    pub(super) turn: Color,
    pub(super) phase: usize,
    pub(super) number: usize,
    captured_on: Option<Square>,
    occupied: Bitboard,
    /// Squares that the other side attacks.
    attacked: Bitboard,
    enemy_king: Square,
}

impl Situation {
    /// The situation of the side to move on `board`.
    pub fn of(board: &Board, before: &Before) -> Situation {
        let turn = board.turn();
        let occupied = board.occupied();
        Situation {
            turn,
            phase: phase_of(turn, before.moves),
            number: before.moves as usize,
            captured_on: before.captured_on,
            occupied,
            attacked: attacked_by(&board.men(!turn), !turn, occupied),
            enemy_king: board.king(!turn),
        }
    }

    /// Place of a legal move in each table; `None` where it has no part in a table.
    pub fn places(&self, m: Move) -> [Option<usize>; 6] {
        let (role, asked) = (index(m.role()), as_try(m));
        let (color, phase) = (side(self.turn), self.phase);
        let kind = match m {
            Move::Castle { .. } => Kind::Castling,
            _ if m.is_capture() && Some(m.to()) == self.captured_on => Kind::Back,
            _ if m.is_capture() => Kind::Capture,
            _ if m.is_promotion() => Kind::Promotion,
            _ => Kind::Quiet,
        };
        let attacked = |square| usize::from(self.attacked.contains(square));
        let danger = 2 * attacked(asked.from) + attacked(asked.to);
        [
            Some(place(color, phase, role, asked.to as usize)),
            Some(place(color, phase, role, asked.from as usize)),
            Some(kind as usize * 6 + role),
            m.capture().map(index),
            Some(role * DANGERS.len() + danger),
            Some(usize::from(self.checks(
                m.promotion().unwrap_or(m.role()),
                asked.from,
                asked.to,
            ))),
        ]
    }

    /// Whether a man of `role` that goes `from` there `to` here attacks the king. Discovered checks
    /// are left out, because a list of them takes too long.
    fn checks(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.occupied.without(from);
        let reached = match role {
            Role::Pawn => pawn_attacks(self.turn, to),
            Role::Knight => knight_attacks(to),
            Role::Bishop => bishop_attacks(to, occupied),
            Role::Rook => rook_attacks(to, occupied),
            Role::Queen => queen_attacks(to, occupied),
            Role::King => return false,
        };
        reached.contains(self.enemy_king)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;

    #[test]
    fn the_expected_counts_of_a_table_add_up_to_its_turns() {
        let mut habits = Habits::default();
        let position: Position = "4k3/8/8/3p4/4P3/8/8/3RK2R w K - 0 1".parse().unwrap();
        let board = position.board();
        let legal = board.legal_moves();
        let before = Before {
            moves: 3,
            captured_on: Some(Square::D5),
        };
        for asked in ["e4d5", "e1g1", "d1d5"] {
            let played = board.legal_move(asked.parse().unwrap()).unwrap();
            habits.add(board, &before, &legal, played);
        }
        for table in [
            Table::Arrived,
            Table::Left,
            Table::Kinds,
            Table::Danger,
            Table::Checks,
        ] {
            let pairs = habits.table(table);
            let played: u32 = pairs.iter().map(|pair| pair.played).sum();
            let expected: f64 = pairs.iter().map(|pair| pair.expected).sum();
            assert_eq!(played, 3, "{table:?}");
            assert!((expected - 3.0).abs() < 1e-9, "{table:?}: {expected}");
        }
        let kinds = habits.table(Table::Kinds);
        let of = |kind: Kind, role| kinds[kind as usize * 6 + index(role)].played;
        assert_eq!(of(Kind::Back, Role::Pawn), 1);
        assert_eq!(of(Kind::Back, Role::Rook), 1);
        assert_eq!(of(Kind::Castling, Role::King), 1);
        assert_eq!(habits.table(Table::Taken)[0].played, 2, "two pawns");
        let castled = (Square::E1, Square::G1);
        assert_eq!(habits.openings[0][3].get(&castled), Some(&1));
        let rooks = habits.stood_of(Color::White, 0, Role::Rook);
        assert_eq!((rooks[Square::D1 as usize], rooks.iter().sum()), (3, 6_u32));
    }

    #[test]
    fn phases_end_with_plies_20_and_60() {
        assert_eq!(phase_of(Color::White, 9), 0, "ply 19");
        assert_eq!(phase_of(Color::Black, 9), 0, "ply 20");
        assert_eq!(phase_of(Color::White, 10), 1);
        assert_eq!(phase_of(Color::Black, 29), 1, "ply 60");
        assert_eq!(phase_of(Color::White, 30), 2);
    }

    #[test]
    fn a_direct_check_is_known_and_a_merge_adds() {
        let position: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        let board = position.board();
        let mut habits = Habits::default();
        let played = board.legal_move("a1a8".parse().unwrap()).unwrap();
        habits.add(board, &Before::default(), &board.legal_moves(), played);
        let mut twice = habits.clone();
        twice.merge(&habits);
        assert_eq!(twice.table(Table::Checks)[1].played, 2);
        assert_eq!(twice.stood[place(0, 0, 5, Square::E1 as usize)], 2);
    }
}
