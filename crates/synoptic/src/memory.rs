//! Memory: what a synopsis shows besides the positions that are possible now.

use darkforge_recon::referee::Taken;

/// Number of planes that are remembered from the preceding turn.
pub const REMEMBERED: usize = 18;

/// A side's last moves, and some planes of the synopsis with which it chose its preceding move. Squares are those of
/// the board, whatever the side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Square that the own last move left.
    pub last_from: u64,
    /// Square that it reached.
    pub last_to: u64,
    /// Square of its capture.
    pub own_capture: u64,
    /// Square of the capture by the other side's last move.
    pub opposing_capture: u64,
    /// Planes 18 to 35 when the side chose its last move.
    pub previous: [u64; REMEMBERED],
}

impl Memory {
    /// Takes the own move, which was chosen with these planes.
    pub fn moved(&mut self, taken: Option<Taken>, planes: [u64; REMEMBERED]) {
        self.previous = planes;
        let bit = |square: darkforge_board::Square| 1 << square.to_u32();
        self.last_from = taken.map_or(0, |taken| bit(taken.step.from));
        self.last_to = taken.map_or(0, |taken| bit(taken.step.to));
        self.own_capture = taken.and_then(|taken| taken.capture).map_or(0, bit);
    }
}
