//! Dead material: material with which a game is drawn at once.

use super::ruleset::{DeadMaterial, Ruleset};
use darkforge_board::{Board, SIDES, is_material};

/// Whether the men on `board` end a game under `ruleset` because neither side can mate with them.
pub fn is_dead(ruleset: &Ruleset, board: &Board) -> bool {
    let list = match ruleset.dead_material {
        DeadMaterial::NoMate => return board.is_insufficient_material(),
        DeadMaterial::List(list) => list,
    };
    // Nearly all boards have too many men for any entry.
    let count = board.occupied().count();
    let mut entries = list.iter().filter(|(x, y)| x.len() + y.len() == count);
    entries.any(|&(x, y)| {
        let [white, black] = &SIDES.map(|color| board.men(color));
        (is_material(white, x) && is_material(black, y))
            || (is_material(white, y) && is_material(black, x))
    })
}
