//! Features of the papers' evaluations: functions of own men and the king's set of squares (S and P
//! are the slides and the paper of Bolognesi and Ciancarini).
//!
//! T is the thesis, see [the crate](crate).

use darkforge_board::{Bitboard, Role, Square, index};
use darkforge_engine::endgame::Own;
use darkforge_kriegspiel::metaposition::fill;

/// The four parts of the board between the lines on which a man stands.
type Areas = [Bitboard; 4];

/// Whether a possible king could capture one of `men`: it is next to it and the man is unprotected.
/// S says "under attack"; a protected man may be touched, as in Boyce's procedure.
pub fn hangs(own: &Own, men: Bitboard, king: Bitboard) -> bool {
    let near = men & fill::around(king);
    near.any() && (near & !own.attacked()).any()
}

/// Squares between our king and the farthest possible king (T 6.3.1: the farthest; S and P
/// do not say).
pub fn farthest(own: &Own, king: Bitboard) -> u32 {
    let from = own.king();
    let distances = king.into_iter().map(|square| from.distance(square));
    distances.max().unwrap_or(0)
}

/// The quadrants as seen from `square`; its rank and file are in none.
pub fn quadrants(square: Square) -> Areas {
    let (rank, file) = (square.rank(), square.file());
    let above = |rank: u32| Bitboard(u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0));
    let right = |file: u32| {
        let files = (file + 1..8).map(|file| Bitboard(0x0101_0101_0101_0101 << file));
        files.fold(Bitboard::EMPTY, |all, file| all | file)
    };
    let upper = above(rank as u32);
    let lower = !upper & !Bitboard::from_rank(rank);
    let right = right(file as u32);
    let left = !right & !Bitboard::from_file(file);
    [upper & left, upper & right, lower & left, lower & right]
}

/// The four areas between the diagonals through `square`.
pub fn rhombs(square: Square) -> Areas {
    let mut areas = [Bitboard::EMPTY; 4];
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    for other in Bitboard::FULL {
        let files = other.file() as i32 - file;
        let ranks = other.rank() as i32 - rank;
        if files.abs() == ranks.abs() {
            continue;
        }
        let area = match (files.abs() < ranks.abs(), files + ranks > 0) {
            (true, true) => 0,
            (false, true) => 1,
            (true, false) => 2,
            (false, false) => 3,
        };
        areas[area].add(other);
    }
    areas
}

/// Squares of the king in `areas`, times the number of areas that hold one.
pub fn spread(areas: &Areas, king: Bitboard) -> f64 {
    let counts = areas.map(|area| (area & king).count());
    let held = counts.iter().filter(|count| **count > 0).count();
    (held * counts.iter().sum::<usize>()) as f64
}

/// S: `evalRhombArea`.
pub fn rhomb_area(square: Square, king: Bitboard) -> f64 {
    spread(&RHOMBS[square as usize], king)
}

/// `f3` of the rook ending.
pub fn quadrant_area(square: Square, king: Bitboard) -> f64 {
    spread(&QUADRANTS[square as usize], king)
}

/// The rectangle with `a` and `b` on opposite corners.
pub fn rectangle(a: Square, b: Square) -> Bitboard {
    let files = a.file().min(b.file()) as u32..=a.file().max(b.file()) as u32;
    let ranks = a.rank().min(b.rank()) as u32..=a.rank().max(b.rank()) as u32;
    let mut squares = Bitboard::EMPTY;
    for rank in ranks {
        for file in files.clone() {
            squares.add(Square::new(8 * rank + file));
        }
    }
    squares
}

/// [`rectangle`] without its corners, from a table.
pub fn between_lines(a: Square, b: Square) -> Bitboard {
    BETWEEN[a as usize][b as usize]
}

static BETWEEN: std::sync::LazyLock<Vec<[Bitboard; 64]>> = std::sync::LazyLock::new(|| {
    let row = |a: u32| {
        std::array::from_fn(|b| {
            let (a, b) = (Square::new(a), Square::new(b as u32));
            rectangle(a, b).without(a).without(b)
        })
    };
    (0..64).map(row).collect()
});

/// All squares that a king on one of `from` reaches over `free` squares.
pub fn reach(from: Bitboard, free: Bitboard) -> Bitboard {
    let mut all = from;
    loop {
        let more = all | fill::around(all) & free;
        if more == all {
            return all;
        }
        all = more;
    }
}

/// Sum of a matrix over the squares of the king.
pub fn sum(matrix: &[i32; 64], king: Bitboard) -> f64 {
    let grades = king.into_iter().map(|square| matrix[square as usize]);
    f64::from(grades.sum::<i32>())
}

/// The only man of `role`.
pub fn only(own: &Own, role: Role) -> Option<Square> {
    own.0[index(role)].first()
}

/// The quadrants of every square.
pub static QUADRANTS: std::sync::LazyLock<[Areas; 64]> = std::sync::LazyLock::new(|| {
    std::array::from_fn(|square| quadrants(Square::new(square as u32)))
});
/// The rhombs of every square.
pub static RHOMBS: std::sync::LazyLock<[Areas; 64]> =
    std::sync::LazyLock::new(|| std::array::from_fn(|square| rhombs(Square::new(square as u32))));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::State;
    use darkforge_board::{Color, Position};

    #[test]
    fn the_worked_example_of_the_slides_is_132() {
        // Queen on d4, greatest uncertainty: 4 * (12 + 12 + 3 + 6). Where the king stands
        // is not told; on a3 or a5 the areas have these sizes.
        for fen in [
            "7k/8/8/8/3Q4/K7/8/8 b - - 0 1",
            "8/2k5/8/K7/3Q4/8/8/8 b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let state = State::unseen(&position.men(Color::White));
            let mut sizes = rhombs(Square::D4).map(|area| (area & state.king).count());
            sizes.sort_unstable();
            assert_eq!(sizes, [3, 6, 12, 12], "{fen}");
            assert!((rhomb_area(Square::D4, state.king) - 132.0).abs() < 1e-9);
        }
    }

    #[test]
    fn quadrants_leave_out_rank_and_file() {
        let sizes = quadrants(Square::D4).map(Bitboard::count);
        assert_eq!(sizes, [12, 16, 9, 12]);
    }
}
