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
