//! The opening with which the engine meets an opponent.

use darkforge_board::Try;

/// An opening that did well against an opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct Prepared {
    /// Own moves, to be played while the umpire is silent; at least one.
    pub moves: Vec<Try>,
    /// Games against the opponent that began so; most of them, but not all, with the last moves too.
    pub games: u32,
    /// Mean score in them, from 0 to 1. It is the best of many, so it is too high.
    pub score: f64,
    /// All games against the opponent with this colour.
    pub all: u32,
    /// Mean score in these.
    pub usual: f64,
}

impl Prepared {
    /// The moves in UCI notation.
    pub fn notation(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        moves.join(" ")
    }
}
