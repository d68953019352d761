//! The evaluation function (T 7.5): material safety, position, information; in pawns, from
//! the own side's view.
//!
//! T is the thesis, see [the crate](crate).

use super::attacks::{self, Protection};
use super::weights::{Weight, Weights};
use darkforge_board::{
    Bitboard, Color, File, ROLES, Role, Square, index, king_attacks, piece_square_value,
};
use darkforge_kriegspiel::metaposition::ages::PLANES;
use darkforge_kriegspiel::metaposition::{Metaposition, fill};

/// The king matrix of T 7.5.2: where the enemy king is easiest to mate, lower is better.
/// One quarter, from the corner a1 to d4; the others mirror it.
const KING_MATRIX: [[f64; 4]; 4] = [
    [1.0, 1.2, 1.4, 1.6],
    [1.2, 1.7, 2.0, 2.4],
    [1.4, 2.0, 2.7, 3.5],
    [1.6, 2.4, 3.5, 4.2],
];

/// Number of enemy men besides the king from which on the own king need not hide.
const ENDING: u32 = 6;

/// The matrix as steps: each with the squares whose value is at least the step's, so that a sum
/// over squares is a few counts.
struct Step {
    height: f64,
    squares: Bitboard,
}

/// Evaluation with prepared weights.
pub struct Evaluator {
    weights: Weights,
    values: [f64; 6],
    guards: [f64; 6],
    /// By role and number of squares.
    entropy: Box<[[f64; 65]; 6]>,
    steps: Vec<Step>,
    /// Sum of the steps over the whole board, for a king that may be anywhere.
    steps_of_all: f64,
    /// Decay of the checkmate coefficient, by enemy men left.
    fade: [f64; 16],
    guard_fade: [f64; 16],
    /// Value of an own man on a square, by role; the last row is for the king when few enemy men
    /// are left.
    placement: [[f64; 64]; 7],
}

impl Evaluator {
    /// Prepares `weights`.
    pub fn new(weights: Weights) -> Evaluator {
        let w = |weight| weights[weight];
        let scale = w(Weight::Entropy) / w(Weight::AgeCap).round();
        let steps = steps(w(Weight::KingMatrix));
        Evaluator {
            steps_of_all: weigh(&steps, Bitboard::FULL),
            steps,
            values: weights.of_men(),
            guards: [
                w(Weight::GuardPawn),
                w(Weight::GuardKnight),
                w(Weight::GuardBishop),
                w(Weight::GuardRook),
                w(Weight::GuardQueen),
                w(Weight::GuardKing),
            ],
            entropy: Box::new(
                [
                    w(Weight::EntropyPawn) * scale,
                    w(Weight::EntropyKnight) * scale,
                    w(Weight::EntropyBishop) * scale,
                    w(Weight::EntropyRook) * scale,
                    w(Weight::EntropyQueen) * scale,
                    w(Weight::EntropyKing) * scale,
                ]
                .map(|weight| std::array::from_fn(|squares| weight * squares as f64)),
            ),
            fade: std::array::from_fn(|men| libm::exp(-w(Weight::CheckmateFade) * men as f64)),
            guard_fade: std::array::from_fn(|men| {
                libm::pow(men as f64 / 15.0, w(Weight::GuardFade))
            }),
            placement: placements(w(Weight::Placement)),
            weights,
        }
    }

    /// The weights in use.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Cap of the squares' ages in moves: the weight as a whole number.
    pub fn age_cap(&self) -> u8 {
        self.weights[Weight::AgeCap].round() as u8
    }

    /// Value of `after`, the result of an own move; `moved` is the square of the moved man.
    #[inline(never)] // a part of its own in profiles
    pub fn evaluate(&self, after: &Metaposition, moved: Square) -> f64 {
        let protection = Protection::of(after);
        self.material(after, &protection, moved)
            + self.position(after, &protection)
            + self.placed(after)
            + self.mating(after)
            - self.entropy(after)
    }

    /// Danger to a man for each move since a square that it sees was last known to be free.
    fn danger_per_age(&self, after: &Metaposition) -> f64 {
        let total_age = after.ages().sum(Bitboard::FULL);
        if total_age == 0 {
            0.0
        } else {
            self.weights[Weight::Danger] / f64::from(total_age)
        }
    }

    /// Material safety (T 7.5.1): each man's value times its safety.
    fn material(&self, after: &Metaposition, protection: &Protection, moved: Square) -> f64 {
        let dangers = self.dangers(after, protection, moved);
        let mut values = self.values;
        if !has_mating_material(after) {
            values[0] *= self.weights[Weight::PawnNoMate];
        }
        let mut material = 0.0;
        for (value, &men) in values.into_iter().zip(after.own()) {
            for square in men {
                material += value * (1.0 - dangers[square as usize].min(1.0));
            }
        }
        material + self.captured(after)
    }

    /// Danger to the own man on each square, 0 where there is none.
    #[inline]
    fn dangers(&self, after: &Metaposition, protection: &Protection, moved: Square) -> [f64; 64] {
        let guard_fade = self.guard_fade[after.enemy_men_left() as usize];
        let guards = self.guards.map(|guard| guard * guard_fade);
        let per_age = self.danger_per_age(after);
        let mut dangers = [0.0; 64];
        for square in attacks::threatened(after) {
            let mut danger = if after.is_king_alone() {
                danger_by_king(after, square)
            } else {
                self.danger(after, square, per_age)
            };
            if danger > 0.0 {
                if square == moved {
                    danger *= self.weights[Weight::LastMoved];
                }
                if let Some(least) = protection.least(square) {
                    danger *= guards[least];
                }
            }
            dangers[square as usize] = danger;
        }
        dangers
    }

    /// Value of the captured enemy men.
    pub(super) fn captured(&self, after: &Metaposition) -> f64 {
        let taken = after.taken();
        f64::from(taken.pawns) * self.weights[Weight::TakenPawn]
            + f64::from(taken.pieces) * self.weights[Weight::TakenPiece]
    }

    /// Danger before protection to the threatened man on `square`.
    #[inline]
    fn danger(&self, after: &Metaposition, square: Square, per_age: f64) -> f64 {
        let around = attacks::around(after, square);
        let mut danger = per_age * f64::from(after.ages().sum(around));
        let pawns = after.enemy()[index(Role::Pawn)];
        for pawn in fill::own_pawn_attacks(Bitboard::from_square(square)) & pawns {
            let envelope = Bitboard::from_file(pawn.file()) & pawns;
            danger += self.weights[Weight::PawnThreat] / envelope.count() as f64;
        }
        danger
    }

    /// Position (T 7.5.2): pawns, queens, files and controlled squares.
    fn position(&self, after: &Metaposition, protection: &Protection) -> f64 {
        let own = after.own();
        let pawns = own[index(Role::Pawn)];
        let mut advance = 0;
        for (steps, rank) in (3..=7).enumerate() {
            advance += (steps + 1) * (pawns & fill::rank(rank)).count();
        }
        let open = !after.files().possible();
        let queens = own[index(Role::Queen)].count();
        let gone = 1.0 - f64::from(after.enemy_men_left()) / 15.0;
        let control = self.weights[Weight::Control] + self.weights[Weight::ControlAhead] * gone;
        let advanced =
            self.weights[Weight::PawnAdvance] + self.weights[Weight::PawnAdvanceAhead] * gone;
        let exposed = f64::from((after.own_king().rank() as u32).min(3)) * (1.0 - gone);
        let bare = f64::from(unsheltered(after)) * (1.0 - gone);
        advanced * advance as f64
            - self.weights[Weight::KingExposed] * exposed
            - self.weights[Weight::KingShelter] * bare
            + self.weights[Weight::SecondQueen] * queens.saturating_sub(1) as f64
            + self.weights[Weight::OpenFile] * (open & fill::RANK_1).count() as f64
            + self.weights[Weight::PawnOnOpenFile] * (open & pawns).count() as f64
            + control * (protection.all() & !after.own_squares()).count() as f64
    }

    /// Placement of the own men, as in ordinary chess.
    #[inline]
    fn placed(&self, after: &Metaposition) -> f64 {
        let ending = after.enemy_men_left() <= ENDING;
        let mut placed = 0.0;
        for (role, &men) in after.own().iter().enumerate() {
            let is_free = ending && role == index(Role::King);
            let row = &self.placement[role + usize::from(is_free)];
            for square in men {
                placed += row[square as usize];
            }
        }
        placed
    }

    /// Progress towards mate (T 7.5.2): the enemy king's squares weighted by the king matrix, times
    /// the checkmate coefficient.
    fn mating(&self, after: &Metaposition) -> f64 {
        let coefficient = self.fade[after.enemy_men_left() as usize];
        if coefficient < 1e-4 || !has_mating_material(after) || self.is_behind(after) {
            return 0.0;
        }
        let king = after.enemy()[index(Role::King)];
        let sum = weigh(&self.steps, king);
        // The distance of a square is the number of king's-step neighbourhoods of our king that
        // exclude it.
        let within = (0..7).map(|steps| fill::within(after.own_king(), steps));
        let distance: usize = within.map(|near| (king & !near).count()).sum();
        let near = distance as f64 / king.count().max(1) as f64;
        coefficient
            * (self.weights[Weight::Checkmate] * (self.steps_of_all - sum)
                + self.weights[Weight::KingApproach] * (7.0 - near))
    }

    /// Whether the enemy seems to have more than we have.
    fn is_behind(&self, after: &Metaposition) -> bool {
        let own: f64 = (0..5)
            .map(|role| self.values[role] * after.own()[role].count() as f64)
            .sum();
        let taken = after.taken();
        let pieces = f64::from(7 - taken.pieces.min(7));
        let pawns = f64::from(8 - taken.pawns.min(8));
        let mean_piece =
            (2.0 * (self.values[1] + self.values[2] + self.values[3]) + self.values[4]) / 7.0;
        own < pieces * mean_piece + pawns * self.values[0]
    }

    /// Chessboard entropy (T 7.5.3): for each square the undesirability of the enemy men that could
    /// stand there, times the square's age, up to the cap.
    #[inline]
    pub fn entropy(&self, after: &Metaposition) -> f64 {
        let enemy = after.enemy();
        let pawns = enemy[index(Role::Pawn)];
        let scale = self.weights[Weight::Entropy] / f64::from(after.ages().cap());
        let third = self.weights[Weight::EntropyPawnThird] * scale;
        let second = self.weights[Weight::EntropyPawnSecond] * scale;
        let mut entropy = 0.0;
        for bit in 0..PLANES {
            let plane = after.ages().plane(bit);
            let mut sum = 0.0;
            for (by_number, &men) in self.entropy.iter().zip(enemy) {
                sum += by_number[(men & plane).count()];
            }
            sum += third * (pawns & plane & fill::rank(3)).count() as f64;
            sum += second * (pawns & plane & fill::rank(2)).count() as f64;
            entropy += sum * f64::from(1 << bit);
        }
        entropy
    }
}

/// The tables of [`piece_square_value`] in pawns, times `factor`.
fn placements(factor: f64) -> [[f64; 64]; 7] {
    std::array::from_fn(|row| {
        let role = ROLES[row.min(index(Role::King))];
        let ending = row > index(Role::King);
        std::array::from_fn(|square| {
            let square = Square::new(square as u32);
            factor * f64::from(piece_square_value(role, Color::White, square, ending)) / 100.0
        })
    })
}

/// Danger before protection to the man on `square` from a lone king that could stand next to it.
fn danger_by_king(after: &Metaposition, square: Square) -> f64 {
    let king = after.enemy()[index(Role::King)];
    let near = (king & king_attacks(square)).count();
    near as f64 / king.count() as f64
}

/// Shelter that the own king lacks at home: the pawn before its bishop, on whose diagonals early
/// mates come, and a castled position or the right to castle.
fn unsheltered(after: &Metaposition) -> u32 {
    let king = after.own_king();
    let short_side = king.file() >= File::D;
    let open = short_side && !after.own()[index(Role::Pawn)].contains(Square::F2);
    u32::from(open) + u32::from(matches!(king, Square::D1 | Square::F1))
}

/// Whether the own pieces can mate a lone king: a queen, a rook, two bishops of both
/// colours of squares, or bishop and knight.
pub fn has_mating_material(after: &Metaposition) -> bool {
    let [_, knights, bishops, rooks, queens, _] = *after.own();
    (rooks | queens).any()
        || bishops.any() && knights.any()
        || (bishops & Bitboard::DARK_SQUARES).any() && (bishops & Bitboard::LIGHT_SQUARES).any()
}

/// Sum of the stretched king matrix over `king`.
fn weigh(steps: &[Step], king: Bitboard) -> f64 {
    steps
        .iter()
        .map(|step| step.height * (king & step.squares).count() as f64)
        .sum()
}

/// The king matrix, stretched away from 1 by `stretch`, in steps from the lowest up.
fn steps(stretch: f64) -> Vec<Step> {
    let value = |square: Square| {
        let quarter = |i: usize| i.min(7 - i);
        let matrix = KING_MATRIX[quarter(square.rank() as usize)][quarter(square.file() as usize)];
        1.0 + stretch * (matrix - 1.0)
    };
    let mut levels: Vec<f64> = (0..64).map(|i| value(Square::new(i))).collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    let mut below = 0.0;
    levels
        .into_iter()
        .map(|level| {
            let mut squares = Bitboard::EMPTY;
            for i in 0..64 {
                if value(Square::new(i)) >= level {
                    squares.add(Square::new(i));
                }
            }
            let height = level - below;
            below = level;
            Step { height, squares }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::darkboard::predict;
    use darkforge_board::Try;

    #[test]
    fn steps_sum_to_the_matrix() {
        let steps = steps(1.0);
        let sum = |set: Bitboard| weigh(&steps, set);
        assert!((sum(Bitboard::from_square(Square::D4)) - 4.2).abs() < 1e-12);
        assert!((sum(Bitboard::from_square(Square::H8)) - 1.0).abs() < 1e-12);
        assert!((sum(Bitboard::from_square(Square::B7)) - 1.7).abs() < 1e-12);
    }

    #[test]
    fn entropy_grows_by_metamoves_and_shrinks_by_own_moves() {
        // The two properties of T 7.5.3, along a line of own moves.
        let evaluator = Evaluator::new(Weights::default());
        let mut now = Metaposition::start(evaluator.age_cap());
        for asked in ["e2e4", "d1h5", "f1c4", "g1f3", "e1g1", "c4f7", "h5g6"] {
            let before = evaluator.entropy(&now);
            now = predict::after_own_move(&now, asked.parse::<Try>().unwrap(), false);
            let after = evaluator.entropy(&now);
            assert!(after <= before + 1e-9, "{asked}: {before} to {after}");
            now.enemy_move(&predict::SILENCE);
            assert!(evaluator.entropy(&now) >= after - 1e-9, "after {asked}");
        }
    }

    /// Entropy square by square, as T 7.5.3 defines it.
    fn plain_entropy(weights: &Weights, position: &Metaposition) -> f64 {
        let cap = f64::from(position.ages().cap());
        let kinds = [
            Weight::EntropyPawn,
            Weight::EntropyKnight,
            Weight::EntropyBishop,
            Weight::EntropyRook,
            Weight::EntropyQueen,
            Weight::EntropyKing,
        ];
        let mut entropy = 0.0;
        for index in 0..64 {
            let square = Square::new(index);
            let mut undesirable = 0.0;
            for (men, kind) in position.enemy().iter().zip(kinds) {
                if men.contains(square) {
                    undesirable += weights[kind];
                }
            }
            if position.enemy()[0].contains(square) {
                undesirable += match index / 8 {
                    1 => weights[Weight::EntropyPawnSecond],
                    2 => weights[Weight::EntropyPawnThird],
                    _ => 0.0,
                };
            }
            let age = f64::from(position.ages().get(square));
            entropy += undesirable * (age / cap).min(1.0);
        }
        weights[Weight::Entropy] * entropy
    }

    #[test]
    fn the_fast_entropy_is_the_plain_one() {
        let evaluator = Evaluator::new(Weights::default());
        let mut now = Metaposition::start(evaluator.age_cap());
        let line = [
            "e2e4", "d2d4", "b1c3", "g1f3", "f1c4", "e1g1", "c4f7", "f3e5", "d1h5",
        ];
        for asked in line {
            now = predict::after_own_move(&now, asked.parse().unwrap(), false);
            for _ in 0..4 {
                now.enemy_move(&predict::SILENCE);
                let (fast, plain) = (
                    evaluator.entropy(&now),
                    plain_entropy(evaluator.weights(), &now),
                );
                assert!((fast - plain).abs() < 1e-9, "{fast} and {plain}");
            }
        }
    }

    #[test]
    fn the_shelter_of_the_own_king_is_its_place_and_the_bishops_pawn() {
        let lacking = |moves: &[&str]| {
            let mut now = Metaposition::start(25);
            for asked in moves {
                now = predict::after_own_move(&now, asked.parse().unwrap(), false);
                now.enemy_move(&predict::SILENCE);
            }
            unsheltered(&now)
        };
        assert_eq!(lacking(&[]), 0);
        assert_eq!(lacking(&["f2f3"]), 1);
        assert_eq!(lacking(&["e2e3", "g1f3", "f1e2", "e1f1"]), 1);
        assert_eq!(lacking(&["e2e3", "g1f3", "f1e2", "e1g1"]), 0, "castled");
    }

    #[test]
    fn a_protected_man_is_worth_more() {
        let evaluator = Evaluator::new(Weights::default());
        let play = |moves: &[&str]| {
            let mut now = Metaposition::start(evaluator.age_cap());
            let mut value = 0.0;
            for asked in moves {
                let asked: Try = asked.parse().unwrap();
                now = predict::after_own_move(&now, asked, false);
                value = evaluator.evaluate(&now, asked.to);
                now.enemy_move(&predict::SILENCE);
            }
            value
        };
        // A knight on g5 with the pawn on h4 behind it, and one without.
        let guarded = play(&["g1f3", "h2h4", "f3g5"]);
        let alone = play(&["g1f3", "a2a4", "f3g5"]);
        assert!(guarded > alone, "{guarded} against {alone}");
    }
}
