//! `games.csv`: a row for each game, in the order of their numbers.

use super::table::row;
use darkforge_kriegspiel::umpire::{Ending, GameResult, Ruleset};
use darkforge_lab::bout::PlayedGame;

row! {
    /// A row of the file.
    Row in "games.csv" {
        game: u64, bout: u64, pair: u64, white: String, black: String, ruleset: String, seed: u64,
        result: GameResult, ending: Ending, plies: u32, white_refused: u32, black_refused: u32,
        white_material: String, black_material: String, final_fen: String,
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
