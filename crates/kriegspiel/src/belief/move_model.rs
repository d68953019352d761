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
use super::move_terms::{LEFT, REACHED, distance, term};
pub use super::move_terms::{Scene, TERMS};
use darkforge_board::{Board, Move, MoveList, Role, Square, index};

/// A model of the enemy's choice among its legal moves.
#[derive(Clone, Copy, Debug)]
pub struct MoveModel {
    /// Factor of each term.
    factors: &'static [f32; TERMS],
    /// For each role the product of the factors of the square left, by the [`Scene::left`] bits.
    left: [[f32; 4]; 6],
    /// The same of the square reached, by the [`Scene::reached`] bits.
    reached: [[f32; 32]; 6],
    /// For each role the factor of a distance.
    far: [[f32; 8]; 6],
    /// Share of the probability that follows the model: what it excludes would be missing from a belief
    /// for the rest of the game.
    trust: f32,
}

impl MoveModel {
    /// The model fitted to games of the engine and the sampling players.
    pub const LEARNED: MoveModel = MoveModel::new(&FACTORS, 0.9);

    /// A model with these factors by term, above 0, and this [trust](EnemyChoice::trust).
    pub const fn new(factors: &'static [f32; TERMS], trust: f32) -> MoveModel {
        let mut model = MoveModel {
            factors,
            left: [[1.0; 4]; 6],
            reached: [[1.0; 32]; 6],
            far: [[1.0; 8]; 6],
            trust,
        };
        let mut kind = 0;
        while kind < 6 {
            let mut bits = 0;
            while bits < 32 {
                let mut bit = 0;
                while bit < 5 {
                    if bits >> bit & 1 == 1 {
                        model.reached[kind][bits] *= factors[term::TO[bit] + kind];
                        if bit < 2 && bits < 4 {
                            model.left[kind][bits] *= factors[term::FROM[bit] + kind];
                        }
                    }
                    bit += 1;
                }
                bits += 1;
            }
            let mut far = 2;
            while far < 8 && 2 <= kind && kind <= 4 {
                let at = if far > 4 { 4 } else { far };
                model.far[kind][far] = factors[term::FAR + (kind - 2) * 3 + at - 2];
                far += 1;
            }
            kind += 1;
        }
        model.far[index(Role::Pawn)][2] = factors[term::DOUBLE];
        model
    }

    /// Product of the factors of the terms of `m`. `last` has the last square left and the product
    /// of its factors, because the moves of one man follow one another.
    #[inline]
    fn weight(&self, scene: &Scene, m: Move, last: &mut Option<(Square, f32)>) -> f32 {
        let Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } = m
        else {
            let mut weight = 1.0;
            scene.terms(m, |term| weight *= self.factors[term]);
            return weight;
        };
        let kind = index(role);
        let row = (scene.phase * 6 + kind) * 32;
        let before = match *last {
            Some((square, product)) if square == from => product,
            _ => {
                let square = self.factors[LEFT + row + scene.place(from)];
                let product = square * self.left[kind][scene.left(from)];
                *last = Some((from, product));
                product
            }
        };
        let mut weight = before
            * self.factors[REACHED + row + scene.place(to)]
            * self.reached[kind][scene.reached(kind, to)]
            * self.far[kind][distance(from, to)];
        if scene.in_check || capture.is_some() || promotion.is_some() {
            scene.loud_terms(m, |term| weight *= self.factors[term]);
        }
        weight
    }
}

impl EnemyChoice for MoveModel {
    fn weigh(&self, board: &Board, before: &Before, legal: &MoveList, likelihoods: &mut Vec<f32>) {
        let scene = Scene::new(board, legal, before.captured_on);
        let mut last = None;
        likelihoods.clear();
        likelihoods.extend(legal.iter().map(|&m| self.weight(&scene, m, &mut last)));
    }

    fn trust(&self) -> f32 {
        self.trust
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Position, Try, as_try};
    use darkforge_streams as streams;

    /// Boards of random games.
    fn boards() -> Vec<Board> {
        let mut found = Vec::new();
        for game in 0..6 {
            let mut stream = streams::open(7, "move model", game);
            let mut position = Position::start();
            for _ in 0..80 {
                let legal = position.board().legal_moves();
                if legal.is_empty() {
                    break;
                }
                found.push(position.board().clone());
                let m = legal[streams::below(&mut stream, legal.len())];
                position.play(as_try(m));
            }
        }
        found
    }

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
    fn the_fast_weight_is_the_product_of_all_factors() {
        for board in boards() {
            let legal = board.legal_moves();
            for captured_on in [None, legal.first().map(|m| m.to())] {
                let scene = Scene::new(&board, &legal, captured_on);
                let mut last = None;
                for &m in &legal {
                    let fast = MoveModel::LEARNED.weight(&scene, m, &mut last);
                    let mut plain = 1.0;
                    scene.terms(m, |term| plain *= FACTORS[term]);
                    assert!((fast - plain).abs() < 1e-4 * plain, "{m} on {board:?}");
                }
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
