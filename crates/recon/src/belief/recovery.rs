//! Recovery: past turns filtered again when a sample runs empty.

use super::hidden::Hidden;
use super::model::EnemyModel;
use super::own::Own;
use super::state::Belief;
use super::table::Table;
use crate::referee::{Report, Seen};
use darkforge_board::{Color, Role, Square, between, side};

/// The words to a player in one of its turns.
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

    /// Goes back until a sample agrees with all that was told since. Each attempt at a past set draws
    /// a sample four times as large. If none agrees, `adapt` makes positions that fit the last
    /// event alone.
    pub(super) fn recover_if_empty(
        &mut self,
        model: &dyn EnemyModel,
        adapt: impl FnOnce(&mut Belief),
    ) {
        if !self.set.is_empty() {
            return;
        }
        self.recovered += 1;
        let own_after = self.own;
        let exact = self.exact;
        for place in (0..self.past.len()).rev() {
            for attempt in 1..=ATTEMPTS {
                if self.rebuild(place, attempt, model) {
                    self.keep_limit();
                    return;
                }
            }
        }
        self.own = own_after;
        self.exact = exact;
        self.guessed += 1;
        adapt(self);
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
            if let Some(report) = told.report {
                self.apply_own(report);
            }
        }
        !self.set.is_empty()
    }

    /// Draws a sample of the limit's size from a larger one.
    fn keep_limit(&mut self) {
        let salt = darkforge_streams::derive(self.seed, "belief", self.told.len() as u64);
        let mut table = Table::new(self.set.len(), self.limit, salt);
        for hidden in &self.set {
            table.add(*hidden);
        }
        let (set, whole) = table.finish();
        self.set = set;
        self.exact &= whole;
    }

    /// Adapts the last past set to a capture: in each position, a man other than the king is put on
    /// the square.
    pub(super) fn adapt_to_capture(&mut self, capture: Option<Square>) {
        let enemy = !self.own.color;
        let past = self
            .past
            .last()
            .map(|past| past.set.clone())
            .unwrap_or_default();
        let adapted = past.iter().filter_map(|hidden| {
            let Some(square) = capture else {
                return Some(hidden.passing());
            };
            let from = hidden
                .squares()
                .into_iter()
                .find(|&from| from != square && hidden.role_on(from) != Some(Role::King));
            let from = from.or(hidden.king())?;
            let role = hidden.role_on(from)?;
            let next = hidden.passing().without(enemy, from).without(enemy, square);
            Some(next.with(role, square))
        });
        self.set = adapted.collect();
        self.keep_limit();
    }

    /// Adapts positions to a window: the men in it are replaced by those seen. A king that is seen
    /// stands nowhere else.
    pub(super) fn adapt_to_window(&mut self, before: &[Hidden], seen: &Seen) {
        let enemy = !self.own.color;
        let men = &seen.men[side(enemy)];
        let seen_king = men[5].first();
        let before: Vec<Hidden> = match before {
            [] => self
                .past
                .last()
                .map(|past| past.set.clone())
                .unwrap_or_default(),
            _ => before.to_vec(),
        };
        self.set.clear();
        for hidden in before {
            let mut next = hidden.passing();
            let king = next.king();
            for square in seen.window() {
                next = next.without(enemy, square);
            }
            for role in darkforge_board::ROLES {
                for square in men[darkforge_board::index(role)] {
                    next = next.with(role, square);
                }
            }
            let elsewhere = king.filter(|king| !seen.window().contains(*king));
            if let (Some(_), Some(old)) = (seen_king, elsewhere) {
                next = next.without(enemy, old);
            }
            if next.king().is_none() {
                let taken = seen.window() | self.own.squares() | next.squares();
                let home = enemy.fold_wb(Square::E1, Square::E8);
                let free = Square::ALL
                    .into_iter()
                    .filter(|&square| !taken.contains(square));
                let nearest =
                    free.min_by_key(|square| (square.distance(king.unwrap_or(home)), *square));
                match nearest {
                    Some(square) => next = next.with(Role::King, square),
                    None => continue,
                }
            }
            self.set.push(next);
        }
        self.keep_limit();
    }

    /// Adapts positions to an own move: its way is cleared, and the captured man is gone.
    pub(super) fn adapt_to_move(&mut self, before: &[Hidden], own: Own, report: Report) {
        let enemy: Color = !own.color;
        self.set.clear();
        for hidden in before {
            let mut next = hidden.passing();
            if let Some(taken) = report.taken.0 {
                for square in between(taken.from, taken.to).with(taken.to) {
                    if next.king() != Some(square) {
                        next = next.without(enemy, square);
                    }
                }
            }
            let reached = report.taken.0.map(|taken| taken.to);
            if let Some(square) = report.capture.filter(|_| next.king() != reached) {
                next = next.without(enemy, square);
            }
            if next.king().is_some() && (next.squares() & self.own.squares()).is_empty() {
                self.set.push(next);
            }
        }
        if self.set.is_empty() {
            // Every believed king stands where the own man is now: it must be elsewhere.
            for hidden in before {
                let Some(king) = hidden.king() else { continue };
                let mut next = hidden.passing().without(enemy, king);
                for square in self.own.squares() {
                    next = next.without(enemy, square);
                }
                let taken = self.own.squares() | next.squares();
                let free = Square::ALL
                    .into_iter()
                    .filter(|&square| !taken.contains(square));
                if let Some(square) = free.min_by_key(|square| (square.distance(king), *square)) {
                    self.set.push(next.with(Role::King, square));
                }
            }
        }
        self.keep_limit();
    }
}
