//! The weights of the engine of 2006 by name, so that an evolution can search them.
//!
//! T is the thesis, see [the crate](crate).

use super::Settings;
use crate::weights::{WeightInfo, WeightList, Weights};

/// Declares the weights once: their properties and their places in [`Settings`].
macro_rules! weights {
    ($($name:literal = $default:literal in $min:literal ..= $max:literal, $source:literal, $about:literal: $settings:ident => $place:expr;)*) => {
        const ROWS: &[WeightInfo] = &[
            $(WeightInfo {
                name: $name,
                default: $default,
                min: $min,
                max: $max,
                source: $source,
                about: $about,
            },)*
        ];

        /// A weight in the settings.
        type Place = fn(&mut Settings) -> &mut f64;

        const PLACES: &[Place] = &[$(|$settings| $place,)*];
    };
}

weights! {
    "pawn_value" = 1.6 in 0.2..=5.0, "T Table 7.3", "value of a safe pawn": set => &mut set.weights.men[0];
    "knight_value" = 2.8 in 0.5..=10.0, "T Table 7.3", "value of a safe knight": set => &mut set.weights.men[1];
    "bishop_value" = 3.0 in 0.5..=10.0, "T Table 7.3", "value of a safe bishop": set => &mut set.weights.men[2];
    "rook_value" = 4.0 in 0.5..=15.0, "T Table 7.3", "value of a safe rook": set => &mut set.weights.men[3];
    "queen_value" = 6.0 in 1.0..=25.0, "T Table 7.3", "value of a safe queen": set => &mut set.weights.men[4];
    "king_value" = 8.0 in 0.1..=25.0, "T 7.4.2; number ours", "value of a safe king: it is never captured, but danger near it counts": set => &mut set.weights.king;
    "last_moved" = 1.5 in 1.0..=5.0, "T 7.5.1; number ours", "factor of the danger to the man that has just moved": set => &mut set.weights.moved;
    "guard_pawn" = 0.3 in 0.01..=1.0, "T 7.5.1; number ours", "share of the danger that is left to a man whose least protector is a pawn": set => &mut set.weights.guards[0];
    "guard_knight" = 0.4 in 0.01..=1.0, "T 7.5.1; number ours", "the same with a knight as least protector": set => &mut set.weights.guards[1];
    "guard_bishop" = 0.4 in 0.01..=1.0, "T 7.5.1; number ours", "the same with a bishop": set => &mut set.weights.guards[2];
    "guard_rook" = 0.5 in 0.01..=1.0, "T 7.5.1; number ours", "the same with a rook": set => &mut set.weights.guards[3];
    "guard_queen" = 0.6 in 0.01..=1.0, "T 7.5.1; number ours", "the same with a queen": set => &mut set.weights.guards[4];
    "guard_king" = 0.7 in 0.01..=1.0, "T 7.5.1; number ours", "the same with the king": set => &mut set.weights.guards[5];
    "pawn_advance" = 0.06 in 0.001..=1.0, "T 7.5.2; number ours", "for each rank that a pawn has advanced": set => &mut set.weights.advance;
    "second_queen" = 1.5 in 0.01..=9.0, "T 7.5.2; number ours", "for each queen beyond the first": set => &mut set.weights.queens;
    "open_file" = 0.1 in 0.001..=1.0, "T 7.5.2; number ours", "for each file without enemy pawns": set => &mut set.weights.open_file;
    "pawn_on_open_file" = 0.2 in 0.001..=2.0, "T 7.5.2; number ours", "for each own pawn on such a file": set => &mut set.weights.passed;
    "control" = 0.03 in 0.0005..=0.5, "T 7.5.2; number ours", "for each controlled square": set => &mut set.weights.control;
    "pawn_no_mate" = 2.0 in 1.0..=6.0, "T 7.5.2; number ours", "factor of a pawn's value without mating material": set => &mut set.weights.last_pawns;
    "entropy" = 1.0 in 0.05..=8.0, "T 7.5.3", "factor of the chessboard entropy": set => &mut set.weights.entropy;
    "entropy_pawn" = 0.03 in 0.0005..=0.3, "T 7.5.3; number ours", "undesirability of a possible pawn on a square": set => &mut set.weights.undesirable[0];
    "entropy_pawn_third" = 0.15 in 0.0005..=2.0, "T 7.5.3; number ours", "the same on our third rank": set => &mut set.weights.undesirable_pawn[0];
    "entropy_pawn_second" = 0.4 in 0.0005..=4.0, "T 7.5.3; number ours", "the same on our second rank": set => &mut set.weights.undesirable_pawn[1];
    "entropy_knight" = 0.03 in 0.0005..=0.3, "T 7.5.3; number ours", "undesirability of a possible knight on a square": set => &mut set.weights.undesirable[1];
    "entropy_bishop" = 0.03 in 0.0005..=0.3, "T 7.5.3; number ours", "the same of a bishop": set => &mut set.weights.undesirable[2];
    "entropy_rook" = 0.04 in 0.0005..=0.3, "T 7.5.3; number ours", "the same of a rook": set => &mut set.weights.undesirable[3];
    "entropy_queen" = 0.06 in 0.0005..=0.3, "T 7.5.3; number ours", "the same of a queen": set => &mut set.weights.undesirable[4];
    "entropy_king" = 0.02 in 0.0005..=0.3, "T 7.5.3; number ours", "the same of the king": set => &mut set.weights.undesirable[5];
    "mating" = 1.0 in 0.01..=10.0, "T 7.5.2; number ours", "factor of the bonus for few and easy squares of the enemy king": set => &mut set.weights.mating;
    "king_approach" = 1.0 in 0.01..=10.0, "T 6.3.1; number ours", "for each step by which the own king is nearer to the farthest square of the enemy king, times the checkmate coefficient": set => &mut set.weights.approach;
    "checkmate_fade" = 0.8 in 0.1..=5.0, "T 7.5.2; form ours", "decay of the checkmate coefficient with each enemy man left": set => &mut set.weights.fade;
    "singleton" = 100.0 in 1.0..=1000.0, "T 7.6.2; number ours", "penalty for each possible king without a neighbour": set => &mut set.weights.singleton;
    "captured" = 0.5 in 0.01..=6.0, "ours: T 7.5 has no term for captures", "for each captured enemy man": set => &mut set.weights.captured;
    "risk" = 0.6 in 0.05..=0.95, "T 7.4.3; number ours", "risk coefficient alpha: the share of a move's own evaluation; the rest is its best continuation": set => &mut set.risk;
}

/// The values of men that chess players count with: the start of the thesis' evolution (T 7.7.1
/// leaves it open).
const CHESS: &str = "\
pawn_value = 1.0
knight_value = 3.0
bishop_value = 3.0
rook_value = 5.0
queen_value = 9.0
";

/// The weights of the player `darkboard-2006`.
pub static LIST: WeightList = WeightList {
    player: "darkboard-2006",
    rows: ROWS,
    sets: &[("default", ""), ("chess", CHESS)],
    usual: "default",
};

impl Settings {
    /// Plays with `weights`.
    ///
    /// # Panics
    /// If they are not of [`LIST`].
    pub fn set_weights(&mut self, weights: &Weights) {
        assert!(*weights.list() == LIST, "{:?}", weights.list());
        for (place, &value) in PLACES.iter().zip(weights.values()) {
            *place(self) = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_the_defaults_of_the_settings_and_every_weight_its_own_place() {
        let mut settings = Settings::default();
        for (place, info) in PLACES.iter().zip(ROWS) {
            let now = *place(&mut settings);
            assert!(now.total_cmp(&info.default).is_eq(), "{}", info.name);
            assert!(
                info.min > 0.0 && (info.min..=info.max).contains(&now),
                "{}",
                info.name
            );
        }
        let values: Vec<f64> = (0..ROWS.len()).map(|place| place as f64).collect();
        settings.set_weights(&Weights::of(&LIST, values.clone()));
        let read: Vec<f64> = PLACES.iter().map(|place| *place(&mut settings)).collect();
        assert_eq!(read, values);
    }
}
