//! History: earlier placements of the own men. A player that ignores them moves in circles, and the
//! umpire draws the game (T 8 names loops as the reason why Darkboard fails to mate).
//!
//! T is the thesis, see [the crate](crate).

use super::weights::{Weight, Weights};
use darkforge_board::{Men, Role, Try, index};
use darkforge_kriegspiel::metaposition::Metaposition;

/// Moves without progress after which a game is drawn.
const FIFTY: f64 = 50.0;
/// Moves without progress after which a pawn must move at any cost.
const LATE: usize = 42;
/// Cost of a draw by waiting, in pawns: more than all other reasons together. It is not a weight,
/// because evolution would remove it: the first to move concedes something, so weights that evolve
/// against each other learn to wait, and after thirty generations nearly all games are drawn.
const WAITED: f64 = 50.0;
/// Cost of a third placement, in pawns: more than a small risk of stalemate.
const THIRD: f64 = 300.0;
/// The same for each pawn of lead outside the tree, which leaves little of what a move loses by itself.
const REPETITION: f64 = 60.0;

/// Placements of the own men since the last capture or own pawn move; earlier ones cannot recur.
#[derive(Clone, Debug, Default)]
pub struct History {
    placements: Vec<Men>,
    /// Number of own moves in the game.
    moves: u32,
}

impl History {
    /// Takes the own move that led to `after`; `progress` says whether it was a capture or a pawn
    /// move.
    pub fn played(&mut self, after: &Metaposition, progress: bool) {
        if progress {
            self.placements.clear();
        }
        self.placements.push(*after.own());
        self.moves += 1;
    }

    /// Takes a capture by the enemy.
    pub fn captured(&mut self) {
        self.placements.clear();
    }

    /// Bonus of `asked` for earlier moves, in pawns. It is lower if the own men stood like this
    /// before, and with `progress` much lower the third time. For a pawn move it grows with the
    /// time without progress, and strongly before the fifty moves are over. The limit of fifty
    /// moves shrinks when patience ends: otherwise two cautious engines would move a pawn every
    /// fifty moves, and their games would last a thousand plies.
    pub fn bonus(
        &self,
        before: &Metaposition,
        asked: Try,
        weights: &Weights,
        progress: bool,
    ) -> f64 {
        let repeats = self.repeats(before, asked) as f64;
        let repeated = weights[Weight::Repeated] * repeats;
        if !progress {
            return -repeated;
        }
        if before.own()[index(Role::Pawn)].contains(asked.from) {
            let patience = (weights[Weight::Patience] / f64::from(self.moves)).min(1.0);
            let passed = self.placements.len() as f64 / (FIFTY * patience.powi(4));
            let late = self.placements.len() >= LATE;
            let forced = if late { WAITED } else { 0.0 };
            return weights[Weight::Progress] * passed * passed + forced;
        }
        // The third time is a draw if the enemy repeated, too.
        let third = if repeats >= 2.0 { THIRD } else { 0.0 };
        -repeated * (1.0 + 2.0 * repeats) - third
    }

    /// Cost of the third placement that `asked` may be, in pawns for each pawn of lead.
    pub fn repetition(&self, before: &Metaposition, asked: Try) -> f64 {
        if self.repeats(before, asked) >= 2 {
            REPETITION
        } else {
            0.0
        }
    }

    /// Number of earlier times that the own men stood as after `asked`.
    pub fn repeats(&self, before: &Metaposition, asked: Try) -> usize {
        if before.own()[index(Role::Pawn)].contains(asked.from) {
            return 0;
        }
        let mut after = *before.own();
        for men in &mut after {
            if men.contains(asked.from) {
                men.toggle(asked.from);
                men.toggle(asked.to);
                break;
            }
        }
        self.placements
            .iter()
            .filter(|then| **then == after)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_kriegspiel::umpire::Announcement;

    #[test]
    fn going_back_and_forth_is_counted() {
        let silence = Announcement {
            pawn_tries: Some(darkforge_kriegspiel::umpire::PawnTries::Number(0)),
            ..Announcement::default()
        };
        let mut now = Metaposition::start(25);
        let mut history = History::default();
        let there: Try = "g1f3".parse().unwrap();
        let back: Try = "f3g1".parse().unwrap();
        for (asked, repeats) in [(there, 0), (back, 0), (there, 1), (back, 1), (there, 2)] {
            assert_eq!(history.repeats(&now, asked), repeats);
            let third = REPETITION * f64::from(u8::from(repeats == 2));
            assert!((history.repetition(&now, asked) - third).abs() < 1e-9);
            now.own_move(asked, &silence);
            history.played(&now, false);
            now.enemy_move(&silence);
        }
        let push: Try = "e2e4".parse().unwrap();
        now.own_move(push, &silence);
        history.played(&now, true);
        assert_eq!(history.repeats(&now, back), 0, "a pawn never goes back");
    }

    #[test]
    fn nobody_waits_for_a_draw() {
        let weights = Weights::default();
        let mut now = Metaposition::start(25);
        let mut history = History::default();
        let push: Try = "e2e4".parse().unwrap();
        let silence = Announcement::default();
        for (there, back) in [("g1f3", "f3g1"), ("b1c3", "c3b1")].repeat(11) {
            for asked in [there, back].map(|text| text.parse::<Try>().unwrap()) {
                let stood = history.repeats(&now, asked);
                let wait = history.bonus(&now, asked, &weights, true);
                assert_eq!(wait < -WAITED, stood >= 2, "{wait} the {stood}th time");
                let urge = history.bonus(&now, push, &weights, true);
                let passed = history.placements.len();
                assert_eq!(urge > WAITED, passed >= LATE, "{urge} after {passed} moves");
                assert!(history.bonus(&now, push, &weights, false).abs() < 1e-12);
                now.own_move(asked, &silence);
                history.played(&now, false);
                now.enemy_move(&silence);
            }
        }
    }

    #[test]
    fn patience_ends() {
        let weights = Weights::default();
        let now = Metaposition::start(25);
        let push: Try = "e2e4".parse().unwrap();
        let mut history = History::default();
        let mut last = 0.0;
        for own_moves in 1..=500 {
            history.played(&now, own_moves % 10 == 0);
            let urge = history.bonus(&now, push, &weights, true);
            if own_moves % 100 == 5 {
                assert!(
                    urge >= last,
                    "{urge} after {own_moves} moves, {last} before"
                );
                last = urge;
            }
        }
        let early = weights[Weight::Progress] * (6.0 / FIFTY) * (6.0 / FIFTY);
        assert!(last > 2.0 * early, "{last} against {early}");
    }
}
