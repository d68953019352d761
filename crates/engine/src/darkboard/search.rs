//! Decision algorithms: a weighted maximax over own moves, each answered by one metamove. The basic
//! algorithm takes all moves to a fixed depth (T 7.4.3), the enhanced one the most promising moves
//! within a budget of metapositions (T 7.4.4).
//!
//! T is the thesis, see [the crate](crate).

use super::evaluate::Evaluator;
use super::move_table::MoveTable;
use super::options::{Algorithm, EngineOptions};
use super::weights::Weight;
use super::{predict, stalemate};
use darkforge_board::{Role, Try, index};
use darkforge_kriegspiel::metaposition::{Metaposition, Tracker};

/// Bonus of a move after which the enemy king is mated on all its squares, in pawns. It must not
/// outweigh the risk of a stalemate before that.
pub const WON: f64 = 100.0;
/// Bonus of a move after which the enemy is stalemated on all its king's squares.
pub const STALEMATED: f64 = -1000.0;

/// Number of new moves that the enhanced algorithm follows at a node (T 7.4.4).
const NEW_MOVES: usize = 5;
/// Number of moves met before that it follows (T 7.4.4).
const OLD_MOVES: usize = 3;
/// Subtracted from every move that the enhanced algorithm did not follow.
const NOT_FOLLOWED: f64 = 1e4;

/// A search with reusable buffers.
pub struct Search {
    evaluator: Evaluator,
    options: EngineOptions,
    table: MoveTable,
    buffers: Vec<Vec<Try>>,
    evaluated: u64,
}

/// The position after an own move, and the move's own value.
#[derive(Clone, Copy)]
struct Step {
    after: Metaposition,
    own: f64,
}

/// The situation after an own move.
enum Reply {
    /// Nothing more to search: the move's value.
    End(f64),
    /// The metaposition after the enemy's metamove.
    Next(Metaposition),
}

impl Search {
    /// A search with these `options`.
    pub fn new(evaluator: Evaluator, options: EngineOptions) -> Search {
        Search {
            evaluator,
            options,
            table: MoveTable::new(),
            buffers: Vec::new(),
            evaluated: 0,
        }
    }

    /// The evaluation function in use.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Options of the decision.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Changes the options from here on.
    pub fn set_options(&mut self, options: EngineOptions) {
        self.options = options;
    }

    /// Metapositions evaluated so far.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Replaces the `values` of `moves` at the metaposition of `root`. On entry they are bonuses
    /// from outside the tree, on return the moves' values, in pawns.
    #[inline(never)] // a part of its own in profiles
    pub fn values(&mut self, root: &Tracker, moves: &[Try], values: &mut [f64]) {
        let before = root.metaposition();
        let mut steps = Vec::with_capacity(moves.len());
        for (&asked, value) in moves.iter().zip(values.iter()) {
            let after = predict::after_own_move(before, asked, false);
            let mut step = self.weigh(asked, after);
            step.own += value;
            if self.options.particles > 0 {
                // Captures of this move are counted on the believed boards.
                let evaluator = &self.evaluator;
                step.own -= evaluator.captured(&step.after) - evaluator.captured(before);
            }
            if self.options.stalemate {
                step.own -= stalemate::capture_penalty(before, asked);
            }
            steps.push(step);
        }
        if self.options.search == Algorithm::Enhanced && !root.is_stirred() {
            self.table.clear();
            self.follow_best(&steps, values);
        } else {
            self.follow(&steps, values);
        }
    }

    /// The basic algorithm at the root. If it follows the best moves only, by their own values, the
    /// others gain what these gain on average.
    fn follow(&mut self, steps: &[Step], values: &mut [f64]) {
        let followed = self.options.pace.followed();
        if steps.len() <= followed || self.options.depth < 2 {
            for (step, value) in steps.iter().zip(values) {
                *value = self.basic(step, self.options.depth);
            }
            return;
        }
        let mut order: Vec<usize> = (0..steps.len()).collect();
        order.sort_by(|&a, &b| steps[b].own.total_cmp(&steps[a].own));
        let (best, others) = order.split_at(followed);
        let mut gain = 0.0;
        for &place in best {
            values[place] = self.basic(&steps[place], self.options.depth);
            gain += (values[place] - steps[place].own).clamp(-1.0, 1.0);
        }
        for &place in others {
            values[place] = steps[place].own + gain / followed as f64;
        }
    }

    /// Evaluates the own move `asked` that led to `after`.
    fn weigh(&mut self, asked: Try, after: Metaposition) -> Step {
        let own = self.own_value(asked, &after);
        Step { after, own }
    }

    fn own_value(&mut self, asked: Try, after: &Metaposition) -> f64 {
        self.evaluated += 1;
        let mut own = self.evaluator.evaluate(after, asked.to);
        if self.options.stalemate {
            own -= stalemate::penalty(after);
        }
        own
    }

    fn step(&mut self, before: &Metaposition, asked: Try) -> Step {
        self.weigh(asked, predict::after_own_move(before, asked, false))
    }

    /// The enemy's metamove after `step`.
    fn reply(step: &Step) -> Reply {
        let mut next = step.after;
        let alone = next.is_king_alone();
        let loose = alone && next.king_may_capture();
        let gave_check = next.gives_check();
        next.enemy_move(predict::silence(&next));
        if next.enemy()[index(Role::King)].any() {
            return Reply::Next(next);
        }
        // No square is left to the enemy king, unless it captures.
        Reply::End(match (alone && !loose, gave_check) {
            (true, true) => step.own + WON,
            (true, false) => step.own + STALEMATED,
            (false, _) => step.own,
        })
    }

    fn blend(&self, own: f64, best: f64) -> f64 {
        let risk = self.evaluator.weights()[Weight::Risk];
        risk * own + (1.0 - risk) * best
    }

    /// The basic algorithm: all moves, `depth` own moves deep, this one included.
    fn basic(&mut self, step: &Step, depth: u32) -> f64 {
        if depth <= 1 && !step.after.is_king_alone() {
            return step.own;
        }
        let before = match Search::reply(step) {
            Reply::End(value) => return value,
            Reply::Next(_) if depth <= 1 => return step.own,
            Reply::Next(before) => before,
        };
        let mut moves = self.buffers.pop().unwrap_or_default();
        before.moves(&[], &mut moves);
        let mut best = f64::NEG_INFINITY;
        for &asked in &moves {
            let after = predict::after_own_move(&before, asked, false);
            let value = if depth <= 2 && !after.is_king_alone() {
                self.own_value(asked, &after) // nearly all: no copy of what comes after
            } else {
                let next = self.weigh(asked, after);
                self.basic(&next, depth - 1)
            };
            best = best.max(value);
        }
        let none = moves.is_empty();
        self.buffers.push(moves);
        if none {
            return step.own;
        }
        self.blend(step.own, best)
    }

    /// The enhanced algorithm at the root: follows the best moves by their own values; the others
    /// rank behind them.
    fn follow_best(&mut self, steps: &[Step], values: &mut [f64]) {
        let mut order: Vec<usize> = (0..steps.len()).collect();
        order.sort_by(|&a, &b| steps[b].own.total_cmp(&steps[a].own));
        let followed = order.len().min(NEW_MOVES + OLD_MOVES);
        let budget = (self.options.positions as usize).saturating_sub(steps.len());
        for (place, index) in order.into_iter().enumerate() {
            let step = &steps[index];
            values[index] = if place < followed {
                self.enhanced(step, budget / followed)
            } else {
                step.own - NOT_FOLLOWED
            };
        }
    }

    /// The enhanced algorithm below the root: up to `budget` metapositions.
    fn enhanced(&mut self, step: &Step, budget: usize) -> f64 {
        let before = match Search::reply(step) {
            Reply::End(value) => return value,
            Reply::Next(_) if budget <= 1 => return step.own,
            Reply::Next(before) => before,
        };
        let mut moves = self.buffers.pop().unwrap_or_default();
        before.moves(&[], &mut moves);
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for &asked in &moves {
            if let Some(benefit) = self.table.get(asked) {
                old.push((benefit, asked));
            } else {
                let next = self.step(&before, asked);
                self.table.put(asked, next.own - step.own);
                new.push(next);
            }
        }
        self.buffers.push(moves);
        let budget = budget.saturating_sub(new.len());
        new.sort_by(|a, b| b.own.total_cmp(&a.own));
        new.truncate(NEW_MOVES);
        old.sort_by(|a, b| b.0.total_cmp(&a.0));
        old.truncate(OLD_MOVES);
        for (_, asked) in old {
            let next = self.step(&before, asked);
            new.push(next);
        }
        if new.is_empty() {
            return step.own;
        }
        let share = budget / new.len();
        let mut best = f64::NEG_INFINITY;
        for next in &new {
            best = best.max(self.enhanced(next, share));
        }
        self.blend(step.own, best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::darkboard::{Effort, Weights};
    use darkforge_kriegspiel::metaposition::Metaposition;

    fn tracker(text: &str, men_left: u32) -> Tracker {
        let drawn = Metaposition::drawn(text, men_left);
        Tracker::of_metaposition(drawn.expect("a drawn metaposition"))
    }

    fn values(root: &Tracker) -> Vec<(String, f64)> {
        values_with(root, EngineOptions::default())
    }

    fn values_with(root: &Tracker, options: EngineOptions) -> Vec<(String, f64)> {
        let mut search = Search::new(Evaluator::new(Weights::default()), options);
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let mut values = vec![0.0; moves.len()];
        search.values(root, &moves, &mut values);
        moves.iter().map(ToString::to_string).zip(values).collect()
    }

    #[test]
    fn a_hanging_queen_is_no_mate() {
        let root = tracker("K on a1, Q on a7; k on h8", 0);
        for (asked, value) in values(&root) {
            assert!(value < WON, "{asked} is held to win: {value}");
        }
    }

    #[test]
    fn a_guarded_queen_mates_and_a_stalemate_is_seen() {
        let root = tracker("K on g6, Q on a7; k on h8", 0);
        let of = |wanted: &str| {
            let found = values(&root).into_iter().find(|(asked, _)| asked == wanted);
            found.expect("a possible move").1
        };
        assert!(of("a7g7") >= WON, "mate");
        assert!(of("a7f7") < STALEMATED / 2.0, "stalemate");
    }

    #[test]
    fn a_fast_search_follows_the_best_moves_as_a_full_one() {
        let root = Tracker::of_metaposition(Metaposition::start(25));
        let [fast, full] = [Effort::Fast, Effort::Full].map(|pace| {
            let options = EngineOptions {
                pace,
                ..EngineOptions::default()
            };
            values_with(&root, options)
        });
        let same = fast.iter().zip(&full).filter(|(a, b)| a == b).count();
        assert!(
            (Effort::Fast.followed()..fast.len()).contains(&same),
            "{same} equal"
        );
        let apart = |(a, b): (&(String, f64), &(String, f64))| (a.1 - b.1).abs();
        let most = fast.iter().zip(&full).map(apart).fold(0.0, f64::max);
        assert!(most < 1.0, "others are {most} pawns apart");
    }
}
