//! Tries: reading, writing and the list of legal moves.

use std::collections::HashMap;

use super::*;

fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.legal_tries().count() as u64;
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
        let legal: Vec<Try> = position.legal_tries().collect();
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
                let found = board.legal_move(asked).is_some();
                assert_eq!(found, legal.contains(&asked), "{asked} in {fen}");
                assert_eq!(found, position.is_legal(asked), "{asked} in {fen}");
            }
        }
    }
}

#[test]
fn text_that_is_no_try_is_refused_with_its_text() {
    for text in ["", "e2", "e2e9", "e7e8k", "e2e4qq", "é2e4"] {
        let error = text.parse::<Try>().unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
    }
}

#[test]
fn tries_are_found_in_games_as_in_the_list() {
    for fen in BUSY {
        random_games(fen, |board| {
            let legal = board.legal_moves();
            let listed: HashMap<Try, Move> = legal.iter().map(|&m| (as_try(m), m)).collect();
            assert_eq!(listed.len(), legal.len(), "each move is a try of its own");
            for from in board.squares(board.turn()) {
                let queen = queen_attacks(from, Bitboard::EMPTY);
                for to in queen | knight_attacks(from) | Bitboard::from_square(from) {
                    for promotion in [None, Some(Role::Knight)] {
                        let asked = Try {
                            from,
                            to,
                            promotion,
                        };
                        let found = board.legal_move(asked);
                        assert_eq!(found, listed.get(&asked).copied(), "{asked} on {board:?}");
                    }
                }
            }
        });
    }
}

#[test]
fn a_try_is_written_as_it_is_read() {
    for text in ["e2e4", "e1g1", "a7a8q", "h2h1n", "b7c8r", "g2f1b"] {
        assert_eq!(text.parse::<Try>().expect("a try").to_string(), text);
    }
    let promoting = Try::promoting(Square::A7, Square::A8, Role::Knight);
    assert_eq!(promoting, "a7a8n".parse().expect("a try"));
    assert_eq!(promoting.flipped(), "a2a1n".parse().expect("a try"));
    assert_eq!(Try::new(Square::E2, Square::E4).to_string(), "e2e4");
}

#[test]
fn a_try_that_is_not_legal_changes_nothing() {
    let mut p = Position::default();
    assert!(p.is_legal("e2e4".parse().unwrap()));
    assert!(!p.is_legal("e2e5".parse().unwrap()));
    assert_eq!(p.play("e2e5".parse().unwrap()), None);
    assert_eq!(p.san("e2e5".parse().unwrap()), None);
    assert_eq!(p.fen(), Position::start().fen());
}
