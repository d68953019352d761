//! Models of the enemy: how likely its moves are.

use crate::referee::{Side, Step};
use darkforge_board::Men;

/// Relative probabilities of an enemy's moves. They change the weights of believed positions, never
/// which positions are believed.
pub trait EnemyModel {
    /// Sets the weight of each step of `side`, and returns that of a pass. All are positive; their
    /// sum need not be 1. `steps` are all steps that the side could take; `others` are the men of the
    /// other side before them.
    fn weigh(&self, side: &Side<'_>, others: &Men, steps: &[Step], weights: &mut Vec<f32>) -> f32;

    /// Whether every move is equally likely; positions then keep equal weights without a count of
    /// the moves.
    fn is_uniform(&self) -> bool {
        false
    }
}

/// All positions are equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl EnemyModel for Uniform {
    fn weigh(
        &self,
        _side: &Side<'_>,
        _others: &Men,
        steps: &[Step],
        weights: &mut Vec<f32>,
    ) -> f32 {
        weights.clear();
        weights.resize(steps.len(), 1.0);
        1.0
    }

    fn is_uniform(&self) -> bool {
        true
    }
}
