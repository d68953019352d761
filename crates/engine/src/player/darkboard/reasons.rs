//! Reasons: what speaks for each try, part by part.

use super::{BookLine, Darkboard, PARTS as STEPS};
use crate::darkboard::Weight;
use darkforge_board::Try;
use darkforge_kriegspiel::umpire::View;

/// Names of the parts of a value.
pub(super) const PARTS: [&str; 4] = ["position", "captures", "exchanges", "danger"];

/// The value of a try and its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The try, in the umpire's frame.
    pub asked: Try,
    /// Its value, in pawns of the weights; against a lone king, minus the number of own moves to
    /// mate.
    pub value: f64,
    /// The parts of the value, in the order of [`Reason::PARTS`]: search and history; gain and risk
    /// one answer ahead; captures followed to their end; mates, stalemates and repetitions. `None`
    /// against a lone king.
    pub parts: Option<[f64; PARTS.len()]>,
    /// Share of the believed boards on which it is legal; `None` without boards.
    pub legal: Option<f64>,
    /// Shares of the boards on which it is legal where it gains, and where it loses, half a pawn or
    /// more with the enemy's answer.
    pub outlook: Option<[f64; 2]>,
}

impl Reason {
    /// Names of the parts.
    pub const PARTS: [&str; PARTS.len()] = PARTS;
}

impl Darkboard {
    /// Whether `asked` is the next move of its book, which has no reasons; another try leaves the book.
    pub fn is_of_book(&mut self, view: &View, asked: Try) -> bool {
        let is_next = self.book.next(view) == Some(asked);
        if !is_next {
            self.book = BookLine::Left;
        }
        is_next
    }

    /// The values of all tries of this situation, best first. The player's later moves do not
    /// change.
    pub fn reasons(&mut self, view: &View) -> Vec<Reason> {
        let Some(by_weights) = self.consider(view) else {
            return Vec::new();
        };
        let by_parts = by_weights.then(|| self.parts_of_values());
        let (Some(tracker), pool) = (&self.tracker, &self.pool) else {
            return Vec::new();
        };
        let boards = pool.iter().flat_map(|pool| {
            let alive = pool.boards().iter().zip(pool.alive());
            alive.filter_map(|(board, &alive)| alive.then_some(board))
        });
        let boards: Vec<_> = boards.collect();
        let unit = if by_weights {
            self.search.evaluator().weights()[Weight::PawnValue]
        } else {
            1.0
        };
        let moves = self.moves.iter().enumerate();
        let mut reasons: Vec<Reason> = moves
            .map(|(place, &own)| {
                let asked = tracker.turned(own);
                let legal = boards
                    .iter()
                    .filter(|board| board.legal_move(asked).is_some());
                let legal = legal.count() as f64 / boards.len() as f64;
                Reason {
                    asked,
                    value: self.values[place] / unit,
                    parts: by_parts
                        .as_ref()
                        .map(|parts| parts[place].map(|part| part / unit)),
                    legal: (!boards.is_empty()).then_some(legal),
                    outlook: by_parts.as_ref().and(self.tactics.outlook(asked)),
                }
            })
            .collect();
        reasons.sort_by(|a, b| b.value.total_cmp(&a.value));
        reasons
    }

    /// The parts of each move's value.
    fn parts_of_values(&mut self) -> Vec<[f64; PARTS.len()]> {
        let mut parts = vec![[0.0; PARTS.len()]; self.moves.len()];
        let mut before = vec![0.0; self.moves.len()];
        for (number, step) in STEPS.into_iter().enumerate() {
            step(self);
            for (place, &value) in self.values.iter().enumerate() {
                parts[place][number] = value - before[place];
            }
            before.clone_from(&self.values);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::darkboard::{EngineOptions, Weights};
    use crate::player::Player;
    use darkforge_board::Color;
    use darkforge_kriegspiel::umpire::{ICC, Umpire};
    use darkforge_streams as streams;

    #[test]
    fn the_parts_add_up_and_do_not_change_the_choice() {
        let player = || {
            let stream = streams::open(1, "test", 0);
            Darkboard::new(Weights::usual(), EngineOptions::default(), None, stream)
        };
        let umpire = Umpire::new(&ICC, 10);
        let view = umpire.view(Color::White);
        let (mut asked, mut plain) = (player(), player());
        let reasons = asked.reasons(view);
        assert_eq!(reasons.len(), 20);
        for reason in &reasons {
            let parts = reason.parts.expect("the enemy has all its men");
            let sum: f64 = parts.iter().sum();
            assert!((sum - reason.value).abs() < 1e-9, "{reason:?}");
            assert_eq!(reason.legal, Some(1.0), "all first moves are legal");
        }
        assert!(reasons.is_sorted_by(|a, b| a.value >= b.value));
        assert_eq!(asked.choose(view), plain.choose(view));
    }
}
