//! Mates: those found, and those suspected.

use std::cell::Cell;

use super::*;

#[test]
fn no_mate_is_overlooked() {
    let (boards, suspected, mates) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let add = |count: &Cell<u32>, one| count.set(count.get() + u32::from(one));
    for fen in BUSY {
        random_games(fen, |board| {
            let mate = board.legal_moves().iter().any(|&m| board.is_mate(m));
            let suspect = board.might_mate();
            assert!(suspect || !mate, "{board:?}");
            add(&boards, true);
            add(&suspected, suspect);
            add(&mates, mate);
        });
    }
    assert!(mates.get() > 100, "{mates:?} boards with a mate");
    assert!(
        4 * suspected.get() < boards.get(),
        "{suspected:?} of {boards:?}"
    );
}

#[test]
fn mates_of_every_kind_are_suspected() {
    let mates = [
        ("e1g1", "8/1B6/4p2N/8/8/8/6Q1/k3K2R w K - 0 1"),
        ("e1c1", "8/5p2/8/8/1B6/2N5/1Q6/R3K1k1 w Q - 0 1"),
        ("e5d6", "4K2k/8/4R1Q1/3pP3/8/2B5/8/8 w - d6 0 1"),
        ("b2b4", "K1B5/8/7R/2k5/5Q2/2N5/1P1P4/8 w - - 0 1"),
        ("e8d7", "1k2KQ2/2R5/B7/5p2/8/8/8/8 w - - 0 1"),
        ("b2b3", "8/8/8/1P6/2K5/8/RPk4B/7R w - - 0 1"),
        ("e7e8n", "2N5/4PB2/5k2/7Q/8/8/5p2/K7 w - - 0 1"),
        ("f3g4", "8/4R1Q1/8/7k/6r1/2B2PK1/8/8 w - - 0 1"),
        ("g5f7", "2q1k3/8/3K4/3N2nP/P7/6R1/7R/8 b - - 0 1"),
        ("d5d4", "8/8/1p1q3p/2rp1K2/8/2r2k2/8/6b1 b - - 0 1"),
        // A pawn's step and a pawn's capture, each the only check there is.
        ("g6g7", "5N1k/5K2/6P1/8/8/8/8/8 w - - 0 1"),
        ("g3g2", "8/8/8/8/8/6p1/5k2/5n1K b - - 0 1"),
        ("h6g7", "5N1k/5Kb1/7P/8/8/8/8/8 w - - 0 1"),
        ("h3g2", "8/8/8/8/8/7p/5kB1/5n1K b - - 0 1"),
    ];
    for (asked, fen) in mates {
        let position = position(fen);
        let m = position.board().legal_move(asked.parse().unwrap());
        assert!(m.is_some_and(|m| position.board().is_mate(m)), "{fen}");
        assert!(position.board().might_mate(), "{fen}");
        let legal = position.board().legal_moves();
        assert!(
            position.board().mates(&legal).any(|found| Some(found) == m),
            "{fen}"
        );
    }
}

#[test]
fn no_mate_goes_unseen() {
    for fen in BUSY {
        random_games(fen, |board| {
            let legal = board.legal_moves();
            let mates = |m: &Move| {
                let mut after = board.clone();
                after.play(*m);
                after.checkers().any() && after.legal_moves().is_empty()
            };
            let every: Vec<Move> = legal.iter().copied().filter(mates).collect();
            let found: Vec<Move> = board.mates(&legal).collect();
            assert_eq!(found, every, "{board:?}");
        });
    }
}

/// Plain version of [`Board::might_mate`], move by move: a move that may mate for reasons not
/// examined here, or a check after which we attack every square around the king.
fn might_mate_plainly(board: &Board) -> bool {
    let turn = board.turn();
    let king = board.king(!turn);
    let seventh = turn.fold_wb(Rank::Seventh, Rank::Second);
    board.legal_moves().into_iter().any(|m| {
        let mut after = board.clone();
        after.play(m);
        let Move::Normal { role, from, to, .. } = m else {
            // En passant always; castling where the rook may check the king.
            return m.is_en_passant() || after.is_in_check();
        };
        let checks = after.checkers();
        if role == Role::Pawn && from.rank() == seventh || checks.without(to).any() {
            return true;
        }
        let occupied = after.occupied().without(king);
        let flights = king_attacks(king) & !after.squares(!turn);
        let is_guarded = |flight: Square| {
            let guards = after.attackers(flight, turn, occupied);
            guards.any() && !(guards.without(flight) & after.squares(turn)).is_empty()
        };
        checks.any() && flights.into_iter().all(is_guarded)
    })
}

#[test]
fn a_mate_is_suspected_where_a_plain_look_suspects_one() {
    for fen in BUSY {
        random_games(fen, |board| {
            let suspected = board.might_mate();
            assert!(suspected || !might_mate_plainly(board), "{board:?}");
        });
    }
}

#[test]
fn a_mate_is_not_suspected_without_reason() {
    for (reason, fen) in [
        ("a flight", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1"),
        ("no check", "6k1/5ppp/8/8/8/8/8/2R3K1 b - - 0 1"),
        (
            "the man may not go there",
            "6k1/5ppp/8/8/8/2P5/8/2R3K1 w - - 0 1",
        ),
        (
            "no way to castle into check",
            "5k2/8/8/8/8/5P2/8/4K2R w K - 0 1",
        ),
        (
            "an unguarded square next to the king",
            "7k/8/5N2/8/8/8/8/K2R4 w - - 0 1",
        ),
        (
            "a pawn two ranks from its goal",
            "7k/8/4P3/8/8/8/8/K7 w - - 0 1",
        ),
        (
            "a pawn's check with a flight",
            "8/8/3k4/8/2P5/8/8/K7 w - - 0 1",
        ),
        (
            "two men before the rook",
            "R1BNk3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "an enemy man before the rook",
            "R2nk3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "nothing to take en passant",
            "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
        ),
    ] {
        assert!(!position(fen).board().might_mate(), "{reason}: {fen}");
    }
}
