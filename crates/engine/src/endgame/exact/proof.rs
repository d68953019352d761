//! Proof that starts are won: lines, each of which depends on earlier ones.

use darkforge_board::{Bitboard, Men, Try};

use super::Ending;

/// Play that mates from all claimed starts, whatever the umpire answers.
///
/// A line covers a set if its men are the same up to symmetry and its squares contain it.
/// Of each line this holds: wherever the king stands on its squares, its try either mates,
/// or the squares where the king may be at the next turn, all that agree with the same
/// answer together, are covered by an earlier line of fewer moves; the squares on which the
/// try is refused are covered by an earlier line of no more moves. So all play is one tree
/// without cycles, and [`check`](super::check()) replays it line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The ending.
    pub ending: Ending,
    /// The claims.
    pub claims: Vec<Claim>,
    /// The lines; each depends on earlier ones.
    pub lines: Vec<Line>,
}

/// A start with its claimed number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// White's men.
    pub men: Men,
    /// Squares where Black's king could stand; White is to move.
    pub king: Bitboard,
    /// Own moves to mate at most.
    pub moves: u16,
}

/// A set of squares and the try that wins on all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// White's men.
    pub men: Men,
    /// Squares of Black's king; White is to move.
    pub king: Bitboard,
    /// Own moves to mate at most.
    pub moves: u16,
    /// The try.
    pub asked: Try,
}
