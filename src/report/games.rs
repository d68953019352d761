//! `games.csv`: a row for each game, in the order of their numbers.

use super::table::row;
use darkforge_kriegspiel::umpire::{Ending, GameResult, Ruleset};
use darkforge_lab::bout::PlayedGame;

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

impl Row {
    /// The row of a game.
    pub(super) fn of(game: &PlayedGame, ruleset: &Ruleset) -> Row {
        Row {
            game: game.game,
            bout: game.bout,
            pair: game.pair,
            white: game.white.clone(),
            black: game.black.clone(),
            ruleset: ruleset.name.to_owned(),
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
