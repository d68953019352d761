//! Models of the enemy's choice among its legal moves.

use darkforge_board::{Board, MoveList, Square};

/// Enemy moves that count as played before a game that does not begin at the initial position: its
/// opening is over.
const OPENED: u32 = 15;

/// The past of a game as far as a model of the enemy's choice uses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Number of moves that the enemy has played.
    pub moves: u32,
    /// Square on which we captured with our last move, if it was a capture.
    pub captured_on: Option<Square>,
}

impl Before {
    /// The past of a game that begins from a given position instead of the initial one.
    pub const fn of_given_start() -> Before {
        Before {
            moves: OPENED,
            captured_on: None,
        }
    }
}

/// A model of the enemy's choice among its legal moves.
pub trait EnemyChoice: Send + Sync {
    /// Replaces `likelihoods` by a number above 0 for each of the `legal` moves of the side to move on
    /// `board`, in proportion to the probability that the enemy plays it.
    fn weigh(&self, board: &Board, before: &Before, legal: &MoveList, likelihoods: &mut Vec<f32>);
}
