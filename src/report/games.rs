//! `games.csv`: a row for each game, in the order of their numbers.

use std::path::Path;

use super::table::{header, write_csv};
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::tournament::PlayedGame;

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub(super) fn write<'a>(
    path: &Path,
    ruleset: &Ruleset,
    games: impl IntoIterator<Item = &'a PlayedGame>,
) -> anyhow::Result<()> {
    let columns = "game,bout,pair,white,black,ruleset,seed,result,ending,plies,white_refused,\
                   black_refused,white_material,black_material,final_fen";
    let rows = games.into_iter().map(|game| {
        vec![
            game.game.to_string(),
            game.bout.to_string(),
            game.pair.to_string(),
            game.white.clone(),
            game.black.clone(),
            ruleset.name.to_owned(),
            game.seed.to_string(),
            game.result.to_string(),
            game.ending.to_string(),
            game.plies.to_string(),
            game.white_refused.to_string(),
            game.black_refused.to_string(),
            game.white_material.clone(),
            game.black_material.clone(),
            game.final_fen.clone(),
        ]
    });
    write_csv(path, &header(columns), rows)
}
