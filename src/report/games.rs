//! `games.csv`: a row for each game, in the order of their numbers.

use std::path::Path;

use super::table::{FileRow as _, row};
use darkforge_kriegspiel::umpire::{Ending, GameResult};
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::JournalError;

row! {
    /// A row for each game, in the order of their numbers.
    Row in "games.csv" {
        game: u64, bout: u64,
        /// Number of the colour-swapped pair in the run, from 0.
        pair: u64,
        /// Name of White.
        white: String,
        /// Name of Black.
        black: String,
        /// Ruleset.
        ruleset: String,
        /// Seed of both games of the pair.
        seed: u64,
        /// Result.
        result: GameResult,
        /// Reason of the game's end.
        ending: Ending,
        /// Number of plies: moves of both sides.
        plies: u32,
        /// White's refused tries.
        white_refused: u32,
        /// Black's refused tries.
        black_refused: u32,
        /// White's men at the end, such as `KQP`.
        white_material: String,
        /// Black's men at the end.
        black_material: String,
        /// Position at the end, as FEN.
        final_fen: String,
    }
}

/// Writes the rows of `games` into `folder`, one game at a time in memory.
///
/// # Errors
/// A game cannot be read, or the file cannot be written.
pub(super) fn write(
    folder: &Path,
    ruleset: &str,
    games: impl Iterator<Item = Result<PlayedGame, JournalError>>,
) -> anyhow::Result<()> {
    let rows = games.map(|game| game.map(|game| Row::of(&game, ruleset)));
    Row::write_all(folder, rows)
}

impl Row {
    /// The row of a game.
    fn of(game: &PlayedGame, ruleset: &str) -> Row {
        Row {
            game: game.game,
            bout: game.bout,
            pair: game.pair,
            white: game.white.clone(),
            black: game.black.clone(),
            ruleset: ruleset.to_owned(),
            seed: game.seed,
            result: game.result,
            ending: game.ending,
            plies: game.plies,
            white_refused: game.white_refused,
            black_refused: game.black_refused,
            white_material: game.white_material.clone(),
            black_material: game.black_material.clone(),
            final_fen: game.final_fen.clone(),
        }
    }
}
