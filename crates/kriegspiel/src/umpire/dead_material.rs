//! Dead material: material with which a game is drawn at once.

use super::ruleset::{DeadMaterial, Ruleset};
use darkforge_board::{Board, SIDES, is_material};

/// Whether the men on `board` end a game under `ruleset` because neither side can mate with them.
pub fn is_dead(ruleset: &Ruleset, board: &Board) -> bool {
    let list = match ruleset.dead_material {
        DeadMaterial::NoMate => return board.is_insufficient_material(),
        DeadMaterial::List(list) => list,
    };
    let men = SIDES.map(|color| board.men(color));
    let [white, black] = &men;
    list.iter().any(|&(x, y)| {
        (is_material(white, x) && is_material(black, y))
            || (is_material(white, y) && is_material(black, x))
    })
}
