//! Stalemate detection (T 7.6.2): possible squares of the enemy king without a move. As in the
//! thesis, it is active only when few enemy men are left; with more, they nearly always have a
//! move. On the metaposition it ignores the enemy's other men; [`unseen`] takes them from believed
//! boards.
//!
//! T is the thesis, see [the crate](crate).

use super::predict;
use darkforge_board::{Bitboard, Board, Role, Try, attacked_by, index};
use darkforge_kriegspiel::metaposition::{Metaposition, Tracker, fill};

/// Greatest number of enemy men besides the king at which stalemate is tested.
const MEN: u32 = 2;
/// Cost of a certain stalemate, in pawns: more than all men on a board.
const PENALTY: f64 = 100.0;

/// Greatest number of enemy men besides the king at which believed boards are not trusted to show
/// every stalemate.
const UNSEEN_MEN: u32 = 5;

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

/// Squares on which the enemy king may be in a stalemate that no believed board shows, on the umpire's
/// board: all its possible ones, or none if many enemy men are left.
pub fn hidden_king(known: &Tracker) -> Bitboard {
    let metaposition = known.metaposition();
    if metaposition.enemy_men_left() > UNSEEN_MEN {
        return Bitboard::EMPTY;
    }
    known.turned_set(metaposition.enemy()[index(Role::King)])
}

/// Probability of a stalemate on `board`, where the enemy is to move, if its king is on any of
/// `kings` with equal probability, and its other men stand as they do. Believed boards agree too
/// much on the king's square: where none of them is a stalemate, the true board may be one.
pub(super) fn unseen(board: &Board, kings: Bitboard) -> f64 {
    let (enemy, us) = (board.turn(), !board.turn());
    let king = board.king(enemy);
    let men = board.squares(enemy).without(king);
    let occupied = board.occupied().without(king);
    let attacked = attacked_by(&board.men(us), us, occupied);
    let kings = kings & !attacked & !occupied; // in check it is no stalemate
    let shut = kings & !fill::around(!attacked & !men);
    if shut.is_empty() {
        return 0.0;
    }
    let moves = board.legal_moves();
    if moves.iter().any(|m| m.from() != Some(king)) {
        return 0.0;
    }
    shut.count() as f64 / kings.count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Position, Square};

    #[test]
    fn a_king_that_may_be_elsewhere_may_be_in_stalemate() {
        let board = |fen: &str| fen.parse::<Position>().unwrap().board().clone();
        // On h8 it has no move, on a8 and b8 it has.
        let kings: Bitboard = [Square::A8, Square::B8, Square::H8].into_iter().collect();
        let blocked = board("1k6/5Q2/8/8/7p/7P/8/K7 b - - 0 1");
        assert!((unseen(&blocked, kings) - 1.0 / 3.0).abs() < 1e-9);
        let free = board("1k6/5Q2/8/8/6p1/7P/8/K7 b - - 0 1");
        assert!(unseen(&free, kings).abs() < 1e-9);
        let beside_its_pawn = board("1k6/7p/7P/8/8/8/8/K5R1 b - - 0 1");
        assert!((unseen(&beside_its_pawn, kings) - 1.0 / 3.0).abs() < 1e-9);
        let none = board("1k6/8/8/8/8/8/5Q2/K7 b - - 0 1");
        assert!(unseen(&none, kings).abs() < 1e-9);
    }

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
