//! Noisy moves, checks and attackers against the full list of moves.

use super::*;

#[test]
fn noisy_moves_are_those_of_the_full_list() {
    for fen in BUSY {
        random_games(fen, |board| {
            let mut noisy = MoveList::new();
            let quiet = board.noisy_moves(&mut noisy);
            let legal = board.legal_moves();
            assert_eq!(quiet.count() + noisy.len(), legal.len(), "{board:?}");
            let is_noisy = |m: &&Move| m.is_capture() || m.is_promotion();
            for m in legal.iter().filter(is_noisy) {
                assert!(noisy.contains(m), "{m:?} on {board:?}");
            }
            let others: Vec<Move> = (0..quiet.count())
                .filter_map(|nth| quiet.nth(nth))
                .collect();
            for m in legal.iter().filter(|m| !is_noisy(m)) {
                assert!(others.contains(m), "{m:?} on {board:?}");
            }
            assert_eq!(others.len(), quiet.count());
            assert_eq!(quiet.nth(others.len()), None);
            let mut captures = MoveList::new();
            board.unordered_captures(&mut captures);
            let listed = legal.iter().filter(|m| m.is_capture());
            assert_eq!(captures.len(), listed.clone().count(), "{board:?}");
            for m in listed {
                assert!(captures.contains(m), "{m:?} on {board:?}");
            }
        });
    }
}

#[test]
fn checks_moves_and_attackers_in_short_are_those_in_full() {
    use shakmaty::Position as _;
    for fen in BUSY {
        random_games(fen, |board| {
            assert_eq!(board.is_in_check(), board.checkers().any(), "{board:?}");
            assert_eq!(board.can_move(), !board.legal_moves().is_empty());
            for square in Square::ALL {
                for color in SIDES {
                    let found = board.attackers(square, color, board.occupied());
                    let listed = board.0.board().attacks_to(square, color, board.occupied());
                    assert_eq!(found, listed, "{square} on {board:?}");
                    let attacked = attacked_by(&board.men(color), color, board.occupied());
                    assert_eq!(
                        attacked.contains(square),
                        listed.any(),
                        "{square} on {board:?}"
                    );
                }
            }
        });
    }
    for stuck in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        assert!(!position(stuck).board().can_move(), "{stuck}");
    }
}
