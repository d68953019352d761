//! Settings of the engine of 2006. Numbers that T prints are marked; the others are set by hand,
//! because T does not print them.
//!
//! T is the thesis, see [the crate](crate).

use crate::darkboard::Algorithm;

/// Effects of an announcement on a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stirred {
    /// The basic algorithm decides (T 7.4.4).
    Basic,
    /// The chosen algorithm decides always.
    Same,
}

/// Treatment of the chessboard entropy in the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Information {
    /// Its change over two plies (T 7.5.3).
    Change,
    /// The entropy after the own move.
    State,
}

/// Metaposition of a node whose information and progress towards mate are judged. T Figure 7.3 has two
/// in each node; T 7.5.3 writes `pseudo(meta(m, x))`, which fits the types of neither order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judges {
    /// After the own move.
    Own,
    /// After the enemy's metamove.
    Reply,
}

/// Squares that a king may not step to when stalemate is looked for (T 7.6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beams {
    /// Those that are certainly attacked: beams end at doubtful squares, as in T 7.3.1.
    Surely,
    /// Those that may be attacked.
    Maybe,
}

/// The function `f_E` of an age (T 7.5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curve {
    /// Linear up to the cap.
    Capped,
    /// A share of the cap that is approached and never reached: age / (age + cap).
    Hyperbola,
}

/// Weights of the evaluation, in pawns where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Values of pawn, knight, bishop, rook and queen (T Table 7.3).
    pub men: [f64; 5],
    /// Value of the own king, so that danger to it counts (T 7.4.2); T prints none.
    pub king: f64,
    /// Factor of the danger to the man that moved last.
    pub moved: f64,
    /// Part of the danger that is left if the least protector is a pawn, ..., the king.
    pub guards: [f64; 6],
    /// Each rank that a pawn advanced.
    pub advance: f64,
    /// Each queen beyond the first.
    pub queens: f64,
    /// Each file without enemy pawns.
    pub open_file: f64,
    /// Each own pawn on such a file.
    pub passed: f64,
    /// Each controlled square.
    pub control: f64,
    /// Factor of pawns' values without mating material.
    pub last_pawns: f64,
    /// Factor of the chessboard entropy.
    pub entropy: f64,
    /// Undesirability of a possible pawn, ..., king on a square.
    pub undesirable: [f64; 6],
    /// The same of a pawn on the third and on the second rank.
    pub undesirable_pawn: [f64; 2],
    /// Factor of the bonus for few and easy squares of the enemy king.
    pub mating: f64,
    /// Each step between the own king and the farthest square of the enemy king, times the
    /// checkmate coefficient (T 6.3.1).
    pub approach: f64,
    /// Decay of the checkmate coefficient with each enemy man left.
    pub fade: f64,
    /// Penalty for each king without a neighbour (T 7.6.2: "heavily").
    pub singleton: f64,
    /// Each captured enemy man. T 7.5 has no such term, but T 7.4.2 predicts captures, which only
    /// then can matter.
    pub captured: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            men: [1.6, 2.8, 3.0, 4.0, 6.0],
            king: 8.0,
            moved: 1.5,
            guards: [0.3, 0.4, 0.4, 0.5, 0.6, 0.7],
            advance: 0.06,
            queens: 1.5,
            open_file: 0.1,
            passed: 0.2,
            control: 0.03,
            last_pawns: 2.0,
            entropy: 1.0,
            undesirable: [0.03, 0.03, 0.03, 0.04, 0.06, 0.02],
            undesirable_pawn: [0.15, 0.4],
            mating: 1.0,
            approach: 1.0,
            fade: 0.8,
            singleton: 100.0,
            captured: 0.5,
        }
    }
}

/// Switches, budgets and weights.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // each is a switch that a user names
pub struct Settings {
    /// Decision algorithm.
    pub search: Algorithm,
    /// Own moves that the basic algorithm looks ahead, 1 or more (T 7.4.4: 2).
    pub depth: u32,
    /// Metapositions that the enhanced algorithm evaluates for a move, `maxPositions` (T: 5000).
    pub positions: u32,
    /// Branches of moves that are new to the table, `newMoves` (T: 5).
    pub new_moves: u32,
    /// Branches of moves that the table has, `oldMoves` (T: 3).
    pub old_moves: u32,
    /// Effect of an announcement.
    pub stirred: Stirred,
    /// Risk coefficient alpha.
    pub risk: f64,
    /// Change of alpha by the material balance (T 7.4.3); 0 keeps it.
    pub dynamic: f64,
    /// Stalemate detection (T 7.6.2).
    pub stalemate: bool,
    /// Squares that stalemate detection takes as attacked.
    pub beams: Beams,
    /// Power moves (T 7.3.2).
    pub power: bool,
    /// Pawn control (T 7.2).
    pub pawn_control: bool,
    /// Age of a square that certainly holds an enemy man (T 7.1.2: a high constant).
    pub certain: u32,
    /// The constant c of `f_E` (T 7.5.3: 25).
    pub cap: u32,
    /// Treatment of the entropy.
    pub information: Information,
    /// The metaposition that is judged.
    pub judges: Judges,
    /// `f_E`.
    pub curve: Curve,
    /// Whether danger needs an enemy man that can reach the square (T 7.5.1: a safety of 1 means
    /// that no capture is possible).
    pub reach: bool,
    /// Whether the lines of the danger term stop at men.
    pub stops: bool,
    /// Weights.
    pub weights: Weights,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            search: Algorithm::Enhanced,
            depth: 2,
            positions: 5000,
            new_moves: 5,
            old_moves: 3,
            stirred: Stirred::Basic,
            risk: 0.6,
            dynamic: 0.0,
            stalemate: true,
            beams: Beams::Surely,
            power: true,
            pawn_control: true,
            certain: 50,
            cap: 25,
            information: Information::Change,
            judges: Judges::Reply,
            curve: Curve::Capped,
            reach: true,
            stops: true,
            weights: Weights::default(),
        }
    }
}
