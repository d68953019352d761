//! The decision algorithms of T 7.4.3 (basic) and 7.4.4 (enhanced), a weighed maximax over
//! metapositions.
//!
//! T is the thesis, see [the crate](crate).

use super::evaluate::Judged;
use super::{Evaluator, Knowledge, Settings, Stirred};
use crate::darkboard::Algorithm;
use crate::darkboard::move_table::MoveTable;
use darkforge_board::{Role, Try, index};

/// Distance of a move that was not followed from the others.
const NOT_FOLLOWED: f64 = 10_000.0;
/// Range of the risk coefficient.
const RISKS: [f64; 2] = [0.05, 0.95];

/// A search and its table of moves.
pub struct Search {
    evaluator: Evaluator,
    table: MoveTable,
    buffers: Vec<Vec<Try>>,
    risk: f64,
    evaluated: u64,
}

/// An own move of the tree.
struct Step {
    /// After the enemy's metamove.
    next: Knowledge,
    judged: Judged,
    own: f64,
}

impl Search {
    /// A search with these `settings`.
    pub fn new(settings: Settings) -> Search {
        Search {
            evaluator: Evaluator::new(settings),
            table: MoveTable::new(),
            buffers: Vec::new(),
            risk: settings.risk,
            evaluated: 0,
        }
    }

    /// The settings in use.
    pub fn settings(&self) -> &Settings {
        self.evaluator.settings()
    }

    /// Metapositions evaluated so far.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Sets `values` to the values of `moves` at `root`, in pawns. `power` are its power moves;
    /// `stirred` is whether the umpire announced something since the last turn.
    pub fn values(
        &mut self,
        root: &Knowledge,
        moves: &[Try],
        power: &[Try],
        stirred: bool,
        values: &mut Vec<f64>,
    ) {
        let settings = *self.settings();
        // The player who is ahead takes more risk (T 7.4.3).
        let ahead = (self.evaluator.balance(root.board()) / 20.0).clamp(-1.0, 1.0);
        self.risk = (settings.risk - settings.dynamic * ahead).clamp(RISKS[0], RISKS[1]);
        let base = self.evaluator.entropy(root);
        let steps: Vec<Step> = moves
            .iter()
            .map(|&asked| {
                let power = settings.power && power.contains(&asked);
                self.weigh(asked, &root.after_own_move(asked, power), base)
            })
            .collect();
        values.clear();
        let basic = stirred && settings.stirred == Stirred::Basic;
        if settings.search == Algorithm::Basic || basic {
            for step in &steps {
                let value = self.basic(step, settings.depth);
                values.push(value);
            }
        } else {
            self.table.clear();
            for (&asked, step) in moves.iter().zip(&steps) {
                self.table.put(asked, step.own - base);
            }
            self.follow_best(&steps, values);
        }
    }

    /// The root of the enhanced algorithm: all moves are new, the best are followed.
    fn follow_best(&mut self, steps: &[Step], values: &mut Vec<f64>) {
        let mut order: Vec<usize> = (0..steps.len()).collect();
        order.sort_by(|&a, &b| steps[b].own.total_cmp(&steps[a].own));
        order.truncate(self.settings().new_moves as usize);
        let budget = (self.settings().positions as usize).saturating_sub(steps.len());
        values.extend(steps.iter().map(|step| step.own - NOT_FOLLOWED));
        for &place in &order {
            values[place] = self.enhanced(&steps[place], budget / order.len());
        }
    }

    fn weigh(&mut self, asked: Try, after: &Knowledge, base: f64) -> Step {
        self.evaluated += 1;
        let next = after.after_metamove();
        let judged = self.evaluator.judge(asked, after, &next);
        let own = judged.value(self.settings().information, base);
        Step { next, judged, own }
    }

    /// The enemy's metamove after `step`; `None` if the tree ends there.
    fn reply(step: &Step) -> Option<&Knowledge> {
        let king = step.next.board().enemy()[index(Role::King)];
        (!step.judged.is_over && king.any()).then_some(&step.next)
    }

    fn blend(&self, own: f64, best: f64) -> f64 {
        self.risk * own + (1.0 - self.risk) * best
    }

    /// `value` of T Figure 7.4, with this own move as the first of `depth`.
    fn basic(&mut self, step: &Step, depth: u32) -> f64 {
        if depth <= 1 {
            return step.own;
        }
        let Some(before) = Search::reply(step) else {
            return step.own;
        };
        let mut moves = self.buffers.pop().unwrap_or_default();
        before.board().moves(&[], &mut moves);
        let mut best = f64::NEG_INFINITY;
        for &asked in &moves {
            let after = before.after_own_move(asked, false);
            let next = self.weigh(asked, &after, step.judged.entropy);
            best = best.max(self.basic(&next, depth - 1));
        }
        self.buffers.push(moves);
        if best == f64::NEG_INFINITY {
            return step.own;
        }
        self.blend(step.own, best)
    }

    /// `value2` of T Figure 7.5, up to `budget` metapositions.
    fn enhanced(&mut self, step: &Step, budget: usize) -> f64 {
        if budget <= 1 {
            return step.own;
        }
        let Some(before) = Search::reply(step) else {
            return step.own;
        };
        let mut moves = self.buffers.pop().unwrap_or_default();
        before.board().moves(&[], &mut moves);
        let base = step.judged.entropy;
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for &asked in &moves {
            if let Some(benefit) = self.table.get(asked) {
                old.push((benefit, asked));
            } else {
                let next = self.weigh(asked, &before.after_own_move(asked, false), base);
                self.table.put(asked, next.own - step.own);
                new.push(next);
            }
        }
        self.buffers.push(moves);
        let budget = budget.saturating_sub(new.len());
        new.sort_by(|a, b| b.own.total_cmp(&a.own));
        new.truncate(self.settings().new_moves as usize);
        old.sort_by(|a, b| b.0.total_cmp(&a.0));
        old.truncate(self.settings().old_moves as usize);
        for (_, asked) in old {
            let next = self.weigh(asked, &before.after_own_move(asked, false), base);
            new.push(next);
        }
        let Some(share) = budget.checked_div(new.len()) else {
            return step.own;
        };
        let mut best = f64::NEG_INFINITY;
        for next in &new {
            best = best.max(self.enhanced(next, share));
        }
        self.blend(step.own, best)
    }
}
