//! How a game ended: who won, and why, kept apart.

use std::fmt;

use serde::{Deserialize, Serialize};

use darkforge_board::Color;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// 1-0
    #[serde(rename = "1-0")]
    WhiteWins,
    /// 0-1
    #[serde(rename = "0-1")]
    BlackWins,
    /// 1/2-1/2
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// A win of `color`.
    pub const fn win(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw => None,
        }
    }

    /// The result as PGN writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate (the ruleset's list).
    DeadMaterial,
    /// Too long without a capture or a pawn move.
    FiftyMoves,
    /// The same true position occurred too often.
    Repetition,
    /// The run's limit of plies was reached.
    PlyLimit,
    /// A player failed by its own fault.
    ForfeitCrash,
    /// A player overstepped its time.
    ForfeitTime,
    /// A player said nothing.
    ForfeitSilence,
    /// A player broke the protocol, for instance by asking without end.
    ForfeitProtocol,
}

impl Ending {
    /// Every ending, in the order in which reports list them.
    pub const ALL: [Ending; 10] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::DeadMaterial,
        Ending::FiftyMoves,
        Ending::Repetition,
        Ending::PlyLimit,
        Ending::ForfeitCrash,
        Ending::ForfeitTime,
        Ending::ForfeitSilence,
        Ending::ForfeitProtocol,
    ];

    /// The ending as files write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::DeadMaterial => "dead_material",
            Ending::FiftyMoves => "fifty_moves",
            Ending::Repetition => "repetition",
            Ending::PlyLimit => "ply_limit",
            Ending::ForfeitCrash => "forfeit_crash",
            Ending::ForfeitTime => "forfeit_time",
            Ending::ForfeitSilence => "forfeit_silence",
            Ending::ForfeitProtocol => "forfeit_protocol",
        }
    }

    /// Whether a player's fault, and not the board, ended the game.
    pub const fn is_forfeit(self) -> bool {
        matches!(
            self,
            Ending::ForfeitCrash
                | Ending::ForfeitTime
                | Ending::ForfeitSilence
                | Ending::ForfeitProtocol
        )
    }

    /// Whether a game that is over on the board can be lost so: by a program that does not end
    /// when it is told to, or a player that panics when it hears the result.
    pub const fn can_follow_the_end(self) -> bool {
        matches!(self, Ending::ForfeitCrash | Ending::ForfeitProtocol)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Result and reason of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub ending: Ending,
}
