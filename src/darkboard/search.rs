//! The basic decision algorithm (T 7.4.3): a weighed maximax over own moves, each answered
//! by one metamove.

use super::evaluate::Evaluator;
use super::predict;
use super::weights::Weight;
use crate::chess::{Role, Try, index};
use crate::metaposition::{Metaposition, Tracker};

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

    /// Values every move of `moves` at the metaposition of `root`; one value for each, in
    /// pawns.
    pub fn values(&mut self, root: &Tracker, moves: &[Try], values: &mut Vec<f64>) {
        values.clear();
        for &asked in moves {
            let power = root.power_moves().contains(&asked);
            let after = predict::after_own_move(root.metaposition(), asked, power);
            values.push(self.value(after, asked, self.depth));
        }
    }

    /// Value of the own move `asked` that led to `after`.
    fn value(&mut self, mut after: Metaposition, asked: Try, depth: u32) -> f64 {
        let own = self.evaluator.evaluate(&after, asked.to);
        self.evaluated += 1;
        let alone = after.is_king_alone();
        if depth <= 1 && !alone {
            return own;
        }
        let gave_check = after.gives_check();
        let loose = alone && after.king_may_capture();
        after.enemy_move(&predict::SILENCE);
        if after.enemy()[index(Role::King)].is_empty() {
            // No square is left to the enemy king, unless it captures its way out.
            return match (alone && !loose, gave_check) {
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
            let after = predict::after_own_move(&after, next, false);
            best = best.max(self.value(after, next, depth - 1));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::darkboard::Weights;
    use crate::metaposition::testing::tracker;

    fn values(root: &Tracker) -> Vec<(String, f64)> {
        let mut search = Search::new(Evaluator::new(Weights::default()), 2);
        let (mut moves, mut values) = (Vec::new(), Vec::new());
        root.moves(&mut moves);
        search.values(root, &moves, &mut values);
        moves.iter().map(ToString::to_string).zip(values).collect()
    }

    #[test]
    fn a_hanging_queen_is_no_mate() {
        let root = tracker("K on a1, Q on a7; k on h8", 0);
        for (asked, value) in values(&root) {
            assert!(value < 1e5, "{asked} is held to win: {value}");
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
        assert!(of("a7f7") <= STALEMATED, "stalemate");
    }
}
