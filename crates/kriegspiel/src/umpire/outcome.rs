//! Outcomes: result and ending of a game, kept apart.

use std::fmt;

use serde::{Deserialize, Serialize};

use darkforge_board::Color;

/// Result of a game.
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
    /// Every result.
    pub const ALL: [GameResult; 3] = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
    ];

    /// The result with the PGN notation `text`.
    pub fn named(text: &str) -> Option<GameResult> {
        let mut all = GameResult::ALL.into_iter();
        all.find(|result| result.as_str() == text)
    }

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

    /// The result in PGN notation.
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

/// Reason for the end of a game.
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
    /// Reconnaissance blind chess: a king was captured.
    KingCapture,
    /// A player resigned: in reconnaissance blind chess, and in games of people.
    Resignation,
    /// Reconnaissance blind chess: too many plies without a capture or a pawn move.
    MoveLimit,
    /// Reconnaissance blind chess: the run's limit of plies was reached.
    TurnLimit,
    /// A player's own scores lost the game by the run's rule (`--resign`).
    AdjudicatedWin,
    /// Both players' own scores drew the game by the run's rule (`--draw`).
    AdjudicatedDraw,
    /// A player crashed.
    ForfeitCrash,
    /// A player exceeded its time.
    ForfeitTime,
    /// A player did not answer.
    ForfeitSilence,
    /// A player broke the protocol, for instance by asking without end.
    ForfeitProtocol,
}

impl Ending {
    /// Every ending, in the order in which reports list them.
    pub const ALL: [Ending; 16] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::DeadMaterial,
        Ending::FiftyMoves,
        Ending::Repetition,
        Ending::PlyLimit,
        Ending::KingCapture,
        Ending::Resignation,
        Ending::MoveLimit,
        Ending::TurnLimit,
        Ending::AdjudicatedWin,
        Ending::AdjudicatedDraw,
        Ending::ForfeitCrash,
        Ending::ForfeitTime,
        Ending::ForfeitSilence,
        Ending::ForfeitProtocol,
    ];

    /// The ending with the name `text` in files.
    pub fn named(text: &str) -> Option<Ending> {
        let mut all = Ending::ALL.into_iter();
        all.find(|ending| ending.as_str() == text)
    }

    /// The name of the ending in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::DeadMaterial => "dead_material",
            Ending::FiftyMoves => "fifty_moves",
            Ending::Repetition => "repetition",
            Ending::PlyLimit => "ply_limit",
            Ending::KingCapture => "king_capture",
            Ending::Resignation => "resignation",
            Ending::MoveLimit => "move_limit",
            Ending::TurnLimit => "turn_limit",
            Ending::AdjudicatedWin => "adjudicated_win",
            Ending::AdjudicatedDraw => "adjudicated_draw",
            Ending::ForfeitCrash => "forfeit_crash",
            Ending::ForfeitTime => "forfeit_time",
            Ending::ForfeitSilence => "forfeit_silence",
            Ending::ForfeitProtocol => "forfeit_protocol",
        }
    }

    /// Whether games of reconnaissance blind chess end in this way, and those of Kriegspiel do not.
    pub const fn is_of_recon(self) -> bool {
        matches!(
            self,
            Ending::KingCapture | Ending::Resignation | Ending::MoveLimit | Ending::TurnLimit
        )
    }

    /// Whether a rule of the run on the players' own scores, and not the board, ended the game.
    pub const fn is_adjudicated(self) -> bool {
        matches!(self, Ending::AdjudicatedWin | Ending::AdjudicatedDraw)
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

    /// Whether a finished game can still be lost in this way: by a program that does not end when
    /// told to, or a player that panics when it hears the result.
    pub const fn can_follow_the_end(self) -> bool {
        matches!(self, Ending::ForfeitCrash | Ending::ForfeitProtocol)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Result and ending of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Result.
    pub result: GameResult,
    /// Ending.
    pub ending: Ending,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_endings_are_read_as_they_are_written() {
        for result in GameResult::ALL {
            assert_eq!(GameResult::named(&result.to_string()), Some(result));
            assert_eq!(
                result.winner().map_or(GameResult::Draw, GameResult::win),
                result
            );
        }
        for ending in Ending::ALL {
            assert_eq!(Ending::named(&ending.to_string()), Some(ending));
            let forfeit = ending.as_str().starts_with("forfeit_");
            assert_eq!(ending.is_forfeit(), forfeit, "{ending}");
        }
        assert_eq!(GameResult::named("*"), None);
        assert_eq!(Ending::named("resigned"), None);
    }

    #[test]
    fn behind_the_end_a_game_is_lost_by_a_fault_of_the_program_alone() {
        let late = Ending::ALL
            .into_iter()
            .filter(|ending| ending.can_follow_the_end());
        let late: Vec<Ending> = late.collect();
        assert_eq!(late, [Ending::ForfeitCrash, Ending::ForfeitProtocol]);
    }
}
