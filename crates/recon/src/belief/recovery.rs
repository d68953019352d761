//! Recovery: past turns filtered again when a sample runs empty.

use super::hidden::Hidden;
use super::model::EnemyModel;
use super::own::Own;
use super::state::Belief;
use crate::referee::{Report, Seen};
use darkforge_board::Square;

/// Answers that a player got in one of its turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub(super) heard: Option<Square>,
    pub(super) seen: Option<Seen>,
    pub(super) report: Option<Report>,
}

/// A set before a move of the enemy.
#[derive(Clone, Debug)]
pub(super) struct Past {
    pub(super) own: Own,
    pub(super) set: Vec<Hidden>,
    pub(super) exact: bool,
    /// Number of the turns told before it.
    turn: usize,
}

/// Sets that are kept of the last turns, besides the first.
const KEPT: usize = 3;
/// Samples that are drawn from one past set before an earlier one is tried.
const ATTEMPTS: u64 = 2;

impl Belief {
    /// Keeps the set as it is before the enemy's move that was told last.
    pub(super) fn remember(&mut self) {
        if self.past.len() > KEPT {
            self.past.remove(1);
        }
        self.past.push(Past {
            own: self.own,
            set: self.set.clone(),
            exact: self.exact,
            turn: self.told.len() - 1,
        });
    }

    /// Goes back until a sample agrees with all that was told since. The set stays empty if none
    /// does.
    pub(super) fn recover_if_empty(&mut self, model: &dyn EnemyModel) {
        if !self.set.is_empty() {
            return;
        }
        self.recovered += 1;
        for place in (0..self.past.len()).rev() {
            for attempt in 1..=ATTEMPTS {
                if self.rebuild(place, attempt, model) {
                    return;
                }
            }
        }
    }

    /// Plays the turns since a past set again, each enemy move filtered by the sense that followed
    /// it before a sample is drawn. Returns whether a position is left.
    pub(super) fn rebuild(&mut self, place: usize, attempt: u64, model: &dyn EnemyModel) -> bool {
        let past = &self.past[place];
        self.own = past.own;
        self.exact = past.exact;
        self.set = past.set.clone();
        let turns = self.told[past.turn..].to_vec();
        for told in turns {
            self.expand(told.heard, told.seen.as_ref(), attempt, model);
            if let Some(report) = &told.report {
                self.apply_own(*report);
            }
        }
        !self.set.is_empty()
    }
}
