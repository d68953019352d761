//! The evaluation function of T 7.5: material safety, position, information; in pawns.
//!
//! T is the thesis, see [the crate](crate).

use super::protection::Protection;
use super::{Beams, Curve, Information, Judges, Knowledge, Settings};
use crate::darkboard::attacks::{around, threatened};
use crate::darkboard::has_mating_material;
use darkforge_board::{
    Bitboard, Role, Square, Try, bishop_attacks, index, knight_attacks, rook_attacks,
};
use darkforge_kriegspiel::metaposition::{Metaposition, fill};

/// The two special values of T 7.4.3: victory, and what must not happen.
pub(super) const WON: f64 = 1000.0;
/// Greatest number of enemy men besides the king at which stalemate is looked for (T 7.6.2).
const FEW: u32 = 2;

/// The king matrix of T 7.5.2, one quarter, from the corner.
const KING_MATRIX: [[f64; 4]; 4] = [
    [1.0, 1.2, 1.4, 1.6],
    [1.2, 1.7, 2.0, 2.4],
    [1.4, 2.0, 2.7, 3.5],
    [1.6, 2.4, 3.5, 4.2],
];
/// Its sum over the board.
const WHOLE_MATRIX: f64 = 4.0 * 33.8;

/// Value of an own move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    /// All but the information.
    rest: f64,
    /// Weighted entropy of the judged metaposition.
    pub(super) entropy: f64,
    /// Whether the tree ends here.
    pub(super) is_over: bool,
}

impl Judged {
    /// The value; `base` is the entropy two plies before.
    pub(super) fn value(self, information: Information, base: f64) -> f64 {
        match information {
            Information::Change => self.rest - (self.entropy - base),
            Information::State => self.rest - self.entropy,
        }
    }
}

/// Evaluation with prepared settings.
pub struct Evaluator {
    settings: Settings,
    /// Sum of undesirabilities by the set of kinds that are possible on a square (T 7.5.3).
    undesirable: [f64; 64],
    /// `f_E` by age.
    curve: [f64; 512],
    matrix: [f64; 64],
    /// Checkmate coefficient by enemy men left.
    fade: [f64; 16],
}

impl Evaluator {
    /// Prepares `settings`.
    pub fn new(settings: Settings) -> Evaluator {
        let weights = settings.weights;
        let cap = f64::from(settings.cap);
        let curve = |age: usize| match settings.curve {
            Curve::Capped => (age as f64 / cap).min(1.0),
            Curve::Hyperbola => age as f64 / (age as f64 + cap),
        };
        let quarter = |i: usize| i.min(7 - i);
        Evaluator {
            undesirable: std::array::from_fn(|kinds| {
                let of = |kind: usize| weights.undesirable[kind] * ((kinds >> kind) & 1) as f64;
                weights.entropy * (0..6).map(of).sum::<f64>()
            }),
            curve: std::array::from_fn(curve),
            matrix: std::array::from_fn(|i| KING_MATRIX[quarter(i / 8)][quarter(i % 8)]),
            fade: std::array::from_fn(|men| libm::exp(-weights.fade * men as f64)),
            settings,
        }
    }

    /// The settings in use.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Value of the move `asked` that led from `before` to `after`.
    pub fn evaluate(&self, before: &Knowledge, asked: Try, after: &Knowledge) -> f64 {
        let base = self.entropy(before);
        self.judge(asked, after, &after.after_metamove())
            .value(self.settings.information, base)
    }

    /// The parts of the value of `asked`, which led to `after`, and with the enemy's metamove to
    /// `next`.
    pub(super) fn judge(&self, asked: Try, after: &Knowledge, next: &Knowledge) -> Judged {
        let board = after.board();
        if mates(board) {
            return Judged {
                rest: WON,
                entropy: 0.0,
                is_over: true,
            };
        }
        let judged = match self.settings.judges {
            Judges::Own => after,
            Judges::Reply => next,
        };
        let entropy = self.entropy(judged);
        let protection = Protection::of(board);
        let mut rest = self.material(after, &protection, asked.to)
            + self.position(board, &protection)
            + self.mating(judged.board());
        if self.settings.stalemate {
            rest -= self.settings.weights.singleton * f64::from(self.singletons(board));
        }
        Judged {
            rest,
            entropy,
            is_over: false,
        }
    }

    /// Material safety (T 7.5.1): each man's value times its safety.
    fn material(&self, after: &Knowledge, protection: &Protection, moved: Square) -> f64 {
        let board = after.board();
        let weights = &self.settings.weights;
        let exposed = if self.settings.reach {
            threatened(board)
        } else {
            board.own_squares()
        };
        let total = after.ages_of(Bitboard::FULL).max(1);
        // The coefficients fall to 0 as the enemy loses men.
        let left = f64::from(board.enemy_men_left()) / 15.0;
        let mut material = weights.captured * f64::from(board.taken().all());
        for (role, &men) in board.own().iter().enumerate() {
            let mut value = weights.men.get(role).copied().unwrap_or(weights.king);
            if role == index(Role::Pawn) && !has_mating_material(board) {
                value *= weights.last_pawns;
            }
            for square in men {
                let mut danger = 0.0;
                if exposed.contains(square) {
                    danger = self.danger(after, square, total);
                    if square == moved {
                        danger *= weights.moved;
                    }
                    if let Some(least) = protection.least(square) {
                        danger *= weights.guards[least] * left;
                    }
                }
                material += value * (1.0 - danger.min(1.0));
            }
        }
        material
    }

    /// Danger to the man on `square` before protection: the ages that it sees as a share of all,
    /// and the pawns that may capture it.
    fn danger(&self, after: &Knowledge, square: Square, total: u32) -> f64 {
        let board = after.board();
        let seen = if self.settings.stops {
            around(board, square)
        } else {
            let none = Bitboard::EMPTY;
            rook_attacks(square, none) | bishop_attacks(square, none) | knight_attacks(square)
        };
        let mut danger = f64::from(after.ages_of(seen)) / f64::from(total);
        let pawns = board.enemy()[index(Role::Pawn)];
        for pawn in fill::own_pawn_attacks(Bitboard::from_square(square)) & pawns {
            let envelope = Bitboard::from_file(pawn.file()) & pawns;
            danger += 1.0 / envelope.count() as f64;
        }
        danger
    }

    /// Position (T 7.5.2): pawns, queens, files, controlled squares.
    fn position(&self, board: &Metaposition, protection: &Protection) -> f64 {
        let weights = &self.settings.weights;
        let pawns = board.own()[index(Role::Pawn)];
        let advance: u32 = pawns.into_iter().map(|pawn| pawn.rank() as u32 - 1).sum();
        let queens = board.own()[index(Role::Queen)].count();
        let open = !board.files().possible();
        weights.advance * f64::from(advance)
            + weights.queens * queens.saturating_sub(1) as f64
            + weights.open_file * (open & fill::RANK_1).count() as f64
            + weights.passed * (open & pawns).count() as f64
            + weights.control * protection.controlled(board.own_squares()) as f64
    }

    /// Progress towards mate (T 7.5.2), with the distance of T 6.3.1.
    fn mating(&self, board: &Metaposition) -> f64 {
        let coefficient = self.fade[board.enemy_men_left() as usize];
        if coefficient < 1e-3 || !has_mating_material(board) || self.balance(board) < 0.0 {
            return 0.0;
        }
        let king = board.enemy()[index(Role::King)];
        let sum: f64 = king
            .into_iter()
            .map(|square| self.matrix[square as usize])
            .sum();
        let home = board.own_king();
        let far = king.into_iter().map(|square| square.distance(home)).max();
        coefficient
            * (self.settings.weights.mating * (WHOLE_MATRIX - sum)
                + self.settings.weights.approach * (7.0 - f64::from(far.unwrap_or(0))))
    }

    /// Kings without a neighbour: possible squares of the king, not in check, from which it cannot
    /// move. Only with two enemy men or fewer besides it (T 7.6.2).
    fn singletons(&self, board: &Metaposition) -> u32 {
        if board.enemy_men_left() > FEW || board.gives_check() {
            return 0;
        }
        let shut = match self.settings.beams {
            Beams::Surely => board.surely_shut_in(),
            Beams::Maybe => board.shut_in(),
        };
        shut.count() as u32
    }

    /// Own material less the enemy's, as far as captures were announced.
    pub(super) fn balance(&self, board: &Metaposition) -> f64 {
        let men = &self.settings.weights.men;
        let own: f64 = (0..5)
            .map(|role| men[role] * board.own()[role].count() as f64)
            .sum();
        let taken = board.taken();
        let pieces = f64::from(7 - taken.pieces.min(7));
        let pawns = f64::from(8 - taken.pawns.min(8));
        let mean = (2.0 * (men[1] + men[2] + men[3]) + men[4]) / 7.0;
        own - pieces * mean - pawns * men[0]
    }

    /// Chessboard entropy (T 7.5.3): the sum over the squares of the undesirability of what may stand
    /// there, in pawns, times `f_E` of the square's age.
    ///
    /// ```
    /// use darkforge_engine::darkboard_2006::{Evaluator, Knowledge, Settings};
    ///
    /// let settings = Settings::default();
    /// let evaluator = Evaluator::new(settings);
    /// let start = Knowledge::start(&settings);
    /// assert_eq!(evaluator.entropy(&start), 0.0, "nothing has moved");
    /// assert!(evaluator.entropy(&start.after_metamove()) > 0.0);
    /// ```
    pub fn entropy(&self, now: &Knowledge) -> f64 {
        let board = now.board();
        let enemy = board.enemy();
        let weights = &self.settings.weights;
        let mut entropy = 0.0;
        for square in board.enemy_squares() {
            let place = square as usize;
            let mut kinds = 0;
            for (kind, men) in enemy.iter().enumerate() {
                kinds |= (((men.0 >> place) & 1) as usize) << kind;
            }
            let mut undesirable = self.undesirable[kinds];
            if kinds & 1 == 1 {
                undesirable += weights.entropy
                    * match place / 8 {
                        1 => weights.undesirable_pawn[1],
                        2 => weights.undesirable_pawn[0],
                        _ => 0.0,
                    };
            }
            entropy += undesirable * self.curve[usize::from(now.age(square)).min(511)];
        }
        entropy
    }
}

/// Whether the enemy has only its king, in check on every square that it could stand on, and no
/// way out.
fn mates(board: &Metaposition) -> bool {
    let king = board.enemy()[index(Role::King)];
    board.is_king_alone()
        && board.gives_check()
        && king.any()
        && king.is_subset(board.shut_in())
        && !board.king_may_capture()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_sums_to_its_constant() {
        let evaluator = Evaluator::new(Settings::default());
        let sum: f64 = evaluator.matrix.iter().sum();
        assert!((sum - WHOLE_MATRIX).abs() < 1e-9, "{sum}");
    }

    #[test]
    fn entropy_grows_by_metamoves_and_shrinks_by_own_moves() {
        let settings = Settings::default();
        let evaluator = Evaluator::new(settings);
        let mut now = Knowledge::start(&settings);
        for asked in ["e2e4", "d1h5", "f1c4", "g1f3", "e1g1", "c4f7", "h5g6"] {
            let after = now.after_own_move(asked.parse().unwrap(), false);
            assert!(evaluator.entropy(&after) <= evaluator.entropy(&now) + 1e-9);
            now = after.after_metamove();
            assert!(evaluator.entropy(&now) >= evaluator.entropy(&after) - 1e-9);
        }
    }
}
