//! Stalemate detection (T 7.6.2): possible squares of the enemy king without a move. As in the
//! thesis, it is active only when few enemy men are left; with more, they nearly always have a
//! move.
//!
//! T is the thesis, see [the crate](crate).

use super::predict;
use darkforge_board::{Role, Try, index};
use darkforge_kriegspiel::metaposition::Metaposition;

/// Greatest number of enemy men besides the king at which stalemate is tested.
const MEN: u32 = 2;
/// Cost of a certain stalemate, in pawns: more than all men on a board.
const PENALTY: f64 = 100.0;

/// Penalty for the risk that the silent own move which led to `after` stalemates: the share of the
/// king's squares without a move. Moves of the enemy's last other men are ignored, because mostly a
/// blocked pawn is left.
pub(super) fn penalty(after: &Metaposition) -> f64 {
    let left = after.enemy_men_left();
    if left > MEN || after.gives_check() {
        return 0.0;
    }
    let shut = after.shut_in().count();
    if shut == 0 {
        return 0.0;
    }
    let squares = after.enemy()[index(Role::King)].count();
    PENALTY * shut as f64 / squares as f64
}

/// Penalty for the risk that `asked` captures one of the last men against the prediction and then
/// stalemates: the probability of such a man, if all squares are alike, times the penalty
/// afterwards.
pub(super) fn capture_penalty(before: &Metaposition, asked: Try) -> f64 {
    let left = before.enemy_men_left();
    let men = before.enemy_men_but_king();
    let unsure = men.contains(asked.to) && !before.certain().contains(asked.to);
    if left == 0 || left > MEN + 1 || !unsure {
        return 0.0;
    }
    let after = predict::after_own_move(before, asked, true);
    let chance = (f64::from(left) / men.count() as f64).min(1.0);
    chance * penalty(&after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str, men_left: u32) -> Metaposition {
        Metaposition::drawn(text, men_left).expect("a drawn metaposition")
    }

    #[test]
    fn a_king_that_may_be_shut_in_costs_its_share() {
        let one = board("K on g6, Q on f7; k on h8 a1", 0);
        assert!(
            (penalty(&one) - PENALTY / 2.0).abs() < 1e-9,
            "h8 of h8 and a1"
        );
        let none = board("K on g6, Q on f1; k on h8 a1", 0);
        assert!(penalty(&none).abs() < 1e-9);
        let many = board("K on g6, Q on f7; k on h8; p on a5", 5);
        assert!(
            penalty(&many).abs() < 1e-9,
            "with five men left there is a move"
        );
    }

    #[test]
    fn a_rook_behind_a_certain_pawn_shuts_no_king_in() {
        let text = "K on a1, R on g1, N on f6; k on h8; p on g4";
        assert!(penalty(&board(text, 1)).abs() < 1e-9);
        let unsure = board(&text.replace("p on", "any on"), 1);
        assert!((penalty(&unsure) - PENALTY).abs() < 1e-9);
    }

    #[test]
    fn capturing_the_last_man_may_stalemate() {
        let before = board("K on g6, Q on f1; k on h8; n on f7 a3", 1);
        let risk = capture_penalty(&before, "f1f7".parse().unwrap());
        assert!(
            (risk - PENALTY / 2.0).abs() < 1e-9,
            "the knight is there or on a3"
        );
        let quiet = capture_penalty(&before, "f1f5".parse().unwrap());
        assert!(quiet.abs() < 1e-9);
    }
}
