//! Marginals: number of positions with each kind of enemy man on each square.

use rayon::prelude::*;

use super::hidden_state::HiddenState;
use darkforge_board::{ROLES, Role, Square, index};

/// Counts of positions by kind of enemy man and square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marginals {
    counts: [[u64; 64]; 6],
    positions: u64,
}

impl Marginals {
    pub(super) fn of(positions: &[HiddenState]) -> Marginals {
        let none = || [[0; 64]; 6];
        let counts = positions
            .par_chunks(4096)
            .map(|part| {
                let mut counts = none();
                for hidden in part {
                    for (role, squares) in hidden.men().into_iter().enumerate() {
                        for square in squares {
                            counts[role][square as usize] += 1;
                        }
                    }
                }
                counts
            })
            .reduce(none, |mut a, b| {
                for (a, b) in a.iter_mut().flatten().zip(b.iter().flatten()) {
                    *a += b;
                }
                a
            });
        Marginals {
            counts,
            positions: positions.len() as u64,
        }
    }

    /// Number of positions in which an enemy man of this kind stands on `square`.
    pub fn count(&self, role: Role, square: Square) -> u64 {
        self.counts[index(role)][square as usize]
    }

    /// Share of such positions, 0 to 1; 0 if there are no positions.
    pub fn share(&self, role: Role, square: Square) -> f64 {
        self.count(role, square) as f64 / self.positions.max(1) as f64
    }

    /// Share of the positions in which `square` holds no enemy man.
    pub fn empty(&self, square: Square) -> f64 {
        let held: u64 = ROLES.map(|role| self.count(role, square)).iter().sum();
        (self.positions - held) as f64 / self.positions.max(1) as f64
    }

    /// Entropy of the contents of `square`, in bits.
    pub fn entropy(&self, square: Square) -> f64 {
        let shares = ROLES.map(|role| self.share(role, square));
        let shares = shares.into_iter().chain([self.empty(square)]);
        shares
            .filter(|&share| share > 0.0)
            .map(|share| -share * libm::log2(share))
            .sum()
    }

    /// Sum of the entropies of all squares, in bits: never less than the entropy of the
    /// position as a whole.
    pub fn total_entropy(&self) -> f64 {
        Square::ALL
            .into_iter()
            .map(|square| self.entropy(square))
            .sum()
    }
}
