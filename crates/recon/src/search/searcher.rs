//! Searcher: alpha and beta to a small depth, then captures.

use super::node::Node;
use crate::referee::Step;
use darkforge_board::{Bitboard, Role, index, role_on, side, squares_of};

/// Value of a captured king, in hundredths of a pawn.
pub const WIN: i32 = 10_000;

/// Captures in a row after the search's depth.
const CAPTURES: u32 = 6;

/// A search and its work.
#[derive(Clone, Debug, Default)]
pub struct Searcher {
    /// Positions looked at.
    pub work: u64,
    spare: Vec<Vec<(i32, Step)>>,
}

impl Searcher {
    /// Value of a position for the side to move, between `alpha` and `beta`. A king that can be
    /// captured counts as captured. Wins that come sooner are worth more.
    pub fn value(&mut self, node: &Node<'_>, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.work += 1;
        let mover = node.position.turn;
        if node.is_in_check(!mover) {
            return WIN;
        }
        if depth == 0 {
            return self.captures(node, CAPTURES, alpha, beta);
        }
        let mut steps = self.steps(node, Bitboard::FULL);
        let (mut alpha, mut best) = (alpha, -WIN);
        for &(_, step) in &steps {
            let next = node.after(Some(node.taken(step)));
            let value = fade(-self.value(&next, depth - 1, -beta, -alpha));
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if best < 200 - WIN && !node.is_in_check(mover) {
            best = node.value(); // a pass is better than a lost king
        }
        steps.clear();
        self.spare.push(steps);
        best
    }

    /// Value after captures only, each side free to stop.
    fn captures(&mut self, node: &Node<'_>, left: u32, alpha: i32, beta: i32) -> i32 {
        let still = node.value();
        if still >= beta || left == 0 {
            return still;
        }
        let others = squares_of(&node.position.men[side(!node.position.turn)]);
        let mut steps = self.steps(node, others);
        let (mut alpha, mut best) = (alpha.max(still), still);
        for &(gain, step) in &steps {
            if still + gain + 200 < alpha {
                continue;
            }
            self.work += 1;
            let next = node.after(Some(node.taken(step)));
            let value = if next.is_in_check(!next.position.turn) {
                -WIN
            } else {
                fade(-self.captures(&next, left - 1, -beta, -alpha))
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        steps.clear();
        self.spare.push(steps);
        best
    }

    /// Steps to the targets, the most promising captures first. Promotions are to queens alone.
    fn steps(&mut self, node: &Node<'_>, targets: Bitboard) -> Vec<(i32, Step)> {
        let mut steps = self.spare.pop().unwrap_or_default();
        let mover = node.position.turn;
        let enemy = &node.position.men[side(!mover)];
        let values = &node.by.men;
        let mut add = |step: Step| {
            if step.promotion.is_some_and(|role| role != Role::Queen) {
                return;
            }
            let gain = role_on(enemy, step.to).map_or(0, |role| values[index(role)]);
            let more = match step.promotion {
                Some(role) => values[index(role)] - values[0],
                None => 0,
            };
            steps.push((gain + more, step));
        };
        let own = node.position.side(mover);
        own.each_step(targets, &mut add);
        own.each_en_passant(&mut add);
        // The cheapest capturer of the dearest man; the order of equals follows from the board.
        let order = |&(gain, step): &(i32, Step)| (-gain, index(step.role));
        steps.sort_by_key(order);
        steps
    }
}

/// Wins that take longer are worth less.
fn fade(value: i32) -> i32 {
    match value {
        v if v > WIN - 100 => v - 1,
        v if v < 100 - WIN => v + 1,
        v => v,
    }
}
