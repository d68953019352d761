//! Material with which a game is drawn at once.

use super::ruleset::{DeadMaterial, Ruleset};
use crate::chess::{Board, SIDES, material, squares_of};

/// Whether the men on `board` end a game under `ruleset`: with them nobody can mate.
pub fn is_dead(ruleset: &Ruleset, board: &Board) -> bool {
    let list = match ruleset.dead_material {
        DeadMaterial::NoMate => return board.is_insufficient_material(),
        DeadMaterial::List(list) => list,
    };
    let men = SIDES.map(|color| board.men(color));
    // All entries of the rulesets' lists have at most one man beside each king.
    let few = |men| squares_of(men).count() <= 2;
    if !few(&men[0]) || !few(&men[1]) {
        return false;
    }
    let (a, b) = (material(&men[0]), material(&men[1]));
    list.iter()
        .any(|&(x, y)| (a == x && b == y) || (a == y && b == x))
}
