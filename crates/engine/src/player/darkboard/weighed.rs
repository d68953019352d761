//! Values of the tries in a situation, and the best of them.

use darkforge_board::Try;

/// Value of each try in a situation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weighed {
    /// The tries that are possible, in the umpire's frame and in a fixed order.
    pub tries: Vec<Try>,
    /// Value of each, in pawns.
    pub values: Vec<f64>,
    /// Whether the weights decided; they do not if [`endgame`](crate::endgame) plays.
    pub by_weights: bool,
}

/// The least value from which a move counts as one of the best, and the number of these moves.
pub fn near_best(values: &[f64], ties: f64) -> (f64, usize) {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let floor = best - ties;
    (
        floor,
        values.iter().filter(|&&value| value >= floor).count(),
    )
}
