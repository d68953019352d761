use std::cell::Cell;

use super::*;

fn position(fen: &str) -> Position {
    fen.parse().expect("test position")
}

fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_tries()
        .map(|asked| {
            let mut next = position.clone();
            next.play(asked).expect("a legal try is played");
            perft(&next, depth - 1)
        })
        .sum()
}

#[test]
fn every_legal_move_is_one_try() {
    assert_eq!(perft(&Position::start(), 3), 8902);
    // "Kiwipete": castling both ways, en passant, pins, promotions.
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(perft(&position(kiwipete), 3), 97862);
}

#[test]
fn a_board_finds_exactly_its_legal_moves() {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1",
        // In check from a rook, a knight, two men at once; a pawn that may not pass another.
        "4k3/4r3/8/3N4/8/5N2/8/3QK2B w - - 0 1",
        "4k3/8/8/8/8/5n2/6P1/R2QK2R w KQ - 0 1",
        "4k3/4r3/8/8/7b/8/2N5/R2QK2R w KQ - 0 1",
        "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 2",
        "4k3/8/8/3pP3/2K5/2N5/8/8 w - d6 0 2",
    ];
    for fen in fens {
        let position = position(fen);
        let board = position.board();
        let every = (0..64).flat_map(|from| (0..64).map(move |to| (from, to)));
        for (from, to) in every {
            let (from, to) = (Square::new(from), Square::new(to));
            let kinds = PROMOTIONS.into_iter().map(Some).chain([None]);
            for promotion in kinds {
                let asked = Try {
                    from,
                    to,
                    promotion,
                };
                let found = board.find(asked).is_some();
                assert_eq!(found, position.is_legal(asked), "{asked} in {fen}");
            }
        }
    }
}

/// Calls `look` on every board of games of random moves from `fen`.
fn stroll(fen: &str, look: impl Fn(&Board)) {
    for game in 0..40 {
        let mut stream = darkforge_streams::open(1, "stroll", game);
        let mut board = position(fen).board().clone();
        for _ in 0..120 {
            look(&board);
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            board.play(legal[darkforge_streams::below(&mut stream, legal.len())]);
        }
    }
}

const BUSY: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
];

#[test]
fn pawn_captures_are_those_among_the_legal_moves() {
    for fen in BUSY {
        stroll(fen, |board| {
            let legal = board.legal_moves();
            assert_eq!(board.pawn_captures(), board::count_pawn_captures(&legal));
            assert_eq!(board.capturing_pawns(), board::pawns_that_capture(&legal));
        });
    }
}

#[test]
fn no_mate_is_overlooked() {
    let (boards, suspected, mates) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let add = |count: &Cell<u32>, one| count.set(count.get() + u32::from(one));
    for fen in BUSY {
        stroll(fen, |board| {
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
    ];
    for (asked, fen) in mates {
        let position = position(fen);
        let m = position.board().find(asked.parse().unwrap());
        assert!(position.board().is_mate(m.expect("legal")), "{fen}");
        assert!(position.board().might_mate(), "{fen}");
    }
}

#[test]
fn en_passant_captures_on_the_pawns_own_square() {
    let mut p = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert_eq!(p.pawn_captures(), 1);
    let played = p.play("e5d6".parse().unwrap()).unwrap();
    assert_eq!(played.capture, Some((Square::D5, Role::Pawn)));
}

#[test]
fn a_capturing_promotion_is_one_pawn_try() {
    let p = position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(p.pawn_captures(), 1);
}

#[test]
fn repetition_counts_true_positions() {
    let mut p = Position::start();
    for _ in 0..2 {
        for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            p.play(m.parse().unwrap()).unwrap();
        }
    }
    assert_eq!(p.occurrences(), 3);
}

#[test]
fn a_lost_castling_right_is_another_position() {
    let mut p = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for _ in 0..2 {
        for m in ["h1h2", "e8e7", "h2h1", "e7e8"] {
            p.play(m.parse().unwrap()).unwrap();
        }
    }
    assert_eq!(p.occurrences(), 2, "the first position still had the right");
}

#[test]
fn text_that_is_no_try_is_refused_with_its_text() {
    for text in ["", "e2", "e2e9", "e7e8k", "e2e4qq", "é2e4"] {
        let error = text.parse::<Try>().unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
    }
}

#[test]
fn san_names_one_legal_move_or_says_why_not() {
    let p = position("4k3/8/8/8/8/8/R6R/4K2R w K - 0 1");
    for asked in p.legal_tries() {
        let san = p.san(asked).unwrap();
        assert_eq!(p.read_san(&san), Ok(asked), "{san}");
    }
    let problem = |san: &str| p.read_san(san).unwrap_err().to_string();
    assert_eq!(problem("Rd2"), "'Rd2' could be more than one legal move");
    assert_eq!(problem("Qd2"), "'Qd2' is not legal");
    assert!(problem("Ndx5").contains("no move"));
}

#[test]
fn material_lists_the_king_first() {
    assert_eq!(
        material(&Position::start().men(Color::White)),
        "KQRRBBNNPPPPPPPP"
    );
}

#[test]
fn tries_are_found_in_games_as_in_the_list() {
    for fen in BUSY {
        stroll(fen, |board| {
            let legal = board.legal_moves();
            let men = board.squares(board.turn());
            let every = men
                .into_iter()
                .flat_map(|from| Square::ALL.map(|to| (from, to)));
            for (from, to) in every {
                for promotion in [None, Some(Role::Knight)] {
                    let asked = Try {
                        from,
                        to,
                        promotion,
                    };
                    let listed = legal.iter().copied().find(|&m| as_try(m) == asked);
                    assert_eq!(board.find(asked), listed, "{asked} on {board:?}");
                }
            }
        });
    }
}

#[test]
fn loud_moves_are_those_of_the_full_list() {
    for fen in BUSY {
        stroll(fen, |board| {
            let mut loud = MoveList::new();
            let quiet = board.loud_moves(&mut loud);
            let legal = board.legal_moves();
            assert_eq!(quiet.count() + loud.len(), legal.len(), "{board:?}");
            let is_loud = |m: &&Move| m.is_capture() || m.is_promotion();
            for m in legal.iter().filter(is_loud) {
                assert!(loud.contains(m), "{m:?} on {board:?}");
            }
            let others: Vec<Move> = (0..quiet.count())
                .filter_map(|nth| quiet.nth(nth))
                .collect();
            for m in legal.iter().filter(|m| !is_loud(m)) {
                assert!(others.contains(m), "{m:?} on {board:?}");
            }
            assert_eq!(others.len(), quiet.count());
            assert_eq!(quiet.nth(others.len()), None);
            let mut captures = MoveList::new();
            board.captures_in_short(&mut captures);
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
        stroll(fen, |board| {
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

#[test]
fn no_mate_goes_unseen() {
    for fen in BUSY {
        stroll(fen, |board| {
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
