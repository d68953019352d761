//! Earlier placements: the third time that the same true position stands on the board,
//! the umpire draws the game, and a belief that came back shows that nothing was gained.

use super::king_belief::{KingBelief, Moved, arrivals};
use darkforge_board::Bitboard;

use super::own::Own;

/// Cost of own men standing as they once stood, in own moves.
const SEEN: f32 = 1.0;
/// The same when the king may stand just where it could then.
const SAME: f32 = 2.0;
/// Cost of a certain third repetition with us having moved.
const THIRD: f32 = 60.0;
/// The same with the king having moved, less for it has a choice.
const THIRD_AFTER_KING: f32 = 30.0;

/// Waves since the last capture or pawn move; what came before never comes back.
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
    /// Nothing that was can come back.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    /// `moved` was played, and the king stands on one of `squares`.
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

    /// Whether own men stood like this.
    pub fn has(&self, own: &Own) -> bool {
        self.0.iter().any(|seen| seen.own == *own)
    }

    /// Cost of `moved` for looking like an earlier placement, in own moves.
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
