//! Endings: who won, and why the game is over.

use std::fmt;

use darkforge_board::Color;

/// Reason for the end of a game, in the order in which reconchess looks for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// A player resigned.
    Resign,
    /// A player's time is over.
    Timeout,
    /// A king was captured.
    KingCapture,
    /// The limit of turns is passed.
    TurnLimit,
    /// Too many plies without a capture or a pawn move.
    MoveLimit,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Ending; 5] = [
        Ending::Resign,
        Ending::Timeout,
        Ending::KingCapture,
        Ending::TurnLimit,
        Ending::MoveLimit,
    ];

    /// The name in reconchess' histories.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Resign => "RESIGN",
            Ending::Timeout => "TIMEOUT",
            Ending::KingCapture => "KING_CAPTURE",
            Ending::TurnLimit => "TURN_LIMIT",
            Ending::MoveLimit => "MOVE_LIMIT",
        }
    }

    /// The ending with this name.
    pub fn named(name: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.name() == name)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub ending: Ending,
}
