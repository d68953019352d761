//! Weights of the evaluation function: every constant of T 7.5 that is open to choice, with a name,
//! a default, a range and a source.
//!
//! Values are in pawns unless the text says otherwise. Files are those of [`weights`].
//!
//! ```
//! use darkforge_engine::darkboard::Weights;
//!
//! let weights = Weights::default();
//! let text = weights.to_toml("the hand-made set");
//! assert!(Weights::parse("weights.toml", &text)? == weights);
//! assert!(Weights::parse("weights.toml", "rok = 5").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

use crate::weights::{self, WeightInfo, WeightList, WeightsError};

/// Declares the weights once: the enum of their names and the table of their properties.
macro_rules! weights {
    ($($id:ident $name:literal = $default:literal in $min:literal ..= $max:literal, $source:literal, $about:literal;)*) => {
        /// Names of the weights in code; the discriminant is the index into [`Weights`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Weight {
            $(#[doc = $about] $id,)*
        }

        /// All weights, in the order of [`Weight`] and of every column of weights.
        pub const WEIGHTS: &[WeightInfo] = &[
            $(WeightInfo {
                name: $name,
                default: $default,
                min: $min,
                max: $max,
                source: $source,
                about: $about,
            },)*
        ];
    };
}

weights! {
    PawnValue "pawn_value" = 1.6 in 0.2..=5.0, "T 7.7.1", "value of a safe pawn";
    KnightValue "knight_value" = 2.8 in 0.5..=10.0, "T 7.7.1", "value of a safe knight";
    BishopValue "bishop_value" = 3.0 in 0.5..=20.0, "T 7.7.1", "value of a safe bishop";
    RookValue "rook_value" = 4.0 in 0.5..=15.0, "T 7.7.1", "value of a safe rook";
    QueenValue "queen_value" = 6.0 in 1.0..=25.0, "T 7.7.1", "value of a safe queen";
    KingValue "king_value" = 4.0 in 0.1..=25.0, "T 7.4.2; number ours", "value of a safe king: it is never captured, but danger near it counts";
    GuardPawn "guard_pawn" = 0.25 in 0.01..=1.0, "T 7.5.1; number ours", "share of the danger that is left to a man whose least protector is a pawn";
    GuardKnight "guard_knight" = 0.4 in 0.01..=1.0, "T 7.5.1; number ours", "the same with a knight as least protector";
    GuardBishop "guard_bishop" = 0.4 in 0.01..=1.0, "T 7.5.1; number ours", "the same with a bishop";
    GuardRook "guard_rook" = 0.5 in 0.01..=1.0, "T 7.5.1; number ours", "the same with a rook";
    GuardQueen "guard_queen" = 0.65 in 0.01..=1.0, "T 7.5.1; number ours", "the same with a queen";
    GuardKing "guard_king" = 0.35 in 0.01..=1.0, "T 7.5.1; number ours", "the same with the king";
    GuardFade "guard_fade" = 1.0 in 0.1..=4.0, "T 7.5.1; form ours", "decrease of the six shares above with the enemy men left: the exponent";
    Danger "danger" = 1.0 in 0.1..=10.0, "T 7.5.1", "factor of the basic danger, the share of ages that bear on a square";
    PawnThreat "pawn_threat" = 1.0 in 0.05..=4.0, "T 7.5.1", "danger from a possible pawn capture, times the inverse of the pawn envelope's size";
    LastMoved "last_moved" = 1.5 in 1.0..=5.0, "T 7.5.1; number ours", "factor of the danger to the man that has just moved";
    PawnAdvance "pawn_advance" = 0.08 in 0.001..=1.0, "T 7.5.2; number ours", "for each rank that a pawn has advanced";
    PawnAdvanceAhead "pawn_advance_ahead" = 0.24 in 0.001..=2.0, "ours", "more for each such rank, in the share of the enemy's men that is gone";
    SecondQueen "second_queen" = 1.0 in 0.01..=9.0, "T 7.5.2; number ours", "for each queen beyond the first";
    OpenFile "open_file" = 0.1 in 0.001..=1.0, "T 7.5.2; number ours", "for each file without enemy pawns";
    PawnOnOpenFile "pawn_on_open_file" = 0.3 in 0.001..=2.0, "T 7.5.2; number ours", "for each own pawn on such a file";
    KingExposed "king_exposed" = 0.5 in 0.001..=5.0, "ours", "less for each rank, up to three, that the own king has left its first rank, in the share of the enemy's men that is left";
    KingShelter "king_shelter" = 0.5 in 0.001..=5.0, "ours", "less if the pawn before the king's bishop has left its square, and when the king stands on d1 or f1, each in the share of the enemy's men that is left";
    Control "control" = 0.02 in 0.0005..=0.5, "T 7.5.2; number ours", "for each controlled square";
    ControlAhead "control_ahead" = 0.03 in 0.0005..=0.5, "T 7.5.2; form ours", "more for each controlled square, in the share of the enemy's men that is gone";
    Placement "placement" = 1.0 in 0.001..=5.0, "ours: T 7.5.2 has nothing like it; tables of crates/board/src/piece_square.rs", "factor of the values that ordinary chess gives to the squares of own men";
    PawnNoMate "pawn_no_mate" = 2.0 in 1.0..=6.0, "T 7.5.2; number ours", "factor of a pawn's value without mating material";
    TakenPawn "taken_pawn" = 1.2 in 0.05..=20.0, "ours: T 7.5 has no term for captures", "for each captured enemy pawn";
    TakenPiece "taken_piece" = 3.5 in 0.1..=12.0, "ours: T 7.5 has no term for captures", "for each captured enemy piece";
    Entropy "entropy" = 1.0 in 0.005..=8.0, "T 7.5.3", "factor of the chessboard entropy";
    EntropyPawn "entropy_pawn" = 0.01 in 0.0005..=0.3, "T 7.5.3; number ours", "entropy of a square where an enemy pawn could stand";
    EntropyPawnThird "entropy_pawn_third" = 0.15 in 0.0005..=2.0, "T 7.5.3; number ours", "more for a pawn on our third rank";
    EntropyPawnSecond "entropy_pawn_second" = 0.4 in 0.0005..=4.0, "T 7.5.3; number ours", "more for a pawn on our second rank";
    EntropyKnight "entropy_knight" = 0.015 in 0.0005..=0.3, "T 7.5.3; number ours", "entropy of a square where an enemy knight could stand";
    EntropyBishop "entropy_bishop" = 0.015 in 0.0005..=0.3, "T 7.5.3; number ours", "the same for a bishop";
    EntropyRook "entropy_rook" = 0.02 in 0.0005..=0.3, "T 7.5.3; number ours", "the same for a rook";
    EntropyQueen "entropy_queen" = 0.03 in 0.0005..=0.3, "T 7.5.3; number ours", "the same for a queen";
    EntropyKing "entropy_king" = 0.02 in 0.0005..=0.3, "T 7.5.3; number ours", "the same for the king";
    AgeCap "age_cap" = 25.0 in 2.0..=31.0, "T 7.5.3", "number of moves after which a square does not become more uncertain (a whole number)";
    Checkmate "checkmate" = 0.15 in 0.005..=2.0, "T 7.5.2; number ours", "for each unit by which the king matrix summed over the enemy king's squares shrinks";
    CheckmateFade "checkmate_fade" = 1.0 in 0.1..=5.0, "T 7.5.2; form ours", "decay of the checkmate coefficient with each enemy man left";
    KingMatrix "king_matrix" = 1.0 in 0.05..=4.0, "T 7.5.2", "preference of the king matrix for the edge; at 0 all squares count 1";
    KingApproach "king_approach" = 0.1 in 0.001..=2.0, "T 7.5.2 with the papers it borrows from; number ours", "for each step by which the own king is nearer to the enemy king's squares, times the checkmate coefficient";
    Repeated "repeated" = 0.4 in 0.01..=5.0, "T 8 (loops) and the papers it borrows from; number ours", "less for each earlier time that the own men stood like this since the last capture or own pawn move";
    Tactics "tactics" = 1.5 in 0.1..=5.0, "ours", "factor of the gains and risks of a move on the particles";
    EnemyInvited "enemy_invited" = 300.0 in 1.0..=10000.0, "ours", "probability, relative to a quiet move, of an enemy's capture that the announcement suggests";
    EnemyBlind "enemy_blind" = 2.0 in 0.2..=200.0, "ours", "the same for any other capture";
    Mated "mated" = 600.0 in 10.0..=5000.0, "ours", "cost of being mated, times the probability that the enemy's answer mates on the particles";
    CaptureBack "capture_back" = 0.5 in 0.05..=1.0, "ours", "factor of the gain of recaptures on the particles, decided once for each square on which the enemy may have captured";
    Exchanges "exchanges" = 1.0 in 0.001..=20.0, "ours, after T 6.2", "factor of a move's gain on particles, in pawns of 1, if both sides see the board and captures are followed to their end";
    LastPawns "last_pawns" = 3.0 in 0.1..=10.0, "ours", "additional value of the own pawns on the particles without mating material, divided among them";
    LastMating "last_mating" = 100.0 in 0.001..=1000.0, "ours", "cost of losing the last man without which the own pieces cannot mate, for each pawn of lead up to five, divided among it and the own pawns";
    Progress "progress" = 4.0 in 0.1..=20.0, "ours, after T 8", "for a pawn move, times the square of the share of fifty moves that have passed without progress; after patience ends, of fewer moves";
    Patience "patience" = 100.0 in 10.0..=1000.0, "ours", "own moves after which patience ends: with twice as many moves played, the engine waits a sixteenth as long to move a pawn";
    Risk "risk" = 0.5 in 0.005..=0.95, "T 7.4.3; number ours", "risk coefficient alpha: the share of a move's own evaluation; the rest is its best continuation";
}

/// Number of weights.
pub const COUNT: usize = WEIGHTS.len();

/// A value for every weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights([f64; COUNT]);

impl Default for Weights {
    /// The hand-made set, which fills gaps of weight files.
    fn default() -> Weights {
        let mut values = [0.0; COUNT];
        for (value, info) in values.iter_mut().zip(WEIGHTS) {
            *value = info.default;
        }
        Weights(values)
    }
}

impl std::ops::Index<Weight> for Weights {
    type Output = f64;

    #[inline] // evaluation asks a dozen times a metaposition
    fn index(&self, weight: Weight) -> &f64 {
        &self.0[weight as usize]
    }
}

/// Weight sets that are part of the program, by name.
pub const EMBEDDED: [(&str, &str); 7] = [
    ("evolved", include_str!("../../assets/weights/evolved.toml")),
    (
        "evolved-2",
        include_str!("../../assets/weights/evolved-2.toml"),
    ),
    (
        "evolved-1",
        include_str!("../../assets/weights/evolved-1.toml"),
    ),
    (
        "hand-made",
        include_str!("../../assets/weights/hand-made.toml"),
    ),
    ("thesis", include_str!("../../assets/weights/thesis.toml")),
    ("first", include_str!("../../assets/weights/first.toml")),
    ("waiting", include_str!("../../assets/weights/waiting.toml")),
];

/// Name of the engine's default set.
pub const USUAL: &str = "evolved";

impl Weights {
    /// The set [`USUAL`].
    pub fn usual() -> Weights {
        // A test reads every embedded set.
        Weights::load(USUAL).unwrap_or_default()
    }

    /// The values in the order of [`WEIGHTS`].
    pub fn values(&self) -> &[f64; COUNT] {
        &self.0
    }

    /// Value of a man by role, in pawns; the king's is that of its safety.
    pub fn of_men(&self) -> [f64; 6] {
        [
            Weight::PawnValue,
            Weight::KnightValue,
            Weight::BishopValue,
            Weight::RookValue,
            Weight::QueenValue,
            Weight::KingValue,
        ]
        .map(|weight| self[weight])
    }

    /// A set from values in the order of [`WEIGHTS`], each moved into its range.
    pub fn clamped(mut values: [f64; COUNT]) -> Weights {
        for (value, info) in values.iter_mut().zip(WEIGHTS) {
            *value = value.clamp(info.min, info.max);
        }
        Weights(values)
    }
}

/// The weights of the player `darkboard`.
pub static LIST: WeightList = WeightList {
    player: "darkboard",
    rows: WEIGHTS,
    sets: &EMBEDDED,
    usual: USUAL,
};

impl Weights {
    /// The set called `name`, see [`WeightSet::load`](weights::WeightSet::load).
    ///
    /// # Errors
    /// If there is none, or it has errors.
    pub fn load(name: &str) -> Result<Weights, WeightsError> {
        Ok((&weights::Weights::load(&LIST, name)?).into())
    }

    /// Reads a set from TOML; `path` is for messages.
    ///
    /// # Errors
    /// If `text` has an error; the message has name and range.
    pub fn parse(path: &str, text: &str) -> Result<Weights, WeightsError> {
        Ok((&weights::Weights::parse(&LIST, path, text)?).into())
    }

    /// The set as a weight file, each weight with its effect and source. `heading` becomes comment
    /// lines at the top.
    pub fn to_toml(&self, heading: &str) -> String {
        weights::Weights::from(self).to_file(heading, None, None)
    }
}

impl std::ops::Index<Weight> for weights::Weights {
    type Output = f64;

    fn index(&self, weight: Weight) -> &f64 {
        assert!(*self.list() == LIST, "{:?}", self.list());
        &self.values()[weight as usize]
    }
}

impl From<&weights::Weights> for Weights {
    fn from(weights: &weights::Weights) -> Weights {
        assert!(*weights.list() == LIST, "{:?}", weights.list());
        let mut values = [0.0; COUNT];
        values.copy_from_slice(weights.values());
        Weights(values)
    }
}

impl From<&Weights> for weights::Weights {
    fn from(weights: &Weights) -> weights::Weights {
        weights::Weights::of(&LIST, weights.0.to_vec())
    }
}

impl From<Weights> for weights::Weights {
    fn from(weights: Weights) -> weights::Weights {
        (&weights).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_within_their_ranges() {
        for info in WEIGHTS {
            assert!(info.min < info.max && info.min > 0.0, "{}", info.name);
            assert!(
                (info.min..=info.max).contains(&info.default),
                "{}",
                info.name
            );
        }
    }

    #[test]
    fn every_embedded_set_is_read_and_the_usual_one_is_not_a_fallback() {
        for (name, _) in EMBEDDED {
            assert!(Weights::load(name).is_ok(), "{name}");
        }
        assert_ne!(Weights::usual(), Weights::default());
    }

    #[test]
    fn the_hand_made_set_is_the_default() {
        assert_eq!(Weights::load("hand-made").unwrap(), Weights::default());
    }

    #[test]
    fn the_thesis_set_has_the_values_of_table_7_3() {
        let thesis = Weights::load("thesis").unwrap();
        let values = [
            Weight::PawnValue,
            Weight::KnightValue,
            Weight::BishopValue,
            Weight::RookValue,
            Weight::QueenValue,
        ]
        .map(|weight| thesis[weight].to_string());
        assert_eq!(values, ["1.6", "2.8", "3", "4", "6"]);
    }
}
