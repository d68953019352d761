//! The basic decision algorithm (T 7.4.3): a weighed maximax over own moves, each answered
//! by one metamove.

use super::evaluate::Evaluator;
use super::predict;
use super::weights::Weight;
use crate::chess::{Role, Try, index};
use crate::metaposition::Metaposition;

/// Value of a move after which the enemy king is mated wherever it is.
pub const WON: f64 = 1e6;
/// Value of a move after which the enemy is stalemated wherever its king is.
pub const STALEMATED: f64 = -1e6;

/// A search with its buffers, to be used again and again.
pub struct Search {
    evaluator: Evaluator,
    depth: u32,
    buffers: Vec<Vec<Try>>,
    evaluated: u64,
}

impl Search {
    /// A search that looks `depth` own moves ahead (at least 1).
    pub fn new(evaluator: Evaluator, depth: u32) -> Search {
        Search {
            evaluator,
            depth: depth.max(1),
            buffers: Vec::new(),
            evaluated: 0,
        }
    }

    /// The evaluation function in use.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Metapositions evaluated so far.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Values every move of `moves` at `root`; one value for each, in pawns.
    pub fn values(&mut self, root: &Metaposition, moves: &[Try], values: &mut Vec<f64>) {
        values.clear();
        for &asked in moves {
            values.push(self.value(root, asked, self.depth));
        }
    }

    fn value(&mut self, before: &Metaposition, asked: Try, depth: u32) -> f64 {
        let mut after = predict::after_own_move(before, asked);
        let own = self.evaluator.evaluate(&after, asked.to);
        self.evaluated += 1;
        let alone = after.is_king_alone();
        if depth <= 1 && !alone {
            return own;
        }
        let gave_check = after.gives_check();
        after.enemy_move(&predict::SILENCE);
        if after.enemy()[index(Role::King)].is_empty() {
            // No square is left to the enemy king.
            return match (alone, gave_check) {
                (true, true) => WON,
                (true, false) => STALEMATED,
                (false, _) => own,
            };
        }
        if depth <= 1 {
            return own;
        }
        let mut moves = self.buffers.pop().unwrap_or_default();
        after.moves(&[], &mut moves);
        let mut best = f64::NEG_INFINITY;
        for &next in &moves {
            best = best.max(self.value(&after, next, depth - 1));
        }
        let none = moves.is_empty();
        self.buffers.push(moves);
        if none {
            return own;
        }
        let risk = self.evaluator.weights()[Weight::Risk];
        risk * own + (1.0 - risk) * best
    }
}
