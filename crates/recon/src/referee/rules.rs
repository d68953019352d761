//! Rules that a game may set: its limits.

/// Limits of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Plies without a capture or a pawn move after which the game is drawn; passes count.
    pub quiet_limit: Option<u32>,
    /// Full turns after which the game is drawn.
    pub turn_limit: Option<u32>,
}

impl Default for Rules {
    /// Those of reconchess: 100 quiet plies, no limit of turns.
    fn default() -> Rules {
        Rules {
            quiet_limit: Some(100),
            turn_limit: None,
        }
    }
}
