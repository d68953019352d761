//! Move model: probabilities of the enemy's legal moves, fitted to games. A conditional logit
//! (McFadden, 1974): the weight of a move is a product of table entries, one for each of its terms,
//! and its probability is its share of the sum over all legal moves.
//!
//! ```
//! use darkforge_board::Board;
//! use darkforge_kriegspiel::belief::{Before, EnemyChoice, MoveModel};
//!
//! let board = Board::start();
//! let legal = board.legal_moves();
//! let mut likelihoods = Vec::new();
//! MoveModel::LEARNED.weigh(&board, &Before::default(), &legal, &mut likelihoods);
//! assert_eq!(likelihoods.len(), 20);
//! ```

use super::enemy_choice::{Before, EnemyChoice};
use super::move_factors::FACTORS;
use super::move_terms::moving;
pub use super::move_terms::{GROUPS, Scene, TERMS};
use darkforge_board::{Board, MoveList};

/// Range of fitted factors: products of the ten or so of a move are finite and above 0.
pub const RANGE: std::ops::RangeInclusive<f64> = 0.001..=999.0;

/// A model of the enemy's choice among its legal moves.
#[derive(Clone, Copy, Debug)]
pub struct MoveModel<'a> {
    /// Factor of each term.
    factors: &'a [f32; TERMS],
    /// Share of the probability that follows the model: what it excludes would be missing from a belief
    /// for the rest of the game.
    trust: f32,
}

impl MoveModel<'static> {
    /// The model fitted to games of the engine and the sampling players.
    pub const LEARNED: MoveModel<'static> = MoveModel::new(&FACTORS, 0.9);
}

impl<'a> MoveModel<'a> {
    /// A model with these factors by term, above 0, and this [trust](EnemyChoice::trust).
    pub const fn new(factors: &'a [f32; TERMS], trust: f32) -> MoveModel<'a> {
        MoveModel { factors, trust }
    }

    /// Factor of each term.
    pub const fn factors(&self) -> &'a [f32; TERMS] {
        self.factors
    }

    /// Natural logarithm of each term's factor.
    pub fn logs(&self) -> Vec<f64> {
        let logs = self.factors.iter().map(|&one| libm::log(f64::from(one)));
        logs.collect()
    }

    /// `weight` times the factors of `terms`.
    #[inline]
    fn product<const N: usize>(&self, weight: f32, terms: [usize; N]) -> f32 {
        let factors = terms.into_iter().map(|term| self.factors[term]);
        factors.fold(weight, |product, factor| product * factor)
    }
}

impl EnemyChoice for MoveModel<'_> {
    fn weigh(&self, board: &Board, before: &Before, legal: &MoveList, likelihoods: &mut Vec<f32>) {
        let scene = Scene::new(board, legal, before.captured_on);
        let (mut man, mut mover, mut leaving) = (None, None, 1.0);
        likelihoods.clear();
        likelihoods.extend(legal.iter().map(|&m| {
            // Moves of the same man mostly come one after another; castling is of none.
            let moving = moving(m);
            if moving != man {
                man = moving;
                mover = man.map(|(kind, from)| scene.mover(kind, from));
                leaving = mover
                    .as_ref()
                    .map_or(1.0, |mover| self.product(1.0, mover.leaving));
            }
            let mut weight = leaving;
            if let Some(mover) = &mover {
                weight = self.product(weight, mover.arriving(m.to()));
            }
            scene.rare_terms(m, |term| weight *= self.factors[term]);
            weight
        }));
    }

    fn trust(&self) -> f32 {
        self.trust
    }
}

#[cfg(test)]
mod tests {
    use super::super::move_terms::term;
    use super::*;
    use darkforge_board::{Move, Position, Role, Square, Try, as_try, index};

    fn terms_of(board: &Board, m: Move, captured_on: Option<Square>) -> Vec<usize> {
        let legal = board.legal_moves();
        let mut terms = Vec::new();
        Scene::new(board, &legal, captured_on).terms(m, |term| terms.push(term));
        terms
    }

    #[test]
    fn a_move_has_the_terms_of_its_mirror_image() {
        let pairs = [
            (
                "4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1",
                "3rk3/8/8/4p3/3P4/8/8/4K3 b - - 0 1",
            ),
            (
                "r3k3/1P6/8/8/8/8/5n2/R3K2R w KQq - 0 1",
                "r3k2r/5N2/8/8/8/8/1p6/R3K3 b Qkq - 0 1",
            ),
        ];
        let mirrored = |asked: Try| Try {
            from: asked.from.flip_vertical(),
            to: asked.to.flip_vertical(),
            ..asked
        };
        for (white, black) in pairs {
            let [white, black] = [white, black].map(|fen| {
                let position: Position = fen.parse().unwrap();
                position.board().clone()
            });
            for m in white.legal_moves() {
                let asked = mirrored(as_try(m));
                let other = black.legal_move(asked).expect("its mirror image");
                assert_eq!(
                    terms_of(&white, m, None),
                    terms_of(&black, other, None),
                    "{m}"
                );
            }
        }
    }

    #[test]
    fn a_capture_on_the_square_of_our_capture_answers_it() {
        let position: Position = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1".parse().unwrap();
        let board = position.board();
        let m = board.legal_move("d1d5".parse().unwrap()).unwrap();
        let rook = index(Role::Rook);
        assert!(terms_of(board, m, Some(Square::D5)).contains(&(term::ANSWERED + rook)));
        assert!(terms_of(board, m, None).contains(&(term::BLIND + rook)));
    }
}
