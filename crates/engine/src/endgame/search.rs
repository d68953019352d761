//! Search: every own move with all answers of the umpire, each weighted by its likelihood, then all
//! moves of the king at once.
//!
//! Values are expected numbers of own moves to mate; less is better.

use std::sync::Arc;

use super::king_belief::{KingBelief, Loss, Moved};
use super::network::{self, Input, Networks};
use super::own::Own;
use darkforge_board::{Bitboard, Square, Try};

/// Cost of a draw in whole games, in own moves.
pub const DRAW: f32 = 150.0;
/// Upper bound of a belief's value.
const LONGEST: f32 = 150.0;
/// Share of legality from which a try counts as always legal.
const SURE: f32 = 0.9999;
/// Number of own moves at a node below the root that are followed.
const FOLLOWED: usize = 4;

/// An estimate of own moves to mate; `None` if it is too coarse.
pub type Estimate = fn(&KingBelief) -> Option<f32>;

/// Evaluation of the beliefs at the end of a search.
#[derive(Clone)]
pub struct Judge {
    /// The networks.
    pub networks: Arc<Networks>,
    /// An estimate that is used before them, if there is one.
    pub estimate: Option<Estimate>,
}

/// A search with reusable buffers.
#[derive(Clone)]
pub struct Search {
    judge: Judge,
    /// Cost of a draw, in own moves.
    draw: f32,
    buffers: Vec<Buffers>,
    inputs: Vec<Input>,
    losses: Vec<Loss>,
}

/// Buffers of a node.
#[derive(Clone, Default)]
struct Buffers {
    moves: Vec<Try>,
    worths: Vec<Worth>,
}

/// Value of a try.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The try.
    pub asked: Try,
    /// Likelihood that it is legal.
    pub legal: f32,
    /// Number of own moves to mate if it is legal, this one included.
    pub cost: f32,
}

impl Search {
    /// A search with the evaluation `judge`; `draw` is the cost of a draw in own moves.
    pub fn new(judge: Judge, draw: f32) -> Search {
        Search {
            judge,
            draw,
            buffers: Vec::new(),
            inputs: Vec::new(),
            losses: Vec::new(),
        }
    }

    /// Number of own moves to mate from `belief` at our turn, `depth` own moves deep.
    pub fn node(&mut self, belief: &KingBelief, depth: u32) -> f32 {
        if depth == 0 || belief.own.is_dead() {
            return self.leaf(belief);
        }
        let mut buffers = self.buffers.pop().unwrap_or_default();
        belief.own.moves(&mut buffers.moves);
        buffers.worths.clear();
        for &asked in &buffers.moves {
            buffers.worths.extend(self.worth(belief, asked, 1));
        }
        buffers.worths.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        if depth > 1 {
            sure_among_best(&mut buffers.worths, FOLLOWED);
            buffers.worths.truncate(FOLLOWED);
            for worth in &mut buffers.worths {
                if let Some(deeper) = self.worth(belief, worth.asked, depth) {
                    *worth = deeper;
                }
            }
            buffers.worths.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        }
        let cost = in_order(&buffers.worths);
        self.buffers.push(buffers);
        cost
    }

    fn leaf(&mut self, belief: &KingBelief) -> f32 {
        if belief.own.is_dead() {
            return self.draw;
        }
        let estimated = self.judge.estimate.and_then(|estimate| estimate(belief));
        let moves = estimated.unwrap_or_else(|| {
            network::look(belief, &mut self.inputs);
            self.judge.networks.of(&belief.own).value(&self.inputs)
        });
        moves.clamp(1.0, LONGEST)
    }

    /// Value of `asked`, `depth` own moves deep, this one included; `None` if it is certainly
    /// illegal.
    pub fn worth(&mut self, belief: &KingBelief, asked: Try, depth: u32) -> Option<Worth> {
        let moved = belief.moved(asked);
        if moved.legal.is_empty() {
            return None;
        }
        let mass = belief.mass(moved.legal).max(f32::MIN_POSITIVE);
        let all = belief.mass(belief.king).max(f32::MIN_POSITIVE);
        let mut cost = self.draw * belief.mass(moved.shut & !moved.attacked);
        KingBelief::answers(&moved, |squares| {
            cost += self.after_answer(belief, &moved, squares, depth - 1);
        });
        Some(Worth {
            asked,
            legal: mass / all,
            cost: 1.0 + cost / mass,
        })
    }

    /// Cost, times likelihood, of the continuation if the announcement leaves the king on one of
    /// `squares`.
    fn after_answer(
        &mut self,
        belief: &KingBelief,
        moved: &Moved,
        squares: Bitboard,
        depth: u32,
    ) -> f32 {
        let mut losses = std::mem::take(&mut self.losses);
        let next = belief.king_moves(moved, squares, &mut losses);
        let mut cost = 0.0;
        for &(square, share) in &losses {
            cost += share * self.poorer(moved.own, square);
        }
        self.losses = losses;
        if next.king.any() {
            cost += next.mass(next.king) * self.node(&next, depth);
        }
        cost
    }

    /// Value after the king captured on `square`, where it then stands.
    fn poorer(&mut self, own: Own, square: Square) -> f32 {
        let belief = KingBelief::even(own.without(square), Bitboard::from_square(square));
        self.leaf(&belief)
    }
}

impl Worth {
    /// Whether the try is practically always legal.
    pub fn is_sure(&self) -> bool {
        self.legal >= SURE
    }
}

/// Moves one try that is always legal, if there is one, among the first `most` of the sorted
/// values: after them the turn must have ended.
pub fn sure_among_best(worths: &mut [Worth], most: usize) {
    match worths.iter().position(Worth::is_sure) {
        Some(sure) if sure >= most => worths.swap(most - 1, sure),
        _ => {}
    }
}

/// Cost of asking sorted tries one after the other until one is legal. The information of refusals
/// is ignored.
pub fn in_order(worths: &[Worth]) -> f32 {
    let (mut cost, mut left) = (0.0, 1.0);
    for worth in worths {
        if worth.is_sure() {
            return cost + left * worth.cost;
        }
        cost += left * worth.legal * worth.cost;
        left *= 1.0 - worth.legal;
    }
    if left < 1.0 {
        cost / (1.0 - left)
    } else {
        DRAW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(legal: f32, cost: f32) -> Worth {
        Worth {
            asked: "a1a2".parse().unwrap(),
            legal,
            cost,
        }
    }

    #[test]
    fn a_doubtful_try_comes_first_when_it_is_better() {
        let cost = in_order(&[worth(0.5, 4.0), worth(1.0, 10.0)]);
        assert!((cost - 7.0).abs() < 1e-5);
        let sure = in_order(&[worth(1.0, 3.0), worth(0.5, 4.0)]);
        assert!((sure - 3.0).abs() < 1e-5);
    }

    #[test]
    fn one_sure_try_is_kept() {
        let mut worths = vec![worth(0.5, 1.0), worth(0.4, 2.0), worth(1.0, 9.0)];
        sure_among_best(&mut worths, 2);
        assert!(worths[..2].iter().any(Worth::is_sure));
    }
}
