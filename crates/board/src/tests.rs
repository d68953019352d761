//! Fast answers compared with plain ones, over the boards of random games.

use std::cell::Cell;
use std::collections::HashMap;

use super::*;

fn position(fen: &str) -> Position {
    fen.parse().expect("test position")
}

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
                assert_eq!(found, position.is_legal(asked), "{asked} in {fen}");
            }
        }
    }
}

/// Calls `look` on every board of games of random moves from `fen`.
fn random_games(fen: &str, look: impl Fn(&Board)) {
    for game in 0..GAMES {
        let mut stream = darkforge_streams::open(1, "board tests", game);
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

/// Random games from each of [`BUSY`].
const GAMES: u64 = 12;

const BUSY: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    // Promotions, and rooks that may both still castle.
    "r3k2r/1P4P1/8/2pP4/4pP2/8/1p4p1/R3K2R b KQkq f3 0 1",
    // Kings between lines of the enemy's pieces.
    "4k3/1b1rq1b1/2pnp3/8/3P4/2PNPB2/1B1RQR2/4K3 w - - 0 1",
];

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
fn material_lists_the_king_first() {
    assert_eq!(
        material(&Position::start().men(Color::White)),
        "KQRRBBNNPPPPPPPP"
    );
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

/// The men of one side by the letters of a FEN.
fn men_of_letters(fen: &str, color: Color) -> Men {
    let mut men = Men::default();
    let placement = fen.split(' ').next().expect("the men");
    for (rank, row) in placement.split('/').enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty;
                continue;
            }
            let role = Role::from_char(letter).expect("a man");
            if letter.is_ascii_uppercase() == color.is_white() {
                men[index(role)].add(Square::new(8 * (7 - rank as u32) + file));
            }
            file += 1;
        }
    }
    men
}

#[test]
fn a_board_is_what_its_fen_says() {
    for fen in BUSY {
        random_games(fen, |board| {
            let fen = board.fen();
            let fields: Vec<&str> = fen.split(' ').collect();
            assert_eq!(board.turn().char().to_string(), fields[1], "{fen}");
            for color in SIDES {
                let men = men_of_letters(&fen, color);
                assert_eq!(board.men(color), men, "{fen}");
                assert_eq!(board.squares(color), squares_of(&men), "{fen}");
                assert_eq!(Some(board.king(color)), men[5].single_square(), "{fen}");
                let castling = board.castling(color);
                for (right, role) in [
                    (castling.kingside, Role::King),
                    (castling.queenside, Role::Queen),
                ] {
                    let letter = role.of(color).char();
                    assert_eq!(right, fields[2].contains(letter), "{fen}");
                }
                for square in Square::ALL {
                    let role = role_on(&men, square);
                    assert!(role.is_none() || board.role_at(square) == role, "{fen}");
                }
            }
            let both = SIDES.map(|color| board.squares(color));
            assert_eq!(board.occupied(), both[0] | both[1], "{fen}");
            let no_man = Square::ALL.map(|square| board.role_at(square).is_none());
            for (square, no_man) in Square::ALL.into_iter().zip(no_man) {
                assert_ne!(no_man, board.occupied().contains(square), "{fen}");
            }
            let en_passant = board.en_passant().map(|square| square.to_string());
            assert_eq!(en_passant.as_deref().unwrap_or("-"), fields[3], "{fen}");
            assert_eq!(format!("{board:?}"), format!("Board({fen})"));
            assert_eq!(position(&fen).fen().split(' ').next(), Some(fields[0]));
            // A diagram keeps rights, men and the passed square.
            let again = Diagram::from(board).board().expect("a board again");
            assert_eq!(
                again.fen().split(' ').take(4).collect::<Vec<_>>(),
                fields[..4]
            );
        });
    }
}

#[test]
fn a_position_is_its_board_with_a_past() {
    for fen in BUSY {
        random_games(fen, |board| {
            let now = Position::of_board(board);
            assert_eq!(now.board().fen(), board.fen());
            assert_eq!(now.fen(), board.fen());
            assert_eq!(format!("{now:?}"), format!("Position({})", board.fen()));
            assert_eq!(now.turn(), board.turn());
            assert_eq!(now.checkers(), board.checkers());
            assert_eq!(now.can_move(), board.can_move());
            for color in SIDES {
                assert_eq!(now.men(color), board.men(color));
                assert_eq!(now.king(color), board.king(color));
                assert_eq!(now.castling(color), board.castling(color));
            }
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

#[test]
fn rights_that_the_men_rule_out_are_left_out() {
    let both = CastlingRights {
        kingside: true,
        queenside: true,
    };
    let kept = |fen: &str| {
        let men = SIDES.map(|color| men_of_letters(fen, color));
        let board = Board::set_up(&men, Color::White, [both; 2]).expect("a board");
        board.fen().split(' ').nth(2).map(str::to_owned)
    };
    let rights = [
        ("r3k2r/8/8/8/8/8/8/R3K2R", "KQkq"),
        ("r3k3/8/8/8/8/8/8/4K2R", "Kq"),
        ("r2k3r/8/8/8/8/8/8/R3K3", "Q"),
        ("4k3/8/8/8/8/8/8/R2K3R", "-"),
    ];
    for (fen, left) in rights {
        assert_eq!(kept(fen).as_deref(), Some(left), "{fen}");
    }
    let one = |letters: &str| SIDES.map(|color| men_of_letters(letters, color));
    let set_up = |men| Board::set_up(&men, Color::White, [CastlingRights::default(); 2]);
    assert!(set_up(one("4k3/8/8/8/8/8/8/4K3")).is_some());
    assert!(set_up(one("8/8/8/8/8/8/8/4K3")).is_none(), "no black king");
    let mut twice = one("4k3/8/8/8/8/8/8/4K3");
    twice[1][index(Role::Pawn)].add(Square::E1);
    assert!(set_up(twice).is_none(), "two men on e1");
}

#[test]
fn material_is_named_by_its_letters() {
    let men = |placement: &str| men_of_letters(placement, Color::White);
    let endings = [
        ("K", "4K3"),
        ("KQ", "Q3K3"),
        ("KRR", "R3K2R"),
        ("KBN", "1N2KB2"),
        ("KPPP", "K7/PPP5"),
    ];
    for (letters, placement) in endings {
        assert_eq!(material(&men(placement)), letters);
        for (others, _) in endings {
            assert_eq!(is_material(&men(placement), others), letters == others);
        }
    }
    let two_rooks = men("R3K2R");
    assert!(!is_material(&two_rooks, "KRB"), "as many men, and another");
    assert!(!is_material(&two_rooks, "KR"), "one too few");
    assert!(!is_material(&two_rooks, "KR?"), "no man");
    assert!(is_material(&two_rooks, "RKR"), "in any order");
    assert!(!is_material(&men("K7"), "Q"));
}

#[test]
fn dead_material_is_known() {
    for (fen, dead) in [
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3KBN2/8/8 w - - 0 1", false),
    ] {
        assert_eq!(
            position(fen).board().is_insufficient_material(),
            dead,
            "{fen}"
        );
    }
}

#[test]
fn roles_and_sides_are_numbered_in_their_order() {
    assert_eq!(ROLES.map(index), [0, 1, 2, 3, 4, 5]);
    assert_eq!(SIDES.map(side), [0, 1]);
    let men = Position::start().men(Color::Black);
    assert_eq!(role_on(&men, Square::D8), Some(Role::Queen));
    assert_eq!(role_on(&men, Square::D1), None);
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
fn a_move_tells_what_it_did() {
    let done = |fen: &str, asked: &str| {
        let mut position = position(fen);
        let played = position.play(asked.parse().expect("a try"));
        (played.expect("a legal try"), position.quiet_plies())
    };
    let quiet = Played::default();
    let (played, plies) = done("4k3/8/8/8/8/8/8/4K2R w K - 7 20", "e1g1");
    assert_eq!((played, plies), (quiet, 8));
    let (played, plies) = done("4k3/8/8/8/8/8/4P3/4K3 w - - 7 20", "e2e4");
    assert_eq!((played, plies), (quiet, 0));
    let (played, _) = done("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q");
    let capture = Some((Square::B8, Role::Knight));
    let promotion = true;
    let expected = Played {
        capture,
        promotion,
        ..quiet
    };
    assert_eq!(played, expected);
    let (played, _) = done("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2", "d4e3");
    let expected = Played {
        capture: Some((Square::E4, Role::Pawn)),
        en_passant: Some(Square::E3),
        ..quiet
    };
    assert_eq!(played, expected);
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

#[test]
fn texts_that_are_no_positions_are_refused_with_their_text() {
    for text in ["", "4k3/8 w", "8/8/8/8/8/8/8/4K3 w - - 0 1"] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("'{text}' is not a legal position: ")),
            "{error}"
        );
    }
}

#[test]
fn a_drawing_has_a_line_for_each_rank() {
    let drawing = Position::start().drawing();
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines.len(), 8, "{drawing}");
    assert_eq!(lines[0].replace(' ', ""), "rnbqkbnr");
    assert_eq!(lines[7].replace(' ', ""), "RNBQKBNR");
}

#[test]
fn piece_square_tables_are_the_published_ones() {
    let value = |role, square, ending| piece_square_value(role, Color::White, square, ending);
    for role in ROLES {
        for ending in [false, true] {
            for square in Square::ALL {
                let here = value(role, square, ending);
                let black = piece_square_value(role, Color::Black, square.flip_vertical(), ending);
                assert_eq!(here, black, "Black sees its own board: {role:?} {square}");
                let mirrored = value(role, square.flip_horizontal(), ending);
                let is_even = role != Role::Queen;
                assert!(!is_even || here == mirrored, "{role:?} {square}");
            }
        }
    }
    // Sums of the tables in their source, of the king's two tables in the last row.
    for (role, sum, in_ending) in [
        (Role::Pawn, 660, 660),
        (Role::Knight, -810, -810),
        (Role::Bishop, -140, -140),
        (Role::Rook, 30, 30),
        (Role::Queen, -185, -185),
        (Role::King, -1460, -640),
    ] {
        for (ending, sum) in [(false, sum), (true, in_ending)] {
            let values = Square::ALL.map(|square| value(role, square, ending));
            assert_eq!(values.iter().sum::<i32>(), sum, "{role:?}");
        }
    }
    // Files count from a and ranks from 1.
    assert_eq!(value(Role::Pawn, Square::D7, false), 50);
    assert_eq!(value(Role::Pawn, Square::D4, false), 20);
    assert_eq!(value(Role::Queen, Square::C2, false), 5);
    assert_eq!(value(Role::King, Square::G1, false), 30);
    assert_eq!(value(Role::King, Square::G1, true), -30);
}
