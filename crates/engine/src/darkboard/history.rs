//! Earlier placements of the own men: a player that does not look back walks in circles, and
//! the umpire draws the game (T 8 names loops as what keeps Darkboard from mating).

use super::weights::{Weight, Weights};
use darkforge_board::{Men, Role, Try, index};
use darkforge_kriegspiel::metaposition::Metaposition;

/// Moves without progress after which a game is drawn.
const FIFTY: f64 = 50.0;
/// Moves without progress after which a pawn must move, whatever it costs.
const LATE: usize = 42;
/// Cost of a draw by waiting, in pawns: more than what any other reason adds up to. As a weight
/// it would not stay there. Who moves first gives something away, so weights that evolve against
/// each other learn to wait, and in thirty generations nearly all games are drawn.
const WAITED: f64 = 50.0;

/// Placements of the own men since the last capture or own pawn move; what came before
/// can never come back.
#[derive(Clone, Debug, Default)]
pub struct History {
    placements: Vec<Men>,
    /// Own moves since the game began.
    moves: u32,
}

impl History {
    /// The own move that led to `after` was played; `progress` says whether it was a
    /// capture or a pawn move.
    pub fn played(&mut self, after: &Metaposition, progress: bool) {
        if progress {
            self.placements.clear();
        }
        self.placements.push(*after.own());
        self.moves += 1;
    }

    /// The enemy captured something.
    pub fn captured(&mut self) {
        self.placements.clear();
    }

    /// The worth of `asked` for what was played before it: less when the own men stood
    /// like this before, and with `progress` much less the third time, and more for a pawn move
    /// the longer nothing happened, much more before it is too late; in pawns. Fifty moves
    /// without progress become fewer when patience ends: two cautious engines would otherwise
    /// move a pawn every fifty moves, and their games last a thousand plies.
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
        // The third time is a draw if the enemy did the same.
        let third = if repeats >= 2.0 { WAITED } else { 0.0 };
        -repeated * (1.0 + 2.0 * repeats) - third
    }

    /// Number of times that the own men stood as `asked` would make them stand.
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
