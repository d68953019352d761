//! Memory of earlier placements: at the third occurrence of a true position the umpire draws the
//! game, and a belief that recurs shows that no progress was made.

use super::king_belief::{KingBelief, Moved, arrivals};
use darkforge_board::Bitboard;

use super::own::Own;

/// Cost of a recurring placement of own men, in own moves.
const SEEN: f32 = 1.0;
/// The same if the possible squares of the king recur, too.
const SAME: f32 = 2.0;
/// Cost of a certain third repetition after our move.
const THIRD: f32 = 60.0;
/// The same after the king's move; less, because the king has a choice.
const THIRD_AFTER_KING: f32 = 30.0;

/// Beliefs since the last capture or pawn move; earlier ones never recur.
#[derive(Clone, Debug, Default)]
pub struct Memory(Vec<Seen>);

/// A belief after an own move.
#[derive(Clone, Copy, Debug)]
struct Seen {
    own: Own,
    king: Bitboard,
    arrivals: Bitboard,
}

impl Memory {
    /// Forgets all: no earlier belief can recur.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    /// Stores `moved` with the king on one of `squares`.
    pub fn keep(&mut self, moved: &Moved, squares: Bitboard) {
        self.0.push(Seen {
            own: moved.own,
            king: squares,
            arrivals: arrivals(moved, squares),
        });
    }

    /// Own moves since then.
    pub fn moves(&self) -> u32 {
        self.0.len() as u32
    }

    /// Whether own men stood like this before.
    pub fn has(&self, own: &Own) -> bool {
        self.0.iter().any(|seen| seen.own == *own)
    }

    /// Cost of `moved` for similarity to earlier placements, in own moves.
    pub fn cost(&self, belief: &KingBelief, moved: &Moved) -> f32 {
        let king = moved.legal & !moved.attacked;
        let arrivals = arrivals(moved, king);
        let (mut cost, mut times) = (0.0, 0);
        let (mut common, mut common_arrivals) = (king, arrivals);
        for seen in self.0.iter().filter(|seen| seen.own == moved.own) {
            times += 1;
            cost += if seen.king == king { SAME + SEEN } else { SEEN };
            common &= seen.king;
            common_arrivals &= seen.arrivals;
        }
        if times >= 2 {
            let share = belief.mass(common) / belief.mass(moved.legal).max(f32::MIN_POSITIVE);
            let part = common_arrivals.count() as f32 / arrivals.count().max(1) as f32;
            cost += THIRD * share + THIRD_AFTER_KING * part;
        }
        cost
    }
}
