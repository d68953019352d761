//! Pawns' captures and moves.

use super::*;

#[test]
fn pawn_captures_are_those_among_the_legal_moves() {
    for fen in BUSY {
        random_games(fen, |board| {
            let legal = board.legal_moves();
            assert_eq!(board.pawn_captures(), board::count_pawn_captures(&legal));
            assert_eq!(board.capturing_pawns(), board::pawns_that_capture(&legal));
        });
    }
}

#[test]
fn en_passant_captures_on_the_pawns_own_square() {
    let mut p = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert_eq!(p.board().pawn_captures(), 1);
    let played = p.play("e5d6".parse().unwrap()).unwrap();
    assert_eq!(played.capture, Some((Square::D5, Role::Pawn)));
}

#[test]
fn a_capturing_promotion_is_one_pawn_try() {
    let p = position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(p.board().pawn_captures(), 1);
}

#[test]
fn a_side_moves_as_long_as_a_pawn_can() {
    // The king on a8 has no step: the king on b6 and the bishop on d6 attack its squares.
    for (fen, can_move) in [
        ("k7/8/1K1B4/7p/7P/8/8/8 b - - 0 1", false),
        ("k7/8/1K1B4/7p/8/8/8/8 b - - 0 1", true),
        ("k7/8/1K1B4/7p/6NP/8/8/8 b - - 0 1", true),
        // The pawn on b7 is pinned by the bishop on f3, and the rook on c8 may not be taken.
        ("k1R5/1p6/1P6/K7/8/5B2/8/8 b - - 0 1", false),
    ] {
        let board = position(fen).board().clone();
        assert_eq!(board.can_move(), can_move, "{fen}");
        assert_eq!(!board.legal_moves().is_empty(), can_move, "{fen}");
    }
}

#[test]
fn the_only_pawns_may_all_capture_en_passant() {
    for (fen, captures) in [
        ("4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 2", 2),
        ("4k3/8/8/pP6/8/8/8/4K3 w - a6 0 2", 1),
        ("4k3/8/8/8/6pP/8/8/4K3 b - h3 0 2", 1),
    ] {
        let board = position(fen).board().clone();
        assert_eq!(board.pawn_captures(), captures, "{fen}");
        assert_eq!(
            board.capturing_pawns().count(),
            usize::from(captures),
            "{fen}"
        );
        let mut noisy = MoveList::new();
        board.noisy_moves(&mut noisy);
        assert_eq!(noisy.len(), usize::from(captures), "{fen}");
        board.unordered_captures(&mut noisy);
        assert_eq!(noisy.len(), usize::from(captures), "{fen}");
        assert!(
            board.might_mate(),
            "{fen}: it does not look at such captures"
        );
    }
}

#[test]
fn only_a_legal_capture_en_passant_makes_another_position() {
    let occurrences = |fen: &str| {
        let mut p = position(fen);
        for m in ["d2d4", "e8e7", "e1e2", "e7e8", "e2e1"] {
            p.play(m.parse().unwrap()).expect("legal");
        }
        p.occurrences()
    };
    assert_eq!(occurrences("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"), 2);
    // A black pawn on c4 could have taken on d3, the first time alone.
    assert_eq!(occurrences("4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1"), 1);
}
