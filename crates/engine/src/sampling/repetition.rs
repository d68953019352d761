//! Repetition: earlier placements of the own men. A player that ignores them moves in circles, and
//! the umpire draws the game.

use darkforge_board::{Men, Role, Try, index};

/// Cost of a recurring placement of own men, in pawns; more for each further time.
const REPEATED: f32 = 0.3;
/// Bonus of a pawn move after fifty own moves without a pawn move or a capture, in pawns; before
/// that, by the square of the share that has passed.
const PROGRESS: f32 = 3.0;

/// Placements of the own men since the last capture or own pawn move; earlier ones cannot recur.
#[derive(Clone, Debug, Default)]
pub struct Repetition {
    placements: Vec<Men>,
}

impl Repetition {
    /// Takes an own move that led to `men`; `progress` says whether it was a capture or a pawn
    /// move.
    pub fn played(&mut self, men: &Men, progress: bool) {
        if progress {
            self.placements.clear();
        }
        self.placements.push(*men);
    }

    /// Takes a capture by the enemy.
    pub fn captured(&mut self) {
        self.placements.clear();
    }

    /// Bonus of `asked` for earlier moves, in pawns: lower if the own men, now on `men`, stood like
    /// this before, and higher for a pawn move the longer there was no progress.
    pub fn bonus(&self, men: &Men, asked: Try) -> f32 {
        if men[index(Role::Pawn)].contains(asked.from) {
            let passed = self.placements.len() as f32 / 50.0;
            return PROGRESS * passed * passed;
        }
        let mut after = *men;
        if let Some(moved) = after.iter_mut().find(|men| men.contains(asked.from)) {
            moved.toggle(asked.from);
            moved.toggle(asked.to);
        }
        let same = |then: &&Men| **then == after;
        let repeats = self.placements.iter().filter(same).count() as f32;
        -REPEATED * repeats * (1.0 + 2.0 * repeats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Board, Color};
    use darkforge_kriegspiel::umpire::play_own_move;

    #[test]
    fn going_back_and_forth_costs_more_each_time() {
        let start = Board::start();
        let (mut men, mut castling) = (start.men(Color::White), start.castling(Color::White));
        let mut repetition = Repetition::default();
        let mut costs = Vec::new();
        for asked in ["g1f3", "f3g1", "g1f3", "f3g1", "g1f3"] {
            let asked: Try = asked.parse().unwrap();
            costs.push(repetition.bonus(&men, asked));
            play_own_move(Color::White, &mut men, &mut castling, asked);
            repetition.played(&men, false);
        }
        assert!(costs[0].abs() < 1e-6 && costs[1].abs() < 1e-6);
        assert!(costs[2] < -0.5 && costs[4] < 2.0 * costs[2]);
        let push: Try = "e2e4".parse().unwrap();
        assert!(repetition.bonus(&men, push) > 0.0);
        repetition.captured();
        assert!(repetition.bonus(&men, push).abs() < 1e-6);
    }
}
